namespace StreamTuning;

/// <summary>What one look finds behind a path, links followed. On a share, another look can be another request.</summary>
/// <param name="kind"><see langword="null"/> if the system does not tell. A link that leads nowhere counts as a file.</param>
/// <param name="isLink">Whether the path is a link.</param>
/// <param name="isMountPoint">
/// Whether a file or directory is mounted exactly there, which no rename can replace. A link to such a file is none: a rename replaces the
/// link.
/// </param>
/// <param name="identity">What tells the file from all others.</param>
internal readonly struct PathEntry(LinuxFile.Kind? kind, bool isLink, bool isMountPoint, (long Device, long File)? identity)
{
    public LinuxFile.Kind? Kind => kind;

    public bool IsLink => isLink;

    public bool IsMountPoint => isMountPoint;

    public (long Device, long File)? Identity => identity;
}
