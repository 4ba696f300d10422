namespace StreamTuning;

/// <summary>A stream that is no file: it gets what the platform's copy would write, metered on the way.</summary>
internal sealed class StreamDestination(Stream destination) : CopyDestination
{
    // What Stream.CopyToAsync rents.
    private const int CopyBufferSize = 128 * 1024;

    public override async ValueTask<long> ReceiveAsync(CopySource source, CopySettings settings, bool async)
    {
        if (settings.ExactLength is null)
        {
            return await ReceiveAsync(meter => source.CopyToAsync(meter, async, settings.Token), settings).ConfigureAwait(false);
        }

        await source.OpenAsync(async, settings.Token).ConfigureAwait(false);
        try
        {
            return await ReceiveFromOpenedAsync(source, settings, async).ConfigureAwait(false);
        }
        finally
        {
            await source.CloseAsync(async).ConfigureAwait(false);
        }
    }

    /// <summary>Takes everything from a source that has been opened, in the reads and writes of the platform's copy.</summary>
    public ValueTask<long> ReceiveFromOpenedAsync(CopySource source, CopySettings settings, bool async) =>
        ReceiveAsync(meter => CopyAsync(source, meter, settings, async), settings);

    private static async ValueTask CopyAsync(CopySource source, MeteringStream meter, CopySettings settings, bool async)
    {
        long left = settings.ExactLength ?? long.MaxValue;
        byte[] buffer = settings.Pool.Rent((int)Math.Max(1, Math.Min(left, Math.Min(CopyBufferSize, settings.MemoryBudget))));
        try
        {
            while (left > 0)
            {
                settings.Token.ThrowIfCancellationRequested();
                int read = await source.ReadAsync(
                    buffer, 0, (int)Math.Min(buffer.Length, left), async, settings.Token).ConfigureAwait(false);
                if (read == 0)
                {
                    break;
                }

                await meter.WriteAsync(buffer, 0, read, async, settings.Token).ConfigureAwait(false);
                left -= read;
            }

            settings.CheckExactLength(source, meter.Written);
        }
        finally
        {
            settings.Pool.Return(buffer);
        }
    }

    private async ValueTask<long> ReceiveAsync(Func<MeteringStream, ValueTask> copy, CopySettings settings)
    {
        var meter = new MeteringStream(destination, settings);
        try
        {
            await copy(meter).ConfigureAwait(false);
        }
        finally
        {
            settings.Observation?.Note(CopyStrategy.Stream, meter.Written, meter.Writes);
        }

        return meter.Written;
    }

    /// <summary>Passes writes on, and counts, hashes and reports what has arrived.</summary>
    private sealed class MeteringStream(Stream inner, CopySettings settings) : WriteOnlyStream
    {
        public long Written { get; private set; }

        public int Writes { get; private set; }

        public override void Write(byte[] buffer, int offset, int count)
        {
            settings.Token.ThrowIfCancellationRequested();
            inner.Write(buffer, offset, count);
            settings.Hash?.AppendData(buffer, offset, count);
            Arrived(count);
        }

        public override async Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
        {
            await inner.WriteAsync(buffer, offset, count, cancellationToken).ConfigureAwait(false);
            settings.Hash?.AppendData(buffer, offset, count);
            Arrived(count);
        }

        public ValueTask WriteAsync(byte[] buffer, int offset, int count, bool async, CancellationToken token)
        {
            if (async)
            {
                return new ValueTask(WriteAsync(buffer, offset, count, token));
            }

            Write(buffer, offset, count);
            return default;
        }

#if NET
        public override void Write(ReadOnlySpan<byte> buffer)
        {
            settings.Token.ThrowIfCancellationRequested();
            inner.Write(buffer);
            settings.Hash?.AppendData(buffer);
            Arrived(buffer.Length);
        }

        public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            await inner.WriteAsync(buffer, cancellationToken).ConfigureAwait(false);
            settings.Hash?.AppendData(buffer.Span);
            Arrived(buffer.Length);
        }
#endif

        public override void Flush() => inner.Flush();

        public override Task FlushAsync(CancellationToken cancellationToken) => inner.FlushAsync(cancellationToken);

        private void Arrived(int count)
        {
            Written += count;
            Writes++;
            settings.Progress?.Report(Written);
        }
    }
}
