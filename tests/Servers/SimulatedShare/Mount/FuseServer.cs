using System.ComponentModel;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;

namespace StreamTuning.SimulatedShare;

/// <summary>Answers the requests that the kernel puts into <c>/dev/fuse</c>, with threads of its own, each of which serves one request at a time.</summary>
internal sealed unsafe class FuseServer(int device, int largestRequest, ShareFileSystem files)
{
    // How fast Linux copies a write to this process before it arrives. A real share is not waited for that long before its time begins, and one that is
    // ten times as fast would feel it ten times as much.
    private const double BytesCopiedPerSecond = 3.5e9;

    /// <summary>How many pages the kernel must be allowed to put into a request, so that a write of <see cref="WantedRequest"/> bytes is one.</summary>
    public const int WantedPages = 8192;

    /// <summary>The largest write that is to be one request, and a little more.</summary>
    public const int WantedRequest = 20 * 1024 * 1024;

    public const int PageSize = 4096;

    private const int Threads = 20;
    private const int Major = 7;
    private const int Minor = 38;

    private const uint DirectoryEntryFile = 8;
    private const uint DirectoryEntryDirectory = 4;

    // Names are bytes; so read, each byte is a character, and none is lost.
    private static readonly Encoding _names = Encoding.Latin1;

    private readonly Dictionary<ulong, (string Name, ulong Id, bool IsDirectory)[]> _listings = [];
    private ulong _lastListing;

    /// <summary>Starts to serve; ends when the directory is unmounted.</summary>
    public void Start()
    {
        for (int i = 0; i < Threads; i++)
        {
            new Thread(Serve, maxStackSize: 256 * 1024) { IsBackground = true, Name = "share" }.Start();
        }
    }

    private void Serve()
    {
        // The default lets a sleep be 50 us longer, which is more than a write costs.
        _ = Libc.ControlThread(Libc.SetTimerSlack, 1);
        nuint size = (nuint)(largestRequest + (16 * PageSize));
        byte* buffer = (byte*)NativeMemory.AlignedAlloc(size, PageSize);
        while (true)
        {
            nint length = Libc.Read(device, buffer, (nint)size);
            if (length >= 0)
            {
                Answer((FuseInHeader*)buffer, SlowShare.Now);
                continue;
            }

            switch (Marshal.GetLastPInvokeError())
            {
                case Libc.Interrupted or Libc.TryAgain or Libc.NoEntry:
                    break;
                case Libc.NoDevice:
                    NativeMemory.AlignedFree(buffer);
                    return;
                case int error:
                    throw new Win32Exception(error);
            }
        }
    }

    private void Answer(FuseInHeader* request, TimeSpan arrival)
    {
        byte* body = (byte*)(request + 1);
        ulong id = request->Unique;
        ulong node = request->Node;
        FuseAttributes attributes;
        switch (request->Opcode)
        {
            case FuseOpcode.Initialize:
                Reply(id, Initialize((FuseInitializeIn*)body));
                break;
            case FuseOpcode.Lookup:
                ReplyEntry(id, files.Lookup(node, Name(ref body), out attributes), attributes);
                break;
            case FuseOpcode.Forget:
                files.Forget(node, ((FuseForgetIn*)body)->Lookups);
                break;
            case FuseOpcode.BatchForget:
                Forget((FuseBatchForgetIn*)body);
                break;
            case FuseOpcode.GetAttributes:
                ReplyAttributes(id, files.GetAttributes(node, out attributes), attributes);
                break;
            case FuseOpcode.SetAttributes:
                ReplyAttributes(id, files.SetAttributes(id, node, *(FuseSetAttributesIn*)body, out attributes), attributes);
                break;
            case FuseOpcode.Create:
                Create(request, (FuseCreateIn*)body);
                break;
            case FuseOpcode.Open:
                ReplyOpen(id, files.Open(id, node, ((FuseOpenIn*)body)->Flags, ProcessOf(request), out ulong handle), handle);
                break;
            case FuseOpcode.Read:
                Read(request, (FuseTransferIn*)body);
                break;
            case FuseOpcode.Write:
                Write(request, (FuseTransferIn*)body, arrival);
                break;
            case FuseOpcode.Release:
                files.Release(((FuseReleaseIn*)body)->Handle);
                Reply(id, ShareError.None);
                break;
            case FuseOpcode.Sync:
                Reply(id, files.Sync(id, ((FuseReleaseIn*)body)->Handle));
                break;
            case FuseOpcode.SyncDirectory:
                Reply(id, files.SyncDirectory(id));
                break;
            case FuseOpcode.Flush:
                Reply(id, files.Flush(id, ((FuseFlushIn*)body)->Handle, ProcessOf(request)));
                break;
            case FuseOpcode.Allocate:
                Reply(id, files.Allocate(id, node, *(FuseAllocateIn*)body));
                break;
            case FuseOpcode.MakeDirectory:
                var make = (FuseMakeDirectoryIn*)body;
                body = (byte*)(make + 1);
                ReplyEntry(id, files.MakeDirectory(id, node, Name(ref body), make->Mode, request->User, request->Group, out attributes), attributes);
                break;
            case FuseOpcode.Unlink:
                Reply(id, files.Delete(id, node, Name(ref body), isDirectory: false));
                break;
            case FuseOpcode.RemoveDirectory:
                Reply(id, files.Delete(id, node, Name(ref body), isDirectory: true));
                break;
            case FuseOpcode.Link:
                var link = (FuseLinkIn*)body;
                body = (byte*)(link + 1);
                ReplyEntry(id, files.Link(id, link->OldNode, node, Name(ref body), out attributes), attributes);
                break;
            case FuseOpcode.Rename:
                var rename = (FuseRenameIn*)body;
                body = (byte*)(rename + 1);
                Reply(id, files.Rename(id, node, Name(ref body), rename->NewDirectory, Name(ref body), flags: 0));
                break;
            case FuseOpcode.Rename2:
                var rename2 = (FuseRename2In*)body;
                body = (byte*)(rename2 + 1);
                Reply(id, files.Rename(id, node, Name(ref body), rename2->NewDirectory, Name(ref body), rename2->Flags));
                break;
            case FuseOpcode.OpenDirectory:
                OpenDirectory(request);
                break;
            case FuseOpcode.ReadDirectory:
                ReadDirectory(request, (FuseTransferIn*)body);
                break;
            case FuseOpcode.ReleaseDirectory:
                lock (_listings)
                {
                    _listings.Remove(((FuseReleaseIn*)body)->Handle);
                }

                Reply(id, ShareError.None);
                break;
            case FuseOpcode.StatFileSystem:
                TellFreeSpace(id);
                break;
            case FuseOpcode.Access or FuseOpcode.Destroy:
                Reply(id, ShareError.None);
                break;
            case FuseOpcode.Interrupt:
                Interrupt(id, ((FuseInterruptIn*)body)->Unique);
                break;
            default:
                // The kernel does without, or does it itself: locks, extended attributes, copies between files.
                Reply(id, ShareError.NotImplemented);
                break;
        }
    }

