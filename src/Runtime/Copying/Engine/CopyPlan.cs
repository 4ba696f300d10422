using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>
/// Chooses how a copy is done, and is the only place that does; <see cref="WritePace"/> finds out what it needs to know. Each number below
/// was measured: on shares of kernel clients, on a simulated share, and on local disks.
/// <list type="bullet">
/// <item>Data known to fit into one block: one write, nothing else.</item>
/// <item>More, on a share of a kernel client: full blocks, and nothing is asked or set. They are larger where every write waits for the
/// server.</item>
/// <item>More, on another share: full blocks; if that pays there, the length is set first, and several are written at once where the file
/// allows it.</item>
/// <item>From file to file on local disks: the operating system copies, and shares disk blocks where it can.</item>
/// <item>Length unknown, or more data than expected: where it pays, the length is set ahead of the data in doubling steps.</item>
/// <item>A caller's file on a local disk: writes as of <see cref="Stream.CopyToAsync(Stream)"/>, which nothing beats there; but full ones,
/// and read ahead of where the source makes the copy wait.</item>
/// <item>A source that is slow, or one that may make the copy wait and a local disk, where they are as fast as large ones: small
/// blocks.</item>
/// </list>
/// </summary>
internal sealed class CopyPlan
{
    // What Stream.CopyToAsync writes at a time; stays in the processor's cache.
    public const int PlainBlock = 128 * 1024;

    // The first step when the length is unknown.
    private const long FirstReservation = 16 * 1024 * 1024;

    // The largest array that pools keep.
    private const int LargestBlock = 1 << 30;

    // How far a length that is set ahead is beyond the data: a file that shows its name must not have the length of the whole copy before
    // it holds it. One byte is enough if the length of the data is certain; else a length that hardly any data have.
    public const int CertainExcess = 1;
    public const int GuessedExcess = 4093;

    // Below, the request costs more than it saves.
    private const long SmallestPreallocation = 16 * 1024 * 1024;

    // Larger buffers of a FileStream do not pay.
    private const int LargestUsualBuffer = 1024 * 1024;

    // From here on a single outstanding write carries four blocks instead of two.
    private const long LargeCopy = 64 * 1024 * 1024;

    // A client on a network does not send so much without a single wait.
    private const long MostWithoutWait = 4 * 1024 * 1024;

    // Fewer blocks are held before blocks get smaller than this for the memory budget.
    private const int SmallestSharedBlock = 256 * 1024;

    private readonly int _block;
    private readonly long _blockLimit;
    private readonly int _depth;
    private readonly long _budget;
    private readonly long? _exact;
    private readonly long? _expected;
    private readonly bool _expectationIsCertain;
    private readonly OutputFile _file;
    private readonly WritePace _pace;
    private readonly FileCopyCompletion _completion;
    private readonly bool _sourceIsFile;
    private bool? _isPlain;
    private int _moves;
    private bool _sourcePauses;
    private bool _sourceWaits;
    private bool? _reserves;
    private CopyStrategy _reservation = CopyStrategy.Blocks;
    private bool _reservationIsCertain;
    private bool _parallel;
    private bool _lengthIsSet;

    /// <param name="source">Where the bytes come from.</param>
    /// <param name="file">Where they go to.</param>
    /// <param name="settings">What was asked for.</param>
    /// <param name="async">Whether the copy may wait for several writes.</param>
    /// <param name="expected">What the source said it has, when it has been read from since.</param>
    public CopyPlan(CopySource source, OutputFile file, CopySettings settings, bool async, long? expected = null)
    {
        _exact = settings.ExactLength;
        _expected = expected ?? ExpectedLength(source, settings);
        _expectationIsCertain = _exact is not null || source.KnowsItsLength;
        if (_expected > (long.MaxValue / 2) - file.Start)
        {
            _expected = null;
        }

        _depth = async ? settings.Depth : 1;
        while (_depth > 1 && settings.MemoryBudget / _depth < Math.Min(settings.BlockSize, SmallestSharedBlock))
        {
            _depth--;
        }

        _blockLimit = Math.Min(LargestBlock, Math.Max(1, settings.MemoryBudget / _depth));
        _block = (int)Math.Min(settings.BlockSize, _blockLimit);
        _budget = settings.MemoryBudget;

        _parallel = file.WritesInParallel && _depth > 1;
        _file = file;
        if (settings.Mount is { } mount)
        {
            file.Mount = mount;
        }

        _pace = new WritePace(file, writesAtOnce: _parallel ? _depth : 1, _block, sourceIsFast: source.IsFromFile);
        _sourceIsFile = source.IsFromFile;
        _completion = settings.Completion;
        CopiedBySystem = settings.Hash is null && file is { OwnHandle: not null, IsLocalDisk: true } ? source.LocalFile : null;
    }

