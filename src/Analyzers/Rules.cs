using System.Globalization;

namespace StreamTuning.Analyzers;

/// <summary>The one table of rules. Ids, pages, README, presets and tests derive from it.</summary>
public static class Rules
{
    public static readonly Rule InvalidOption = new(
        1,
        nameof(InvalidOption),
        DiagnosticSeverity.Warning,
        title: "Correct the unknown option or invalid value",
        message: "{0} option '{1}'{2}",
        description: "A key that begins with 'stream_tuning.' but isn't an option, and a value that isn't allowed, are ignored: the " +
            "rules use their defaults, and nothing else reports it.",
        effect: "Correctness, not time: an invalid option has no effect, and the rules use their defaults",
        // What is set for a compilation is known when all of its files have been seen.
        reportsAtEnd: true);

    public static readonly Rule CopyIntoFileWithDefaultBuffer = new(
        1001,
        nameof(CopyIntoFileWithDefaultBuffer),
        DiagnosticSeverity.Warning,
        title: "Copy to a file in larger blocks than the default",
        message: "'{0}' writes at most {1} KiB at a time, slow on some shares; use CopyToFile(Async) or a buffer of {2}",
        description: "With the default buffer, a copy writes to the file in blocks of at most 128 KiB, often of 4 to 28 KiB. On a " +
            "network share or cloud disk, each write is a round trip. Blocks of 1 MiB, and a known length that is set first, are up to " +
            "twelve times faster.",
        effect: "4.0 to 5.0 times as fast with blocks of 1 MiB, 3.9 to 11.4 times with CopyToFile(Async), to a simulated share",
        runtimeFix: "Use CopyToFile(Async)",
        plainFix: "Increase bufferSize",
        roundTrips: true);

    public static readonly Rule CopyBufferTooSmall = new(
        1002,
        nameof(CopyBufferTooSmall),
        DiagnosticSeverity.Info,
        title: "Increase the small buffer of a copy to a file",
        message: "'{0}' writes from a {1}-byte buffer, slow on some shares; use CopyToFile(Async) or a buffer of {2}",
        description: "A copy or loop with a small buffer of its own writes to the file in small blocks. On a network share or cloud " +
            "disk, each write is a round trip; blocks of 1 MiB are several times faster.",
        effect: "7.6 to 143 times as fast with blocks of 1 MiB as with 64 to 4 KiB, to a simulated share",
        runtimeFix: "Use CopyToFile(Async)",
        plainFix: "Increase the buffer size",
        roundTrips: true);

    public static readonly Rule PresetLengthOfFile = new(
        1003,
        nameof(PresetLengthOfFile),
        DiagnosticSeverity.Warning,
        title: "Set the known length of a file before writing",
        message: "Every write extends '{0}', whose final length is known; call SetLength first or use CopyToFile(Async)",
        description: "A new file that grows with every write pays for each extension, and on a network share that takes most of the " +
            "time. If you set the length first, and trim the file if the copy ends early, the writes are two to eight times faster.",
        effect: "1.4 to 8.6 times as fast for 1 and 16 MiB to a simulated share; no gain on a local disk",
        runtimeFix: "Use CopyToFile(Async)",
        plainFix: "Call SetLength before writing",
        roundTrips: true);

    public static readonly Rule FileBufferLargerThanWrites = new(
        1004,
        nameof(FileBufferLargerThanWrites),
        DiagnosticSeverity.Warning,
        title: "Use the default file buffer for full-block writes",
        message: "The {0}-byte file buffer copies each byte again; use 4096 bytes {1}",
        description: "A FileStream copies each write that is smaller than its buffer into the buffer first. If all writes are full " +
            "blocks, or those of one copy, every byte is copied twice for nothing, and the buffer, which isn't pooled, is allocated for " +
            "each file. With the default of 4,096 bytes, the blocks go straight to the file.",
        effect: "1 or 4 MiB less allocated for each file with such a buffer; 0.98 to 1.34 times the speed on a local disk",
        runtimeFix: "Use CopyToFile(Async), set bufferSize to 4096",
        plainFix: "Set bufferSize to 4096");

