using System.Diagnostics.CodeAnalysis;
using System.Runtime.InteropServices;

namespace StreamTuning.SimulatedShare;

/// <summary>
/// The files of a mount, in memory, and what requests for them cost. Each method is one request: it returns when the request has taken its time.
/// For several threads.
/// </summary>
internal sealed unsafe class ShareFileSystem
{
    public const ulong RootId = 1;

    // Of linux/fs.h and linux/falloc.h.
    private const uint RenameNoReplace = 1;
    private const uint AllocateKeepSize = 1;
    private const int OpenExclusive = 0x80;
    private const int OpenTruncate = 0x200;

    // Of a share without owners: the user that stands for all, and what all may do.
    private const uint Nobody = 65534;
    private const uint Everybody = 0x1FF;

    // What the free space of a share without a quota looks like: 5 TiB.
    private const long NoQuota = 5L << 40;

    private readonly Lock _gate = new();
    private readonly SharedLink _link = new();
    private readonly NameCache _names = new();
    private readonly RequestCounter _counter = new();
    private readonly Dictionary<ulong, ShareNode> _nodes = [];
    private readonly Dictionary<ulong, ShareHandle> _handles = [];
    private ShareSettings _settings;
    private ulong _lastId = RootId;
    private ulong _lastHandle;
    private long _usedBlocks;

    public ShareFileSystem(ShareSettings settings)
    {
        _settings = settings;
        _nodes[RootId] = new ShareNode(RootId, ShareNode.DirectoryType | 0x1FF, 0, 0) { Links = 2, Lookups = 1 };
    }

    public FaultPlan Faults { get; } = new();

    public SlowShareRequests Requests
    {
        get
        {
            lock (_gate)
            {
                return _counter.Snapshot();
            }
        }
    }

    public long UsedBytes
    {
        get
        {
            lock (_gate)
            {
                return _usedBlocks * BlockSet.BlockSize;
            }
        }
    }

    /// <summary>
    /// How long the kernel may answer for itself which attributes a file has. Not at all if the length can change without a request that changes it.
    /// Names are not remembered either way.
    /// </summary>
    public ulong SecondsAttributesAreValid => _settings.Client is { WritesBack: false, Uploads: false } ? 1ul : 0;

    private ShareRoundTrips Trips => _settings.Profile.RoundTripsOf;

    private long FreeBlocks => _settings.Quota is { } quota ? Math.Max(0, (quota / BlockSet.BlockSize) - _usedBlocks) : long.MaxValue;

    public void Set(ShareSettings settings)
    {
        lock (_gate)
        {
            _settings = settings;
            _names.Clear();
        }
    }

    public void ResetRequests()
    {
        lock (_gate)
        {
            _counter.Reset();
        }
    }

    /// <summary>How much room there is.</summary>
    public ShareError Statistics(ulong request, out FuseStatFileSystemOut statistics)
    {
        ShareError fault = Take(ShareOperation.FreeSpace, request, Trips.FreeSpace);
        lock (_gate)
        {
            ulong blocks = (ulong)((_settings.Quota ?? NoQuota) / BlockSet.BlockSize);
            ulong free = _settings.Quota is null ? blocks - Math.Min(blocks, (ulong)_usedBlocks) : (ulong)FreeBlocks;
            statistics = new FuseStatFileSystemOut
            {
                Blocks = blocks,
                FreeBlocks = free,
                AvailableBlocks = free,
                Files = 1 << 20,
                FreeFiles = (1 << 20) - (ulong)_nodes.Count,
                BlockSize = BlockSet.BlockSize,
                FragmentSize = BlockSet.BlockSize,
                NameLength = 255,
            };
            return fault;
        }
    }

    public ShareError Lookup(ulong directory, string name, out FuseAttributes attributes)
    {
        int roundTrips;
        lock (_gate)
        {
            roundTrips = _names.Look(directory, name, Trips);
        }

        Look(roundTrips);
        lock (_gate)
        {
            attributes = default;
            if (!TryFind(directory, name, out ShareNode? node))
            {
                return ShareError.NotFound;
            }

            node.LookedUpAs = (directory, name);
            attributes = Tell(node);
            return ShareError.None;
        }
    }