    private FuseInitializeOut Initialize(FuseInitializeIn* kernel) => new()
    {
        Major = Major,
        Minor = Minor,
        MaxReadAhead = kernel->MaxReadAhead,
        Features = kernel->Features & (FuseFeatures.AsyncRead | FuseFeatures.AtomicTruncate | FuseFeatures.BigWrites | FuseFeatures.AsyncDirectIO |
            FuseFeatures.ParallelDirectoryOperations | FuseFeatures.MaxPages),
        MaxBackground = 64,
        CongestionThreshold = 48,
        MaxWrite = (uint)largestRequest,
        // One more for data that do not begin with a page.
        MaxPages = (ushort)((largestRequest / PageSize) + 1),
        TimeGranularity = 1,
    };

    private void Forget(FuseBatchForgetIn* batch)
    {
        var all = (FuseForgetOne*)(batch + 1);
        for (uint i = 0; i < batch->Count; i++)
        {
            files.Forget(all[i].Node, all[i].Lookups);
        }
    }

    private void TellFreeSpace(ulong id)
    {
        ShareError error = files.Statistics(id, out FuseStatFileSystemOut statistics);
        if (error is not ShareError.None)
        {
            Reply(id, error);
            return;
        }

        Reply(id, statistics);
    }

    private void Create(FuseInHeader* request, FuseCreateIn* options)
    {
        byte* name = (byte*)(options + 1);
        ShareError error = files.Create(
            request->Unique, request->Node, Name(ref name), *options, request->User, request->Group, ProcessOf(request), out FuseAttributes attributes,
            out ulong handle);
        if (error is not ShareError.None)
        {
            Reply(request->Unique, error);
            return;
        }

        Reply(request->Unique, new FuseCreateOut { Entry = Entry(attributes), Open = Opened(handle) });
    }

    /// <summary>The process of a thread that waits for its answer, and so is still there.</summary>
    private static int ProcessOf(FuseInHeader* request)
    {
        const string Key = "Tgid:";
        try
        {
            string line = File.ReadLines($"/proc/{request->Process}/status").First(line => line.StartsWith(Key, StringComparison.Ordinal));
            return int.Parse(line.AsSpan(Key.Length), CultureInfo.InvariantCulture);
        }
        catch (IOException)
        {
            // It has been killed and does not wait any more.
            return (int)request->Process;
        }
    }

    private void Read(FuseInHeader* request, FuseTransferIn* range)
    {
        // The answer takes the place of the request: what is needed of it is read first.
        (ulong id, ulong node, long offset, int count) = (request->Unique, request->Node, (long)range->Offset, (int)range->Size);
        byte* answer = (byte*)request;
        ShareError error = files.Read(id, node, offset, answer + sizeof(FuseOutHeader), ref count);
        if (error is not ShareError.None)
        {
            Reply(id, error);
            return;
        }

        Send(id, answer, sizeof(FuseOutHeader) + count);
    }