    public static readonly Rule ContentBufferedInMemory = new(
        1005,
        nameof(ContentBufferedInMemory),
        DiagnosticSeverity.Info,
        title: "Stream content to the file instead of buffering it",
        message: "'{0}' loads the whole content into memory just to write it to a file; stream it with {1}",
        description: "Memory that holds a whole file grows with the file, is garbage on the large object heap, and can't hold more than " +
            "2 GiB; and nothing is written until everything has been read. A copy in blocks needs a few megabytes, and keeps the old " +
            "file on failure if it replaces the file at the end.",
        effect: "Memory first: 0.3 to 1.4 MiB allocated instead of 32 to 36 MiB, for a download of 16 MiB",
        runtimeFix: "Use CopyToFile(Async) with FileReplacement.Atomic",
        // HttpClient.Timeout covers all of an array, and only the headers of what is streamed.
        reviewedFix: "Use CopyToFileAsync, ResponseHeadersRead (review: timeout)");

    public static readonly Rule FileNotOpenedForAsync = new(
        1006,
        nameof(FileNotOpenedForAsync),
        DiagnosticSeverity.Info,
        title: "Open the file with FileOptions.Asynchronous",
        message: "'{0}' opens a synchronous handle, so awaited I/O blocks threads on Windows; set FileOptions.Asynchronous",
        description: "Without FileOptions.Asynchronous, every awaited read and write of a file blocks a thread pool thread on Windows " +
            "while it waits for the disk or share. On Linux there is no difference.",
        effect: "No gain in time, 0.97 to 1.02 times the speed on Linux; thread pool threads on Windows, not measured",
        plainFix: "Set FileOptions.Asynchronous",
        onlyForWindows: true);

    public static readonly Rule HttpContentCopiedInSmallWrites = new(
        1008,
        nameof(HttpContentCopiedInSmallWrites),
        DiagnosticSeverity.Warning,
        title: "Copy an HTTP response to a file in larger blocks",
        message: "'{0}' writes at most 8 KiB at a time, slow on some shares; use CopyToFile(Async) or a file buffer of {1}",
        description: "A response that is copied while it arrives reaches the file in writes of 4 to 8 KiB, and no argument changes that. " +
            "On a network share or cloud disk, each write is a round trip: no other common pattern is as slow. Blocks of 1 MiB are 50 " +
            "to 130 times faster.",
        effect: "52 to 132 times as fast with a buffer of 1 MiB, for a download of 16 MiB to a simulated share",
        runtimeFix: "Use CopyToFile(Async)",
        plainFix: "Increase bufferSize",
        roundTrips: true);

    public static readonly Rule ResponseBufferedBeforeFile = new(
        1012,
        nameof(ResponseBufferedBeforeFile),
        DiagnosticSeverity.Info,
        title: "Stream an HTTP response to a file instead of buffering it",
        message: "All of the response is in memory before '{0}' writes it; request it with ResponseHeadersRead",
        description: "Without HttpCompletionOption.ResponseHeadersRead, a request waits until the whole response is in memory, and one " +
            "of more than 2 GiB fails. A response that is only copied to a file needs no more memory than a buffer if it's copied as it " +
            "arrives.",
        effect: "Memory first: 0.3 to 2.5 MiB allocated instead of 16 to 41 MiB, for a download of 16 MiB",
        runtimeFix: "Use CopyToFile(Async) (review: timeout, partial file)",
        plainFix: "Use ResponseHeadersRead (review: timeout, partial file)",
        // HttpClient.Timeout then covers the headers only, and a failure of the body finds the file open.
        fixesOneByOne: RuleFixes.Runtime | RuleFixes.Plain);

