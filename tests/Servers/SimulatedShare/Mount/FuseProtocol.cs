using System.Runtime.InteropServices;

namespace StreamTuning.SimulatedShare;

// The part of the FUSE protocol, version 7.38, that the server of a mount speaks: what the kernel puts into /dev/fuse and expects from there. Numbers
// have the order of bytes of the machine.

// Many fields are only read, through a pointer to what the kernel has written, or only there to take their place.
#pragma warning disable CS0649

internal enum FuseOpcode : uint
{
    Lookup = 1,
    Forget = 2,
    GetAttributes = 3,
    SetAttributes = 4,
    MakeDirectory = 9,
    Unlink = 10,
    RemoveDirectory = 11,
    Rename = 12,
    Link = 13,
    Open = 14,
    Read = 15,
    Write = 16,
    StatFileSystem = 17,
    Release = 18,
    Sync = 20,
    Flush = 25,
    Initialize = 26,
    OpenDirectory = 27,
    ReadDirectory = 28,
    ReleaseDirectory = 29,
    SyncDirectory = 30,
    Access = 34,
    Create = 35,
    Interrupt = 36,
    Destroy = 38,
    BatchForget = 42,
    Allocate = 43,
    Rename2 = 45,
}

/// <summary>What both sides can do.</summary>
[Flags]
internal enum FuseFeatures : uint
{
    AsyncRead = 1 << 0,
    AtomicTruncate = 1 << 3,
    BigWrites = 1 << 5,
    AsyncDirectIO = 1 << 15,
    ParallelDirectoryOperations = 1 << 18,
    MaxPages = 1 << 22,
}

/// <summary>How the kernel is to treat an open file.</summary>
[Flags]
internal enum FuseOpenFlags : uint
{
    DirectIO = 1 << 0,
    ParallelDirectWrites = 1 << 6,
}

/// <summary>Which attributes are to be set.</summary>
[Flags]
internal enum FuseSetAttributes : uint
{
    Mode = 1 << 0,
    User = 1 << 1,
    Group = 1 << 2,
    Size = 1 << 3,
    AccessTime = 1 << 4,
    ModificationTime = 1 << 5,
    Handle = 1 << 6,
    AccessTimeNow = 1 << 7,
    ModificationTimeNow = 1 << 8,
}

internal struct FuseInHeader
{
    public uint Length;
    public FuseOpcode Opcode;
    public ulong Unique;
    public ulong Node;
    public uint User;
    public uint Group;
    public uint Process;
    public uint ExtensionLength;
}

internal struct FuseOutHeader
{
    public uint Length;
    public int Error;
    public ulong Unique;
}

internal struct FuseAttributes
{
    public ulong Node;
    public ulong Size;
    public ulong Blocks;
    public ulong AccessTime;
    public ulong ModificationTime;
    public ulong ChangeTime;
    public uint AccessNanoseconds;
    public uint ModificationNanoseconds;
    public uint ChangeNanoseconds;
    public uint Mode;
    public uint Links;
    public uint User;
    public uint Group;
    public uint Device;
    public uint BlockSize;
    public uint Flags;
}

internal struct FuseEntryOut
{
    public ulong Node;
    public ulong Generation;
    public ulong EntryValid;
    public ulong AttributesValid;
    public uint EntryValidNanoseconds;
    public uint AttributesValidNanoseconds;
    public FuseAttributes Attributes;
}

internal struct FuseAttributesOut
{
    public ulong Valid;
    public uint ValidNanoseconds;
    public uint Padding;
    public FuseAttributes Attributes;
}

internal struct FuseInitializeIn
{
    public uint Major;
    public uint Minor;
    public uint MaxReadAhead;
    public FuseFeatures Features;
}

[StructLayout(LayoutKind.Sequential, Size = 64)]
internal struct FuseInitializeOut
{
    public uint Major;
    public uint Minor;
    public uint MaxReadAhead;
    public FuseFeatures Features;
    public ushort MaxBackground;
    public ushort CongestionThreshold;
    public uint MaxWrite;
    public uint TimeGranularity;
    public ushort MaxPages;
    public ushort MapAlignment;
}

internal struct FuseSetAttributesIn
{
    public FuseSetAttributes Valid;
    public uint Padding;
    public ulong Handle;
    public ulong Size;
    public ulong LockOwner;
    public ulong AccessTime;
    public ulong ModificationTime;
    public ulong ChangeTime;
    public uint AccessNanoseconds;
    public uint ModificationNanoseconds;
    public uint ChangeNanoseconds;
    public uint Mode;
    public uint Unused;
    public uint User;
    public uint Group;
}

internal struct FuseOpenIn
{
    public uint Flags;
    public uint OpenFlags;
}

internal struct FuseCreateIn
{
    public uint Flags;
    public uint Mode;
    public uint Mask;
    public uint OpenFlags;
}

internal struct FuseOpenOut
{
    public ulong Handle;
    public FuseOpenFlags Flags;
    public uint Padding;
}

internal struct FuseCreateOut
{
    public FuseEntryOut Entry;
    public FuseOpenOut Open;
}

/// <summary>A read, of a file or a directory; a write begins in the same way, and its data follow.</summary>
internal struct FuseTransferIn
{
    public ulong Handle;
    public ulong Offset;
    public uint Size;
    public uint TransferFlags;
    public ulong LockOwner;
    public uint Flags;
    public uint Padding;
}

internal struct FuseWriteOut
{
    public uint Size;
    public uint Padding;
}

/// <summary>The end of a handle; to sync one begins in the same way.</summary>
internal struct FuseReleaseIn
{
    public ulong Handle;
}

internal struct FuseFlushIn
{
    public ulong Handle;
    public ulong Padding;
    public ulong LockOwner;
}

internal struct FuseMakeDirectoryIn
{
    public uint Mode;
    public uint Mask;
}

internal struct FuseRenameIn
{
    public ulong NewDirectory;
}

internal struct FuseRename2In
{
    public ulong NewDirectory;
    public uint Flags;
    public uint Padding;
}

internal struct FuseLinkIn
{
    public ulong OldNode;
}

internal struct FuseAllocateIn
{
    public ulong Handle;
    public ulong Offset;
    public ulong Length;
    public uint Mode;
    public uint Padding;
}

internal struct FuseForgetIn
{
    public ulong Lookups;
}

internal struct FuseBatchForgetIn
{
    public uint Count;
    public uint Padding;
}

internal struct FuseForgetOne
{
    public ulong Node;
    public ulong Lookups;
}

internal struct FuseInterruptIn
{
    public ulong Unique;
}

[StructLayout(LayoutKind.Sequential, Size = 80)]
internal struct FuseStatFileSystemOut
{
    public ulong Blocks;
    public ulong FreeBlocks;
    public ulong AvailableBlocks;
    public ulong Files;
    public ulong FreeFiles;
    public uint BlockSize;
    public uint NameLength;
    public uint FragmentSize;
}

/// <summary>An entry of a directory; its name follows, and zeros up to the next multiple of 8.</summary>
internal struct FuseDirectoryEntry
{
    public ulong Node;
    public ulong NextOffset;
    public uint NameLength;
    public uint Type;
}
