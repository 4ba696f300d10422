using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Blobs;

/// <summary>STRM3003: a synchronous upload, which sends one block after the other.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class SyncBlobUploadIsSerialAnalyzer : StreamTuningAnalyzer
{
    private static readonly WatchedNames Names = new(BlobUpload.Names);

    public SyncBlobUploadIsSerialAnalyzer()
        : base(Rules.SyncBlobUploadIsSerial, Names)
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
        if (!BlobUpload.IsCandidate(call.TargetMethod) || BlobUpload.TryRead(call, types) is not { IsAsync: false } upload)
        {
            return;
        }

        TransferSettings? settings = TransferSettings.Of(upload, types);
        bool isMeantParallel = settings is { IsParallel: true };

        // Content in memory is mostly small, unless the code says otherwise.
        if (settings is { IsSerial: true }
            || (upload.Source == BlobSource.Memory && !isMeantParallel)
            || BlobSize.IsSmall(upload, types)
            || ConcurrentUploads.Includes(call))
        {
            return;
        }

        context.ReportDiagnostic(Diagnostic.Create(
            Rules.SyncBlobUploadIsSerial.Descriptor,
            call.Syntax.GetLocation(),
            isMeantParallel ? DiagnosticSeverity.Warning : DiagnosticSeverity.Info,
            additionalLocations: null,
            properties: null,
            call.TargetMethod.Name,
            isMeantParallel ? ", whatever MaximumConcurrency says" : ""));
    }
}
