using System.Globalization;

namespace StreamTuning.Infrastructure;

/// <summary>
/// A MooseFS of one master, one chunkserver and two clients. They have a network namespace of their own: MooseFS refuses loopback addresses.
/// </summary>
public sealed class MooseFs : IDisposable
{
    /// <summary>The address of the servers, and of a proxy before them.</summary>
    public const string Address = "10.99.0.1";

    private readonly List<Server> _servers = [];

    /// <summary>The command that runs a program in the network of the servers, or of the clients once it is there.</summary>
    private string[] _inNetwork = [];

    /// <param name="folder">Holds mount points and data.</param>
    /// <param name="bytes">The size of the disk under the chunkserver.</param>
    /// <param name="startProxies">
    /// Starts what passes <see cref="Ports"/> on, if the clients shall have a network of their own. It is given the commands that run a program in
    /// the network of the servers, and in that of the clients.
    /// </param>
    public MooseFs(MountFolder folder, long bytes, Func<string[], string[], IEnumerable<Server>>? startProxies = null)
    {
        try
        {
            string[] servers = _inNetwork = StartNetwork(folder, "network.log");
            StartMaster(folder);
            StartChunkServer(folder, SmallDisk.Mount(folder, "moosefs-chunks", "tmpfs", bytes).Root);
            if (startProxies is not null)
            {
                _inNetwork = StartNetwork(folder, "network-of-clients.log");
                foreach (Server proxy in startProxies(servers, _inNetwork))
                {
                    Add(proxy);
                }
            }

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

    /// <summary>The ports of the master and of the chunkserver.</summary>
    public static int[] Ports => [9421, 9422];

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

    private string[] StartNetwork(MountFolder folder, string log)
    {
        Server network = Add(Server.Start(folder.PathOf(log), "unshare", "--net", "sleep", "infinity"));
        string own = File.ResolveLinkTarget("/proc/self/ns/net", returnFinalTarget: false)!.Name;
        network.WaitUntil(() => File.ResolveLinkTarget($"/proc/{network.Id}/ns/net", returnFinalTarget: false)!.Name != own);
        string[] enter = ["nsenter", string.Create(CultureInfo.InvariantCulture, $"--net=/proc/{network.Id}/ns/net"), "--"];
        Command.Run(enter[0], [.. enter[1..], "ip", "link", "set", "lo", "up"]);
        Command.Run(enter[0], [.. enter[1..], "ip", "addr", "add", Address + "/32", "dev", "lo"]);
        return enter;
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

    private string[] Enter(string program) => [.. _inNetwork, Host.Find(program)!];

    private void InNetwork(params ReadOnlySpan<string> command) => Command.Run(_inNetwork[0], [.. _inNetwork[1..], .. command]);

    private Server Add(Server server)
    {
        _servers.Add(server);
        return server;
    }
}
