using System.Diagnostics;
using System.Globalization;
using System.Net.Sockets;

namespace StreamTuning.Infrastructure;

/// <summary>
/// A program that runs until it is disposed, killed, or this process ends in whatever way. All of its children end with it.
/// </summary>
public sealed class Server : IDisposable
{
    // A shell is the program's parent and waits until its input ends, which the system sees to when this process is killed. A signal of the kernel
    // (PR_SET_PDEATHSIG) would come too early: when the thread ends that has started the program. The shell has a session of its own, so that no
    // signal to a group of processes ends it first. Of a namespace it kills the first process, not `unshare`, which ends when all others have.
    private const string Lease =
        """
        killed=$1; log=$2; shift 2
        "$@" </dev/null >>"$log" 2>&1 &
        child=$!
        echo $child
        cat >/dev/null
        { test $killed = namespace && kill -KILL $(cat /proc/$child/task/$child/children); } 2>/dev/null || kill -KILL $child 2>/dev/null
        wait $child 2>/dev/null
        """;

    private readonly string _log;
    private readonly Process _shell;
    private bool _isDisposed;

    private Server(string log, Process shell, int id)
    {
        _log = log;
        _shell = shell;
        Id = id;
    }

    /// <summary>The id of the program's process.</summary>
    public int Id { get; }

    /// <summary>Starts a program.</summary>
    /// <param name="log">The file that its output is added to.</param>
    /// <param name="command">The program and its arguments. It must stay in the foreground.</param>
    public static Server Start(string log, params ReadOnlySpan<string> command) => StartLeased("program", log, command);

    /// <summary>Starts a server that forks: all of its processes get a PID namespace, which ends with the first of them.</summary>
    /// <inheritdoc cref="Start(string, ReadOnlySpan{string})"/>
    public static Server StartForking(string log, params ReadOnlySpan<string> command) =>
        StartLeased("namespace", log, ["unshare", "--pid", "--fork", "--kill-child", .. command]);

    private static Server StartLeased(string killed, string log, ReadOnlySpan<string> command)
    {
        var start = new ProcessStartInfo("setsid", ["sh", "-c", Lease, "sh", killed, log, .. command])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        Process shell = Forking.Start(start);
        return new Server(log, shell, int.Parse(shell.StandardOutput.ReadLine()!, CultureInfo.InvariantCulture));
    }

    /// <summary>A port of the loopback address that was free a moment ago, and that the system by default gives only to who asks for it.</summary>
    public static int FreePort()
    {
        while (true)
        {
            int port = Random.Shared.Next(10_000, 32_000);
            using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            try
            {
                socket.Bind(new System.Net.IPEndPoint(System.Net.IPAddress.Loopback, port));
                return port;
            }
            catch (SocketException e) when (e.SocketErrorCode is SocketError.AddressAlreadyInUse)
            {
            }
        }
    }

    /// <summary>Waits until the server accepts connections.</summary>
    public Server Listening(int port)
    {
        WaitUntil(() => Accepts(port));
        return this;
    }

    /// <summary>Waits until the server has reached a state.</summary>
    /// <exception cref="TimeoutException">It does not reach it; the message holds the server's output.</exception>
    public void WaitUntil(Func<bool> condition) =>
        Wait.Until(condition, () => $"The server does not answer. It printed: {(File.Exists(_log) ? File.ReadAllText(_log) : "nothing")}");

    /// <summary>Ends the program at once, as <c>kill -9</c> does, with all of its children.</summary>
    public void Dispose()
    {
        if (_isDisposed)
        {
            return;
        }

        _isDisposed = true;
        _shell.StandardInput.Close();
        _shell.WaitForExit();
        _shell.Dispose();
    }

    private static bool Accepts(int port)
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            socket.Connect(System.Net.IPAddress.Loopback, port);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
