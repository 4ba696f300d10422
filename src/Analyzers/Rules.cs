using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace StreamTuning.Analyzers;

/// <summary>The one table of rules. Ids, pages, README, presets and tests derive from it.</summary>
public static class Rules
{
    public static readonly Rule CopyIntoFileWithDefaultBuffer = new(
        1001,
        nameof(CopyIntoFileWithDefaultBuffer),
        DiagnosticSeverity.Warning,
        RuleFixes.Runtime | RuleFixes.Plain,
        title: "Copy into a file with the default buffer",
        message: "'{0}' writes the file in blocks of at most 128 KiB{1}",
        description: "With its default buffer a copy reaches the file in blocks of at most 128 KiB, often of 4 to 28 KiB. On a network share " +
            "or cloud disk each of them is a round trip. Blocks of 1 MiB, and a length that is set first where it is known, are up to twelve times faster.");

    public static readonly Rule PresetLengthOfFile = new(
        1003,
        nameof(PresetLengthOfFile),
        DiagnosticSeverity.Warning,
        RuleFixes.Runtime | RuleFixes.Plain,
        title: "Set the length of a file that is known before it is written",
        message: "The length of '{0}' is known before it is written but not set, so every write extends the file",
        description: "A new file that grows with every write pays for each extension, on a network share most of the time. " +
            "Setting the length first, and trimming the file if the copy ends early, makes the writes two to eight times faster.");

    public static readonly Rule ContentBufferedInMemory = new(
        1005,
        nameof(ContentBufferedInMemory),
        DiagnosticSeverity.Info,
        RuleFixes.Runtime,
        title: "Copy to a file without holding all content in memory",
        message: "'{0}' takes all of the content into memory only to write it to a file",
        description: "Memory that holds a whole file grows with it, is garbage on the large object heap, and cannot hold more than 2 GiB; and nothing is written " +
            "until everything has been read. A copy in blocks needs a few megabytes, and leaves the old file when it fails if it replaces that at the end.");

    public static readonly Rule FileNotOpenedForAsync = new(
        1006,
        nameof(FileNotOpenedForAsync),
        DiagnosticSeverity.Info,
        RuleFixes.Plain,
        title: "File is not opened for asynchronous use",
        message: "'{0}' opens the file without FileOptions.Asynchronous, but what is read or written is awaited",
        description: "Without FileOptions.Asynchronous every awaited read and write of a file holds a thread of the pool on Windows while it " +
            "waits for the disk or share. On Linux there is no difference.");

    public static readonly Rule SmallWritesInLoop = new(
        1007,
        nameof(SmallWritesInLoop),
        DiagnosticSeverity.Info,
        RuleFixes.None,
        title: "Small writes to a file in a loop",
        message: "'{0}' sends {1} to the file in every round of the loop",
        description: "A file without a buffer, or one that is flushed in every round of a loop, gets a write for every few bytes. On a network " +
            "share or cloud disk each of them is a round trip. A buffer of the FileStream, flushed when the loop is done, gathers them.");

    public static readonly Rule HttpContentCopiedInSmallWrites = new(
        1008,
        nameof(HttpContentCopiedInSmallWrites),
        DiagnosticSeverity.Warning,
        RuleFixes.Runtime | RuleFixes.Plain,
        title: "Copy an HTTP response into a file in small writes",
        message: "'{0}' writes the response into the file in blocks of at most 8 KiB",
        description: "A response that is copied while it arrives reaches the file in writes of 4 to 8 KiB, and no argument changes that. On a network share " +
            "or cloud disk each of them is a round trip: nothing else that is common is as slow. Blocks of 1 MiB are 45 to 124 times faster.");

    /// <summary>Every rule, by id.</summary>
    public static ImmutableArray<Rule> All { get; } = ImmutableArray.Create(
        CopyIntoFileWithDefaultBuffer,
        PresetLengthOfFile,
        ContentBufferedInMemory,
        FileNotOpenedForAsync,
        SmallWritesInLoop,
        HttpContentCopiedInSmallWrites);
}
