using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Blobs;

/// <summary>STRM3004: a blob that is opened as a stream only to be given one whole source.</summary>
/// <remarks>The first additional location is the copy; the others are what flushes and closes the stream.</remarks>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class OpenWriteUsedToUploadAnalyzer : StreamTuningAnalyzer
{
    private static readonly WatchedNames Names = new("OpenWrite", "OpenWriteAsync");

    public OpenWriteUsedToUploadAnalyzer()
        : base(Rules.OpenWriteUsedToUpload, Names)
    {
    }

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { BlobClient: not null, Stream: not null })
        {
            context.RegisterNamedOperationAction(Names, operation => Analyze(operation, types), OperationKind.Invocation);
        }
    }

    private static void Analyze(OperationAnalysisContext context, KnownTypes types)
    {
        var call = (IInvocationOperation)context.Operation;
        if (!BlobWrittenThrough.IsCandidate(call.TargetMethod) || BlobWrittenThrough.TryRead(call, types) is not { } written)
        {
            return;
        }

        ImmutableArray<Location>.Builder locations = ImmutableArray.CreateBuilder<Location>();
        locations.Add(written.Copy.Syntax.GetLocation());
        foreach (IOperation leftover in written.Leftovers)
        {
            locations.Add(leftover.Syntax.GetLocation());
        }

        context.ReportDiagnostic(Diagnostic.Create(Rules.OpenWriteUsedToUpload.Descriptor, call.Syntax.GetLocation(), locations, call.TargetMethod.Name));
    }
}
