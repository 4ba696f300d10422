using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace StreamTuning.Analyzers.Copying;

/// <summary>STRM1004: a file opened with a buffer that is larger than the blocks that are written, so that they go through it for nothing.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class FileBufferLargerThanWritesAnalyzer : StreamTuningAnalyzer
{
    private static readonly WatchedNames Names = new(FileOpening.Methods, FileOpening.Types);

    public FileBufferLargerThanWritesAnalyzer()
        : base(Rules.FileBufferLargerThanWrites, Names)
    {
    }

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { Stream: not null, FileStream: not null })
        {
            context.RegisterNamedOperationAction(Names, operation => Analyze(operation, types), OperationKind.ObjectCreation, OperationKind.Invocation);
        }
    }

    private static void Analyze(OperationAnalysisContext context, KnownTypes types)
    {
        if (FileOpening.TryRead(context.Operation, types) is not { BufferSize: > FileOpening.DefaultBufferSize and var bufferSize, GivenBufferSize: { } given } opening
            || BlockwiseFile.TryRead(opening, types) is not { } file
            || file.MostBlock >= bufferSize
            || file.LeastBlock < FileOpening.DefaultBufferSize)
        {
            // Blocks of less than the default would go through that buffer, too.
            return;
        }

        context.ReportDiagnostic(Diagnostic.Create(
            Rules.FileBufferLargerThanWrites.Descriptor,
            given.Syntax.GetLocation(),
            bufferSize,
            file.MostBlock));
    }
}