    public void Forget(ulong id, ulong lookups)
    {
        lock (_gate)
        {
            if (_nodes.TryGetValue(id, out ShareNode? node))
            {
                node.Lookups -= (long)lookups;
                RemoveIfUnused(node);
            }
        }
    }

    public ShareError GetAttributes(ulong id, out FuseAttributes attributes)
    {
        bool remembers;
        lock (_gate)
        {
            remembers = !_nodes.TryGetValue(id, out ShareNode? node) || node.IsDirectory || node.Handles > 0
                || _names.Remembers(node.LookedUpAs.Directory, node.LookedUpAs.Name);
        }

        Look(remembers ? 0 : Trips.Look);
        lock (_gate)
        {
            attributes = default;
            if (!_nodes.TryGetValue(id, out ShareNode? node))
            {
                return ShareError.Stale;
            }

            attributes = AttributesOf(node);
            return ShareError.None;
        }
    }

    public ShareError SetAttributes(ulong request, ulong id, in FuseSetAttributesIn change, out FuseAttributes attributes)
    {
        bool setsLength = change.Valid.HasFlag(FuseSetAttributes.Size);
        attributes = default;
        if (setsLength)
        {
            WaitUntilSent(id);
        }

        ShareFault? found = null;
        ShareError fault = setsLength
            ? Take(ShareOperation.SetLength, request, out found, Trips.SetLength)
            : Take(ShareOperation.SetAttributes, request);
        if (fault is not ShareError.None && found?.LosesReply != true)
        {
            return fault;
        }

        lock (_gate)
        {
            if (!_nodes.TryGetValue(id, out ShareNode? node))
            {
                return ShareError.Stale;
            }

            DateTime now = DateTime.UtcNow;
            if (setsLength)
            {
                ShareHandle? handle = change.Valid.HasFlag(FuseSetAttributes.Handle) ? _handles.GetValueOrDefault(change.Handle) : null;
                if (TrySetLength(node, handle, (long)change.Size) is not ShareError.None and var refusal)
                {
                    return refusal;
                }

                if (fault is not ShareError.None)
                {
                    return fault;
                }
            }

            node.Changed = now;

            if (change.Valid.HasFlag(FuseSetAttributes.Mode))
            {
                node.Mode = (node.Mode & ~ShareNode.PermissionMask) | (change.Mode & ShareNode.PermissionMask);
            }

            node.User = change.Valid.HasFlag(FuseSetAttributes.User) ? change.User : node.User;
            node.Group = change.Valid.HasFlag(FuseSetAttributes.Group) ? change.Group : node.Group;
            if (change.Valid.HasFlag(FuseSetAttributes.AccessTime))
            {
                node.Accessed = change.Valid.HasFlag(FuseSetAttributes.AccessTimeNow) ? now : Time(change.AccessTime, change.AccessNanoseconds);
            }

            if (change.Valid.HasFlag(FuseSetAttributes.ModificationTime))
            {
                node.Modified = change.Valid.HasFlag(FuseSetAttributes.ModificationTimeNow)
                    ? now
                    : Time(change.ModificationTime, change.ModificationNanoseconds);
            }

            attributes = AttributesOf(node);
            return ShareError.None;
        }
    }

    /// <summary>Creates a file, or opens it if another request has created it meanwhile.</summary>
    public ShareError Create(ulong request, ulong directory, string name, in FuseCreateIn options, uint user, uint group, int process, out FuseAttributes attributes, out ulong handle)
    {
        attributes = default;
        handle = 0;
        if (Take(ShareOperation.Create, request, Trips.Open, (directory, name)) is not ShareError.None and var fault)
        {
            return fault;
        }

        lock (_gate)
        {
            if (TryFind(directory, name, out ShareNode? node))
            {
                if ((options.Flags & OpenExclusive) != 0)
                {
                    return ShareError.Exists;
                }

                if (node.IsDirectory)
                {
                    return ShareError.IsADirectory;
                }

                if ((options.Flags & OpenTruncate) != 0)
                {
                    SetLength(node, 0);
                }
            }
            else if (!TryAdd(directory, name, ShareNode.FileType | (options.Mode & ShareNode.PermissionMask), user, group, out node))
            {
                return ShareError.NotFound;
            }

            node.LookedUpAs = (directory, name);
            handle = AddHandle(node, process);
            attributes = Tell(node);
            return ShareError.None;
        }
    }

