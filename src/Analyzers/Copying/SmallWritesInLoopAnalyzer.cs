using System.Globalization;

namespace StreamTuning.Analyzers.Copying;

/// <summary>STRM1007: awaited writes of a few bytes to a file without a buffer, or flushes of a file, in every round of a loop.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class SmallWritesInLoopAnalyzer() : StreamTuningAnalyzer(Rules.SmallWritesInLoop, Names)
{
    /// <summary>The least that counts as a large write, in bytes: the default buffer of a <c>FileStream</c>.</summary>
    private const int Large = 4096;

    private static readonly WatchedNames Names = new("WriteAsync", "FlushAsync");

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { Stream: not null, FileStream: not null })
        {
            context.RegisterNamedOperationAction(Rule, Names, operation => Analyze(operation, types), OperationKind.Invocation);
        }
    }

    private static void Analyze(Finding finding, KnownTypes types)
    {
        var call = (IInvocationOperation)finding.Operation;
        bool isFlush = call.TargetMethod.Name == "FlushAsync";
        if ((!isFlush && call.TargetMethod.Name != "WriteAsync")
            || call.Instance is null
            || !(call.TargetMethod.ContainingType.Is(types.Stream) || call.TargetMethod.ContainingType.Is(types.FileStream))
            || call.Instance.Unwrap() is not { } file
            || !file.IsRepeatable()
            || LoopRound.TryFind(call) is not { } loop)
        {
            return;
        }

        OpenedFile? opening = file.Origin() is { } origin ? OpenedFile.Of(origin, types) : null;
        bool isUnbuffered = opening is { BufferSize: 0 or 1 };
        if (opening is null
            ? !isFlush || !file.Type.Is(types.FileStream)
            : opening.Options is not { } options || (options & OpenedFile.FileOptions.WriteThrough) != 0)
        {
            return;
        }

        int? length = isFlush ? null : ConstantLength(call);
        if (!isFlush && !(isUnbuffered && length < Large))
        {
            return;
        }

        var round = new Round(file, loop);
        if (round.IsOfAnotherFile
            || round.IsDurable
            || round.Waits
            || (isFlush && (round.FollowsLines || !round.Writes || (isUnbuffered && round.WritesLittle))))
        {
            return;
        }

        string what = isFlush
            ? "the buffer"
            : length == 1
            ? "1 byte"
            : length!.Value.ToString(CultureInfo.InvariantCulture) + " bytes";
        finding.Report(call.TargetMethod.Name, what);
    }

    /// <summary>The bytes of a write, where they are constant: a count, the length of a slice, or that of a whole array.</summary>
    private static int? ConstantLength(IInvocationOperation write)
    {
        if (write.Arguments.Named("count") is { } count)
        {
            return count.ConstantInt32();
        }

        if (write.Arguments.Named("buffer") is not { } buffer)
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
                return slice.Arguments.Named("length") is { } length ? length.ConstantInt32()
                    : slice.TargetMethod.Name != "Slice" && slice.Arguments.Length == 1 ? LengthOfArray(slice.Arguments[0].Value)
                    : null;
            case IObjectCreationOperation { Type.Name: "Memory" or "ReadOnlyMemory" } memory:
                return memory.Arguments.Named("length") is { } part ? part.ConstantInt32()
                    : memory.Arguments.Length == 1 ? LengthOfArray(memory.Arguments[0].Value)
                    : null;
            default:
                return LengthOfArray(buffer);
        }
    }

    private static int? LengthOfArray(IOperation array) => array.Origin() switch
    {
        IArrayCreationOperation { DimensionSizes: { Length: 1 } sizes } => sizes[0].ConstantInt32(),
        // Of a field that is declared without 'new'.
        IArrayInitializerOperation initializer => initializer.ElementValues.Length,
        _ => null,
    };

    /// <summary>What else a round of the loop does that tells how often, and why, the file is written.</summary>
    private sealed class Round
    {
        public Round(IOperation file, ILoopOperation loop)
        {
            IsOfAnotherFile = file is ILocalReferenceOperation { Local.DeclaringSyntaxReferences: { Length: > 0 } declarations }
                && declarations[0].SyntaxTree == loop.Syntax.SyntaxTree
                && loop.Syntax.Span.Contains(declarations[0].Span);
            FollowsLines = loop is IForEachLoopOperation
            {
                IsAsynchronous: true,
                LoopControlVariable: IVariableDeclaratorOperation { Symbol.Type.SpecialType: SpecialType.System_String },
            };
            foreach (IOperation operation in loop.Descendants())
            {
                Add(operation, file, loop);
            }
        }

        /// <summary>Whether the file is opened in the round: it gets no more than the writes of one round.</summary>
        public bool IsOfAnotherFile { get; private set; }

        /// <summary>Whether the file is flushed to the disk: that costs more, and is meant.</summary>
        public bool IsDurable { get; private set; }

        /// <summary>Whether the round waits for a while, so that its writes are rare.</summary>
        public bool Waits { get; private set; }

        /// <summary>Whether the round waits for a line of text: a log, which others read while it is written.</summary>
        public bool FollowsLines { get; private set; }

        /// <summary>Whether the round itself, and not a loop in it, writes what is not known to be large.</summary>
        public bool Writes { get; private set; }

        /// <summary>Whether one of its writes is known to be small.</summary>
        public bool WritesLittle { get; private set; }

        private void Add(IOperation operation, IOperation file, ILoopOperation loop)
        {
            switch (operation)
            {
                case IInvocationOperation { TargetMethod: { Name: "Delay" or "Sleep" } method }:
                    Waits |= method.ContainingType.Name is "Task" or "Thread";
                    break;
                case IInvocationOperation { TargetMethod.Name: "ReadLineAsync" }:
                    FollowsLines = true;
                    break;
                case IInvocationOperation { TargetMethod.Name: "WaitForNextTickAsync" }:
                    Waits = true;
                    break;
                case IInvocationOperation { TargetMethod.Name: "Flush", Arguments.Length: 1, Instance: { } flushed }:
                    IsDurable |= flushed.IsSameAs(file);
                    break;
                case IInvocationOperation { TargetMethod.Name: "Write" or "WriteAsync" or "WriteByte", Instance: { } written } write
                    when written.IsSameAs(file):
                    int? length = ConstantLength(write);
                    Writes |= !(length >= Large) && LoopRound.Innermost(write) == loop;
                    WritesLittle |= length < Large;
                    break;
                case IArgumentOperation argument:
                    // What is copied whole is taken for large.
                    Writes |= argument.Value.IsSameAs(file)
                        && argument.Parent is IInvocationOperation
                        {
                            TargetMethod.Name: not ("CopyTo" or "CopyToAsync" or "CopyToFile" or "CopyToFileAsync" or "ConfigureAwait"),
                        }
                        && LoopRound.Innermost(argument) == loop;
                    break;
                case ISimpleAssignmentOperation assignment:
                    IsOfAnotherFile |= assignment.Target.IsSameAs(file);
                    break;
            }
        }
    }
}
