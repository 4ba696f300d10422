namespace StreamTuning.SimulatedShare;

/// <summary>A file of a mount as one <c>open</c> has opened it; descriptors that are duplicates share it.</summary>
internal sealed class ShareHandle(ShareNode node, int opener)
{
    public ShareNode Node => node;

    /// <summary>The process that has opened it.</summary>
    public int Opener => opener;

    /// <summary>An error of a write that was acknowledged, until it is reported.</summary>
    public ShareError LateError { get; set; }

    /// <summary>Whether the round trips of its closing have been taken.</summary>
    public bool IsClosing { get; set; }

    /// <summary>Where the next write of an upload must begin.</summary>
    public long UploadEnd { get; set; }

    /// <summary>Whether the upload is complete and takes no more.</summary>
    public bool IsUploaded { get; set; }
}
