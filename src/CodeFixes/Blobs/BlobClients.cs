namespace StreamTuning.CodeFixes.Blobs;

/// <summary>Knows what the Azure SDK does without a request.</summary>
internal static class BlobClients
{
    /// <summary>
    /// Whether an expression only puts something together: a path, a client of a blob or container, options. It can as well be evaluated
    /// earlier or later, as long as the variables in it stay the same.
    /// </summary>
    public static bool HasNoEffect(IOperation operation, KnownTypes types)
    {
        operation = operation.Unwrap();
        switch (operation)
        {
            case IInvocationOperation call when IsOfSdk(call.TargetMethod.ContainingType) && MakesClient(call.TargetMethod.Name):
                return (call.Instance is null || HasNoEffect(call.Instance, types))
                    && call.Arguments.All(argument => HasNoEffect(argument.Value, types));

            case IObjectCreationOperation creation when IsOfSdk(creation.Type) || creation.Type is { Name: "Uri" or "Dictionary" }:
                return creation.Arguments.All(argument => HasNoEffect(argument.Value, types)) && HasNoEffect(creation.Initializer, types);

            case IInvocationOperation { TargetMethod: { Name: "ToString", Parameters.IsEmpty: true, ContainingType.Name: "Uri" },
                Instance: { } uri }:
                return HasNoEffect(uri, types);

            case IDefaultValueOperation:
                return true;

            default:
                return FilePaths.CanBeMoved(operation, types);
        }
    }

    private static bool HasNoEffect(IObjectOrCollectionInitializerOperation? initializer, KnownTypes types) =>
        (initializer?.Initializers ?? ImmutableArray<IOperation>.Empty).All(member => member switch
        {
            ISimpleAssignmentOperation { Target: IPropertyReferenceOperation target, Value: { } value } =>
                target.Arguments.All(argument => HasNoEffect(argument.Value, types)) && HasNoEffect(value, types),
            IInvocationOperation { TargetMethod.Name: "Add" } add => add.Arguments.All(argument => HasNoEffect(argument.Value, types)),
            _ => false,
        });

    private static bool MakesClient(string method) =>
        method is "GetBlobClient" or "GetBlockBlobClient" or "GetBlobContainerClient" or "GetParentBlobContainerClient"
            or "GetParentBlobServiceClient" or "WithSnapshot" or "WithVersion";

    private static bool IsOfSdk(ITypeSymbol? type)
    {
        for (INamespaceSymbol? scope = type?.ContainingNamespace; scope is { IsGlobalNamespace: false }; scope = scope.ContainingNamespace)
        {
            if (scope is { Name: "Azure", ContainingNamespace.IsGlobalNamespace: true })
            {
                return true;
            }
        }

        return false;
    }
}
