using System.Buffers;
using System.Collections.Concurrent;
using System.Diagnostics.Tracing;
using System.Globalization;
using System.IO.Pipelines;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Xunit.Abstractions;

namespace StreamTuning.AspNetCore;

/// <summary>
/// A server holds little for clients that have stopped in the middle of a file: no more than one that takes the files as <see cref="IFormFile"/>, or what a copy may
/// hold while its source is slow.
/// </summary>
[Collection(Alone.Name)]
public sealed class SlowClientTests(ITestOutputHelper output)
{
    private const int Clients = 256;

    /// <summary>What a copy may hold while its source is slow.</summary>
    private const int SlowCopy = 256 * 1024;

    /// <summary>What each client has sent when it stops: more than a form file may have in memory.</summary>
    private const int Sent = 300_000;

    [Theory]
    [InlineData("/path")]
    [InlineData("/stream")]
    [InlineData("/staged")]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task Stopped_clients_cost_no_more_memory_than_with_form_files(string way)
    {
        (long formFile, long rentedByFormFile) = await HeldAsync("/formfile", allowed: long.MaxValue);
        long allowed = Math.Max(formFile, (long)Clients * SlowCopy);
        (long streamed, long rented) = await HeldAsync(way, allowed);

        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture, $"Heap and rented KiB a client: IFormFile {formFile / Clients >> 10}, {rentedByFormFile / Clients >> 10}; {way} {streamed / Clients >> 10}, {rented / Clients >> 10}"));
        Assert.True(streamed <= allowed, $"{way} holds {streamed} bytes; {allowed} are allowed.");
        Assert.True(rented <= allowed, $"{way} has rented {rented} bytes; {allowed} are allowed.");
    }

    /// <summary>By how much the heap has grown when all clients have stopped, and how much of that is rented from pools. Waits until both are allowed.</summary>
    private static async Task<(long Heap, long Rented)> HeldAsync(string path, long allowed)
    {
        using var rented = new RentedBytes();
        using var scratch = new Scratch();
        var arrived = new ConcurrentDictionary<string, long>();
        await using UploadServer server = await UploadServer.StartAsync(
            app =>
            {
                app.Use((context, next) =>
                {
                    void Count(long bytes) => arrived.AddOrUpdate(context.TraceIdentifier, bytes, (_, before) => before + bytes);
                    if (path == "/formfile")
                    {
                        context.Request.Body = new CountedStream(context.Request.Body, Count);
                    }
                    else
                    {
                        // The buffers stay those of the server.
                        context.Features.Set<IRequestBodyPipeFeature>(new CountedReader(context.Request.BodyReader, Count));
                    }

                    return next(context);
                });
                app.MapPost("/path", (HttpRequest request) => request.StreamFilesAsync((file, ct) => file.CopyToFileAsync(scratch.PathOf(Guid.NewGuid().ToString("N")), cancellationToken: ct)))
                    .WithStreamedFiles().DisableAntiforgery();
                app.MapPost("/stream", (HttpRequest request) => request.StreamFilesAsync(async (file, ct) =>
                {
                    await using FileStream destination = File.Create(scratch.PathOf(Guid.NewGuid().ToString("N")));
                    await file.CopyToAsync(destination, ct);
                })).WithStreamedFiles().DisableAntiforgery();
                app.MapPost("/staged", (HttpRequest request) => request.StreamFilesAsync((file, ct) => file.StageAsync(cancellationToken: ct))).WithStreamedFiles().DisableAntiforgery();
                app.MapPost("/formfile", async (HttpRequest request, CancellationToken ct) =>
                {
                    IFormCollection form = await request.ReadFormAsync(ct);
                    await form.Files[0].CopyToFileAsync(scratch.PathOf(Guid.NewGuid().ToString("N")), cancellationToken: ct);
                });
            },
            builder => builder.Services.Configure<HostOptions>(options => options.ShutdownTimeout = TimeSpan.Zero));
        byte[] form = RawForm.OneFile(new byte[20_000_000]);
        int head = form.AsSpan().IndexOf("\r\n\r\n"u8) + 4;
        long before = GC.GetTotalMemory(forceFullCollection: true);
        var clients = new List<RawClient>();
        try
        {
            // One after the other: else the server's own buffers grow by an amount that depends on when its threads run.
            for (int i = 1; i <= Clients; i++)
            {
                RawClient client = await server.ConnectAsync();
                clients.Add(client);
                await client.SendHeadAsync(path, form.Length);
                await client.SendAsync(form.AsMemory(0, head + Sent));
                long expected = i * (head + Sent - 100L);
                Assert.True(SpinWait.SpinUntil(() => arrived.Values.Sum() >= expected, TimeSpan.FromMinutes(2)), "The server has not read what was sent.");
            }

            // A copy writes its block, and gives it back, when its source has given nothing for a second.
            (long Heap, long Rented) held = default;
            SpinWait.SpinUntil(
                () =>
                {
                    held = (GC.GetTotalMemory(forceFullCollection: true) - before, rented.Count);
                    return Math.Max(held.Heap, held.Rented) <= allowed;
                },
                TimeSpan.FromMinutes(5));
            return held;
        }
        finally
        {
            clients.ForEach(client => client.Reset());
            for (int i = 0; i < clients.Count; i++)
            {
                await server.WaitForEndAsync();
            }
        }
    }

    /// <summary>Counts what is rented from the pools of arrays and not given back.</summary>
    private sealed class RentedBytes : EventListener
    {
        private readonly ConcurrentDictionary<object, int> _sizes = new();

        public long Count => _sizes.Values.Sum(size => (long)size);

        protected override void OnEventSourceCreated(EventSource eventSource)
        {
            if (eventSource.Name == "System.Buffers.ArrayPoolEventSource")
            {
                EnableEvents(eventSource, EventLevel.Verbose);
            }
        }

        protected override void OnEventWritten(EventWrittenEventArgs eventData)
        {
            switch (eventData.EventName)
            {
                case "BufferRented":
                    _sizes[eventData.Payload![0]!] = (int)eventData.Payload[1]!;
                    break;
                case "BufferReturned":
                    _sizes.TryRemove(eventData.Payload![0]!, out _);
                    break;
            }
        }
    }

    /// <summary>Counts the bytes of a request that have been read.</summary>
    private sealed class CountedReader(PipeReader reader, Action<long> count) : PipeReader, IRequestBodyPipeFeature
    {
        private ReadOnlySequence<byte> _read;

        public PipeReader Reader => this;

        public override void AdvanceTo(SequencePosition consumed) => AdvanceTo(consumed, consumed);

        public override void AdvanceTo(SequencePosition consumed, SequencePosition examined)
        {
            count(_read.Slice(0, consumed).Length);
            reader.AdvanceTo(consumed, examined);
        }

        public override void CancelPendingRead() => reader.CancelPendingRead();

        public override void Complete(Exception? exception = null) => reader.Complete(exception);

        public override async ValueTask<ReadResult> ReadAsync(CancellationToken cancellationToken = default)
        {
            ReadResult result = await reader.ReadAsync(cancellationToken);
            _read = result.Buffer;
            return result;
        }

        public override bool TryRead(out ReadResult result)
        {
            bool isRead = reader.TryRead(out result);
            _read = result.Buffer;
            return isRead;
        }
    }

    /// <summary>Counts the bytes of a request that have been read.</summary>
    private sealed class CountedStream(Stream body, Action<long> count) : Stream
    {
        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => throw new NotSupportedException();

        public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            int read = await body.ReadAsync(buffer, cancellationToken);
            count(read);
            return read;
        }

        public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) => ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

        public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override void Flush()
        {
        }

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    }
}
