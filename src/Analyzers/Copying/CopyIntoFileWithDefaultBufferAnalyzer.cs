using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Copying;

/// <summary>STRM1001: a copy into a file that leaves the size of the writes to the default buffer.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class CopyIntoFileWithDefaultBufferAnalyzer : StreamTuningAnalyzer
{
    private static readonly WatchedNames Names = new(StreamCopy.Names);

    public CopyIntoFileWithDefaultBufferAnalyzer()
        : base(Rules.CopyIntoFileWithDefaultBuffer, Names)
    {
    }

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { Stream: not null, FileStream: not null })
        {
            context.RegisterNamedOperationAction(Names, operation => Analyze(operation, types), OperationKind.Invocation);
        }
    }

    private static void Analyze(OperationAnalysisContext context, KnownTypes types)
    {
        var call = (IInvocationOperation)context.Operation;
        if (!StreamCopy.IsCandidate(call.TargetMethod) || CopyIntoFile.TryRead(call, types) is not { } copy)
        {
            return;
        }

        int bufferSize = Options.CopyBufferSize.Read(context.Options, call.Syntax.SyntaxTree, Rules.CopyIntoFileWithDefaultBuffer);
        if (!copy.IsWrittenWithDefaultBuffer(bufferSize))
        {
            return;
        }

        KnownLength? length = copy.LengthOfFile();
        context.ReportDiagnostic(Diagnostic.Create(
            Rules.CopyIntoFileWithDefaultBuffer.Descriptor,
            call.Syntax.GetLocation(),
            LargerBuffer.LocationsFor(copy),
            LargerBuffer.PropertiesFor(copy, length, bufferSize, types),
            call.TargetMethod.Name,
            length is null ? "" : ", and does not set its length, which is known"));
    }
}
