namespace StreamTuning.SimulatedShare;

/// <summary>The server of a <see cref="ShareMount"/>; started by itself, what mounts a share for any program to try.</summary>
internal static class Program
{
    public const string ServeCommand = "serve";

    private static int Main(string[] arguments) => arguments switch
    {
        [ServeCommand, var directory] => ShareServer.Run(directory, Console.In, Console.Out),
        _ => 2,
    };
}