    public static readonly Rule TransformedCopyInSmallWrites = new(
        1013,
        nameof(TransformedCopyInSmallWrites),
        DiagnosticSeverity.Warning,
        title: "Copy compressed or encrypted data to a file in larger blocks",
        message: "'{0}' reaches the file in writes of at most {1} KiB, slow on some shares; use a file buffer of {2}",
        description: "A GZipStream, DeflateStream, or ZLibStream writes at most 8 KiB at a time, a BrotliStream 64 KiB, and a " +
            "CryptoStream the blocks of the copy. The default buffer of a FileStream gathers none of these. On a network share or " +
            "cloud disk, each write is a round trip.",
        effect: "30 to 50 times as fast for GZipStream, 3.1 to 6.5 times for the others, 1 and 16 MiB to a simulated share",
        plainFix: "Increase bufferSize",
        roundTrips: true);

    public static readonly Rule HardCodedTempPath = new(
        2001,
        nameof(HardCodedTempPath),
        DiagnosticSeverity.Warning,
        title: "Use the system's temporary directory, not a fixed path",
        message: "'{0}' writes below '{1}', which may be missing, small, or slow; use Path.GetTempPath or TempSpace",
        description: "A temporary directory that is hard-coded doesn't exist on other systems, may be on a small or slow disk, and " +
            "ignores where the system is configured to put temporary files. Ask the system for its directory, or StreamTuning for one " +
            "with enough space.",
        effect: "Correctness first; faster only if the fixed directory was on a network share",
        runtimeFix: "Use TempSpace",
        plainFix: "Use the system's temporary directory");

    public static readonly Rule TempFileWithoutSpaceCheck = new(
        2002,
        nameof(TempFileWithoutSpaceCheck),
        DiagnosticSeverity.Info,
        title: "Check free space before filling a temporary file",
        message: "The temp file from '{0}' is filled with data of unknown size; check free space first or use TempSpace",
        description: "The temp directory of a cloud service is local and fast but small, and has its own quota. Staged data of unknown " +
            "size can fill it, for this program and all others on the machine. If you check the free space first, another directory can " +
            "take data that doesn't fit.",
        effect: "Safety, not time: 10 MiB go to another directory if the temp directory has room for 4 MiB",
        runtimeFix: "Use TempSpace to pick a directory with enough space");

    public static readonly Rule FreeSpaceOfDriveNotDirectory = new(
        2003,
        nameof(FreeSpaceOfDriveNotDirectory),
        DiagnosticSeverity.Info,
        title: "Check the free space of the directory, not the drive",
        message: "On Windows, '{0}' ignores directory quotas and mounted volumes; use TempSpace.GetAvailableBytes",
        description: "On Windows, a DriveInfo describes the root of a drive: it ignores directory quotas and volumes that are mounted " +
            "below the root. To find out if data fits into a directory, check that directory.",
        effect: "A right answer, not time: the 4 MiB of the directory, instead of the 44 GiB of the root",
        runtimeFix: "Use TempSpace.GetAvailableBytes");

    public static readonly Rule UnblockedBlobUpload = new(
        3001,
        nameof(UnblockedBlobUpload),
        DiagnosticSeverity.Warning,
        title: "Upload a blob in blocks instead of one request",
        message: "'{0}' sends content below 256 MiB in one request; use UploadBlocksAsync or set InitialTransferSize",
        description: "Without InitialTransferSize, the Azure SDK uploads content below 256 MiB in one request, over one connection, and " +
            "starts again from zero if it fails. Blocks that are sent in parallel are three to five times faster from 16 MiB on, and up " +
            "to twelve times over slow connections.",
        effect: "3.0 to 4.7 times as fast for 16 to 64 MiB over connections of 8 MiB/s and 20 ms",
        runtimeFix: "Use UploadBlocksAsync",
        plainFix: "Set InitialTransferSize (review: single writer, Content-MD5)",
        // Where two writers may meet, blocks of the SDK before version 12.30 mix their content: that is known place by place only.
        fixesOneByOne: RuleFixes.Plain,
        roundTrips: true);

