using System.Buffers;

namespace StreamTuning;

/// <summary>What a copy finds in its process and on its machine. Only tests make one of their own.</summary>
/// <param name="pool">Where blocks are rented.</param>
/// <param name="clock">What time it is.</param>
/// <param name="writeBack">Who is asked what became of writes.</param>
/// <param name="mount">The file system that every file is taken to be on; <see langword="null"/> for the one that it is on.</param>
/// <param name="isNeverSmall">Whether a small copy takes the way of a large one.</param>
internal sealed class CopyEnvironment(
    ArrayPool<byte>? pool = null, CopyClock? clock = null, WriteBack? writeBack = null, Mount? mount = null, bool isNeverSmall = false)
{
    public static CopyEnvironment OfSystem { get; } = new();

    public ArrayPool<byte> Pool { get; } = pool ?? ArrayPool<byte>.Shared;

    public CopyClock Clock { get; } = clock ?? CopyClock.OfSystem;

    public WriteBack WriteBack { get; } = writeBack ?? WriteBack.OfSystem;

    public Mount? Mount => mount;

    public bool IsNeverSmall => isNeverSmall;
}
