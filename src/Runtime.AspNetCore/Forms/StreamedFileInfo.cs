namespace StreamTuning;

/// <summary>What is known about a file of a form that has been read.</summary>
public sealed class StreamedFileInfo
{
    private string? _safeFileName;

    internal StreamedFileInfo(StreamedFile file)
    {
        Name = file.Name;
        _safeFileName = file.KnownSafeFileName;
        UntrustedFileName = file.UntrustedFileName;
        ContentType = file.ContentType;
        Length = file.Length;
    }

    /// <inheritdoc cref="StreamedFile.Name"/>
    public string Name { get; }

    /// <inheritdoc cref="StreamedFile.SafeFileName"/>
    public string SafeFileName => _safeFileName ??= SafeName.Of(UntrustedFileName);

    /// <inheritdoc cref="StreamedFile.SafeFilePath"/>
    public string SafeFilePath => SafeName.PathOf(UntrustedFileName, SafeFileName);

    /// <inheritdoc cref="StreamedFile.UntrustedFileName"/>
    public string UntrustedFileName { get; }

    /// <inheritdoc cref="StreamedFile.ContentType"/>
    public string ContentType { get; }

    /// <summary>The length in bytes.</summary>
    public long Length { get; }
}
