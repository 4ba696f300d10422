using System.Buffers;
using System.Runtime.CompilerServices;

namespace StreamTuning;

/// <summary>The content of one part of a form.</summary>
/// <param name="body">The body, at the start of the content.</param>
/// <param name="end">What ends the content.</param>
/// <param name="limit">How many bytes it may have; <see langword="null"/> for as many as the body.</param>
/// <param name="outputs">Is told where the content is copied to.</param>
internal sealed class PartStream(RequestBody body, Delimiter end, long? limit, FormOutputs outputs) : ForwardStream(body)
{
    /// <summary>How many bytes have been read.</summary>
    public long BytesRead { get; private set; }

    /// <summary>Whether the content has been read to its end.</summary>
    public bool IsComplete { get; private set; }

    public override Task CopyToAsync(Stream destination, int bufferSize, CancellationToken cancellationToken)
    {
        if (destination is FileStream file)
        {
            outputs.NoteFile(file);
        }

        return base.CopyToAsync(destination, bufferSize, cancellationToken);
    }

    /// <summary>Whether there is no content. Waits for the first byte of it, which stays to be read.</summary>
    public async ValueTask<bool> IsEmptyAsync(CancellationToken cancellationToken)
    {
        ObjectDisposedException.ThrowIf(!CanRead, this);
        Body.BeginReading();
        try
        {
            if (BytesRead == 0 && !IsComplete)
            {
                IsComplete = await Body.TrySkipAsync(end.Bytes, cancellationToken).ConfigureAwait(false);
            }

            return BytesRead == 0 && IsComplete;
        }
        finally
        {
            Body.EndReading();
        }
    }

    /// <summary>Reads over what nobody wanted, within the same limits, whether the stream is closed or not.</summary>
    public async ValueTask DrainAsync()
    {
        Body.ThrowIfFailed();
        if (IsComplete)
        {
            return;
        }

        byte[] buffer = ArrayPool<byte>.Shared.Rent(Body.BufferSize);
        try
        {
            while (await ReceiveAsync(buffer, CancellationToken.None).ConfigureAwait(false) > 0)
            {
            }
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    protected override async ValueTask<int> ReceiveAsync(Memory<byte> buffer, CancellationToken cancellationToken)
    {
        Body.BeginReading();
        try
        {
            if (IsComplete)
            {
                return 0;
            }

            int read = await Body.ReadToAsync(end, buffer, cancellationToken).ConfigureAwait(false);
            IsComplete = read == 0;
            BytesRead += read;
            return BytesRead > limit
                ? throw Body.Fail(Rejection.TooMuch($"A file is longer than {limit} bytes."))
                : read;
        }
        finally
        {
            Body.EndReading();
        }
    }
}
