namespace StreamTuning;

/// <summary>A stream, read from its position on.</summary>
internal sealed class StreamSource(Stream stream) : CopySource
{
    /// <summary>A stream of a caller, of which the caller has to answer for what is wrong with it.</summary>
    public static StreamSource Of(Stream source)
    {
        if (source is null)
        {
            throw new ArgumentNullException(nameof(source));
        }

        if (!source.CanRead)
        {
            throw source.CanWrite
                ? new NotSupportedException("The source does not support reading.")
                : new ObjectDisposedException(source.GetType().Name, "The source is closed.");
        }

        return new StreamSource(source);
    }

    public override bool KnowsItsLength => stream.CanSeek;

    public override bool IsFromFile => stream is FileStream;

    public override long? KnownRemaining()
    {
        if (!stream.CanSeek)
        {
            return null;
        }

        try
        {
            return Math.Max(0, stream.Length - stream.Position);
        }
        catch (Exception e) when (e is NotSupportedException or IOException)
        {
            return null;
        }
    }

    public override bool TryTakeMemory(long limit, out ArraySegment<byte> memory)
    {
        // A derived type may have overridden what reading means.
        if (stream.GetType() != typeof(MemoryStream))
        {
            memory = default;
            return false;
        }

        var source = (MemoryStream)stream;
        int position = (int)Math.Min(source.Position, source.Length);
        int count = (int)Math.Min(source.Length - position, limit);
        ArraySegment<byte> whole = MemoryCapture.BufferOf(source);
        memory = new ArraySegment<byte>(whole.Array!, whole.Offset + position, count);
        source.Position += count;
        return true;
    }

    public override ValueTask<int> ReadAsync(byte[] buffer, int offset, int count, bool async, CancellationToken token)
    {
        if (!async)
        {
            return new ValueTask<int>(stream.Read(buffer, offset, count));
        }

#if NET
        return stream.ReadAsync(buffer.AsMemory(offset, count), token);
#else
        return new ValueTask<int>(stream.ReadAsync(buffer, offset, count, token));
#endif
    }

    public override ValueTask CopyToAsync(Stream destination, bool async, CancellationToken token)
    {
        if (async)
        {
#if NET
            return new ValueTask(stream.CopyToAsync(destination, token));
#else
            return new ValueTask(stream.CopyToAsync(destination, bufferSize: 81_920, token));
#endif
        }

        stream.CopyTo(destination);
        return default;
    }

    /// <summary>
    /// Finds the array behind a memory stream without copying it, whether the stream exposes it or not: <see cref="MemoryStream.WriteTo"/>
    /// hands it to the stream it writes to.
    /// </summary>
    private sealed class MemoryCapture : WriteOnlyStream
    {
        private ArraySegment<byte> _captured = new([]);

        public static ArraySegment<byte> BufferOf(MemoryStream source)
        {
            if (source.TryGetBuffer(out ArraySegment<byte> exposed))
            {
                return exposed;
            }

            using var capture = new MemoryCapture();
            source.WriteTo(capture);
            return capture._captured;
        }

        public override void Write(byte[] buffer, int offset, int count) => _captured = new ArraySegment<byte>(buffer, offset, count);
    }
}
