namespace StreamTuning.NetworkShares;

/// <summary>A disk of this machine.</summary>
public abstract class LocalFileSystem(string type, long bytes) : TestFileSystem(type, SmallDisk.ProgramOf(type), "mount", "umount", "setsid")
{
    private protected override void Mount() => Client = Server = SmallDisk.Mount(Folder, "disk", Name, bytes).Root;
}

public sealed class Ext4() : LocalFileSystem("ext4", DiskBytes);

public sealed class Xfs() : LocalFileSystem("xfs", 300 * 1024 * 1024);

public sealed class Btrfs() : LocalFileSystem("btrfs", 256 * 1024 * 1024);

public sealed class Tmpfs() : LocalFileSystem("tmpfs", DiskBytes);