    public ShareError Open(ulong request, ulong id, uint flags, int process, out ulong handle)
    {
        handle = 0;
        (ulong, string) name;
        lock (_gate)
        {
            name = _nodes.TryGetValue(id, out ShareNode? found) ? found.LookedUpAs : (0, "");
        }

        if (Take(ShareOperation.Open, request, Trips.Open, name) is not ShareError.None and var fault)
        {
            return fault;
        }

        lock (_gate)
        {
            if (!_nodes.TryGetValue(id, out ShareNode? node))
            {
                return ShareError.Stale;
            }

            if ((flags & OpenTruncate) != 0)
            {
                SetLength(node, 0);
            }

            handle = AddHandle(node, process);
            return ShareError.None;
        }
    }

    /// <summary>Ends a handle. The kernel has flushed it before, and waits for no answer: an error that has not been reported never is.</summary>
    public void Release(ulong id)
    {
        lock (_gate)
        {
            if (_handles.Remove(id, out ShareHandle? handle))
            {
                _ = Report(handle);
                handle.Node.Handles--;
                RemoveIfUnused(handle.Node);
            }
        }
    }

    /// <summary>Reads into a buffer. Costs nothing: there are no measurements to fit it to.</summary>
    public ShareError Read(ulong request, ulong id, long offset, byte* buffer, ref int count)
    {
        ShareError fault = Faults.Take(ShareOperation.Read, request, out ShareFault? found);
        int content;
        lock (_gate)
        {
            _counter.Count(ShareOperation.Read);
            if (fault is not ShareError.None)
            {
                return fault;
            }

            if (!_nodes.TryGetValue(id, out ShareNode? node))
            {
                return ShareError.Stale;
            }

            count = (int)Math.Clamp(node.Length - offset, 0, Math.Min(count, MostBytes(found)));
            content = node.Content;
            _counter.DoRead(count);
        }

        int done = 0;
        while (content >= 0 && done < count)
        {
            nint read = Libc.ReadAt(content, buffer + done, count - done, offset + done);
            if (read < 0)
            {
                return (ShareError)Marshal.GetLastPInvokeError();
            }

            if (read == 0)
            {
                break;
            }

            done += (int)read;
        }

        // What has never been written are zeros.
        NativeMemory.Clear(buffer + done, (nuint)(count - done));
        return ShareError.None;
    }

    /// <summary>Writes; what does not fit any more is left to the next request, which fails.</summary>
    public ShareError Write(ulong request, ulong id, long offset, byte* data, ref int count, TimeSpan arrival)
    {
        ShareClient client;
        lock (_gate)
        {
            client = _settings.Client;
            _counter.StartWrite(count);
        }

        try
        {
            ShareError fault = Faults.Take(ShareOperation.Write, request, out ShareFault? found);
            if (found is not null)
            {
                count = Math.Min(count, MostBytes(found));
                arrival = SlowShare.Now;
            }

            ShareError failure = Place(client, id, offset, ref count, fault, arrival, out int stored, out int content, out TimeSpan end);
            if (failure is not ShareError.None)
            {
                WaitUntil(client.WritesBack ? arrival : arrival + _settings.Profile.Write);
                return failure;
            }

            // The bytes are stored while the request takes its time.
            for (int done = 0; content >= 0 && done < stored;)
            {
                nint written = Libc.WriteAt(content, data + done, stored - done, offset + done);
                if (written < 0)
                {
                    return (ShareError)Marshal.GetLastPInvokeError();
                }

                done += (int)written;
            }

            if (!client.WritesBack)
            {
                WaitUntil(end);
            }

            return ShareError.None;
        }
        finally
        {
            lock (_gate)
            {
                _counter.EndWrite();
            }
        }
    }

