using System.Diagnostics;
using static StreamTuning.ShareServers;

namespace StreamTuning.SimulatedShare;

/// <summary>How a mounted share ends, in good ways and bad, and that the next one finds nothing of it.</summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class ShareMountLifeTests : IDisposable
{
    private readonly Scratch _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [SkippableFact]
    public void Disposing_unmounts_and_deletes()
    {
        ShareMount share = Start();
        string directory = share.Directory;
        File.WriteAllText(share.PathOf("file"), "text");
        Assert.Contains(directory, Mounts());
        share.Dispose();
        share.Dispose();
        Assert.False(Directory.Exists(directory));
        Assert.DoesNotContain(directory, Mounts());
        Assert.Throws<ObjectDisposedException>(() => share.Requests);
    }

    [SkippableFact]
    public async Task A_directory_of_the_caller_is_only_covered()
    {
        string file = _scratch.WithFile("file", [1]);
        await using (ShareMount share = Start(_scratch.Root))
        {
            Assert.Empty(Directory.EnumerateFileSystemEntries(share.Directory));
        }

        Assert.Equal([file], Directory.EnumerateFileSystemEntries(_scratch.Root));
    }

    [SkippableFact]
    public void Files_may_be_open_and_requests_held_when_it_ends()
    {
        ShareMount share = Start();
        FileStream file = File.Create(share.PathOf("file"), bufferSize: 0);
        share.SetFaults(new ShareFault(ShareOperation.Write) { Delay = Timeout.InfiniteTimeSpan });
        Exception? failure = null;
        var writer = new Thread(() => failure = Record.Exception(() => file.WriteByte(1)));
        writer.Start();
        Assert.True(SpinWait.SpinUntil(() => share.HeldRequests == 1, TimeSpan.FromMinutes(1)));
        share.Dispose();
        writer.Join();
        Assert.IsAssignableFrom<IOException>(failure);
        Assert.ThrowsAny<IOException>(() => file.ReadByte());
        file.Dispose();
    }

    [SkippableFact]
    public void A_killed_server_does_not_stop_the_next()
    {
        using ShareMount share = Start(_scratch.Root);
        ShareServers.Kill(share);
        Assert.ThrowsAny<IOException>(() => share.Requests);
        using (ShareMount next = Start(_scratch.Root))
        {
            File.WriteAllText(next.PathOf("file"), "text");
        }

        Assert.Empty(Directory.EnumerateFileSystemEntries(_scratch.Root));
    }

    [SkippableTheory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_killed_process_leaves_nothing(bool withChildren)
    {
        Start().Dispose(); // Skips where none can be mounted.
        string directory = Path.Combine(_scratch.Root, "a share");
        var start = new ProcessStartInfo(Environment.ProcessPath is { } host && Path.GetFileName(host) == "dotnet" ? host : "dotnet")
        {
            ArgumentList = { typeof(ShareMount).Assembly.Location, "mount", directory },
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using Process process = Process.Start(start)!;
        Assert.Contains(directory, await process.StandardOutput.ReadLineAsync(), StringComparison.Ordinal);
        File.WriteAllText(Path.Combine(directory, "file"), "text");
        process.Kill(entireProcessTree: withChildren);
        // The server has it too: it ends when both have ended.
        Assert.Equal("", await process.StandardError.ReadToEndAsync());
        Assert.Empty(Directory.EnumerateFileSystemEntries(directory));
    }

    [SkippableFact]
    public void Several_are_mounted_at_the_same_time()
    {
        ShareMount[] shares = [Start(), .. Enumerable.Range(0, 4).AsParallel().Select(_ => ShareMount.Start(SlowShareProfile.Instant))];
        try
        {
            Assert.Single(shares.Select(share => share.LargestRequest).Distinct());
            Array.ForEach(shares, share => File.WriteAllText(share.PathOf("file"), share.Directory));
            Assert.All(shares, share => Assert.Equal(share.Directory, File.ReadAllText(share.PathOf("file"))));
            Assert.All(shares, share => Assert.Equal(1, share.Requests.Writes));
        }
        finally
        {
            Array.ForEach(shares, share => share.Dispose());
        }
    }

    private static string Mounts() => File.ReadAllText("/proc/self/mounts");
}