    private void Write(FuseInHeader* request, FuseTransferIn* range, TimeSpan arrival)
    {
        int count = (int)range->Size;
        TimeSpan sent = arrival - TimeSpan.FromSeconds(count / BytesCopiedPerSecond);
        ShareError error = files.Write(request->Unique, range->Handle, (long)range->Offset, (byte*)(range + 1), ref count, sent);
        if (error is not ShareError.None)
        {
            Reply(request->Unique, error);
            return;
        }

        Reply(request->Unique, new FuseWriteOut { Size = (uint)count });
    }

    private void OpenDirectory(FuseInHeader* request)
    {
        ShareError error = files.List(request->Node, out (string, ulong, bool)[] entries);
        if (error is not ShareError.None)
        {
            Reply(request->Unique, error);
            return;
        }

        // A listing stays as it was, whatever is deleted while it is read.
        ulong handle;
        lock (_listings)
        {
            handle = ++_lastListing;
            _listings.Add(handle, entries);
        }

        Reply(request->Unique, new FuseOpenOut { Handle = handle });
    }

    private void ReadDirectory(FuseInHeader* request, FuseTransferIn* range)
    {
        (ulong id, ulong node, ulong handle, ulong offset, int size) = (request->Unique, request->Node, range->Handle, range->Offset, (int)range->Size);
        (string Name, ulong Id, bool IsDirectory)[]? entries;
        lock (_listings)
        {
            // Back at the beginning, the reader wants to see what there is now.
            if (offset == 0 && files.List(node, out entries) is ShareError.None)
            {
                _listings[handle] = entries;
            }

            entries = _listings.GetValueOrDefault(handle, []);
        }

        byte* answer = (byte*)request;
        int length = sizeof(FuseOutHeader);
        for (ulong i = offset; i < (ulong)entries.Length; i++)
        {
            (string name, ulong child, bool isDirectory) = entries[i];
            int entryLength = (sizeof(FuseDirectoryEntry) + name.Length + 7) & ~7;
            if (length + entryLength > size)
            {
                break;
            }

            var entry = (FuseDirectoryEntry*)(answer + length);
            NativeMemory.Clear(entry, (nuint)entryLength);
            entry->Node = child;
            entry->NextOffset = i + 1;
            entry->NameLength = (uint)name.Length;
            entry->Type = isDirectory ? DirectoryEntryDirectory : DirectoryEntryFile;
            _names.GetBytes(name, new Span<byte>(entry + 1, name.Length));
            length += entryLength;
        }

        Send(id, answer, length);
    }

    private void Interrupt(ulong id, ulong request)
    {
        if (!files.Faults.Interrupt(request))
        {
            // The thread that has taken the request may be about to hold it. The kernel then asks again.
            Thread.Sleep(1);
            Reply(id, ShareError.TryAgain);
        }
    }

    private static string Name(ref byte* body)
    {
        ReadOnlySpan<byte> name = MemoryMarshal.CreateReadOnlySpanFromNullTerminated(body);
        body += name.Length + 1;
        return _names.GetString(name);
    }

    private FuseEntryOut Entry(in FuseAttributes attributes) =>
        new() { Node = attributes.Node, Generation = 1, AttributesValid = files.SecondsAttributesAreValid, Attributes = attributes };

    private static FuseOpenOut Opened(ulong handle) => new() { Handle = handle, Flags = FuseOpenFlags.DirectIO | FuseOpenFlags.ParallelDirectWrites };

    private void ReplyEntry(ulong request, ShareError error, in FuseAttributes attributes)
    {
        if (error is ShareError.None)
        {
            Reply(request, Entry(attributes));
        }
        else
        {
            Reply(request, error);
        }
    }

    private void ReplyAttributes(ulong request, ShareError error, in FuseAttributes attributes)
    {
        if (error is ShareError.None)
        {
            Reply(request, new FuseAttributesOut { Valid = files.SecondsAttributesAreValid, Attributes = attributes });
        }
        else
        {
            Reply(request, error);
        }
    }

    private void ReplyOpen(ulong request, ShareError error, ulong handle)
    {
        if (error is ShareError.None)
        {
            Reply(request, Opened(handle));
        }
        else
        {
            Reply(request, error);
        }
    }

    private void Reply(ulong request, ShareError error)
    {
        var header = new FuseOutHeader { Length = (uint)sizeof(FuseOutHeader), Error = -(int)error, Unique = request };
        _ = Libc.Write(device, (byte*)&header, sizeof(FuseOutHeader));
    }

    private void Reply<T>(ulong request, in T content)
        where T : unmanaged
    {
        byte* answer = stackalloc byte[sizeof(FuseOutHeader) + sizeof(T)];
        *(T*)(answer + sizeof(FuseOutHeader)) = content;
        Send(request, answer, sizeof(FuseOutHeader) + sizeof(T));
    }

    /// <summary>Sends an answer behind the place for its header. That a process does not wait for its answer any more is not an error.</summary>
    private void Send(ulong request, byte* answer, int length)
    {
        *(FuseOutHeader*)answer = new FuseOutHeader { Length = (uint)length, Unique = request };
        _ = Libc.Write(device, answer, length);
    }
}
