namespace StreamTuning.NetworkShares;

public sealed class ServerKillTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    /// <summary>A process that still ran could do the rest of a copy, which then fails over a whole file.</summary>
    [SkippableFact]
    public void When_a_server_is_killed_all_of_its_processes_have_ended()
    {
        string? reason = Host.WhyNot("unshare", "setsid");
        Skip.If(reason is not null, reason);
        string idFile = Path.Combine(_folder, "id");

        // The first process takes a while to end: its memory is freed before its children are killed. It has told the id that is valid outside.
        string script =
            $$"""
            text=$(head -c 50000000 /dev/zero | tr '\0' x)
            sh -c 'read id rest </proc/self/stat; echo $id >{{idFile}}.new; mv {{idFile}}.new {{idFile}}; exec sleep 1000' &
            wait
            """;
        Server server = Server.StartForking(Path.Combine(_folder, "log"), "sh", "-c", script);
        using (server)
        {
            server.WaitUntil(() => File.Exists(idFile));
        }

        Assert.False(Directory.Exists("/proc/" + File.ReadAllText(idFile).Trim()));
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
