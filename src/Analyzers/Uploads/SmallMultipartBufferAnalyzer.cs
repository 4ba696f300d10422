using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using StreamTuning.Analyzers.Copying;

namespace StreamTuning.Analyzers.Uploads;

/// <summary>STRM4006: a <c>MultipartReader</c> over the body of a request that is left its default buffer.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class SmallMultipartBufferAnalyzer : StreamTuningAnalyzer
{
    private static readonly WatchedNames Names = new([], MultipartReading.Types);

    public SmallMultipartBufferAnalyzer()
        : base(Rules.SmallMultipartBuffer, Names)
    {
    }

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { MultipartReader: not null, HttpRequest: not null })
        {
            RequestHandlers handlers = RequestHandlers.Of(context.Compilation);
            context.RegisterNamedOperationAction(Names, operation => Analyze(operation, handlers, types), OperationKind.ObjectCreation);
        }
    }

    private static void Analyze(OperationAnalysisContext context, RequestHandlers handlers, KnownTypes types)
    {
        var creation = (IObjectCreationOperation)context.Operation;
        if (creation.Arguments.Length != 2 || MultipartReading.BodyOf(creation, types, context.CancellationToken) is not { } body)
        {
            return;
        }

        int small = Options.SmallUploadBytes.Read(context.Options, creation.Syntax.SyntaxTree, Rules.SmallMultipartBuffer);
        if (SmallSource.IsAtMost(body, creation, small, types) || handlers.MaximumOfRequest(creation, context.ContainingSymbol, context.CancellationToken) <= small)
        {
            return;
        }

        context.ReportDiagnostic(Diagnostic.Create(Rules.SmallMultipartBuffer.Descriptor, creation.Syntax.GetLocation()));
    }
}