    public static readonly Rule TransferOptionsWithoutEffect = new(
        3002,
        nameof(TransferOptionsWithoutEffect),
        DiagnosticSeverity.Warning,
        title: "Set InitialTransferSize with other transfer options",
        message: "Without InitialTransferSize, uploads below 256 MiB ignore {0}; set it or use UploadBlocksAsync",
        description: "MaximumTransferSize and MaximumConcurrency specify how blocks are sent, and InitialTransferSize specifies the " +
            "length from which an upload uses blocks: 256 MiB by default. Below that length, the other two have no effect.",
        effect: "The options alone change nothing; with InitialTransferSize 3.3 to 4.7 times as fast for 16 to 64 MiB",
        runtimeFix: "Use UploadBlocksAsync",
        plainFix: "Set InitialTransferSize (review: single writer, Content-MD5)",
        // As for STRM3001.
        fixesOneByOne: RuleFixes.Plain);

    public static readonly Rule SyncBlobUploadIsSerial = new(
        3003,
        nameof(SyncBlobUploadIsSerial),
        DiagnosticSeverity.Info,
        title: "Upload a blob asynchronously to send blocks in parallel",
        message: "'{0}' never sends blocks in parallel{1}; use '{0}Async'",
        description: "The synchronous upload of the Azure SDK never sends two blocks at the same time, whatever its options are. The " +
            "asynchronous upload does.",
        effect: "3.5 to 4.9 times as fast for 16 to 64 MiB over connections of 8 MiB/s and 20 ms, in blocks of 4 MiB",
        plainFix: "Await the asynchronous upload",
        roundTrips: true);

    public static readonly Rule OpenWriteUsedToUpload = new(
        3004,
        nameof(OpenWriteUsedToUpload),
        DiagnosticSeverity.Warning,
        title: "Upload a single source directly, not through OpenWrite",
        message: "'{0}' empties the blob, sends block after block, and commits a part on failure; upload the source instead",
        description: "A blob that is opened as a stream is emptied at once, receives one block after another, and is committed as it is " +
            "when the stream is disposed, even after an exception. An upload of the source keeps the old content until the new content " +
            "is complete, and sends several blocks in parallel.",
        effect: "3.0 to 5.0 times as fast for 16 to 64 MiB over connections of 8 MiB/s, and a failure leaves no part",
        runtimeFix: "Use UploadBlocksAsync",
        plainFix: "Use the SDK's upload (review: single writer)",
        // As for STRM3001.
        fixesOneByOne: RuleFixes.Plain);

    public static readonly Rule SerialBlocks = new(
        3005,
        nameof(SerialBlocks),
        DiagnosticSeverity.Info,
        title: "Send larger blocks of a blob, several at a time",
        message: "'{0}' sends {1}",
        description: "Blocks are faster than one request because several of them are sent in parallel. Sent one after another, they are " +
            "as slow as one request and cost more requests; blocks of less than 256 KiB spend the time on round trips, and a blob can " +
            "have at most 50,000.",
        effect: "5.3 times as fast for 64 MiB over connections of 8 MiB/s and 20 ms, with 16 blocks at a time",
        plainFix: "Send 4 MiB blocks or 16 at a time (review: memory, writers)",
        // How many writers there are, and how much memory, is known place by place only.
        fixesOneByOne: RuleFixes.Plain,
        roundTrips: true);

    public static readonly Rule ContentReadWholeForUpload = new(
        3006,
        nameof(ContentReadWholeForUpload),
        DiagnosticSeverity.Info,
        title: "Upload the file or stream instead of buffering it",
        message: "'{0}' loads the whole content into memory just to upload it; {1}",
        description: "Memory that holds the whole content grows with it, is garbage on the large object heap, and can't hold more than 2 " +
            "GiB; and nothing is sent until everything has been read. The upload takes a path or any stream, and reads it block by " +
            "block.",
        effect: "Memory first: 0.4 MiB allocated instead of 64 MiB for a 64 MiB file, and 42 instead of 306 MiB for 256 MiB",
        runtimeFix: "Use UploadBlocksAsync",
        plainFix: "Upload the file or stream itself (review: single writer)",
        // As for STRM3001.
        fixesOneByOne: RuleFixes.Plain);

