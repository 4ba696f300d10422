using System.IO.Pipelines;
using static StreamTuning.Bytes;

namespace StreamTuning.Copying;

/// <summary>Pipes as sources.</summary>
public sealed class PipeReaderTests : IDisposable
{
    private static readonly byte[] _content = Random((3 * MiB) + 17);

    private readonly Scratch _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public async Task Everything_arrives_and_the_reader_is_not_completed()
    {
        foreach (string destination in new[] { "file", "path", "stream" })
        {
            var pipe = new Pipe();
            Task writing = WriteAsync(pipe.Writer, _content, complete: true);
            byte[] copied;
            if (destination == "path")
            {
                Assert.Equal(_content.Length, await pipe.Reader.CopyToFileAsync(_scratch.PathOf("path")));
                copied = File.ReadAllBytes(_scratch.PathOf("path"));
            }
            else if (destination == "file")
            {
                using var file = new RecordingFile(_scratch.PathOf("file"));
                Assert.Equal(_content.Length, await pipe.Reader.CopyToFileAsync(file, new FileCopyOptions(new CopyEnvironment(clock: new StoppedClock(), mount: TestMounts.WhereLengthsPay()))));
                Assert.Equal([MiB, 2 * MiB, 17], file.Writes.Select(w => w.Count));
                file.Dispose();
                copied = File.ReadAllBytes(file.Name);
            }
            else
            {
                var stream = new MemoryStream();
                Assert.Equal(_content.Length, await pipe.Reader.CopyToFileAsync(stream));
                copied = stream.ToArray();
            }

            await writing;
            AssertEqual(_content, copied);

            // A completed reader would throw.
            Assert.True((await pipe.Reader.ReadAsync()).IsCompleted);
        }
    }

    [Fact]
    public async Task An_exact_length_leaves_the_rest_in_the_pipe()
    {
        using var file = new RecordingFile(_scratch.PathOf("file"));
        var pipe = new Pipe();
        await WriteAsync(pipe.Writer, _content[..100], complete: false);
        Assert.Equal(100, await pipe.Reader.CopyToFileAsync(file, new FileCopyOptions { ExactLength = 100 }));

        await WriteAsync(pipe.Writer, _content[100..300], complete: false);
        await Assert.ThrowsAsync<InvalidDataException>(() => pipe.Reader.CopyToFileAsync(file, new FileCopyOptions { ExactLength = 150 }));
        ReadResult rest = await pipe.Reader.ReadAsync();
        Assert.Equal(50, rest.Buffer.Length);
        pipe.Reader.AdvanceTo(rest.Buffer.Start);
        pipe.Writer.Complete();
        await Assert.ThrowsAsync<EndOfStreamException>(() => pipe.Reader.CopyToFileAsync(file, new FileCopyOptions { ExactLength = 51 }));

        file.Dispose();
        AssertEqual(_content.AsSpan(0, 300), File.ReadAllBytes(file.Name));
    }

    [Fact]
    public async Task The_exception_of_the_writer_is_the_exception_of_the_copy()
    {
        using var file = new RecordingFile(_scratch.PathOf("file"));
        var pipe = new Pipe();
        await WriteAsync(pipe.Writer, _content[..1000], complete: false);
        var failure = new InvalidOperationException("The sender is gone.");
        pipe.Writer.Complete(failure);
        Assert.Equal(failure.Message, (await Assert.ThrowsAsync<InvalidOperationException>(() => pipe.Reader.CopyToFileAsync(file))).Message);
    }

    [Fact]
    public async Task A_read_that_is_cancelled_and_a_token_end_the_copy()
    {
        using var file = new RecordingFile(_scratch.PathOf("file"));
        var pipe = new Pipe();
        await WriteAsync(pipe.Writer, _content[..1000], complete: false);
        Task<long> copy = pipe.Reader.CopyToFileAsync(file);
        pipe.Reader.CancelPendingRead();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => copy);
        Assert.Equal((1000, 1000), (file.Length, file.Position));

        using var cancellation = new CancellationTokenSource();
        copy = pipe.Reader.CopyToFileAsync(file, cancellationToken: cancellation.Token);
        cancellation.Cancel();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => copy);
        Assert.Equal(1000, file.Length);
    }

    private static async Task WriteAsync(PipeWriter writer, byte[] content, bool complete)
    {
        for (int offset = 0; offset < content.Length; offset += 10_000)
        {
            await writer.WriteAsync(content.AsMemory(offset, Math.Min(10_000, content.Length - offset)));
        }

        if (complete)
        {
            writer.Complete();
        }
    }
}
