using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>A file that the copy opened itself: written at offsets where .NET can do that, several requests at once.</summary>
/// <param name="file">The file, without a buffer of its own.</param>
/// <param name="path">The path that the caller asked for.</param>
/// <param name="isHidden">Whether the file gets that name only when it is complete.</param>
/// <param name="isNew">Whether the file is known to be empty; some shares go on telling the length from before it was emptied.</param>
internal sealed class OwnFileTarget(FileStream file, string path, bool isHidden, bool isNew)
    : FileTarget(file, mayBuffer: false, originalLength: isNew && file.CanSeek ? 0 : null)
{
    public override bool IsOwn => true;

    public override bool IsHidden => isHidden;

#if NET
    public override bool WritesInParallel => CanSeek;

    public override SafeFileHandle? OwnHandle => CanSeek ? Handle : null;

    public override ValueTask WriteAsync(byte[] buffer, int offset, int count, long position, bool async)
    {
        if (!CanSeek)
        {
            return base.WriteAsync(buffer, offset, count, position, async);
        }

        if (async)
        {
            return RandomAccess.WriteAsync(Handle, buffer.AsMemory(offset, count), position, CancellationToken.None);
        }

        RandomAccess.Write(Handle, buffer.AsSpan(offset, count), position);
        return default;
    }

    public override void SetLength(long length) => RandomAccess.SetLength(Handle, length);
#endif

    public override void Settle(WriteBack writeBack) => writeBack.SettleOwn(Handle);

    /// <summary>The file may have another name, or none, while it is written.</summary>
    public override Exception Explain(Exception error) => FileErrors.Of(path, error);
}
