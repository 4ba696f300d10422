using System.Globalization;

namespace StreamTuning.Analyzers.Blobs;

/// <summary>STRM3005: blocks that are sent one after the other, or that are too small.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class SerialBlocksAnalyzer() : StreamTuningAnalyzer(Rules.SerialBlocks, BlockOption.Facts.Names, StageNames)
{
    private const string OneByOne = "one block after another; send several at a time";
    private const int MaximumBlocks = 50_000;

    private static readonly WatchedNames StageNames = new("StageBlock", "StageBlockAsync");

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        Watch<BlockOption>(context, BlockOption.Facts, types, CheckOption);
        if (types.BlockBlobClient is not null)
        {
            context.RegisterNamedOperationAction(Rule, StageNames, operation => CheckStage(operation, types), OperationKind.Invocation);
        }
    }

    private static void CheckOption(BlockOption option, Finding finding)
    {
        if (SlowBlocks.TryFind(option) is { } slow)
        {
            finding.Report(
                option.Assignment.Syntax.ToString(),
                slow.IsConcurrency
                    ? OneByOne
                    : "a request for every " + slow.Value.ToString(CultureInfo.InvariantCulture) + " bytes; use blocks of 4 MiB");
        }
    }

    private static void CheckStage(Finding finding, KnownTypes types)
    {
        var call = (IInvocationOperation)finding.Operation;
        if (call.TargetMethod is not { IsStatic: false } method || !method.ContainingType.Is(types.BlockBlobClient))
        {
            return;
        }

        IOperation done = call.Awaited();
        if (done.Receiver() is IInvocationOperation { TargetMethod.Name: "Wait" } wait)
        {
            done = wait;
        }

        bool isDone = done != call || method.Name == "StageBlock";
        if (!isDone || LoopRound.TryFindAround(done) is not { } loop || IsBlobOfRound(call, loop) || ConcurrentUploads.Includes(call))
        {
            return;
        }

        finding.Report(
            method.Name, Rounds(loop) > MaximumBlocks ? "more than the 50,000 blocks that a blob can have; use larger blocks" : OneByOne);
    }

    /// <summary>
    /// Whether each round of a loop has a blob of its own, which it also commits: a block of another blob comes before it.
    /// </summary>
    private static bool IsBlobOfRound(IInvocationOperation call, ILoopOperation loop)
    {
        if (call.Instance is not { } instance
            || instance.Unwrap() is not ILocalReferenceOperation { Local: { DeclaringSyntaxReferences: { Length: 1 } declarations } client }
            || declarations[0].SyntaxTree != loop.Syntax.SyntaxTree
            || !loop.Body.Syntax.Span.Contains(declarations[0].Span))
        {
            return false;
        }

        foreach (ILocalReferenceOperation reference in Uses.Of(client, loop.Body))
        {
            if (reference.Receiver() is IInvocationOperation { TargetMethod.Name: "CommitBlockList" or "CommitBlockListAsync" })
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
            || first.Unwrap().ConstantInt64() is not { } start
            || forLoop.Condition is not IBinaryOperation { OperatorKind: BinaryOperatorKind.LessThan
                or BinaryOperatorKind.LessThanOrEqual } condition
            || !IsIndex(condition.LeftOperand)
            || condition.RightOperand.Unwrap().ConstantInt64() is not { } end
            || bottom[0] is not IExpressionStatementOperation { Operation: { } advance })
        {
            return null;
        }

        long? step = advance switch
        {
            IIncrementOrDecrementOperation { Kind: OperationKind.Increment } increment when IsIndex(increment.Target) => 1,
            ICompoundAssignmentOperation { OperatorKind: BinaryOperatorKind.Add } add when IsIndex(add.Target) =>
                add.Value.Unwrap().ConstantInt64(),
            _ => null,
        };
        return step > 0 ? (end - start + (condition.OperatorKind == BinaryOperatorKind.LessThan ? step - 1 : step)) / step : null;

        bool IsIndex(IOperation operation) => operation.Unwrap() is ILocalReferenceOperation local && local.Local.Is(declarators[0].Symbol);
    }
}
