using System.Diagnostics;
using StreamTuning.SimulatedShare;

namespace StreamTuning;

/// <summary>The processes that serve mounted shares.</summary>
internal static class ShareServers
{
    /// <summary>A share of its own for a test that ends it; skips the test where none can be mounted.</summary>
    public static ShareMount Start(string? directory = null)
    {
        Skip.IfNot(ShareMount.TryStart(SlowShareProfile.Instant, directory, out ShareMount? share, out string? reason), reason);
        return share;
    }

    /// <summary>Kills the server: whatever is asked for on the share fails from then on, although it is still mounted.</summary>
    public static void Kill(ShareMount share)
    {
        using Process server = Find(share.Directory);
        server.Kill();
        server.WaitForExit();
    }

    private static Process Find(string directory) => Process.GetProcesses().Single(process =>
    {
        try
        {
            string[] arguments = File.ReadAllText($"/proc/{process.Id}/cmdline").Split('\0');
            int command = Array.IndexOf(arguments, "serve");
            return command >= 0 && arguments[command + 1] == directory;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false; // It has ended meanwhile.
        }
    });
}
