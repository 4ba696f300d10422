namespace StreamTuning.CodeFixes.Uploads;

/// <summary>
/// Tells whether an action may open a file that exists. A form that is read before the action runs leaves such a file alone if the client
/// breaks off; one that is
/// streamed has emptied it by then.
/// </summary>
internal static class ExistingFiles
{
    private const int ReadOnly = 1; // FileAccess.Read
    private const int MostHops = 2;

    /// <summary>
    /// Whether code may write a file other than one with a name that nobody else can have, also in the methods that open streams for it.
    /// </summary>
    public static bool MayBeWritten(SyntaxNode code, Compilation compilation, CancellationToken cancellationToken) =>
        MayBeWritten(code, compilation, cancellationToken, hops: 0);

    private static bool MayBeWritten(SyntaxNode code, Compilation compilation, CancellationToken cancellationToken, int hops)
    {
        KnownTypes types = KnownTypes.Of(compilation);
        SemanticModel model = compilation.GetSemanticModel(code.SyntaxTree);
        foreach (SyntaxNode node in code.DescendantNodes().Where(
            node => node is InvocationExpressionSyntax or BaseObjectCreationExpressionSyntax))
        {
            if (model.GetOperation(node, cancellationToken) is not { } operation)
            {
                continue;
            }

            if (OpenedFile.Of(operation, types) is { } opening)
            {
                if (Writes(opening, types))
                {
                    return true;
                }
            }
            else if (operation is IInvocationOperation call
                && (CopiesToPath(call, types) || MayOpen(call, compilation, types, cancellationToken, hops)))
            {
                return true;
            }
        }

        return false;
    }

    private static bool Writes(OpenedFile opening, KnownTypes types) => opening.Mode switch
    {
        OpenedFile.FileMode.CreateNew => false,
        OpenedFile.FileMode.Open
            when opening.Operation is IInvocationOperation { TargetMethod.Name: "OpenRead" } || IsReadOnly(opening.GivenAccess) => false,
        _ => (opening.Path ?? (opening.Operation as IInvocationOperation)?.Instance) is not { } path || !NewPath.IsUnique(path, types),
    };

    private static bool IsReadOnly(IOperation? access) => access is not null && access.ConstantInt32() == ReadOnly;

    /// <summary>Whether the runtime copies to a path.</summary>
    private static bool CopiesToPath(IInvocationOperation call, KnownTypes types) =>
        call.TargetMethod is { Name: "CopyToFileAsync",
            ContainingNamespace: { Name: "StreamTuning", ContainingNamespace.IsGlobalNamespace: true } }
        && call.Arguments.Named("destination") is { Type.SpecialType: SpecialType.System_String } path
        && !NewPath.IsUnique(path, types);

    /// <summary>Whether a method gives a file that it has opened.</summary>
    private static bool MayOpen(
        IInvocationOperation call, Compilation compilation, KnownTypes types, CancellationToken cancellationToken, int hops)
    {
        ITypeSymbol given =
            call.TargetMethod.ReturnType is INamedTypeSymbol { Name: "Task" or "ValueTask", TypeArguments: { Length: 1 } results }
            ? results[0]
            : call.TargetMethod.ReturnType;
        if (!given.DerivesFrom(types.Stream))
        {
            return false;
        }

        SyntaxNode? body = call.TargetMethod.OriginalDefinition.DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax(cancellationToken);
        return body is null || hops == MostHops
            ? given.DerivesFrom(types.FileStream)
            : MayBeWritten(body, compilation, cancellationToken, hops + 1);
    }
}