    public ShareError Allocate(ulong request, ulong id, in FuseAllocateIn range)
    {
        if (Take(ShareOperation.Preallocate, request) is not ShareError.None and var fault)
        {
            return fault;
        }

        lock (_gate)
        {
            if ((range.Mode & ~AllocateKeepSize) != 0)
            {
                return ShareError.NotSupported;
            }

            if (!_nodes.TryGetValue(id, out ShareNode? node))
            {
                return ShareError.Stale;
            }

            long room = FreeBlocks;
            if (node.Blocks.MissingIn((long)range.Offset, (long)range.Length) > room)
            {
                return _settings.Client.NoRoom;
            }

            Reserve(node, (long)range.Offset, (long)range.Length, room);
            if ((range.Mode & AllocateKeepSize) == 0)
            {
                node.Length = Math.Max(node.Length, (long)(range.Offset + range.Length));
            }

            return ShareError.None;
        }
    }

    public ShareError SyncDirectory(ulong request) => Take(ShareOperation.Sync, request, Trips.Sync);

    /// <summary>Brings a file to the disk, after what the client holds has been sent.</summary>
    public ShareError Sync(ulong request, ulong id)
    {
        ShareError fault = Take(ShareOperation.Sync, request, roundTrips: 0);
        ShareError error = fault is ShareError.None ? Settle(id) : fault;
        Travel(Trips.Sync);
        return error;
    }

    /// <summary>
    /// Closes a descriptor of a handle, after the client has sent everything. Nobody knows whether it is the last one, so the first takes
    /// the round trips.
    /// </summary>
    public ShareError Flush(ulong request, ulong id, int process)
    {
        int roundTrips = 0;
        lock (_gate)
        {
            // A child process closes what it has inherited before it becomes another program. If it took errors, what a test sees would depend on
            // the processes that other tests start meanwhile.
            if (_handles.TryGetValue(id, out ShareHandle? handle) && handle.Opener != process)
            {
                return ShareError.None;
            }

            if (handle is { IsClosing: false })
            {
                handle.IsClosing = true;
                roundTrips = Trips.Close;
            }
        }

        ShareError fault = Take(ShareOperation.Flush, request, roundTrips: 0);
        if (fault is not ShareError.None)
        {
            return fault;
        }

        ShareError error = Settle(id);
        Travel(roundTrips);
        lock (_gate)
        {
            if (_settings.Client.Uploads && _handles.TryGetValue(id, out ShareHandle? handle))
            {
                handle.IsUploaded |= handle.UploadEnd > 0;
                handle.Node.StaleLength = null;
            }
        }

        return error;
    }

    public ShareError MakeDirectory(ulong request, ulong directory, string name, uint mode, uint user, uint group, out FuseAttributes attributes)
    {
        attributes = default;
        if (Take(ShareOperation.MakeDirectory, request) is not ShareError.None and var fault)
        {
            return fault;
        }

        lock (_gate)
        {
            if (TryFind(directory, name, out _))
            {
                return ShareError.Exists;
            }

            if (!TryAdd(directory, name, ShareNode.DirectoryType | (mode & ShareNode.PermissionMask), user, group, out ShareNode? node))
            {
                return ShareError.NotFound;
            }

            attributes = Tell(node);
            return ShareError.None;
        }
    }

    public ShareError Delete(ulong request, ulong directory, string name, bool isDirectory)
    {
        if (Take(ShareOperation.Delete, request, roundTrips: 1, (directory, name)) is not ShareError.None and var fault)
        {
            return fault;
        }

        lock (_gate)
        {
            if (!TryFind(directory, name, out ShareNode? node))
            {
                return ShareError.NotFound;
            }

            if (node.IsDirectory != isDirectory)
            {
                return isDirectory ? ShareError.NotADirectory : ShareError.IsADirectory;
            }

            if (node.Children is { Count: > 0 })
            {
                return ShareError.NotEmpty;
            }

            Unlink(_nodes[directory], name, node);
            return ShareError.None;
        }
    }

