namespace StreamTuning.Analyzers.Facts;

/// <summary>Tells the body of a request, as a stream or as a pipe.</summary>
internal static class RequestBody
{
    /// <summary>Whether a value certainly is the body of a request.</summary>
    public static bool Is(IOperation value, KnownTypes types, CancellationToken cancellationToken = default)
    {
        if (types.HttpRequest is null || value.Origin() is not { } origin)
        {
            return false;
        }

        switch (origin)
        {
            case IPropertyReferenceOperation { Property: { Name: "Body" or "BodyReader", ContainingType: { } type } }:
                return type.Is(types.HttpRequest);
            case IInvocationOperation { TargetMethod: { Name: "AsStream", ContainingType: { } type }, Instance: { } pipe }:
                return type.Is(types.PipeReader) && Is(pipe, types, cancellationToken);
            case IConditionalAccessOperation access:
                return Is(access.WhenNotNull, types, cancellationToken);
            case IParameterReferenceOperation { Parameter: { } parameter }:
                return IsBound(parameter, origin, types, cancellationToken);
            default:
                return false;
        }
    }

    /// <summary>Whether the parameter is one of an endpoint that gets the body as it is.</summary>
    private static bool IsBound(IParameterSymbol parameter, IOperation reference, KnownTypes types, CancellationToken cancellationToken) =>
        (parameter.Type.Is(types.Stream) || parameter.Type.Is(types.PipeReader))
        && parameter.ContainingSymbol is IMethodSymbol method
        && reference.SemanticModel is { } model
        && !IsService(parameter, types)
        && MinimalEndpoints.Of(model.Compilation).Map(method, cancellationToken);

    private static bool IsService(IParameterSymbol parameter, KnownTypes types)
    {
        foreach (AttributeData attribute in parameter.GetAttributes())
        {
            if (attribute.AttributeClass?.Implements(types.FromServiceMetadata) == true)
            {
                return true;
            }
        }

        return false;
    }
}

/// <summary>Tells where a <c>MultipartReader</c> is made that reads the body of a request.</summary>
internal static class MultipartReading
{
    /// <summary>The name of the type.</summary>
    public static string[] Types { get; } = ["MultipartReader"];

    /// <summary>The body that it reads; null where the operation makes something else, or reads something else.</summary>
    public static IOperation? BodyOf(IObjectCreationOperation creation, KnownTypes types, CancellationToken cancellationToken) =>
        creation.Type.Is(types.MultipartReader)
        && creation.Arguments.Named("stream") is { } body
        && RequestBody.Is(body, types, cancellationToken)
        && !creation.IsInExpressionTree()
            ? body
            : null;
}
