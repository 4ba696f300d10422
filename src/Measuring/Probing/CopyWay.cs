namespace StreamTuning.Measuring;

/// <summary>Who copies.</summary>
public enum CopyKind
{
    /// <summary><see cref="Stream.CopyToAsync(Stream)"/> into a <see cref="FileStream"/>, block after block.</summary>
    Blocks,

    /// <summary>The runtime, into a <see cref="FileStream"/> of the caller.</summary>
    RuntimeToStream,

    /// <summary>The runtime, to a path.</summary>
    RuntimeToPath,
}

/// <summary>A way to copy a stream into a new file.</summary>
/// <param name="Kind">Who copies.</param>
/// <param name="Block">The bytes of a write, or the block size of the runtime.</param>
/// <param name="PresetsLength">Whether the program sets the length first. The runtime decides that itself.</param>
/// <param name="Depth">How many writes the runtime may have under way.</param>
public sealed record CopyWay(CopyKind Kind, int Block, bool PresetsLength = false, int Depth = CopyWay.DefaultDepth)
{
    /// <summary>What <see cref="FileCopyOptions.Depth"/> is by default.</summary>
    public const int DefaultDepth = 2;

    /// <summary>What <see cref="FileCopyOptions.BlockSize"/> is by default, in bytes.</summary>
    public const int DefaultBlock = 1024 * 1024;

    /// <summary>
    /// The bytes that <see cref="System.IO.Stream.CopyToAsync(System.IO.Stream)"/> writes at a time by default: it asks for
    /// 80 KiB and gets 128.
    /// </summary>
    public const int PlatformBlock = 128 * 1024;

    /// <summary>The bytes of a segment of a pipe, in which requests and responses hand out their bodies.</summary>
    public const int Segment = 4 * 1024;

    /// <summary>As .NET copies by default.</summary>
    public static CopyWay Platform { get; } = new(CopyKind.Blocks, PlatformBlock);

    /// <summary>In plain .NET, as the fixes of STRM1001 and STRM1003 have it.</summary>
    public static CopyWay PresetBlocks { get; } = new(CopyKind.Blocks, DefaultBlock, PresetsLength: true);

    /// <summary>The runtime with its defaults, into a <see cref="FileStream"/>.</summary>
    public static CopyWay Stream { get; } = new(CopyKind.RuntimeToStream, DefaultBlock);

    /// <summary>The runtime with its defaults, to a path.</summary>
    public static CopyWay Path { get; } = new(CopyKind.RuntimeToPath, DefaultBlock);

    /// <summary>As it stands in tables.</summary>
    public string Name => (Kind switch
    {
        CopyKind.RuntimeToStream => "CopyToFileAsync, FileStream",
        CopyKind.RuntimeToPath => "CopyToFileAsync, path",
        _ when this is { Block: PlatformBlock, PresetsLength: false } => "CopyToAsync",
        _ when Block == Segment => "CopyToAsync of 4 KiB segments",
        _ => (PresetsLength ? "SetLength, " : "") + $"{Units.Bytes(Block)} blocks",
    }) + (IsOfRuntime && Block != DefaultBlock ? $", BlockSize {Units.Bytes(Block)}" : "")
        + (IsOfRuntime && Depth != DefaultDepth ? $", Depth {Depth}" : "");

    /// <summary>Whether the runtime copies, which decides by itself how it writes.</summary>
    public bool IsOfRuntime => Kind != CopyKind.Blocks;

    /// <summary>What a file is written like.</summary>
    /// <param name="bytes">The length of the file.</param>
    public WrittenFile FileOf(long bytes) => new(bytes, Block, PresetsLength);
}
