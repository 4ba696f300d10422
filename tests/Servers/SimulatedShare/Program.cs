using System.Globalization;
using System.Runtime.InteropServices;

namespace StreamTuning.SimulatedShare;

/// <summary>The server of a <see cref="ShareMount"/>; started by hand it mounts a share on which any program can be tried.</summary>
internal static class Program
{
    public const string ServeCommand = "serve";

    /// <summary>Makes the server delete the directory in the end.</summary>
    public const string DeleteOption = "--delete";

    private const string Usage = """
        Usage: dotnet run -c Release --project tests/Servers/SimulatedShare -- mount DIRECTORY [options]

        Mounts a simulated share until it is stopped with Ctrl+C, and then says what it has been asked for. For root on Linux.

          --profile NAME   azure-files (default), round-trips, kernel-cifs, kernel-nfs (with their clients) or instant
          --faster N       so many times as fast
          --quota BYTES    room for so many bytes
          --client NAME    direct (default), or behaves as sshfs, nfs, cifs, moosefs or rclone does
        """;

    private static int Main(string[] arguments)
    {
        switch (arguments)
        {
            case [ServeCommand, var directory, .. var rest]:
                return ShareServer.Run(directory, deletesDirectory: rest is [DeleteOption], Console.In, Console.Out);
            case ["mount", var directory, .. var options] when TryParse(options, out SlowShareProfile profile, out long? quota, out ShareClient client):
                return Mount(directory, profile, quota, client);
            default:
                Console.Error.WriteLine(Usage);
                return 2;
        }
    }

    private static int Mount(string directory, SlowShareProfile profile, long? quota, ShareClient client)
    {
        if (!ShareMount.IsSupported(out string? reason))
        {
            Console.Error.WriteLine(reason);
            return 1;
        }

        using var stop = new ManualResetEventSlim();
        void Stop(PosixSignalContext signal)
        {
            signal.Cancel = true;
            stop.Set();
        }

        using PosixSignalRegistration interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, Stop);
        using PosixSignalRegistration terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, Stop);
        try
        {
            using ShareMount share = ShareMount.Start(profile, directory);
            share.Quota = quota;
            share.Client = client;
            Console.WriteLine($"Mounted on {share.Directory}. Ctrl+C unmounts it.");
            stop.Wait();
            Console.WriteLine(share.Requests);
            return 0;
        }
        catch (IOException e)
        {
            Console.Error.WriteLine(e.Message);
            return 1;
        }
    }

    private static bool TryParse(string[] options, out SlowShareProfile profile, out long? quota, out ShareClient client)
    {
        profile = SlowShareProfile.AzureFiles;
        quota = null;
        client = ShareClient.Direct;
        double faster = 1;
        for (int i = 0; i < options.Length; i += 2)
        {
            switch (options[i..Math.Min(i + 2, options.Length)])
            {
                case ["--profile", "azure-files"]:
                    break;
                case ["--profile", "round-trips"]:
                    profile = SlowShareProfile.RoundTrips;
                    break;
                case ["--profile", "kernel-cifs"]:
                    (profile, client) = (SlowShareProfile.KernelCifs, ShareClient.Cifs);
                    break;
                case ["--profile", "kernel-nfs"]:
                    (profile, client) = (SlowShareProfile.KernelNfs, ShareClient.Nfs);
                    break;
                case ["--profile", "instant"]:
                    profile = SlowShareProfile.Instant;
                    break;
                case ["--faster", var text] when double.TryParse(text, CultureInfo.InvariantCulture, out faster) && faster > 0:
                    break;
                case ["--quota", var text] when long.TryParse(text, CultureInfo.InvariantCulture, out long bytes) && bytes >= 0:
                    quota = bytes;
                    break;
                case ["--client", "direct"]:
                    client = ShareClient.Direct;
                    break;
                case ["--client", "sshfs"]:
                    client = ShareClient.Sshfs;
                    break;
                case ["--client", "nfs"]:
                    client = ShareClient.Nfs;
                    break;
                case ["--client", "cifs"]:
                    client = ShareClient.Cifs;
                    break;
                case ["--client", "moosefs"]:
                    client = ShareClient.MooseFS;
                    break;
                case ["--client", "rclone"]:
                    client = ShareClient.Rclone;
                    break;
                default:
                    return false;
            }
        }

        profile = profile.Faster(faster);
        return true;
    }
}
