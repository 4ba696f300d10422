namespace StreamTuning.SimulatedShare;

/// <summary>A file or directory of a mount.</summary>
internal sealed class ShareNode(ulong id, uint mode, uint user, uint group)
{
    public const uint DirectoryType = 0x4000;
    public const uint FileType = 0x8000;
    public const uint PermissionMask = 0xFFF;

    /// <summary>Until when a write is busy with making the file longer.</summary>
    public TimeSpan ExtensionIsFree;

    /// <summary>Until when the client is busy with sending what it has acknowledged.</summary>
    public TimeSpan IsSent;

    public ulong Id => id;

    /// <summary>Type and permissions.</summary>
    public uint Mode { get; set; } = mode;

    public uint User { get; set; } = user;

    public uint Group { get; set; } = group;

    public DateTime Accessed { get; set; } = DateTime.UtcNow;

    public DateTime Modified { get; set; } = DateTime.UtcNow;

    public DateTime Changed { get; set; } = DateTime.UtcNow;

    /// <summary>What a directory holds, by name.</summary>
    public Dictionary<string, ShareNode>? Children { get; } = (mode & DirectoryType) != 0 ? new(StringComparer.Ordinal) : null;

    /// <summary>The memory that holds what a file holds, as a file of Linux; -1 before it is needed.</summary>
    public int Content { get; set; } = -1;

    /// <summary>The length, as the client knows it.</summary>
    public long Length { get; set; }

    /// <summary>How many bytes the client has collected and not sent yet, and where they end.</summary>
    public (long Count, long End, bool Extends) Collected { get; set; }

    /// <summary>The directory and the name under which the file was last looked up.</summary>
    public (ulong Directory, string Name) LookedUpAs { get; set; } = (0, "");

    /// <summary>The length on the server, if the client does not know yet that it has lost bytes.</summary>
    public long? LengthOnServer { get; set; }

    /// <summary>The length that is reported although it is outdated.</summary>
    public long? StaleLength { get; set; }

    /// <summary>What takes space.</summary>
    public BlockSet Blocks { get; } = new();

    /// <summary>How many names there are.</summary>
    public int Links { get; set; }

    /// <summary>How often it is open.</summary>
    public int Handles { get; set; }

    /// <summary>How often the kernel has been told of it and has not forgotten it.</summary>
    public long Lookups { get; set; }

    public bool IsDirectory => Children is not null;
}
