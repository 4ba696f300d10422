using System.Buffers;
using System.Security.Cryptography;

namespace StreamTuning;

/// <summary>What an upload finds in its process and on its machine. Only tests make one of their own.</summary>
/// <param name="pool">Where blocks are rented.</param>
/// <param name="delay">How to wait before a request is repeated.</param>
/// <param name="createMD5">Makes a hash; throws on machines that forbid MD5.</param>
internal sealed class UploadEnvironment(
    ArrayPool<byte>? pool = null, Func<TimeSpan, CancellationToken, Task>? delay = null, Func<IncrementalHash>? createMD5 = null)
{
    public static UploadEnvironment OfSystem { get; } = new();

    public ArrayPool<byte> Pool { get; } = pool ?? ArrayPool<byte>.Shared;

    public Func<TimeSpan, CancellationToken, Task> Delay { get; } = delay ?? Task.Delay;

    public Func<IncrementalHash> CreateMD5 { get; } = createMD5 ?? AllowedMD5.Create;
}
