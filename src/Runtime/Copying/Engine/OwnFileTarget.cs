#if NET
using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>A file that the copy opened itself and that can seek: written at offsets, several requests at once.</summary>
internal sealed class OwnFileTarget : FileTarget
{
    private readonly SafeFileHandle _handle;

    public OwnFileTarget(FileStream file, long preallocatedLength)
        : base(file, mayBuffer: false, preallocatedLength) => _handle = file.SafeFileHandle;

    public override bool WritesInParallel => true;

    public override SafeFileHandle? OwnHandle => _handle;

    public override ValueTask WriteAsync(byte[] buffer, int offset, int count, long position, bool async)
    {
        if (async)
        {
            return RandomAccess.WriteAsync(_handle, buffer.AsMemory(offset, count), position, CancellationToken.None);
        }

        RandomAccess.Write(_handle, buffer.AsSpan(offset, count), position);
        return default;
    }

    public override void SetLength(long length) => RandomAccess.SetLength(_handle, length);
}
#endif
