using StreamTuning.Analyzers.Temp;

namespace StreamTuning.Analyzers;

/// <summary>The one table of <c>.editorconfig</c> keys. Pages, presets and tests derive from it.</summary>
public static class Options
{
    public const string Prefix = "stream_tuning.";

    public static readonly Int32Option CopyBufferSize = new(
        "copy_buffer_size",
        "bytes",
        defaultValue: 1_048_576,
        minimum: 262_144,
        maximum: 1 << 30,
        "The buffer size that the plain fix sets. STRM1001 and STRM1002 don't report a FileStream with at least this buffer.",
        Rules.CopyIntoFileWithDefaultBuffer,
        Rules.CopyBufferTooSmall,
        Rules.HttpContentCopiedInSmallWrites,
        Rules.ResponseBufferedBeforeFile);

    public static readonly Int32Option MaximumSmallCopyBuffer = new(
        "maximum_small_copy_buffer",
        "bytes",
        defaultValue: 81_920,
        minimum: 1,
        maximum: 262_143,
        "The largest constant buffer of a copy or loop into a file that is still reported as small.",
        Rules.CopyBufferTooSmall);

    public static readonly Int32Option MinimumPresetLength = new(
        "minimum_preset_length",
        "bytes",
        defaultValue: 1_048_576,
        minimum: 0,
        maximum: int.MaxValue,
        "Files with a constant length of up to this many bytes aren't reported: one write is enough for them.",
        Rules.PresetLengthOfFile);

    public static readonly ListOption HardCodedTempRoots = new(
        "hard_coded_temp_roots",
        "paths",
        "absolute paths or `%VARIABLE%`, with a `-` prefix to remove one",
        TempRoots.IsEntry,
        "Additional temporary directories to report. Prefix an entry with `-` to stop reporting it. The letter of a drive is ignored, " +
        "and so is case on a drive.",
        Rules.HardCodedTempPath);

    public static readonly ListOption TempPathSinks = new(
        "temp_path_sinks",
        "types",
        "full names, such as `Company.Images.Thumbnails`",
        PathSinks.IsTypeName,
        "Types whose methods and constructors create or write files or directories at the paths that they are given.",
        Rules.HardCodedTempPath);

    public static readonly Int32Option SmallUploadBytes = new(
        "small_upload_bytes",
        "bytes",
        defaultValue: 65_536,
        minimum: 0,
        maximum: int.MaxValue,
        "Uploads with a constant limit of up to this many bytes aren't reported.",
        Rules.BufferedFormFile,
        Rules.Base64Upload,
        Rules.ValidatedByteArray,
        Rules.FormFileIntoMemory,
        Rules.SmallMultipartBuffer,
        Rules.RawBodyCopiedInSegments);

    public static readonly ListOption Base64ContentNames = new(
        "base64_content_names",
        "names",
        "words of letters and digits, with a `-` prefix to remove one",
        ContentNames.IsEntry,
        "Additional words that mark a property as the content of a file. Prefix an entry with `-` to remove a word from the list.",
        Rules.Base64Upload);

    public static readonly BooleanOption ByteArrayValidationSuppressed = new(
        "byte_array_validation_suppressed",
        "Set it to true if another project configures MVC not to validate the elements of byte arrays, which the rule can't see.",
        Rules.ValidatedByteArray);

    /// <summary>Every option, in the order of the rules.</summary>
    public static ImmutableArray<Option> All { get; } = ImmutableArray.Create<Option>(
        CopyBufferSize,
        MaximumSmallCopyBuffer,
        MinimumPresetLength,
        HardCodedTempRoots,
        TempPathSinks,
        SmallUploadBytes,
        Base64ContentNames,
        ByteArrayValidationSuppressed);
}
