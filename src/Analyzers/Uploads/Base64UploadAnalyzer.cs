using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Uploads;

/// <summary>STRM4002: base64 that carries the content of a file in a bound model, and is decoded.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class Base64UploadAnalyzer : StreamTuningAnalyzer
{
    private static readonly WatchedNames Names = new("FromBase64String", "TryFromBase64String", "FromBase64CharArray", "TryFromBase64Chars");

    public Base64UploadAnalyzer()
        : base(Rules.Base64Upload, Names)
    {
    }

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { Convert: not null, HttpRequest: not null })
        {
            RequestHandlers handlers = RequestHandlers.Of(context.Compilation);
            context.RegisterNamedOperationAction(Names, operation => Analyze(operation, handlers, types), OperationKind.Invocation);
        }
    }

    private static void Analyze(OperationAnalysisContext context, RequestHandlers handlers, KnownTypes types)
    {
        var call = (IInvocationOperation)context.Operation;
        if (!Values.Is(call.TargetMethod.ContainingType, types.Convert)
            || call.Arguments.IsEmpty
            || Values.IsInExpressionTree(call)
            || BoundText.TryFollow(call.Arguments[0].Value, handlers, types, context.CancellationToken) is not { } text)
        {
            return;
        }

        int small = Options.SmallUploadBytes.Read(context.Options, call.Syntax.SyntaxTree, Rules.Base64Upload);
        ImmutableArray<string> names = Options.Base64ContentNames.Read(context.Options, call.Syntax.SyntaxTree, Rules.Base64Upload);
        if (!new ContentNames(names).Match(text.Name) || text.MaximumLength <= small || text.MaximumOfRequest <= small)
        {
            return;
        }

        context.ReportDiagnostic(Diagnostic.Create(Rules.Base64Upload.Descriptor, call.Syntax.GetLocation(), call.TargetMethod.Name, text.Name));
    }
}