    public ShareError Link(ulong request, ulong id, ulong directory, string name, out FuseAttributes attributes)
    {
        attributes = default;
        if (_settings.Client.RefusesLinks)
        {
            return ShareError.NotPermitted;
        }

        if (Take(ShareOperation.Link, request, roundTrips: 1, (directory, name)) is not ShareError.None and var fault)
        {
            return fault;
        }

        lock (_gate)
        {
            if (!_nodes.TryGetValue(id, out ShareNode? node) || !_nodes.TryGetValue(directory, out ShareNode? parent) || parent.Children is null)
            {
                return ShareError.Stale;
            }

            if (!parent.Children.TryAdd(name, node))
            {
                return ShareError.Exists;
            }

            node.Links++;
            node.Changed = parent.Modified = DateTime.UtcNow;
            attributes = Tell(node);
            return ShareError.None;
        }
    }

    public ShareError Rename(ulong request, ulong directory, string name, ulong newDirectory, string newName, uint flags)
    {
        if ((flags & RenameNoReplace) != 0 && _settings.Client.RefusesNoReplace)
        {
            return ShareError.InvalidArgument;
        }

        bool replaces;
        lock (_gate)
        {
            replaces = TryFind(newDirectory, newName, out _);
        }

        int roundTrips = replaces ? Trips.Replace : Trips.Rename;
        ShareError fault = Take(ShareOperation.Rename, request, out ShareFault? found, roundTrips, (directory, name), (newDirectory, newName));
        if (fault is not ShareError.None && found?.LosesReply != true)
        {
            return fault;
        }

        lock (_gate)
        {
            if ((flags & ~RenameNoReplace) != 0)
            {
                return ShareError.InvalidArgument;
            }

            if (!TryFind(directory, name, out ShareNode? node) || !_nodes.TryGetValue(newDirectory, out ShareNode? target) || target.Children is null)
            {
                return ShareError.NotFound;
            }

            if (target.Children.TryGetValue(newName, out ShareNode? old))
            {
                if (flags == RenameNoReplace)
                {
                    return ShareError.Exists;
                }

                if (old == node)
                {
                    return ShareError.None;
                }

                if (old.IsDirectory != node.IsDirectory)
                {
                    return old.IsDirectory ? ShareError.IsADirectory : ShareError.NotADirectory;
                }

                if (old.Children is { Count: > 0 })
                {
                    return ShareError.NotEmpty;
                }

                Unlink(target, newName, old);
            }

            ShareNode source = _nodes[directory];
            source.Children!.Remove(name);
            target.Children[newName] = node;
            source.Links -= node.IsDirectory ? 1 : 0;
            target.Links += node.IsDirectory ? 1 : 0;
            node.LookedUpAs = (newDirectory, newName);
            node.Changed = source.Modified = target.Modified = DateTime.UtcNow;
            return fault;
        }
    }

    /// <summary>What a directory holds now.</summary>
    public ShareError List(ulong id, out (string Name, ulong Id, bool IsDirectory)[] entries)
    {
        lock (_gate)
        {
            entries = [];
            if (!_nodes.TryGetValue(id, out ShareNode? node) || node.Children is null)
            {
                return ShareError.NotADirectory;
            }

            entries = [(".", id, true), ("..", RootId, true), .. node.Children.Select(child => (child.Key, child.Value.Id, child.Value.IsDirectory))];
            return ShareError.None;
        }
    }

    private static int MostBytes(ShareFault? fault) => Math.Max(1, fault?.MostBytes ?? int.MaxValue);

    private static void WaitUntil(TimeSpan end)
    {
        if (end > SlowShare.Now)
        {
            // Timers of .NET are a hundred times as coarse as the shortest costs.
            var time = new Libc.TimeOfClock
            {
                Seconds = end.Ticks / TimeSpan.TicksPerSecond,
                Nanoseconds = end.Ticks % TimeSpan.TicksPerSecond * TimeSpan.NanosecondsPerTick,
            };
            while (Libc.Sleep(Libc.MonotonicClock, Libc.AbsoluteTime, time, 0) == Libc.Interrupted)
            {
            }
        }
    }

