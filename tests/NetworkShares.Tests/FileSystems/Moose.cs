namespace StreamTuning.NetworkShares;

/// <summary>MooseFS, whose directories can have quotas.</summary>
public sealed class Moose() : TestFileSystem("MooseFS", MooseFs.Programs)
{
    private MooseFs _servers = null!;

    // A client waits for minutes until somebody makes room, or starts the chunkserver again.
    public override bool CanFill => false;

    public override bool CanLimit => true;

    public override void Limit(string name, long bytes) => _servers.SetQuota(Path.Combine(Client, name), bytes);

    public override void Unlimit(string name) => _servers.ClearQuota(Path.Combine(Client, name));

    private protected override void Mount()
    {
        // Deleted files take room for a while; what is not written takes no memory.
        _servers = Use(new MooseFs(Folder, bytes: 8L * 1024 * 1024 * 1024));
        Client = _servers.Root;
        Server = _servers.OtherRoot;
    }
}
