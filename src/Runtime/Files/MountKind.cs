namespace StreamTuning;

/// <summary>What a file system is.</summary>
internal enum MountKind
{
    /// <summary>A share, or nobody knows.</summary>
    Unknown,

    /// <summary>The memory of this machine.</summary>
    Memory,

    /// <summary>A disk of this machine.</summary>
    Disk,

    /// <summary>A share behind the SMB client of the Linux kernel.</summary>
    Cifs,

    /// <summary>A share behind the NFS client of the Linux kernel.</summary>
    Nfs,

    /// <summary>
    /// A share behind a client outside the kernel that was measured: it takes writes in the background, and a length gains nothing.
    /// </summary>
    Fuse,
}