    private static DateTime Time(ulong seconds, uint nanoseconds) =>
        DateTime.UnixEpoch.AddSeconds((long)seconds).AddTicks(nanoseconds / TimeSpan.NanosecondsPerTick);

    private static (ulong Seconds, uint Nanoseconds) Time(DateTime time)
    {
        long ticks = (time - DateTime.UnixEpoch).Ticks;
        long seconds = (long)Math.Floor((double)ticks / TimeSpan.TicksPerSecond);
        return ((ulong)seconds, (uint)((ticks - (seconds * TimeSpan.TicksPerSecond)) * TimeSpan.NanosecondsPerTick));
    }

    private FuseAttributes AttributesOf(ShareNode node)
    {
        var attributes = new FuseAttributes
        {
            Node = node.Id,
            Size = (ulong)(node.StaleLength ?? node.Length),
            Blocks = (ulong)node.Blocks.Count * (BlockSet.BlockSize / 512),
            Mode = node.Mode | (_settings.KeepsOwners ? 0u : Everybody),
            Links = (uint)node.Links,
            User = _settings.KeepsOwners ? node.User : Nobody,
            Group = node.Group,
            BlockSize = BlockSet.BlockSize,
        };
        (attributes.AccessTime, attributes.AccessNanoseconds) = Time(node.Accessed);
        (attributes.ModificationTime, attributes.ModificationNanoseconds) = Time(node.Modified);
        (attributes.ChangeTime, attributes.ChangeNanoseconds) = Time(node.Changed);
        return attributes;
    }

    /// <summary>Takes a request that is no write: counts it, and lets it take its time.</summary>
    /// <param name="operation">What it asks for.</param>
    /// <param name="request">Its number.</param>
    /// <param name="roundTrips">How many round trips it takes.</param>
    /// <param name="names">The names that it is about, which have been looked up before.</param>
    /// <returns>How it is to fail.</returns>
    private ShareError Take(
        ShareOperation operation, ulong request, int roundTrips = 1, params ReadOnlySpan<(ulong Directory, string Name)> names) =>
        Take(operation, request, out _, roundTrips, names);

    private ShareError Take(
        ShareOperation operation, ulong request, out ShareFault? found, int roundTrips = 1, params ReadOnlySpan<(ulong Directory, string Name)> names)
    {
        lock (_gate)
        {
            _counter.Count(operation);
            foreach ((ulong directory, string name) in names)
            {
                roundTrips -= _names.TakeLook(directory, name);
            }
        }

        ShareError fault = Faults.Take(operation, request, out found);
        Travel(roundTrips);
        return fault;
    }

    private void Look(int roundTrips)
    {
        lock (_gate)
        {
            _counter.Count(ShareOperation.Look);
        }

        Travel(roundTrips);
    }

    private void Travel(int roundTrips)
    {
        if (roundTrips <= 0)
        {
            return;
        }

        lock (_gate)
        {
            _counter.Send(roundTrips);
        }

        WaitUntil(SlowShare.Now + (_settings.Profile.Metadata * roundTrips));
    }