    /// <summary>
    /// Whether the file gets the requests that <see cref="Stream.CopyToAsync(Stream)"/> would send, from a source that fills its reads.
    /// Found out when the data are seen not to fit into one of those.
    /// </summary>
    public bool IsPlain => _isPlain == true;

    /// <summary>
    /// How many blocks are held at a time: where several are written at once, and memory allows, one more that is filled meanwhile.
    /// </summary>
    public int BlocksAtOnce =>
        IsPlain && !_sourcePauses ? 1
        : WritesAtOnce > 1 && !_pace.SourceIsSlow ? _depth + Spare
        : Math.Min(_depth, 2);

    private int Spare => (_depth + 1L) * (_file.WritesThrough ? Single(isLarge: true) : _block) <= _budget ? 1 : 0;

    /// <summary>
    /// How many writes may be under way at a time. Several only where no order of theirs can be seen: in a length that has been set, or in
    /// a hidden file on a local disk, or on a kernel client that waits for the server. Another share that takes no length may need its
    /// writes in order.
    /// </summary>
    public int WritesAtOnce =>
        _parallel && !IsPlain && (_lengthIsSet || (_file.IsHidden && (IsLocalDisk || _file.WritesThrough))) ? _depth : 1;

    /// <summary>
    /// Whether a client of the kernel may keep the writes to itself until the file is closed. They should be on their way while the source
    /// is still read.
    /// </summary>
    public bool SendsMeanwhile => !IsPlain && _file.Mount.IsKernelClient && !_file.WritesThrough;

    /// <summary>
    /// How many bytes a new file should get on a local disk before it is written; 0 for none. Only a guess, as far as it is one.
    /// </summary>
    public long Preallocation => _expected >= SmallestPreallocation && CopiedBySystem is null ? _expected.Value : 0;

    /// <summary>The source, where the operating system can copy it without showing the bytes.</summary>
    public SafeFileHandle? CopiedBySystem { get; }

    /// <summary>
    /// Whether a share may still lose what it has acknowledged. Local disks, writes that wait for the server, and what is no file, do not.
    /// </summary>
    public bool MayLoseWrites =>
        _file.CanSeek && !(AsksForNothing ? _file.IsKnownLocal : _file.IsOnLocalDisk || _file.WritesThrough);

    /// <summary>The same after a failure, when it no longer matters what the question costs.</summary>
    public bool MayHaveLostWrites => _file.CanSeek && !_file.IsOnLocalDisk;

    /// <summary>
    /// The length, from the start of the copy, that the file should have before the source is read; <see langword="null"/> for none.
    /// </summary>
    public long? LengthInAdvance =>
        _expectationIsCertain && _expected > _block && SetsLength
            ? Noted(CopyStrategy.PresetLength, _expected.Value, isCertain: true)
            : null;

    private int Whole => FirstSize(_expected) - (_exact is null ? 0 : 1);

    private bool FitsOneBlock => _expected <= _block;

    // Settling a file of our own costs less than the question whether it is on a share; on Windows it is the other way round.
    private bool AsksForNothing => _file.IsOwn && !RuntimeInformation.IsOSPlatform(OSPlatform.Windows);

    private bool IsLocalDisk => _file.IsLocalDisk;

