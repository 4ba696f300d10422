using System.Globalization;
using System.Runtime.InteropServices;
using StreamTuning.Infrastructure;

namespace StreamTuning.Benchmarks;

/// <summary>
/// A <see cref="DelayProxy"/> in a process of its own: in this one it would wait for the threads that wait for its file system.
/// </summary>
internal static class DelayedServer
{
    /// <summary>The name of the program's command that runs a proxy.</summary>
    public const string Proxy = "proxy";

    /// <summary>Starts a proxy before a server, which ends when it is disposed.</summary>
    public static Server Start(MountFolder folder, int serverPort, int milliseconds, out int port)
    {
        port = Server.FreePort();
        string dotnet = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", "dotnet"));
        string program = typeof(DelayedServer).Assembly.Location;
        return Server.Start(folder.PathOf("proxy.log"), dotnet, "exec", program, Proxy, Text(port), Text(serverPort), Text(milliseconds))
            .Listening(port);
    }

    /// <summary>Runs a proxy until the process is ended.</summary>
    public static async Task RunAsync(string port, string serverPort, string milliseconds)
    {
        using var proxy = new DelayProxy(Number(port), Number(serverPort), TimeSpan.FromMilliseconds(Number(milliseconds)));
        await Task.Delay(Timeout.Infinite);
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

    private static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);
}
