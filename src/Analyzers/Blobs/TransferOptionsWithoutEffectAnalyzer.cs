using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Blobs;

/// <summary>STRM3002: options that say how to send blocks, for uploads that do not send any.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class TransferOptionsWithoutEffectAnalyzer : StreamTuningAnalyzer
{
    private static readonly WatchedNames Names = new(TransferSettings.NamesAboutBlocks);

    public TransferOptionsWithoutEffectAnalyzer()
        : base(Rules.TransferOptionsWithoutEffect, Names)
    {
    }

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { BlobClient: not null, StorageTransferOptions: not null })
        {
            context.RegisterNamedOperationAction(Names, operation => Analyze(operation, types), OperationKind.SimpleAssignment);
        }
    }

    private static void Analyze(OperationAnalysisContext context, KnownTypes types)
    {
        var assignment = (ISimpleAssignmentOperation)context.Operation;
        if (!SetsBlocks(assignment, types) || ((IPropertyReferenceOperation)assignment.Target).Instance is not { } holder)
        {
            return;
        }

        var flow = new OptionsFlow(types);
        IOperation options = assignment;
        if (holder is IInstanceReferenceOperation)
        {
            if (assignment.Parent is not IObjectOrCollectionInitializerOperation { Parent: IObjectCreationOperation creation } initializer || FirstIn(initializer, types) != assignment)
            {
                return;
            }

            options = creation;
            flow.Follow(creation);
        }
        else
        {
            flow.FollowVariable(holder);
            if (!IsFirst(assignment, holder, flow, types))
            {
                return;
            }
        }

        // What also serves something else may have its effect there: a download.
        if (flow.GoesElsewhere)
        {
            return;
        }

        ImmutableArray<Location>.Builder locations = ImmutableArray.CreateBuilder<Location>();
        TransferSettings? settings = null;
        foreach (BlobUpload upload in flow.Uploads)
        {
            if (TransferSettings.Of(upload, types) is not { IsSerial: false } found)
            {
                return;
            }

            if (found is { InitialTransferSize: null, SetsBlocks: true }
                && upload is { IsAsync: true, IsOfFile: true }
                && !BlobSize.IsSmall(upload, types)
                && !BlobClientOrigin.RulesOutBlocks(upload, types))
            {
                settings = found;
                locations.Add(upload.Call.Syntax.GetLocation());
            }
        }

        if (settings is { TransferOptions: { } place })
        {
            locations.Insert(0, place.Syntax.GetLocation());
            context.ReportDiagnostic(Diagnostic.Create(
                Rules.TransferOptionsWithoutEffect.Descriptor,
                options.Syntax.GetLocation(),
                locations,
                BlockOptions.PropertiesFor(settings, out _),
                (settings.MaximumTransferSize, settings.MaximumConcurrency) switch
                {
                    (null, _) => "MaximumConcurrency",
                    (_, null) => "MaximumTransferSize",
                    _ => "MaximumTransferSize and MaximumConcurrency",
                }));
        }
    }

    private static bool SetsBlocks(IOperation? operation, KnownTypes types) =>
        operation is ISimpleAssignmentOperation { Target: IPropertyReferenceOperation { Property: { } property }, Value: { } value }
        && TransferSettings.IsAboutBlocks(property.Name)
        && Values.Is(property.ContainingType, types.StorageTransferOptions)
        && !Values.IsNull(value);

    private static IOperation? FirstIn(IObjectOrCollectionInitializerOperation initializer, KnownTypes types)
    {
        foreach (IOperation member in initializer.Initializers)
        {
            if (SetsBlocks(member, types))
            {
                return member;
            }
        }

        return null;
    }

    /// <summary>Whether nothing before the assignment says how to send blocks: neither what the variable is made with nor another assignment.</summary>
    private static bool IsFirst(ISimpleAssignmentOperation assignment, IOperation variable, OptionsFlow flow, KnownTypes types)
    {
        if (Values.SingleValue(variable) is { } value && Values.Unwrap(value) is IObjectCreationOperation { Initializer: { } initializer } && FirstIn(initializer, types) is not null)
        {
            return false;
        }

        foreach (ISimpleAssignmentOperation other in flow.Assignments)
        {
            if (SetsBlocks(other, types))
            {
                return other.Syntax == assignment.Syntax;
            }
        }

        return false;
    }
}