    public static readonly Rule BufferedFormFile = new(
        4001,
        nameof(BufferedFormFile),
        DiagnosticSeverity.Info,
        title: "Stream form files instead of buffering them",
        message: "'{0}' is available only once the whole form is buffered in memory and temp files; stream the form instead",
        description: "ASP.NET Core reads a whole form before it binds the files in it, and writes each file of more than 64 KiB to a " +
            "temporary file, which is then read again. A streamed form takes about half the CPU time from 100 KiB on, a fraction of the " +
            "allocations, and writes each byte once.",
        effect: "39% to 54% of the CPU time from 100 KiB on, and each byte is written once instead of twice",
        runtimeFix: "Use StreamFiles (review: order, limits, API)",
        // A file is there while the form is being read, not before and not after: what else depends on that is known place by place only.
        fixesOneByOne: RuleFixes.Runtime);

    public static readonly Rule Base64Upload = new(
        4002,
        nameof(Base64Upload),
        DiagnosticSeverity.Info,
        title: "Upload files as a form or body, not as base64",
        message: "'{0}' holds all of '{1}' in memory twice, as text and as bytes; accept a form or the raw body instead",
        description: "Base64 content is a third longer, is held in memory as text of two bytes a character and as an array, and can't be " +
            "read as it arrives. An upload as a form or as the raw body needs a few kilobytes of memory, whatever its length.",
        effect: "36% of the CPU time for 1 MiB as a streamed form, and 13 KiB allocated instead of 5 MiB");

    public static readonly Rule ValidatedByteArray = new(
        4003,
        nameof(ValidatedByteArray),
        DiagnosticSeverity.Warning,
        title: "Disable element validation of byte arrays",
        message: "MVC validates '{0}' byte by byte because {1}; suppress child validation for byte[]",
        description: "If a property of a bound model has a validation attribute, or is required because it isn't nullable, MVC also " +
            "validates its value: each element of an array. For bytes, that takes 20 to 40 times the CPU time of the upload at 1 MB, " +
            "and 121 bytes of memory for each byte.",
        effect: "4% of the CPU time without validation, and 2.4 MiB allocated instead of 121 MiB, for a file of 1 MiB",
        settingFix: "Add SuppressChildValidationMetadataProvider for byte[]",
        plainFix: "Add [ValidateNever] (review: accepts null)",
        // A property that is not validated at all may be null too: whether that matters is known place by place only.
        fixesOneByOne: RuleFixes.Plain);

    public static readonly Rule FormFileIntoMemory = new(
        4004,
        nameof(FormFileIntoMemory),
        DiagnosticSeverity.Warning,
        title: "Read the form file's stream, not a copy in memory",
        message: "'{0}' copies the form file, already buffered, into memory; read its stream or use CopyToFile(Async)",
        description: "A form file is already in memory or in a temporary file, and you can read and seek its stream as often as needed. " +
            "A copy in a MemoryStream takes up to half as much CPU time again, and memory on the large object heap that grows with the " +
            "file.",
        effect: "68% to 81% of the CPU time from 100 KiB on, and 48 KiB allocated instead of 3 MiB for a file of 1 MiB",
        runtimeFix: "Use CopyToFile(Async)",
        plainFix: "Use OpenReadStream");

    public static readonly Rule SmallMultipartBuffer = new(
        4006,
        nameof(SmallMultipartBuffer),
        DiagnosticSeverity.Info,
        title: "Increase the MultipartReader buffer size",
        message: "'MultipartReader' reads and returns only 4 KiB at a time; set bufferSize to 65536",
        description: "The default buffer of a MultipartReader is 4 KiB. With 64 KiB, an upload of 100 KiB or more takes 60% to 82% of " +
            "the CPU time, and a file that is copied from it gets writes of that size.",
        effect: "60% to 82% of the CPU time from 100 KiB on, and 17 writes instead of 256 for a file of 1 MiB",
        plainFix: "Set bufferSize to 65536");

