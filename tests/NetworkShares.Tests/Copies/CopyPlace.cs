namespace StreamTuning.NetworkShares;

/// <summary>A directory on a file system to be tested, and the same directory as its server sees it.</summary>
public class CopyPlace
{
    /// <param name="client">The directory, through the file system that is tested.</param>
    /// <param name="server">The same directory on the server; <paramref name="client"/> for a local disk.</param>
    public CopyPlace(string client, string server)
    {
        Client = client;
        Server = server;
    }

    protected CopyPlace()
        : this("", "")
    {
    }

    public string Client { get; protected set; }

    public string Server { get; protected set; }

    /// <summary>Whether the server's files are those that the client writes; otherwise they arrive a while after they are closed.</summary>
    public virtual bool IsWrittenThrough => true;

    /// <summary>How long the server may take, after <see cref="Settle"/>, to get what has been closed.</summary>
    public virtual TimeSpan Lag => TimeSpan.Zero;

    /// <summary>Whether the disk under the server can be filled.</summary>
    public virtual bool CanFill => true;

    /// <summary>Whether a directory can have a quota.</summary>
    public virtual bool CanLimit => false;

    /// <summary>Whether the server can be killed.</summary>
    public virtual bool CanKillServer => false;

    /// <summary>Waits until no other test starts a process, where that would end the files that are open, until the result is disposed.</summary>
    public virtual Task<IDisposable?> StopForkingAsync() => Task.FromResult<IDisposable?>(null);

    /// <summary>Waits until the server has got everything that was closed. Most file systems have sent it before closing returns.</summary>
    /// <param name="name">The name below <see cref="Server"/> of the directory that it is in.</param>
    public virtual void Settle(string name)
    {
    }

    /// <summary>Leaves so many bytes of room under the server.</summary>
    public virtual void Fill(long left) => SmallDisk.Fill(Server, left);

    /// <summary>Ends what <see cref="Fill"/> has done.</summary>
    public virtual void Free() => SmallDisk.Free(Server);

    /// <summary>Gives a directory a quota.</summary>
    /// <param name="name">Its name below <see cref="Client"/>.</param>
    /// <param name="bytes">How many bytes its files may have together.</param>
    public virtual void Limit(string name, long bytes) => throw new NotSupportedException();

    /// <summary>Ends what <see cref="Limit"/> has done.</summary>
    public virtual void Unlimit(string name) => throw new NotSupportedException();

    /// <summary>Kills the server with all of its connections.</summary>
    public virtual void KillServer() => throw new NotSupportedException();

    /// <summary>Starts the server again, and mounts again if that is needed.</summary>
    public virtual void RestartServer() => throw new NotSupportedException();
}
