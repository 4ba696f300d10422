namespace StreamTuning.NetworkShares.Guest;

/// <summary>A mount in the guest, and the same folders on the server's side.</summary>
internal sealed class GuestMount
{
    private readonly Lock _console = new();

    private int _folders;

    public GuestMount(string name)
    {
        Name = name;
        Requests = new GuestRequests($"/mnt/{name}", name.StartsWith("cifs", StringComparison.Ordinal));
    }

    public string Name { get; }

    public GuestRequests Requests { get; }

    /// <summary>A new folder, seen by the client and on the server's side. The client remembers nothing of it from another case.</summary>
    public (string Client, string Server) NewFolder()
    {
        string folder = $"share/{Name}-{_folders++}";
        Directory.CreateDirectory($"/srv/{folder}");
        return ($"/mnt/{Name}/{folder}", $"/srv/{folder}");
    }

    /// <summary>A disk with room for an old file and 1 MiB.</summary>
    public (string Client, string Server) FullDisk(int number) => ($"/mnt/{Name}/full/{Name}/{number}", $"/srv/full/{Name}/{number}");

    /// <summary>The entries of a folder on the server's side, except the target.</summary>
    public static string Leftovers(string server) =>
        string.Join(',', Directory.EnumerateFileSystemEntries(server).Select(Path.GetFileName).Where(name => name != "target"));

    public void Report(string group, string name, Dictionary<string, string> values)
    {
        lock (_console)
        {
            Console.WriteLine(new GuestCase(Name, group, name, values));
        }
    }
}
