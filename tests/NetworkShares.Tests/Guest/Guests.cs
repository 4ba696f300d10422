namespace StreamTuning.NetworkShares.Guest;

/// <summary>Two guests that run all cases once, one with SMB and one with NFS, and their results.</summary>
public sealed class Guests : IAsyncLifetime
{
    /// <summary>The mounts of each guest.</summary>
    private static readonly string[] Both = ["cifs,cifs-none", "nfs,nfs-sync"];

    /// <summary>How long a guest may print nothing. Its longest case says after 150 s that it hangs.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(10);

    private readonly Dictionary<(string Mount, string Group, string Name), GuestCase> _cases = [];
    private readonly List<string> _console = [];

    private string? _missing;

    public static string[] Mounts { get; } = string.Join(',', Both).Split(',');

    /// <summary>Whether a mount holds data back and reports the failure of a write later.</summary>
    internal static bool WritesInBackground(string mount) => mount is "cifs" or "nfs";

    public async Task InitializeAsync()
    {
        _missing = GuestRoot.Missing();
        if (_missing is null)
        {
            string root = await GuestRoot.BuildAsync();
            await Task.WhenAll(Both.Select(mounts => RunAsync(root, mounts)));
        }
    }

    public Task DisposeAsync() => Task.CompletedTask;

    /// <summary>The result of a case. Throws if no guest got that far.</summary>
    internal GuestCase Find(string mount, string group, string name)
    {
        Skip.If(_missing is not null, _missing);
        return _cases.TryGetValue((mount, group, name), out GuestCase? found)
            ? found
            : throw new InvalidOperationException($"No guest got to {mount}, {group}, {name}:\n{string.Join('\n', _console.TakeLast(40))}");
    }

    private async Task RunAsync(string root, string mounts)
    {
        using GuestMachine guest = GuestMachine.Start(root, typeof(Guests).Assembly, onLine: null, $"mounts={mounts}");
        bool hasEnded = await guest.WaitForEndAsync(Patience);
        lock (_console)
        {
            foreach (string line in guest.Console)
            {
                if (GuestCase.Parse(line) is { } found)
                {
                    _cases[(found.Mount, found.Group, found.Name)] = found;
                }
                else
                {
                    _console.Add(line);
                }
            }

            if (!hasEnded)
            {
                _console.Add($"The guest with {mounts} has printed nothing for {Patience}.");
            }
        }
    }
}