    // A local disk and a kernel client gain nothing by it, and a process that is killed would leave the length behind. A stream that keeps
    // blocks in its buffer could not take back a reserved length: it would first have to write them, to a disk that is full.
    private bool Reserves => _reserves ??=
        _file.CanSeek && (!_file.MayBuffer || Multiple(2) >= LargestUsualBuffer)
        && !IsLocalDisk && !_file.Mount.IsKnownClient && !_file.Appends;

    private bool SetsLength => Reserves && (_file.ReservesRoom || _pace.SetsLength);

    // How much one write carries where there is only one at a time.
    private int Single(bool isLarge) =>
        _file.WritesThrough ? Multiple(4)
        : _file.Mount.IsKnownClient || (Reserves && _pace.FindsOut) ? _block
        : Multiple(isLarge ? 4 : 2);

    /// <summary>How large the first block is rented when so many bytes are expected, which fit into it, or nobody knows.</summary>
    /// <remarks>One byte more, so that the read that finds the end needs no other block.</remarks>
    public static int FirstSize(long? expected) => expected is { } count ? (int)count + 1 : PlainBlock;

    /// <summary>
    /// How large the block is rented that starts after <paramref name="copied"/> bytes; it may grow to <see cref="FullSize"/>.
    /// </summary>
    public int RentedSize(long copied)
    {
        if (copied == 0 && FitsOneBlock && (_expected <= PlainBlock || !FindOutIsPlain()))
        {
            return _pace.SourceIsSlow && _expected > PlainBlock ? PlainBlock : Whole;
        }

        return copied == 0 && _expected is null ? Math.Min(FirstSize(expected: null), _block) : FullSize(copied, count: 0);
    }

    /// <summary>
    /// How many bytes the block may hold that starts after <paramref name="copied"/> bytes and has <paramref name="count"/> already.
    /// </summary>
    public int FullSize(long copied, int count)
    {
        if (FindOutIsPlain() || _pace.SourceIsSlow
            || (SourceMayWait(copied) && _file is { IsPlainFileStream: true, IsOnLocalDisk: true }))
        {
            return Math.Min(PlainBlock, _block);
        }

        if (copied == 0 && FitsOneBlock && count < Whole)
        {
            return Whole;
        }

        if (_parallel && !_file.WritesThrough && (Reserves || WritesAtOnce > 1))
        {
            return _block;
        }

        if (_expected is { } expected && expected > _block && copied < expected)
        {
            // Blocks of one size: a short last one would stay in the buffer of the stream, where a full disk is found too late.
            long most = Single(isLarge: expected >= LargeCopy);
            long blocks = (expected + most - 1) / most;
            long even = (expected + blocks - 1) / blocks;
            return (int)Math.Min(most, (even + 4095) / 4096 * 4096);
        }

        return copied == 0 && !_file.WritesThrough ? _block : Single(isLarge: copied >= LargeCopy);
    }

    /// <summary>
    /// The length, from the start of the copy, that the file should have before a write that would make it longer; <see langword="null"/>
    /// to let the write do it.
    /// </summary>
    /// <param name="copied">How many bytes were copied before.</param>
    /// <param name="count">How many bytes the write has.</param>
    /// <param name="isLast">Whether the source has ended with them.</param>
    public long? Reservation(long copied, int count, bool isLast)
    {
        long after = copied + count;
        if (after < _block || IsPlain || !SetsLength)
        {
            return null;
        }

        if (isLast)
        {
            return copied == 0 && after > _block ? Noted(_reservation, after, isCertain: true) : null;
        }

        return _expected > _block && after <= _expected
            ? Noted(CopyStrategy.PresetLength, _expected.Value, _expectationIsCertain)
            : Noted(CopyStrategy.GrowingLength, Math.Max(FirstReservation, 2 * after), isCertain: false);
    }

