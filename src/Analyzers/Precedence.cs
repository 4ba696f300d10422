namespace StreamTuning.Analyzers;

/// <summary>
/// One finding for one cause: the rules that are about the same code, in their order. The first that applies reports, and those behind it
/// are silent even if it is switched off.
/// </summary>
internal static class Precedence
{
    /// <summary>The rule about a content that a call takes into memory.</summary>
    public static Rule OfContent(IInvocationOperation fill, KnownTypes types) =>
        types.BlobContainerClient is not null && ContentInMemory.Facts.Of(fill, types) is not null ? Rules.ContentReadWholeForUpload
        : StreamCopy.Of(fill, types) is { } copy && copy.IsOfFormFile ? Rules.FormFileIntoMemory
        : Rules.ContentBufferedInMemory;

    /// <summary>The rule about a file that a copy or loop fills.</summary>
    public static Rule OfFile(FilledFile file, Finding finding) =>
        file.Copy is { } copy
        && copy.IsWrittenWithDefaultBuffer(finding.Option(Options.CopyBufferSize, Rules.CopyIntoFileWithDefaultBuffer))
            ? Rules.CopyIntoFileWithDefaultBuffer
            : Rules.PresetLengthOfFile;
}
