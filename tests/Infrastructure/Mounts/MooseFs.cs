using System.Globalization;

namespace StreamTuning.Infrastructure;

/// <summary>
/// A MooseFS of one master, one chunkserver and two clients. They have a network namespace of their own: MooseFS refuses loopback addresses.
/// </summary>
public sealed class MooseFs : IDisposable
{
    private const string Address = "10.99.0.1";

    private readonly List<Server> _servers = [];
    private readonly string _inNetwork;

    /// <param name="folder">Holds mount points and data.</param>
    /// <param name="bytes">The size of the disk under the chunkserver.</param>
    public MooseFs(MountFolder folder, long bytes)
    {
        _inNetwork = "--net=/proc/self/ns/net";
        try
        {
            Server network = Add(Server.Start(folder.PathOf("network.log"), "unshare", "--net", "sleep", "infinity"));
            string own = File.ResolveLinkTarget("/proc/self/ns/net", returnFinalTarget: false)!.Name;
            network.WaitUntil(() => File.ResolveLinkTarget($"/proc/{network.Id}/ns/net", returnFinalTarget: false)!.Name != own);
            _inNetwork = string.Create(CultureInfo.InvariantCulture, $"--net=/proc/{network.Id}/ns/net");
            InNetwork("ip", "link", "set", "lo", "up");
            InNetwork("ip", "addr", "add", Address + "/32", "dev", "lo");
            StartMaster(folder);
            StartChunkServer(folder, SmallDisk.Mount(folder, "moosefs-chunks", "tmpfs", bytes).Root);
            Root = Mount(folder, "moosefs");
            OtherRoot = Mount(folder, "moosefs-other");

            // Deleted files would be kept for a day.
            InNetwork("mfssettrashtime", "0", Root);
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    public static string[] Programs =>
        ["mfsmaster", "mfschunkserver", "mfsmount", "mfssetquota", "mfssettrashtime", "ip", "nsenter", "unshare", "setsid", "umount"];

    /// <summary>The mount point.</summary>
    public string Root { get; }

    /// <summary>The mount point of another client, which sees what has reached the servers.</summary>
    public string OtherRoot { get; }

    /// <summary>Limits how many bytes the files of a directory may have together.</summary>
    public void SetQuota(string directory, long bytes) =>
        InNetwork("mfssetquota", "-L", bytes.ToString(CultureInfo.InvariantCulture), directory);

    public void ClearQuota(string directory) => InNetwork("mfsdelquota", "-a", directory);

    public void Dispose()
    {
        foreach (string? root in (string?[])[Root, OtherRoot])
        {
            if (root is not null)
            {
                Command.TryRun("umount", "-l", root);
            }
        }

        for (int i = _servers.Count - 1; i >= 0; i--)
        {
            _servers[i].Dispose();
        }
    }

    private void StartMaster(MountFolder folder)
    {
        string data = folder.CreateFolder("mfsmaster");
        File.Copy("/var/lib/mfs/metadata.mfs.empty", Path.Combine(data, "metadata.mfs"));
        string configuration = folder.WriteFile(
            "mfsmaster.cfg",
            $"""
            WORKING_USER = root
            WORKING_GROUP = root
            DATA_PATH = {data}
            EXPORTS_FILENAME = {folder.WriteFile("mfsexports.cfg", "* / rw,alldirs,admin,maproot=0\n")}
            TOPOLOGY_FILENAME = {folder.WriteFile("mfstopology.cfg", "")}
            NICE_LEVEL = 0
            DISABLE_OOM_KILLER = 0
            CHUNKS_LOOP_MIN_TIME = 1
            CHUNKS_SOFT_DEL_LIMIT = 1000
            CHUNKS_HARD_DEL_LIMIT = 1000

            """);
        Add(Server.StartForking(folder.PathOf("mfsmaster.log"), [.. Enter("mfsmaster"), "-f", "-c", configuration, "start"]))
            .WaitUntil(() => Said(folder, "mfsmaster.log", "daemon initialized properly"));
    }

    private void StartChunkServer(MountFolder folder, string disk)
    {
        string configuration = folder.WriteFile(
            "mfschunkserver.cfg",
            $"""
            WORKING_USER = root
            WORKING_GROUP = root
            DATA_PATH = {folder.CreateFolder("mfschunkserver")}
            HDD_CONF_FILENAME = {folder.WriteFile("mfshdd.cfg", disk + "\n")}
            HDD_LEAVE_SPACE_DEFAULT = 1MiB
            MASTER_HOST = {Address}
            MASTER_RECONNECTION_DELAY = 1
            BIND_HOST = {Address}
            CSSERV_LISTEN_HOST = {Address}
            NICE_LEVEL = 0
            DISABLE_OOM_KILLER = 0

            """);
        Add(Server.StartForking(folder.PathOf("mfschunkserver.log"), [.. Enter("mfschunkserver"), "-f", "-c", configuration, "start"]))
            .WaitUntil(() => Said(folder, "mfschunkserver.log", "connected to Master"));
    }

    private string Mount(MountFolder folder, string name)
    {
        string root = folder.CreateFolder(name);
        string options = "mfserroronnospace,mfsioretries=3,mfsnice=0,mfsattrcacheto=0";
        Server client = Add(Server.Start(folder.PathOf(name + ".log"), [.. Enter("mfsmount"), "-f", root, "-H", Address, "-o", options]));
        client.WaitUntil(() => MountFolder.IsMounted(root) && new DriveInfo(root).AvailableFreeSpace > 0);
        return root;
    }

    private static bool Said(MountFolder folder, string log, string text) =>
        File.Exists(folder.PathOf(log)) && File.ReadAllText(folder.PathOf(log)).Contains(text);

    private string[] Enter(string program) => ["nsenter", _inNetwork, "--", Host.Find(program)!];

    private void InNetwork(params ReadOnlySpan<string> command) => Command.Run("nsenter", [_inNetwork, "--", .. command]);

    private Server Add(Server server)
    {
        _servers.Add(server);
        return server;
    }
}
