using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Copying;

/// <summary>STRM1007: awaited writes of a few bytes to a file without a buffer, or flushes of a file, in every round of a loop.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class SmallWritesInLoopAnalyzer : StreamTuningAnalyzer
{
    /// <summary>The least that counts as a large write, in bytes: the default buffer of a <c>FileStream</c>.</summary>
    private const int Large = 4096;

    private static readonly WatchedNames Names = new("WriteAsync", "FlushAsync");

    public SmallWritesInLoopAnalyzer()
        : base(Rules.SmallWritesInLoop, Names)
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
        bool isFlush = call.TargetMethod.Name == "FlushAsync";
        if ((!isFlush && call.TargetMethod.Name != "WriteAsync")
            || call.Instance is null
            || !(Values.Is(call.TargetMethod.ContainingType, types.Stream) || Values.Is(call.TargetMethod.ContainingType, types.FileStream))
            || Values.Unwrap(call.Instance) is not { } file
            || !Values.IsRepeatable(file)
            || LoopRound.TryFind(call) is not { } loop)
        {
            return;
        }

        FileOpening? opening = Values.Origin(file) is { } origin ? FileOpening.TryRead(origin, types) : null;
        bool isUnbuffered = opening is { BufferSize: 0 or 1 };
        if (opening is null
            ? !isFlush || !Values.Is(file.Type, types.FileStream)
            : opening.Options is not { } options || (options & FileOpening.FileOptions.WriteThrough) != 0)
        {
            return;
        }

        int? length = isFlush ? null : ConstantLength(call);
        if (!isFlush && !(isUnbuffered && length < Large))
        {
            return;
        }

        var round = new Round(file, loop);
        round.Visit(loop);
        if (round.IsOfAnotherFile || round.IsDurable || round.Waits || (isFlush && (round.FollowsLines || !round.Writes || (isUnbuffered && round.WritesLittle))))
        {
            return;
        }

        string what = isFlush ? "what is buffered" : length == 1 ? "1 byte" : length!.Value.ToString(CultureInfo.InvariantCulture) + " bytes";
        context.ReportDiagnostic(Diagnostic.Create(Rules.SmallWritesInLoop.Descriptor, call.Syntax.GetLocation(), call.TargetMethod.Name, what));
    }

    /// <summary>The bytes of a write, where they are constant: a count, the length of a slice, or that of a whole array.</summary>
    private static int? ConstantLength(IInvocationOperation write)
    {
        if (Values.Argument(write.Arguments, "count") is { } count)
        {
            return Values.ConstantInt32(count);
        }

        if (Values.Argument(write.Arguments, "buffer") is not { } buffer)
        {
            return null;
        }

        // From an array to memory, and from memory to read-only memory.
        while (buffer is IConversionOperation conversion)
        {
            buffer = conversion.Operand;
        }

        switch (buffer)
        {
            case IInvocationOperation { TargetMethod.Name: "AsMemory" or "AsSpan" or "Slice" } slice:
                return Values.Argument(slice.Arguments, "length") is { } length ? Values.ConstantInt32(length)
                    : slice.TargetMethod.Name != "Slice" && slice.Arguments.Length == 1 ? LengthOfArray(slice.Arguments[0].Value)
                    : null;
            case IObjectCreationOperation { Type.Name: "Memory" or "ReadOnlyMemory" } memory:
                return Values.Argument(memory.Arguments, "length") is { } part ? Values.ConstantInt32(part)
                    : memory.Arguments.Length == 1 ? LengthOfArray(memory.Arguments[0].Value)
                    : null;
            default:
                return LengthOfArray(buffer);
        }
    }

    private static int? LengthOfArray(IOperation array) => Values.Origin(array) switch
    {
        IArrayCreationOperation { DimensionSizes: { Length: 1 } sizes } => Values.ConstantInt32(sizes[0]),
        // Of a field that is declared without 'new'.
        IArrayInitializerOperation initializer => initializer.ElementValues.Length,
        _ => null,
    };

    /// <summary>What else a round of the loop does that tells how often, and why, the file is written.</summary>
    private sealed class Round(IOperation file, ILoopOperation loop) : OperationWalker
    {
        /// <summary>Whether the file is opened in the round: it gets no more than the writes of one round.</summary>
        public bool IsOfAnotherFile { get; private set; } =
            file is ILocalReferenceOperation { Local.DeclaringSyntaxReferences: { Length: > 0 } declarations }
            && declarations[0].SyntaxTree == loop.Syntax.SyntaxTree
            && loop.Syntax.Span.Contains(declarations[0].Span);

        /// <summary>Whether the file is flushed to the disk: that costs more, and is meant.</summary>
        public bool IsDurable { get; private set; }

        /// <summary>Whether the round waits for a while, so that its writes are rare.</summary>
        public bool Waits { get; private set; }

        /// <summary>Whether the round waits for a line of text: a log, which others read while it is written.</summary>
        public bool FollowsLines { get; private set; } =
            loop is IForEachLoopOperation { IsAsynchronous: true, LoopControlVariable: IVariableDeclaratorOperation { Symbol.Type.SpecialType: SpecialType.System_String } };

        /// <summary>Whether the round itself, and not a loop in it, writes what is not known to be large.</summary>
        public bool Writes { get; private set; }

        /// <summary>Whether one of its writes is known to be small.</summary>
        public bool WritesLittle { get; private set; }

        public override void VisitInvocation(IInvocationOperation operation)
        {
            IMethodSymbol method = operation.TargetMethod;
            switch (method.Name)
            {
                case "Delay" or "Sleep":
                    Waits |= method.ContainingType.Name is "Task" or "Thread";
                    break;
                case "ReadLineAsync":
                    FollowsLines = true;
                    break;
                case "WaitForNextTickAsync":
                    Waits = true;
                    break;
                case "Flush" when operation.Arguments.Length == 1:
                    IsDurable |= operation.Instance is { } flushed && Values.AreSame(flushed, file);
                    break;
                case "Write" or "WriteAsync" or "WriteByte" when operation.Instance is { } written && Values.AreSame(written, file):
                    int? length = ConstantLength(operation);
                    Writes |= !(length >= Large) && LoopRound.Innermost(operation) == loop;
                    WritesLittle |= length < Large;
                    break;
            }

            base.VisitInvocation(operation);
        }

        public override void VisitArgument(IArgumentOperation operation)
        {
            // What is copied whole is taken for large.
            Writes |= Values.AreSame(operation.Value, file)
                && operation.Parent is IInvocationOperation { TargetMethod.Name: not ("CopyTo" or "CopyToAsync" or "CopyToFile" or "CopyToFileAsync" or "ConfigureAwait") }
                && LoopRound.Innermost(operation) == loop;
            base.VisitArgument(operation);
        }

        public override void VisitSimpleAssignment(ISimpleAssignmentOperation operation)
        {
            IsOfAnotherFile |= Values.AreSame(operation.Target, file);
            base.VisitSimpleAssignment(operation);
        }
    }
}