    /// <summary>
    /// Whether the copy has to learn that its writes have arrived. One write into a file of the caller is as one write of the caller: who
    /// wants to know flushes the file. But where the platform would send several, and a later one would report what became of the first,
    /// the copy must not hide that. A file that nobody knows yet is taken for complete when it's handed over.
    /// </summary>
    public bool MustSettle(long written, int writes) =>
        _completion != FileCopyCompletion.Written
        && (_file.IsOwn || (_file.IsHidden && written > 0) || writes > 1 || _lengthIsSet || !IsAsOneOfTheCaller(written));

    /// <summary>
    /// Whether a single write of so many bytes is as one of the caller: it asks for nothing that the caller's would not. Of larger ones,
    /// asking for the length of the file is felt nowhere but on kernel clients.
    /// </summary>
    public bool IsAsOneOfTheCaller(long count) =>
        count <= PlainBlock || (count <= _block && _file is { IsOwn: false, Mount.IsKernelClient: true });

    /// <summary>A length has been set: writes within it do not make the file longer, in whatever order they come.</summary>
    public void NoteLengthSet() => _lengthIsSet = true;

    /// <summary>The length is not set ahead any more: somebody may be reading the file as it grows.</summary>
    public void StopReserving()
    {
        _reserves = false;
        _lengthIsSet = false;
        _parallel = false;
    }

    /// <summary>Setting the length failed: goes on without, or says that the data cannot fit.</summary>
    /// <returns>Whether the copy can go on.</returns>
    public bool TryContinueWithoutReservation(Exception error)
    {
        // A guess must not fail a copy, and a device that has no length can still be written. Only a length that is certain tells that it
        // is no use.
        bool impossible = error switch
        {
            ArgumentException => true,
            IOException io => IOErrors.IsDiskFull(io),
            NotSupportedException or UnauthorizedAccessException => false,
            _ => throw new ArgumentException("No failure of setting a length.", nameof(error), error),
        };
        StopReserving();
        return !(impossible && _reservationIsCertain);
    }

    /// <summary>How the copy was done, for those who watch; it has made so many writes.</summary>
    public CopyStrategy StrategyAfter(int writes) => writes switch
    {
        0 when CopiedBySystem is not null => CopyStrategy.OperatingSystem,
        0 => CopyStrategy.None,
        1 => CopyStrategy.SingleWrite,
        _ => IsPlain ? CopyStrategy.LocalDisk : _reservation,
    };

    /// <summary>
    /// Whether a read may take as long as a client likes: that of any source but a file, until much has come without a wait.
    /// </summary>
    public bool SourceMayWait(long copied) => !_sourceIsFile && (_sourceWaits || copied < MostWithoutWait);

    /// <summary>The source has made the copy wait.</summary>
    public void NoteWait() => _sourceWaits = true;

    /// <summary>The source has been seen to take its time.</summary>
    public void NotePause() => _sourcePauses = true;

    /// <inheritdoc cref="WritePace.SourceIsSlow"/>
    public bool SourceIsSlow => _pace.SourceIsSlow;

    /// <inheritdoc cref="WritePace.NoteFilled"/>
    public void NoteFilled(int bytes, long ticks) => _pace.NoteFilled(bytes, ticks);

    /// <inheritdoc cref="WritePace.NoteWritten"/>
    public void NoteWritten(Block block) => _pace.NoteWritten(block.Pending, block.WriteStarted, block.WriteEnded, block.Extends);

    private static long? ExpectedLength(CopySource source, CopySettings settings) =>
        settings.ExactLength ?? source.KnownRemaining() ?? settings.LengthHint;

    private bool FindOutIsPlain()
    {
        if (_isPlain is { } known && _moves == _file.Moves)
        {
            return known;
        }

        _moves = _file.Moves;
        bool isPlain = _file is { OwnHandle: null, IsLocalDisk: true };
        _isPlain = isPlain;
        return isPlain;
    }

    private long Noted(CopyStrategy strategy, long length, bool isCertain)
    {
        _reservation = strategy;
        _reservationIsCertain = isCertain;
        return _file.IsHidden ? length : length + (isCertain ? CertainExcess : GuessedExcess);
    }

    private int Multiple(int blocks) => (int)Math.Min((long)_block * blocks, _blockLimit);
}
