namespace StreamTuning;

/// <summary>
/// The options of an application: what counts where a call or an endpoint says nothing else. See <see cref="StreamTuningServices"/>.
/// </summary>
public sealed class StreamTuningOptions
{
    /// <summary>What streamed forms may be.</summary>
    public StreamFilesOptions Uploads { get; } = new();

    /// <summary>Where temporary files may go.</summary>
    public TempSpaceOptions Temp { get; } = new();

    /// <summary>How files of a form, and bodies of requests, are copied into files.</summary>
    public FileCopyOptions Copying { get; } = new();
}
