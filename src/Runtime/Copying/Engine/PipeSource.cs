using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;

namespace StreamTuning;

/// <summary>A pipe, read to its end and not completed.</summary>
internal sealed class PipeSource(PipeReader reader) : CopySource
{
    public override long? KnownRemaining() => null;

    public override bool HoldsMore()
    {
        if (!reader.TryRead(out ReadResult result))
        {
            return false;
        }

        bool more = !result.Buffer.IsEmpty;
        reader.AdvanceTo(result.Buffer.Start);
        return more;
    }

#if NET
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
#endif
    public override async ValueTask<int> ReadAsync(byte[] buffer, int offset, int count, bool async, CancellationToken token)
    {
        while (true)
        {
            ValueTask<ReadResult> reading = reader.ReadAsync(token);
            ReadResult result = async || reading.IsCompleted
                ? await reading.ConfigureAwait(false)
                : reading.AsTask().GetAwaiter().GetResult();
            int taken = (int)Math.Min(count, result.Buffer.Length);
            if (result.IsCanceled)
            {
                reader.AdvanceTo(result.Buffer.Start);
                throw new OperationCanceledException("Reading the pipe was cancelled.");
            }

            ReadOnlySequence<byte> block = result.Buffer.Slice(0, taken);
            block.CopyTo(buffer.AsSpan(offset, taken));
            reader.AdvanceTo(block.End);
            if (taken > 0 || result.IsCompleted)
            {
                return taken;
            }
        }
    }

    public override ValueTask CopyToAsync(Stream destination, bool async, CancellationToken token) =>
        new(reader.CopyToAsync(destination, token));
}