    /// <summary>Makes room for a write, and tells how many of its bytes are stored, where they go and when they have been sent.</summary>
    /// <returns>How the write is to fail; an error that comes late is kept for its handle.</returns>
    private ShareError Place(
        ShareClient client, ulong id, long offset, ref int count, ShareError fault, TimeSpan arrival,
        out int stored, out int content, out TimeSpan end)
    {
        lock (_gate)
        {
            (stored, content, end) = (0, -1, default);
            if (!_handles.TryGetValue(id, out ShareHandle? handle))
            {
                return ShareError.Stale;
            }

            if (client.Uploads && (handle.IsUploaded || offset != handle.UploadEnd))
            {
                return handle.IsUploaded ? ShareError.BadFile : ShareError.IllegalSeek;
            }

            if (client.ReportsAtNextWrite && handle.LateError is not ShareError.None)
            {
                return Report(handle);
            }

            ShareNode node = handle.Node;
            ShareError error = fault is ShareError.None ? MakeRoom(node, offset, count, out stored) : fault;
            if (client.WritesBack)
            {
                if (error is not ShareError.None)
                {
                    handle.LateError = handle.LateError is ShareError.None ? error : handle.LateError;
                    node.LengthOnServer ??= node.Length;
                }
            }
            else if (stored == 0 && error is not ShareError.None)
            {
                return error;
            }
            else
            {
                count = stored;
            }

            if (_settings.KeepsContent && node.Content < 0)
            {
                node.Content = Libc.CreateMemoryFile("share", Libc.CloseOnExec);
                if (node.Content < 0)
                {
                    return (ShareError)Marshal.GetLastPInvokeError();
                }
            }

            content = node.Content;
            bool extends = offset + count > node.Length;
            if (client.WritesBack)
            {
                Collect(node, offset, count, extends, arrival);
            }
            else
            {
                end = Send(node, count, extends, arrival);
            }

            node.Length = Math.Max(node.Length, offset + count);
            node.LengthOnServer = node.LengthOnServer is { } length && stored > 0 ? Math.Max(length, offset + stored) : node.LengthOnServer;
            node.StaleLength = null;
            node.Modified = node.Changed = DateTime.UtcNow;
            handle.UploadEnd = offset + count;
            _counter.DoWrite(count, extends);
            return ShareError.None;
        }
    }

    /// <summary>Adds a write to the bytes that the client has collected, and sends them if they fill a request.</summary>
    private void Collect(ShareNode node, long offset, int count, bool extends, TimeSpan arrival)
    {
        if (offset != node.Collected.End)
        {
            SendCollected(node, atLeast: 1, arrival);
        }

        node.Collected = (node.Collected.Count + count, offset + count, node.Collected.Extends || extends);
        SendCollected(node, Math.Max(1, _settings.Client.RequestSize), arrival);
    }

    private void SendCollected(ShareNode node, int atLeast, TimeSpan arrival)
    {
        while (node.Collected.Count >= atLeast)
        {
            (long count, long end, bool extends) = node.Collected;
            int sent = (int)(_settings.Client.RequestSize is > 0 and var size ? Math.Min(size, count) : count);
            node.Collected = (count - sent, end, extends && count > sent);
            node.IsSent = SlowShare.Max(node.IsSent, Send(node, sent, extends, arrival));
        }
    }

    /// <summary>Sends a write to the server.</summary>
    /// <returns>When it has been answered.</returns>
    private TimeSpan Send(ShareNode node, int count, bool extends, TimeSpan arrival)
    {
        _counter.Send(roundTrips: 1);
        return _link.TakeWrite(_settings.Profile, arrival, count, extends, ref node.ExtensionIsFree);
    }

    /// <summary>Waits until everything that the client holds of a file has been sent.</summary>
    private void WaitUntilSent(ulong id)
    {
        TimeSpan sent = default;
        lock (_gate)
        {
            if (_nodes.TryGetValue(id, out ShareNode? node))
            {
                SendCollected(node, atLeast: 1, SlowShare.Now);
                sent = node.IsSent;
            }
        }

        WaitUntil(sent);
    }

    /// <summary>Waits until everything that the client holds of a file has been sent.</summary>
    /// <returns>The late error of the handle, which is thereby reported.</returns>
    private ShareError Settle(ulong id)
    {
        ulong node;
        lock (_gate)
        {
            if (!_handles.TryGetValue(id, out ShareHandle? handle))
            {
                return ShareError.None;
            }

            node = handle.Node.Id;
        }

        WaitUntilSent(node);
        lock (_gate)
        {
            return _handles.TryGetValue(id, out ShareHandle? handle) ? Report(handle) : ShareError.None;
        }
    }

    /// <summary>Reports the late error of a handle, if it has one. From then on the client knows the length again.</summary>
    private static ShareError Report(ShareHandle handle)
    {
        ShareError error = handle.LateError;
        if (error is not ShareError.None)
        {
            handle.LateError = ShareError.None;
            handle.Node.Length = handle.Node.LengthOnServer ?? handle.Node.Length;
            handle.Node.LengthOnServer = null;
        }

        return error;
    }

