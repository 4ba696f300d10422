namespace StreamTuning.Analyzers.Copying;

/// <summary>
/// STRM1004: a file opened with a buffer that is larger than the blocks that are written, so that they go through it for nothing, or only
/// because a copy has a small buffer itself.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class FileBufferLargerThanWritesAnalyzer() : FactAnalyzer<OpenedFile>(Rules.FileBufferLargerThanWrites, OpenedFile.Facts)
{
    private protected override void Check(OpenedFile opening, Finding finding)
    {
        if (opening is { BufferSize: > OpenedFile.DefaultBufferSize and var bufferSize, GivenBufferSize: { } given }
            && BlockwiseFile.TryRead(opening, finding.Types) is { } file)
        {
            // Blocks of less than the default would go through that buffer, too.
            string? use = file.GatheredCopy(finding.Option(Options.CopyBufferSize, Rules.CopyIntoFileWithDefaultBuffer)) is not null
                ? "with CopyToFile(Async)" + (file.CanEnlargeCopy ? " or a copy buffer" : "")
                : file.LeastBlock >= OpenedFile.DefaultBufferSize && file.MostBlock < bufferSize
                    ? "for full blocks of up to " + file.MostBlock + " bytes"
                    : null;
            if (use is not null)
            {
                finding.ReportAt(given.Syntax.GetLocation(), bufferSize, use);
            }
        }
    }
}

/// <summary>A file that one method opens and writes in nothing but full blocks of constant size, or by one copy.</summary>
internal sealed class BlockwiseFile
{
    private readonly OpenedFile _opening;
    private readonly KnownTypes _types;
    private int _writes;
    private FileCopy? _smallCopy;

    private BlockwiseFile(OpenedFile opening, KnownTypes types)
    {
        _opening = opening;
        _types = types;
    }

    /// <summary>The size of the smallest blocks, in bytes, as the code asks for it.</summary>
    public int LeastBlock { get; private set; } = int.MaxValue;

    /// <summary>The size of the largest blocks, in bytes, as it may be: pools round up.</summary>
    public int MostBlock { get; private set; }

    /// <summary>Whether the copy can have a large buffer instead, which is pooled, and its source fills.</summary>
    public bool CanEnlargeCopy =>
        _smallCopy?.Copy is { Kind: CopySource.Stream } copy && FullReads.AreCertain(copy.Source, _types) && !_types.MayRunOnNetFramework;

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

        return file._writes > 0 ? file : null;
    }

    /// <summary>
    /// The copy that alone fills the file and has a small buffer, so that the large one gathers its writes, if it can write as much at a
    /// time itself. Null where another rule gives a file that buffer.
    /// </summary>
    /// <param name="enough">With this buffer of the file, in bytes, the copy is not reported itself.</param>
    public FileCopy? GatheredCopy(int enough) =>
        _writes == 1
        && _opening.BufferSize >= enough
        && (CanEnlargeCopy
            || (_types.FileCopyExtensions is not null
                && (_smallCopy?.Copy.Kind == CopySource.Stream || _opening.BufferSize > enough)))
            ? _smallCopy
            : null;

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

    private bool TryAddCopy(IInvocationOperation call, IOperation file)
    {
        if (FileCopy.Of(call, _types) is not { Copy: { Kind: not CopySource.FormFile, IsSingleWrite: false } copy } whole
            || copy.Destination != file.Unwrap()
            || !IsOneSource(call))
        {
            return false;
        }

        _smallCopy = _opening.Operation.Contains(_opening.GivenBufferSize!)
            && (whole.IsWrittenWithDefaultBuffer(int.MaxValue)
                || whole.IsWrittenWithSmallBuffer(StreamCopy.DefaultBufferSize, int.MaxValue))
                ? whole
                : null;
        return copy is { Kind: CopySource.Stream, HasDefaultBuffer: false, ConstantBufferSize: { } size }
            && FullReads.AreCertain(copy.Source, _types)
                ? TryAdd(size, Allocation.RoundedUp(size))
                : _smallCopy is not null && TryAdd(0, 0);
    }

    /// <summary>
    /// Whether the loop or copy is not repeated while the file is open: sources may be small, so that not even their first block is full.
    /// </summary>
    private bool IsOneSource(IOperation use) => !use.IsRepeatedAfter(_opening.Operation);

    private bool TryAdd(int least, int most)
    {
        LeastBlock = least < LeastBlock ? least : LeastBlock;
        MostBlock = most > MostBlock ? most : MostBlock;
        _writes++;
        return true;
    }
}
