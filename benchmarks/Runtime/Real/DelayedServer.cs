using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using StreamTuning.Infrastructure;

namespace StreamTuning.Benchmarks;

/// <summary>
/// A <see cref="DelayProxy"/> in a process of its own: in this one it would wait for the threads that wait for its file system.
/// </summary>
internal static class DelayedServer
{
    /// <summary>The name of the program's command that runs proxies.</summary>
    public const string Proxy = "proxy";

    /// <summary>Starts a proxy before a server on loopback.</summary>
    public static Server Start(MountFolder folder, int serverPort, int milliseconds, out int port)
    {
        port = Server.FreePort();
        string[] addresses = [$"127.0.0.1:{Text(port)}", $"127.0.0.1:{Text(serverPort)}"];
        return Start(folder, "server", [], milliseconds, addresses);
    }

    /// <summary>
    /// Starts a proxy in the network of the servers and one in that of the clients. Local sockets lead from one to the other.
    /// </summary>
    /// <param name="folder">Holds the sockets.</param>
    /// <param name="servers">The command that runs a program in the network of the servers.</param>
    /// <param name="clients">The command that runs a program in the network of the clients.</param>
    /// <param name="addresses">The addresses of the servers, and of the proxies.</param>
    /// <param name="milliseconds">The delay.</param>
    public static IEnumerable<Server> StartBetween(
        MountFolder folder, string[] servers, string[] clients, IReadOnlyList<string> addresses, int milliseconds)
    {
        string[] sockets = [.. addresses.Select((_, i) => folder.PathOf($"proxy-{Text(i)}"))];
        yield return Start(folder, "servers", servers, milliseconds: 0, Pairs(sockets, addresses));
        yield return Start(folder, "clients", clients, milliseconds, Pairs(addresses, sockets));

        static IEnumerable<string> Pairs(IReadOnlyList<string> from, IReadOnlyList<string> to) =>
            from.Zip(to, (first, second) => (string[])[first, second]).SelectMany(pair => pair);
    }

    /// <summary>Runs proxies until the process is ended.</summary>
    /// <param name="milliseconds">The delay.</param>
    /// <param name="addresses">The address to listen on, and that of its server, for each proxy.</param>
    public static async Task RunAsync(string milliseconds, string[] addresses)
    {
        var delay = TimeSpan.FromMilliseconds(int.Parse(milliseconds, CultureInfo.InvariantCulture));
        foreach (string[] pair in addresses.Chunk(2))
        {
            _ = new DelayProxy(DelayProxy.Listen(Address(pair[0])), Address(pair[1]), delay);
        }

        Console.WriteLine("started");
        await Task.Delay(Timeout.Infinite);
    }

    private static Server Start(MountFolder folder, string name, string[] enter, int milliseconds, IEnumerable<string> addresses)
    {
        string log = folder.PathOf($"proxy-of-{name}.log");
        string dotnet = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", "dotnet"));
        string program = typeof(DelayedServer).Assembly.Location;
        Server proxy = Server.Start(log, [.. enter, dotnet, "exec", program, Proxy, Text(milliseconds), .. addresses]);
        proxy.WaitUntil(() => File.Exists(log) && File.ReadAllText(log).Contains("started", StringComparison.Ordinal));
        return proxy;
    }

    private static EndPoint Address(string text) => text.StartsWith('/') ? new UnixDomainSocketEndPoint(text) : IPEndPoint.Parse(text);

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