    private ulong AddHandle(ShareNode node, int process)
    {
        node.Handles++;
        _handles.Add(++_lastHandle, new ShareHandle(node, process));
        return _lastHandle;
    }

    private ShareError MakeRoom(ShareNode node, long offset, int count, out int fits)
    {
        long room = FreeBlocks;
        fits = _settings.WritesWhatFits || node.Blocks.MissingIn(offset, count) <= room ? (int)Reserve(node, offset, count, room) : 0;
        return fits < count ? _settings.Client.NoRoom : ShareError.None;
    }

    private long Reserve(ShareNode node, long offset, long length, long room)
    {
        long left = room;
        long fits = node.Blocks.Add(offset, length, ref left);
        _usedBlocks += room - left;
        return fits;
    }

    private ShareError TrySetLength(ShareNode node, ShareHandle? handle, long length)
    {
        ShareClient client = _settings.Client;
        if (client.LengthsNeedRoom && length > node.Length && node.Blocks.MissingIn(0, length) > FreeBlocks)
        {
            return client.NoRoom;
        }

        long? stale = null;
        if (client.Uploads)
        {
            if (handle is { IsUploaded: true })
            {
                return ShareError.BadFile;
            }

            if (length != (handle?.UploadEnd ?? node.Length))
            {
                return ShareError.NotPermitted;
            }

            stale = length < node.Length ? node.Length : null;
        }

        SetLength(node, length);
        node.StaleLength = stale;
        return ShareError.None;
    }

    private void SetLength(ShareNode node, long length)
    {
        _usedBlocks -= node.Blocks.Cut(length);
        if (node.Content >= 0 && length < node.Length)
        {
            _ = Libc.SetLength(node.Content, length);
        }

        node.Length = length;
        (node.LengthOnServer, node.StaleLength) = (null, null);
        node.Modified = DateTime.UtcNow;
    }

    private bool TryFind(ulong directory, string name, [NotNullWhen(true)] out ShareNode? node)
    {
        node = null;
        return _nodes.TryGetValue(directory, out ShareNode? parent) && parent.Children is { } children && children.TryGetValue(name, out node);
    }

    private bool TryAdd(ulong directory, string name, uint mode, uint user, uint group, [NotNullWhen(true)] out ShareNode? node)
    {
        node = null;
        if (!_nodes.TryGetValue(directory, out ShareNode? parent) || parent.Children is null || (parent.Links == 0 && parent.Id != RootId))
        {
            return false;
        }

        node = new ShareNode(++_lastId, mode, user, group);
        node.Links = node.IsDirectory ? 2 : 1;
        parent.Links += node.IsDirectory ? 1 : 0;
        parent.Modified = parent.Changed = DateTime.UtcNow;
        parent.Children.Add(name, node);
        _nodes.Add(node.Id, node);
        return true;
    }

    /// <summary>The attributes of a node for an answer that makes it known to the kernel.</summary>
    private FuseAttributes Tell(ShareNode node)
    {
        node.Lookups++;
        return AttributesOf(node);
    }

    private void Unlink(ShareNode parent, string name, ShareNode node)
    {
        parent.Children!.Remove(name);
        parent.Links -= node.IsDirectory ? 1 : 0;
        parent.Modified = parent.Changed = node.Changed = DateTime.UtcNow;
        node.Links -= node.IsDirectory ? 2 : 1;
        RemoveIfUnused(node);
    }

    private void RemoveIfUnused(ShareNode node)
    {
        if (node.Links > 0 || node.Handles > 0)
        {
            return;
        }

        // The space is free at once, though the kernel may remember the file for a while.
        _usedBlocks -= node.Blocks.Cut(0);
        if (node.Content >= 0)
        {
            _ = Libc.Close(node.Content);
            node.Content = -1;
        }

        if (node.Lookups <= 0)
        {
            _nodes.Remove(node.Id);
        }
    }
}
