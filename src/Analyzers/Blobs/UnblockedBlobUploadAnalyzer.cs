using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Blobs;

/// <summary>STRM3001: an upload that sends what may be large in one request.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class UnblockedBlobUploadAnalyzer : StreamTuningAnalyzer
{
    private static readonly WatchedNames Names = new(BlobUpload.Names);

    public UnblockedBlobUploadAnalyzer()
        : base(Rules.UnblockedBlobUpload, Names)
    {
    }

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { BlobContainerClient: not null, StorageTransferOptions: not null })
        {
            context.RegisterNamedOperationAction(Names, operation => Analyze(operation, types), OperationKind.Invocation);
        }
    }

    private static void Analyze(OperationAnalysisContext context, KnownTypes types)
    {
        var call = (IInvocationOperation)context.Operation;
        if (!BlobUpload.IsCandidate(call.TargetMethod)
            || BlobUpload.TryRead(call, types) is not { IsAsync: true, Source: not (BlobSource.Memory or BlobSource.Unseekable) } upload
            || TransferSettings.Of(upload, types) is not { InitialTransferSize: null, IsSerial: false } settings

            // Settings without effect are another rule's.
            || (upload.IsOfFile && settings.SetsBlocks)
            || BlobSize.IsSmall(upload, types)
            || BlobClientOrigin.RulesOutBlocks(upload, types)
            || ConcurrentUploads.Includes(call))
        {
            return;
        }

        ImmutableDictionary<string, string?> properties = BlockOptions.PropertiesFor(settings, out IOperation? place);
        context.ReportDiagnostic(Diagnostic.Create(
            Rules.UnblockedBlobUpload.Descriptor,
            call.Syntax.GetLocation(),

            // An uploaded file is often small, and an unknown stream may not seek: then the SDK sends it in blocks.
            upload.IsOfFile ? DiagnosticSeverity.Warning : DiagnosticSeverity.Info,
            place is null ? ImmutableArray<Location>.Empty : ImmutableArray.Create(place.Syntax.GetLocation()),
            properties,
            call.TargetMethod.Name));
    }
}
