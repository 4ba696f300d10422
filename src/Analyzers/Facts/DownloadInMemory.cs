namespace StreamTuning.Analyzers.Facts;

/// <summary>A whole download in an array: of a client, or of a method of the project that does nothing else with it.</summary>
internal static class DownloadInMemory
{
    /// <summary>So many methods of the project may hand the array on.</summary>
    private const int MaximumDepth = 2;

    /// <summary>The names of the methods of <c>HttpClient</c> and its contents.</summary>
    public static string[] Names { get; } = ["GetByteArrayAsync", "ReadAsByteArrayAsync"];

    // Those of WebClient, RestSharp, and Flurl.
    private static readonly string[] NamesOfOthers = ["DownloadData", "DownloadDataAsync", "DownloadDataTaskAsync", "GetBytesAsync"];

    /// <summary>Whether a call takes all of a response by <c>HttpClient</c>: not of a content that the program makes.</summary>
    public static bool IsOfHttp(IInvocationOperation call, KnownTypes types) => call.TargetMethod.Name switch
    {
        "GetByteArrayAsync" => call.TargetMethod.ContainingType.Is(types.HttpClient),
        "ReadAsByteArrayAsync" => call.TargetMethod.ContainingType.Is(types.HttpContent)
            && call.Instance?.Origin() is not (null or IObjectCreationOperation),
        _ => false,
    };

    /// <summary>Whether a call gives a download that another client has made, or a method of the project.</summary>
    public static bool IsGivenByOther(IInvocationOperation call, KnownTypes types) =>
        IsOfBlob(call) || IsGivenBy(call, types, depth: 0);

    /// <summary>
    /// Whether a call gives the array of a whole blob that was downloaded as data, which is used for nothing else:
    /// <c>result.Value.Content.ToArray()</c>.
    /// </summary>
    public static bool IsOfBlob(IInvocationOperation call) =>
        call is { TargetMethod: { Name: "ToArray", ContainingType: { } type }, Instance: { } data }
        && type.IsBinaryData()
        && data.Unwrap() is IPropertyReferenceOperation { Property: { Name: "Content", ContainingType.Name: "BlobDownloadResult" },
            Instance: { } content }
        && ResultOf(content) is { } result
        && !(result is ILocalReferenceOperation kept && !Uses.IsOnlyUse(kept))
        && ResultOf(result.Origin() ?? result).UnwrapAwait() is IInvocationOperation { TargetMethod.Name: "DownloadContent"
            or "DownloadContentAsync" } download
        && download.Arguments.Named("options") is null or { ConstantValue.HasValue: true };

    /// <summary>What a result comes with: its response, or that before it became the result.</summary>
    private static IOperation ResultOf(IOperation value) => value.Unwrap() switch
    {
        IPropertyReferenceOperation { Property.Name: "Value", Instance: { } response } => ResultOf(response),
        IConversionOperation conversion => ResultOf(conversion.Operand),
        var result => result,
    };

    private static bool IsGivenBy(IInvocationOperation call, KnownTypes types, int depth)
    {
        IMethodSymbol method = call.TargetMethod.OriginalDefinition;
        if (method.DeclaringSyntaxReferences.IsEmpty)
        {
            return depth > 0 && IsOfHttp(call, types)
                || (IsOfBytes(call.Type)
                    && Array.IndexOf(NamesOfOthers, method.Name) >= 0
                    && method.ContainingType.RootNamespace() is "System" or "RestSharp" or "Flurl");
        }

        if (depth == MaximumDepth || Sources.GivenByAll(method, call) is not { } values)
        {
            return false;
        }

        bool isAny = false;
        foreach (IOperation value in values)
        {
            if (!IsEmpty(value))
            {
                // What is kept in a field, or has two names, is used elsewhere.
                IOperation? source = value.Unwrap() is ILocalReferenceOperation array ? array.SingleValue()?.Unwrap() : value.Unwrap();
                if (source?.UnwrapAwait() is not IInvocationOperation download
                    || !IsGivenBy(download, types, depth + 1)
                    || !IsOnlyReturned(value, types))
                {
                    return false;
                }

                isAny = true;
            }
        }

        return isAny;
    }

    /// <summary>Whether a value is null, or an array of nothing, as for a failure.</summary>
    private static bool IsEmpty(IOperation value) => value.IsNull() || value.Unwrap() switch
    {
        IInvocationOperation { TargetMethod: { Name: "Empty", ContainingType.SpecialType: SpecialType.System_Array } } => true,
        IArrayCreationOperation { DimensionSizes: { Length: 1 } sizes } => sizes[0].ConstantValue is { HasValue: true, Value: 0 },
        { Kind: ConcurrentUploads.CollectionExpression, ChildOperations.Count: 0 } => true,
        _ => false,
    };

    private static bool IsOfBytes(ITypeSymbol? type) => type switch
    {
        IArrayTypeSymbol { ElementType.SpecialType: SpecialType.System_Byte } => true,
        INamedTypeSymbol { Name: "Task" or "ValueTask", TypeArguments: { Length: 1 } results } => IsOfBytes(results[0]),
        _ => false,
    };

    /// <summary>Whether the variable that is returned, if it's one, is returned and told of, but otherwise not used.</summary>
    private static bool IsOnlyReturned(IOperation value, KnownTypes types)
    {
        if (value.Unwrap() is not ILocalReferenceOperation array)
        {
            return true;
        }

        foreach (ILocalReferenceOperation use in Uses.Of(array.Local, array.Root()))
        {
            IOperation? receiver = use.Receiver();
            bool isHarmless = receiver switch
            {
                IReturnOperation => true,
                ISimpleAssignmentOperation assignment => assignment.Target == use,
                IPropertyReferenceOperation { Property.Name: "Length" } length => PathUses.IsTold(length, types),
                _ => receiver is not null && Uses.IsNullTest(receiver),
            };
            if (!isHarmless)
            {
                return false;
            }
        }

        return true;
    }
}
