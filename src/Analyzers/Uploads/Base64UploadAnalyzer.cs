using System.Linq;

namespace StreamTuning.Analyzers.Uploads;

/// <summary>STRM4002: base64 that carries the content of a file in a bound model, and is decoded.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class Base64UploadAnalyzer() : StreamTuningAnalyzer(Rules.Base64Upload, Names)
{
    private static readonly WatchedNames Names =
        new("FromBase64String", "TryFromBase64String", "FromBase64CharArray", "TryFromBase64Chars");

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        // A service may be in a library that knows nothing of requests.
        if (types.Convert is not null && (types.HttpRequest is not null || types.IsLibraryOfServer))
        {
            RequestHandlers handlers = RequestHandlers.Of(context.Compilation);
            context.RegisterNamedOperationAction(Rule, Names, operation => Analyze(operation, handlers, types), OperationKind.Invocation);
        }
    }

    private static void Analyze(Finding finding, RequestHandlers handlers, KnownTypes types)
    {
        var call = (IInvocationOperation)finding.Operation;
        if (!call.TargetMethod.ContainingType.Is(types.Convert)
            || call.Arguments.IsEmpty
            || call.IsInExpressionTree())
        {
            return;
        }

        int small = finding.Option(Options.SmallUploadBytes);
        ImmutableArray<string> names = Options.Base64ContentNames.Read(finding.Options, call.Syntax.SyntaxTree, Rules.Base64Upload);
        var contents = new ContentNames(names);
        if (BoundText.Follow(call.Arguments[0].Value, handlers, types, finding.CancellationToken).FirstOrDefault(
            text => contents.Match(text.Name, text.IsAlone) && !(text.MaximumLength <= small) && text.MaximumOfRequest > small) is { } found
            && !(HandledRequest.LimitsOf(finding)?.Maximum <= small))
        {
            finding.Report(call.TargetMethod.Name, found.Name);
        }
    }
}
