using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Blobs;

/// <summary>STRM3006: a whole content that is taken into memory only to be uploaded.</summary>
/// <remarks>The first additional location is the upload; the others are what is done for the sake of the memory alone.</remarks>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ContentReadWholeForUploadAnalyzer : StreamTuningAnalyzer
{
    private static readonly WatchedNames Names = new(ContentInMemory.Names);

    public ContentReadWholeForUploadAnalyzer()
        : base(Rules.ContentReadWholeForUpload, Names)
    {
    }

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { BlobContainerClient: not null, Stream: not null, File: not null })
        {
            context.RegisterNamedOperationAction(Names, operation => Analyze(operation, types), OperationKind.Invocation);
        }
    }

    private static void Analyze(OperationAnalysisContext context, KnownTypes types)
    {
        var call = (IInvocationOperation)context.Operation;
        if (!ContentInMemory.IsCandidate(call.TargetMethod) || ContentInMemory.TryRead(call, types) is not { } content)
        {
            return;
        }

        ImmutableArray<Location>.Builder locations = ImmutableArray.CreateBuilder<Location>();
        locations.Add(content.Upload.Call.Syntax.GetLocation());
        foreach (IOperation leftover in content.Leftovers)
        {
            locations.Add(leftover.Syntax.GetLocation());
        }

        context.ReportDiagnostic(Diagnostic.Create(Rules.ContentReadWholeForUpload.Descriptor, call.Syntax.GetLocation(), locations, call.TargetMethod.Name));
    }
}
