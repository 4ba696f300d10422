namespace StreamTuning.NetworkShares;

public class MountTests
{
    [SkippableFact]
    public void A_process_that_is_killed_leaves_neither_mounts_nor_servers()
    {
        Skip.If(Host.WhyNot(SshfsMount.Programs) is not null, Host.WhyNot(SshfsMount.Programs));
        using ChildProgram child = ChildProgram.Start(Program.Mount, nameof(Sshfs));
        string root = child.ReadLine();
        Assert.Contains(File.ReadLines("/proc/mounts"), line => line.Contains(root));
        Assert.NotEmpty(ProcessesOf(root));

        child.Kill();

        Wait.Until(
            () => !Directory.Exists(root) && !File.ReadAllText("/proc/mounts").Contains(root) && !ProcessesOf(root).Any(),
            () => $"Left: {string.Join(", ", ProcessesOf(root))}; '{root}' exists: {Directory.Exists(root)}.");
    }

    private static IEnumerable<string> ProcessesOf(string root) =>
        Directory.EnumerateDirectories("/proc").Select(CommandLineOf).Where(command => command.Contains(root));

    private static string CommandLineOf(string process)
    {
        try
        {
            return File.ReadAllText(Path.Combine(process, "cmdline")).Replace('\0', ' ');
        }
        catch (IOException)
        {
            return ""; // Not a process, or it has ended meanwhile.
        }
    }
}
