namespace StreamTuning.Analyzers.Facts;

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
