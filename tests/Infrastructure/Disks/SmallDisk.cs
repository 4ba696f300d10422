namespace StreamTuning.Infrastructure;

/// <summary>A real disk of this machine that is small enough to be filled.</summary>
public sealed class SmallDisk
{
    private const string FillerPrefix = "filler-";

    private SmallDisk(string root) => Root = root;

    public string Root { get; }

    /// <summary>Mounts a file system of the kernel from a sparse file, or memory.</summary>
    /// <param name="folder">Unmounts it when it is disposed.</param>
    /// <param name="name">The name of the mount point in the folder.</param>
    /// <param name="type"><c>ext4</c>, <c>xfs</c>, <c>btrfs</c> or <c>tmpfs</c>.</param>
    /// <param name="bytes">The size. xfs needs 300 MiB, btrfs 110 MiB.</param>
    public static SmallDisk Mount(MountFolder folder, string name, string type, long bytes)
    {
        string root = folder.CreateFolder(name);
        if (type == "tmpfs")
        {
            Command.Run("mount", "-t", type, "-o", $"size={bytes},mode=755", type, root);
        }
        else
        {
            string image = folder.PathOf(name + ".image");
            using (FileStream file = File.Create(image))
            {
                file.SetLength(bytes);
            }

            Command.Run("mkfs." + type, [.. type == "ext4" ? ["-q", "-m", "0"] : (ReadOnlySpan<string>)["-q"], image]);

            // The loop device goes with its mount.
            Command.Run("mount", "-t", type, "-o", "loop", image, root);
        }

        return new SmallDisk(root);
    }

    /// <summary>The programs that a type needs.</summary>
    public static string ProgramOf(string type) => type == "tmpfs" ? "mount" : "mkfs." + type;

    /// <summary>Fills the disk of a directory.</summary>
    /// <param name="root">A directory of the disk.</param>
    /// <param name="left">How many bytes of room to leave, as far as the file system can tell.</param>
    public static void Fill(string root, long left)
    {
        // Metadata of the fillers take room too, and what was deleted comes back a moment later: in a few rounds the rest is small.
        for (int number = 0; number < 8 && new DriveInfo(root).AvailableFreeSpace - left is > 0 and var size; number++)
        {
            try
            {
                var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write, PreallocationSize = size };
                using var file = new FileStream(Path.Combine(root, $"{FillerPrefix}{Guid.NewGuid():N}"), options);
            }
            catch (IOException)
            {
                // There is less now.
            }
        }
    }

    /// <summary>Gives back the room that <see cref="Fill"/> took.</summary>
    public static void Free(string root)
    {
        foreach (string filler in Directory.EnumerateFiles(root, FillerPrefix + "*"))
        {
            File.Delete(filler);
        }
    }
}
