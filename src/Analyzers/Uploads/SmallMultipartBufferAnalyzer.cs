namespace StreamTuning.Analyzers.Uploads;

/// <summary>STRM4006: a <c>MultipartReader</c> over the body of a request that is left its default buffer.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class SmallMultipartBufferAnalyzer() : StreamTuningAnalyzer(Rules.SmallMultipartBuffer, Names)
{
    private static readonly WatchedNames Names = new([], ["MultipartReader"]);

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { MultipartReader: not null, HttpRequest: not null })
        {
            context.RegisterNamedOperationAction(Rule, Names, operation => Analyze(operation, types), OperationKind.ObjectCreation);
        }
    }

    private static void Analyze(Finding finding, KnownTypes types)
    {
        var creation = (IObjectCreationOperation)finding.Operation;
        if (creation.Arguments.Length != 2
            || !creation.Type.Is(types.MultipartReader)
            || creation.Arguments.Named("stream") is not { } body
            || !RequestBody.Is(body, types, finding.CancellationToken)
            || creation.IsInExpressionTree())
        {
            return;
        }

        int small = finding.Option(Options.SmallUploadBytes);
        if (!SmallSource.IsAtMost(body, creation, small, types) && !(HandledRequest.LimitsOf(finding)?.Request <= small))
        {
            finding.Report();
        }
    }
}