    public static readonly Rule RawBodyCopiedInSegments = new(
        4008,
        nameof(RawBodyCopiedInSegments),
        DiagnosticSeverity.Warning,
        title: "Copy the request body to a file in larger blocks",
        message: "'{0}' writes 4 KiB at a time, slow on some shares; use CopyToFileAsync or a 64 KiB file buffer",
        description: "The body of a request copies itself segment by segment: an upload of 100 MiB is 25,600 writes. On a network share " +
            "or cloud disk, each write is a round trip. Blocks of 1 MiB take half the CPU time, and a 64 KiB buffer of the file takes " +
            "nearly the same.",
        effect: "49% to 67% of the CPU time from 1 MiB on, and 8 to 16 writes instead of 256 for a file of 1 MiB",
        runtimeFix: "Use CopyToFileAsync",
        plainFix: "Set bufferSize to 65536",
        roundTrips: true);

    public static readonly Rule FormFileArrayThroughMemory = new(
        4009,
        nameof(FormFileArrayThroughMemory),
        DiagnosticSeverity.Info,
        title: "Read a form file straight into its array",
        message: "'{0}' fills memory that grows, and 'ToArray' copies it; read the file's stream into a byte[] of its Length",
        description: "A MemoryStream doubles its array until the file fits, and ToArray copies the content once more: an upload of " +
            "10 MiB allocates 42 MiB. The length of a form file is known, so its stream can be read into one array.",
        effect: "10.1 MiB allocated instead of 42 MiB for a file of 10 MiB, and 77% to 85% of the CPU time from 100 KiB on",
        plainFix: "Use ReadExactly(Async)");

    /// <summary>Every rule, by id.</summary>
    public static ImmutableArray<Rule> All { get; } = ImmutableArray.Create(
        InvalidOption,
        CopyIntoFileWithDefaultBuffer,
        CopyBufferTooSmall,
        PresetLengthOfFile,
        FileBufferLargerThanWrites,
        ContentBufferedInMemory,
        FileNotOpenedForAsync,
        HttpContentCopiedInSmallWrites,
        ResponseBufferedBeforeFile,
        TransformedCopyInSmallWrites,
        HardCodedTempPath,
        TempFileWithoutSpaceCheck,
        FreeSpaceOfDriveNotDirectory,
        UnblockedBlobUpload,
        TransferOptionsWithoutEffect,
        SyncBlobUploadIsSerial,
        OpenWriteUsedToUpload,
        SerialBlocks,
        ContentReadWholeForUpload,
        BufferedFormFile,
        Base64Upload,
        ValidatedByteArray,
        FormFileIntoMemory,
        SmallMultipartBuffer,
        RawBodyCopiedInSegments,
        FormFileArrayThroughMemory);
}

