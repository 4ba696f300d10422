namespace StreamTuning.NetworkShares;

/// <summary>What the test program does when a test starts it as another process; see <see cref="ChildProgram"/>.</summary>
internal static class Program
{
    /// <summary>Mounts sshfs, says where, and waits to be ended.</summary>
    public const string Mount = "mount";

    public static int Main(string[] arguments)
    {
        switch (arguments)
        {
            case [Mount]:
                using (var mount = new Sshfs())
                {
                    Console.WriteLine(mount.Folder.Root);
                    Console.In.ReadToEnd();
                    return 0;
                }

            default:
                Console.Error.WriteLine("The tests are run by dotnet test.");
                return 2;
        }
    }
}
