namespace StreamTuning.Analyzers.Uploads;

/// <summary>STRM4006: a <c>MultipartReader</c> over the body of a request that is left its default buffer.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class SmallMultipartBufferAnalyzer() : StreamTuningAnalyzer(Rules.SmallMultipartBuffer, Names)
{
    private static readonly WatchedNames Names = new([], MultipartReading.Types);

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { MultipartReader: not null, HttpRequest: not null })
        {
            RequestHandlers handlers = RequestHandlers.Of(context.Compilation);
            context.RegisterNamedOperationAction(
                Rule, Names, operation => Analyze(operation, handlers, types), OperationKind.ObjectCreation);
        }
    }

    private static void Analyze(Finding finding, RequestHandlers handlers, KnownTypes types)
    {
        var creation = (IObjectCreationOperation)finding.Operation;
        if (creation.Arguments.Length != 2 || MultipartReading.BodyOf(creation, types, finding.CancellationToken) is not { } body)
        {
            return;
        }

        int small = Options.SmallUploadBytes.Read(finding.Options, creation.Syntax.SyntaxTree, Rules.SmallMultipartBuffer);
        if (SmallSource.IsAtMost(body, creation, small, types)
            || handlers.MaximumOfRequest(creation, finding.ContainingMember, finding.CancellationToken) <= small)
        {
            return;
        }

        finding.Report();
    }
}