/// <summary>One row of the table in <see cref="Rules"/>: everything that is fixed about a rule.</summary>
public sealed class Rule(
    int number,
    string name,
    DiagnosticSeverity severity,
    string title,
    string message,
    string description,
    string effect,
    string? runtimeFix = null,
    string? settingFix = null,
    string? plainFix = null,
    string? reviewedFix = null,
    RuleFixes fixesOneByOne = RuleFixes.None,
    bool roundTrips = false,
    bool onlyForWindows = false,
    bool reportsAtEnd = false,
    string since = "0.1")
{
    /// <summary>The address of the repository.</summary>
    public const string Repository = "https://github.com/streamtuning/streamtuning";

    /// <summary>The documentation of this version. Links in the packages lead to its tag, never to a branch that has moved on.</summary>
    public const string Documentation = Repository + "/blob/v0.1.0/docs/";

    /// <summary>The address of the rule pages.</summary>
    public const string HelpLinkBase = Documentation + "rules/";

    /// <summary>STRM and four digits.</summary>
    public string Id => Descriptor.Id;

    /// <summary>The word that the analyzer, the fix, the test class and the page carry.</summary>
    public string Name => name;

    /// <summary>The folder of the rule, and the last part of its category.</summary>
    public string Area => AreaOf(number);

    /// <summary>
    /// The severity of most findings while nobody has said where the files live. A finding that is worse, or less certain, has its own.
    /// </summary>
    public DiagnosticSeverity Severity => severity;

    /// <summary>
    /// Whether the rule saves round trips to a share or service. Then all of its findings are warnings where the files live on a share,
    /// and suggestions where they are local.
    /// </summary>
    public bool IsAboutRoundTrips => roundTrips;

    /// <summary>
    /// Whether the rule is off unless the project names Windows, as a target or runtime, or is strict. The build knows; the compiler
    /// doesn't.
    /// </summary>
    public bool IsOnlyForWindows => onlyForWindows;

    /// <summary>The title of the fix that calls the runtime; null where there is none.</summary>
    public string? RuntimeFix => runtimeFix;

    /// <summary>The title of the fix that makes a setting; null where there is none.</summary>
    public string? SettingFix => settingFix;

    /// <summary>The title of the fix in plain BCL or SDK code; null where there is none.</summary>
    public string? PlainFix => plainFix;

    /// <summary>The title of the fix that calls the runtime where another one has costs to be weighed; null where there is none.</summary>
    public string? ReviewedFix => reviewedFix;

    /// <summary>The fixes there are.</summary>
    public RuleFixes Fixes =>
        (RuntimeFix is null ? RuleFixes.None : RuleFixes.Runtime)
        | (SettingFix is null ? RuleFixes.None : RuleFixes.Setting)
        | (PlainFix is null ? RuleFixes.None : RuleFixes.Plain)
        | (ReviewedFix is null ? RuleFixes.None : RuleFixes.Reviewed);

    /// <summary>The fixes that are taken in many places at once: not those with a cost that is to be weighed place by place.</summary>
    public RuleFixes FixAllForms => Fixes & ~(fixesOneByOne | RuleFixes.Reviewed);

    /// <summary>
    /// The version that the rule came with, as major and minor number: a project that is pinned to an earlier one goes without it.
    /// </summary>
    public string Since => since;

    /// <summary>
    /// What was measured, with its condition, in a few words of plain text; the page has all of it. Says what it is about where that is not
    /// time.
    /// </summary>
    public string Effect => effect;

#pragma warning disable RS0030 // This is the one place that may.
    // The compiler doesn't run a rule whose severity is a suggestion, and nothing of it could become a warning.
    public DiagnosticDescriptor Descriptor { get; } = new(
        IdOf(number), title, message, "StreamTuning." + AreaOf(number), roundTrips ? DiagnosticSeverity.Warning : severity,
        isEnabledByDefault: !onlyForWindows, description, HelpLinkBase + IdOf(number) + ".md",
        reportsAtEnd ? [WellKnownDiagnosticTags.CompilationEnd] : []);
#pragma warning restore RS0030

    /// <summary>The rule's page, relative to the repository.</summary>
    public string Page => "docs/rules/" + Id + ".md";

    private static string IdOf(int number) => "STRM" + number.ToString("0000", CultureInfo.InvariantCulture);

    private static string AreaOf(int number) => (number / 1000) switch
    {
        0 => "Configuration",
        1 => "Copying",
        2 => "Temp",
        3 => "Blobs",
        4 => "Uploads",
        _ => throw new ArgumentOutOfRangeException(nameof(number), number, "No such group of rules."),
    };
}

/// <summary>The fixes a rule offers.</summary>
[Flags]
public enum RuleFixes
{
    None = 0,

    /// <summary>A call into the StreamTuning runtime, where it is referenced.</summary>
    Runtime = 1,

    /// <summary>Plain BCL or SDK code.</summary>
    Plain = 2,

    /// <summary>
    /// A setting of the framework, in the one place where an application makes them: it is for all findings of a project.
    /// </summary>
    Setting = 4,

    /// <summary>A call into the runtime for those findings for which it has a cost: it is never taken in many places at once.</summary>
    Reviewed = 8,
}
