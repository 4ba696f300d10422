using System.Buffers;

namespace StreamTuning;

/// <summary>A stream that is read once, from its start to its end, while it arrives.</summary>
internal abstract class ForwardStream(RequestBody body) : Stream
{
    private bool _isClosed;

    public override bool CanRead => !_isClosed;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException("The length is known when everything has been read.");

    public override long Position
    {
        get => throw new NotSupportedException("The stream cannot seek.");
        set => throw new NotSupportedException("The stream cannot seek.");
    }

    protected RequestBody Body { get; } = body;

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        ObjectDisposedException.ThrowIf(_isClosed, this);
        return buffer.IsEmpty ? new ValueTask<int>(0) : ReceiveAsync(buffer, cancellationToken);
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        ValidateBufferArguments(buffer, offset, count);
        return ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();
    }

    public override IAsyncResult BeginRead(byte[] buffer, int offset, int count, AsyncCallback? callback, object? state) =>
        TaskToAsyncResult.Begin(ReadAsync(buffer, offset, count, CancellationToken.None), callback, state);

    public override int EndRead(IAsyncResult asyncResult) => TaskToAsyncResult.End<int>(asyncResult);

    public override int Read(byte[] buffer, int offset, int count)
    {
        ValidateBufferArguments(buffer, offset, count);
        if (!Body.AllowsSynchronousReads)
        {
            throw new InvalidOperationException(
                "Synchronous reads are disallowed, since a thread would wait for the client. "
                + "Call ReadAsync, or set AllowSynchronousIO of the server.");
        }

        return ReadAsync(buffer.AsMemory(offset, count)).AsTask().GetAwaiter().GetResult();
    }

    /// <summary>Collects what arrives in small pieces, so that the destination gets few writes.</summary>
    public override async Task CopyToAsync(Stream destination, int bufferSize, CancellationToken cancellationToken)
    {
        ValidateCopyToArguments(destination, bufferSize);
        byte[] buffer = ArrayPool<byte>.Shared.Rent(Math.Min(Body.BufferSize, bufferSize));
        try
        {
            int read;
            while ((read = await this.ReadAtLeastAsync(
                buffer, buffer.Length, throwOnEndOfStream: false, cancellationToken).ConfigureAwait(false)) > 0)
            {
                await destination.WriteAsync(buffer.AsMemory(0, read), cancellationToken).ConfigureAwait(false);
            }
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException("The stream cannot seek.");

    public override void SetLength(long value) => throw new NotSupportedException("The stream cannot be written.");

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException("The stream cannot be written.");

    /// <summary>Reads at least one byte, and at most as many as there is room for, which there is; 0 at the end.</summary>
    protected abstract ValueTask<int> ReceiveAsync(Memory<byte> buffer, CancellationToken cancellationToken);

    protected override void Dispose(bool disposing)
    {
        _isClosed = true;
        base.Dispose(disposing);
    }
}
