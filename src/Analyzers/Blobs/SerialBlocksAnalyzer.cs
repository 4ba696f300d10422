using System.Collections.Generic;
using System.Collections.Immutable;
using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using StreamTuning.Analyzers.Copying;

namespace StreamTuning.Analyzers.Blobs;

/// <summary>STRM3005: blocks that are sent one after the other, or that are too small.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class SerialBlocksAnalyzer : StreamTuningAnalyzer
{
    /// <summary>Diagnostic property: the option that the fix sets. Absent where another value would change nothing, or something else.</summary>
    public const string Option = nameof(Option);

    /// <summary>Diagnostic property, present where it is not said from which length on there are blocks.</summary>
    public const string LacksInitialTransferSize = nameof(LacksInitialTransferSize);

    /// <summary>The option for the number of blocks at the same time.</summary>
    public const string Concurrency = "MaximumConcurrency";

    private const string BlockSize = "MaximumTransferSize";
    private const string OneByOne = "one block after the other";
    private const int MaximumBlocks = 50_000;

    private static readonly WatchedNames BlockOptionNames = new(TransferSettings.NamesAboutBlocks);
    private static readonly WatchedNames StageNames = new("StageBlock", "StageBlockAsync");

    public SerialBlocksAnalyzer()
        : base(Rules.SerialBlocks, BlockOptionNames, StageNames)
    {
    }

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { BlobClient: not null, StorageTransferOptions: not null })
        {
            context.RegisterNamedOperationAction(BlockOptionNames, operation => AnalyzeOption(operation, types), OperationKind.SimpleAssignment);
        }

        if (types.BlockBlobClient is not null)
        {
            context.RegisterNamedOperationAction(StageNames, operation => AnalyzeLoop(operation, types), OperationKind.Invocation);
        }
    }

    private static void AnalyzeOption(OperationAnalysisContext context, KnownTypes types)
    {
        var assignment = (ISimpleAssignmentOperation)context.Operation;
        if (assignment.Target is not IPropertyReferenceOperation { Property: { } property, Instance: { } holder }
            || !TransferSettings.IsAboutBlocks(property.Name)
            || !Values.Is(property.ContainingType, types.StorageTransferOptions)
            || Values.ConstantInt64(assignment.Value) is not (> 0 and var value)
            || (property.Name == Concurrency ? value != 1 : value >= BlobSize.MinimumBlock))
        {
            return;
        }

        var flow = new OptionsFlow(types);
        if (holder is not IInstanceReferenceOperation)
        {
            flow.FollowVariable(holder);
        }
        else if (assignment.Parent is IObjectOrCollectionInitializerOperation { Parent: IObjectCreationOperation creation })
        {
            flow.Follow(creation);
        }

        // What also serves something else may be right there: a download.
        if (!flow.GoesElsewhere && TryExplain(flow.Uploads, property.Name, value, types, out ImmutableDictionary<string, string?> properties))
        {
            context.ReportDiagnostic(Diagnostic.Create(
                Rules.SerialBlocks.Descriptor,
                assignment.Syntax.GetLocation(),
                properties,
                assignment.Syntax.ToString(),
                property.Name == Concurrency ? OneByOne : "a request for every " + value.ToString(CultureInfo.InvariantCulture) + " bytes"));
        }
    }

    /// <summary>Whether an option is wrong for one of the uploads that it reaches, and may be changed for all of them.</summary>
    private static bool TryExplain(List<BlobUpload> uploads, string option, long value, KnownTypes types, out ImmutableDictionary<string, string?> properties)
    {
        properties = ImmutableDictionary<string, string?>.Empty;
        bool isWrong = false;
        bool isAsync = true;
        bool lacksInitialTransferSize = false;
        foreach (BlobUpload upload in uploads)
        {
            if (TransferSettings.Of(upload, types) is not { } settings)
            {
                return false;
            }

            isAsync &= upload.IsAsync;
            lacksInitialTransferSize |= settings.InitialTransferSize is null;
            bool isSet = option == Concurrency
                ? settings.IsSerial
                : !settings.IsSerial && settings.MaximumTransferSize is { } size && Values.ConstantInt64(size) == value && SendsBlocks(upload, settings);
            isWrong |= isSet
                && upload.Source != BlobSource.Memory
                && !BlobSize.IsSmall(upload, types)
                && !ConcurrentUploads.Includes(upload.Call)
                && !BlobClientOrigin.RulesOutBlocks(upload, types);
        }

        if (isAsync || option == BlockSize)
        {
            properties = properties.Add(Option, option);
            if (lacksInitialTransferSize && option == Concurrency)
            {
                properties = properties.Add(LacksInitialTransferSize, null);
            }
        }

        return isWrong;
    }

    /// <summary>Whether an upload that is not large is sent in blocks.</summary>
    private static bool SendsBlocks(BlobUpload upload, TransferSettings settings) => settings.InitialTransferSize is not null || upload.Source == BlobSource.Unseekable;

    private static void AnalyzeLoop(OperationAnalysisContext context, KnownTypes types)
    {
        var call = (IInvocationOperation)context.Operation;
        if (call.TargetMethod is not { IsStatic: false } method || !Values.Is(method.ContainingType, types.BlockBlobClient))
        {
            return;
        }

        IOperation done = Values.Awaited(call);
        if (Values.Receiver(done) is IInvocationOperation { TargetMethod.Name: "Wait" } wait)
        {
            done = wait;
        }

        bool isDone = done != call || method.Name == "StageBlock";
        if (!isDone || LoopRound.TryFindAround(done) is not { } loop || IsBlobOfRound(call, loop) || ConcurrentUploads.Includes(call))
        {
            return;
        }

        context.ReportDiagnostic(Diagnostic.Create(
            Rules.SerialBlocks.Descriptor, call.Syntax.GetLocation(), method.Name, Rounds(loop) > MaximumBlocks ? "more blocks than the 50,000 that a blob can have" : OneByOne));
    }

    /// <summary>Whether each round of a loop has a blob of its own, which it also commits: a block of another blob comes before it.</summary>
    private static bool IsBlobOfRound(IInvocationOperation call, ILoopOperation loop)
    {
        if (call.Instance is not { } instance
            || Values.Unwrap(instance) is not ILocalReferenceOperation { Local: { DeclaringSyntaxReferences: { Length: 1 } declarations } client }
            || declarations[0].SyntaxTree != loop.Syntax.SyntaxTree
            || !loop.Body.Syntax.Span.Contains(declarations[0].Span))
        {
            return false;
        }

        foreach (ILocalReferenceOperation reference in LocalUses.Find(client, loop.Body))
        {
            if (Values.Receiver(reference) is IInvocationOperation { TargetMethod.Name: "CommitBlockList" or "CommitBlockListAsync" })
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>How often a loop runs, where that is constant: <c>for (long i = 0; i &lt; length; i += block)</c>.</summary>
    private static long? Rounds(ILoopOperation loop)
    {
        if (loop is not IForLoopOperation { Before: { Length: 1 } before, AtLoopBottom: { Length: 1 } bottom } forLoop
            || before[0] is not IVariableDeclarationGroupOperation { Declarations: { Length: 1 } declarations }
            || declarations[0].Declarators is not { Length: 1 } declarators
            || declarators[0].GetVariableInitializer() is not { Value: { } first }
            || Values.ConstantInt64(Values.Unwrap(first)) is not { } start
            || forLoop.Condition is not IBinaryOperation { OperatorKind: BinaryOperatorKind.LessThan or BinaryOperatorKind.LessThanOrEqual } condition
            || !IsIndex(condition.LeftOperand)
            || Values.ConstantInt64(Values.Unwrap(condition.RightOperand)) is not { } end
            || bottom[0] is not IExpressionStatementOperation { Operation: { } advance })
        {
            return null;
        }

        long? step = advance switch
        {
            IIncrementOrDecrementOperation { Kind: OperationKind.Increment } increment when IsIndex(increment.Target) => 1,
            ICompoundAssignmentOperation { OperatorKind: BinaryOperatorKind.Add } add when IsIndex(add.Target) => Values.ConstantInt64(Values.Unwrap(add.Value)),
            _ => null,
        };
        return step > 0 ? (end - start + (condition.OperatorKind == BinaryOperatorKind.LessThan ? step - 1 : step)) / step : null;

        bool IsIndex(IOperation operation) => Values.Unwrap(operation) is ILocalReferenceOperation local && Values.Is(local.Local, declarators[0].Symbol);
    }
}
