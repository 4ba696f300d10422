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
        "The copy buffer that the plain fix writes, and the buffer from which on a FileStream is considered large enough.",
        Rules.CopyIntoFileWithDefaultBuffer,
        Rules.CopyBufferTooSmall,
        Rules.HttpContentCopiedInSmallWrites);

    public static readonly Int32Option MaximumSmallCopyBuffer = new(
        "maximum_small_copy_buffer",
        "bytes",
        defaultValue: 65_536,
        minimum: 1,
        maximum: 262_143,
        "The largest constant buffer of a copy or loop into a file that is considered small.",
        Rules.CopyBufferTooSmall);

    public static readonly Int32Option MinimumPresetLength = new(
        "minimum_preset_length",
        "bytes",
        defaultValue: 1_048_576,
        minimum: 0,
        maximum: int.MaxValue,
        "Files whose length is a constant up to this many bytes are written at once; setting their length is not worth a call.",
        Rules.PresetLengthOfFile);

    public static readonly ListOption HardCodedTempRoots = new(
        "hard_coded_temp_roots",
        "paths",
        "absolute paths or `%VARIABLE%`, to take one away with `-` before it",
        TempRoots.IsEntry,
        "Temporary directories to look for besides those that everybody knows, or not to look for. The letter of a drive does not " +
        "matter, nor does the case on one.",
        Rules.HardCodedTempPath);

    public static readonly ListOption TempPathSinks = new(
        "temp_path_sinks",
        "types",
        "full names, such as `Company.Images.Thumbnails`",
        PathSinks.IsTypeName,
        "Types whose methods and constructors create or write what is at the paths they are given.",
        Rules.HardCodedTempPath);

    public static readonly Int32Option SmallUploadBytes = new(
        "small_upload_bytes",
        "bytes",
        defaultValue: 65_536,
        minimum: 0,
        maximum: int.MaxValue,
        "Uploads that a constant limit keeps to this many bytes are small: ASP.NET Core has them in memory at no cost worth a change.",
        Rules.BufferedFormFile,
        Rules.Base64Upload,
        Rules.ValidatedByteArray,
        Rules.FormFileIntoMemory,
        Rules.SmallMultipartBuffer,
        Rules.RawBodyCopiedInSegments);

    public static readonly ListOption Base64ContentNames = new(
        "base64_content_names",
        "names",
        "words of letters and digits, to take one away with `-` before it",
        ContentNames.IsEntry,
        "Words in the name of a property that say that it holds the content of a file, besides those that everybody uses, or not to look " +
        "for.",
        Rules.Base64Upload);

    public static readonly BooleanOption ByteArrayValidationSuppressed = new(
        "byte_array_validation_suppressed",
        "Whether MVC is told not to validate the elements of byte arrays where the rule cannot see it: in another project.",
        Rules.ValidatedByteArray);

    public static readonly BooleanOption FormBindingDisabledGlobally = new(
        "form_binding_disabled_globally",
        "Whether a filter or setting for all actions keeps values from being looked for in forms where the rule cannot see it: in " +
        "another project.",
        Rules.FormBindingNotDisabled);

    /// <summary>Every option, in the order of the rules.</summary>
    public static ImmutableArray<Option> All { get; } = ImmutableArray.Create<Option>(
        CopyBufferSize,
        MaximumSmallCopyBuffer,
        MinimumPresetLength,
        HardCodedTempRoots,
        TempPathSinks,
        SmallUploadBytes,
        Base64ContentNames,
        ByteArrayValidationSuppressed,
        FormBindingDisabledGlobally);
}
