using System.Diagnostics;
using System.Runtime.InteropServices;

namespace StreamTuning.NetworkShares.Guest;

public class GuestLifeTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(3);

    private readonly string _mark = $"mark={Guid.NewGuid():N}";

    [SkippableFact]
    public async Task A_guest_ends_with_the_process_that_started_it_when_that_is_killed()
    {
        Skip.If(GuestRoot.Missing() is not null, GuestRoot.Missing());
        string root = await GuestRoot.BuildAsync();
        string host = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", "dotnet"));
        using Process process = Process.Start(host, ["exec", typeof(GuestLifeTests).Assembly.Location, "guest", "start", root, "stay=1", _mark]);
        try
        {
            await UntilAsync(() => Marked().Any(command => command.StartsWith("linux.uml", StringComparison.Ordinal)));
        }
        finally
        {
            process.Kill();
        }

        await UntilAsync(() => !Marked().Any());
    }

    private static async Task UntilAsync(Func<bool> condition)
    {
        var time = Stopwatch.StartNew();
        while (!condition())
        {
            Assert.True(time.Elapsed < Patience, "It took too long.");
            await Task.Delay(50);
        }
    }

    /// <summary>The command lines of all processes that belong to the guest of this test.</summary>
    private IEnumerable<string> Marked()
    {
        foreach (string directory in Directory.EnumerateDirectories("/proc"))
        {
            string command;
            try
            {
                command = File.ReadAllText($"{directory}/cmdline");
            }
            catch (IOException)
            {
                // No process, or one that has just ended.
                continue;
            }

            if (command.Contains(_mark, StringComparison.Ordinal))
            {
                yield return command;
            }
        }
    }
}
