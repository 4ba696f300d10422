namespace StreamTuning.Analyzers.Copying;

/// <summary>
/// STRM1004: a file opened with a buffer that is larger than the blocks that are written, so that they go through it for nothing.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class FileBufferLargerThanWritesAnalyzer() : FactAnalyzer<OpenedFile>(Rules.FileBufferLargerThanWrites, OpenedFile.Facts)
{
    private protected override void Check(OpenedFile opening, Finding finding)
    {
        // Blocks of less than the default would go through that buffer, too.
        if (opening is { BufferSize: > OpenedFile.DefaultBufferSize and var bufferSize, GivenBufferSize: { } given }
            && BlockwiseFile.TryRead(opening, finding.Types) is { LeastBlock: >= OpenedFile.DefaultBufferSize } file
            && file.MostBlock < bufferSize)
        {
            finding.ReportAt(given.Syntax.GetLocation(), bufferSize, file.MostBlock);
        }
    }
}

/// <summary>A file that one method opens and writes in nothing but full blocks of constant size.</summary>
internal sealed class BlockwiseFile
{
    private readonly OpenedFile _opening;
    private readonly KnownTypes _types;

    private BlockwiseFile(OpenedFile opening, KnownTypes types)
    {
        _opening = opening;
        _types = types;
    }

    /// <summary>The size of the smallest blocks, in bytes, as the code asks for it.</summary>
    public int LeastBlock { get; private set; } = int.MaxValue;

    /// <summary>The size of the largest blocks, in bytes, as it may be: pools round up.</summary>
    public int MostBlock { get; private set; }

    /// <summary>Null where the file is read, wrapped or handed on, or a write may be of any other size.</summary>
    public static BlockwiseFile? TryRead(OpenedFile opening, KnownTypes types)
    {
        if (!opening.TryGetReceiver(out ILocalSymbol? variable, out IInvocationOperation? call))
        {
            return null;
        }

        var file = new BlockwiseFile(opening, types);
        if (variable is null)
        {
            return file.TryAddCopy(call!, opening.Operation) ? file : null;
        }

        IOperation function = opening.Operation.Function();
        foreach (ILocalReferenceOperation reference in Uses.Of(variable, opening.Operation.Root()))
        {
            if (reference.Function() != function || !(reference.IsNeutral() || IsMoved(reference) || file.TryAddUse(reference)))
            {
                return null;
            }
        }

        return file.MostBlock > 0 ? file : null;
    }

    private static bool IsMoved(ILocalReferenceOperation reference) =>
        reference.Receiver() is IInvocationOperation { TargetMethod.Name: "SetLength" or "Seek", Instance: { } instance }
            && instance.Unwrap() == reference;

    private bool TryAddUse(ILocalReferenceOperation reference) => reference.Receiver() switch
    {
        IInvocationOperation { Instance: { } instance } call => instance.Unwrap() == reference && TryAddWrite(call),
        IArgumentOperation { Parent: IInvocationOperation call } => TryAddCopy(call, reference),
        _ => false,
    };

    private bool TryAddWrite(IInvocationOperation write)
    {
        if (FillingLoop.TryReadArray(write, _types, out ILoopOperation? loop, out int size))
        {
            return IsOneSource(loop!) && TryAdd(size, size);
        }

        return BlockWrite.Of(write, _types) is { IsFull: true, LeastSize: { } least, MostSize: { } most } block
            && !block.Loop.Contains(_opening.Operation)
            && (block.Count is null || IsOneSource(block.Loop))
            && TryAdd(least, most);
    }

    private bool TryAddCopy(IInvocationOperation call, IOperation file) =>
        StreamCopy.Of(
            call, _types) is { Kind: CopySource.Stream, HasDefaultBuffer: false, ConstantBufferSize: { } size, IsSingleWrite: false } copy
        && copy.Destination == file.Unwrap()
        && IsOneSource(call)
        && FullReads.AreCertain(copy.Source, _types)
        && TryAdd(size, Allocation.RoundedUp(size));

    /// <summary>
    /// Whether the loop or copy is not repeated while the file is open: sources may be small, so that not even their first block is full.
    /// </summary>
    private bool IsOneSource(IOperation use) => !use.IsRepeatedAfter(_opening.Operation);

    private bool TryAdd(int least, int most)
    {
        LeastBlock = least < LeastBlock ? least : LeastBlock;
        MostBlock = most > MostBlock ? most : MostBlock;
        return least > 0;
    }
}
