using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;
using static StreamTuning.Bytes;

namespace StreamTuning.Copying;

/// <summary>HTTP contents as sources: over the loopback, in memory, of other makers, and lying.</summary>
public sealed class HttpContentTests : IAsyncLifetime
{
    private static readonly byte[] _content = Random((5 * MiB) + 3);

    private readonly Scratch _scratch = new();
    private readonly HttpClient _client = new();
    private WebApplication? _server;
    private string _address = "";

    public async Task InitializeAsync()
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        _server = builder.Build();
        _server.MapGet("/{kind}", async (string kind, HttpContext context) =>
        {
            if (kind is "length" or "broken")
            {
                context.Response.ContentLength = _content.Length;
            }

            await context.Response.Body.WriteAsync(_content.AsMemory(0, kind == "broken" ? 3 * MiB : _content.Length));
            if (kind == "broken")
            {
                await context.Response.Body.FlushAsync();
                context.Abort();
            }
        });
        await _server.StartAsync();
        _address = _server.Urls.Single();
    }

    public async Task DisposeAsync()
    {
        _client.Dispose();
        await _server!.DisposeAsync();
        _scratch.Dispose();
    }

    [Theory]
    [InlineData("length", 2, 3)] // 5 MiB + 3 bytes in blocks of at most 2 MiB
    [InlineData("chunked", 2, 4)] // 1 MiB, then 2 MiB
    public async Task A_response_is_copied_in_full_blocks(string kind, int lengths, int writes)
    {
        using HttpResponseMessage response = await _client.GetAsync($"{_address}/{kind}", HttpCompletionOption.ResponseHeadersRead);
        using var file = new RecordingFile(_scratch.PathOf("file"));
        Assert.Equal(_content.Length, await response.Content.CopyToFileAsync(file, new FileCopyOptions(new CopyEnvironment(clock: new StoppedClock(), mount: TestMounts.WhereLengthsPay()))));
        Assert.Equal((lengths, writes), (file.Lengths.Count(), file.Writes.Count()));
        file.Dispose();
        AssertEqual(_content, File.ReadAllBytes(file.Name));
    }

    [Fact]
    public async Task A_response_is_copied_to_a_path_and_to_any_stream()
    {
        using (HttpResponseMessage response = await _client.GetAsync($"{_address}/length", HttpCompletionOption.ResponseHeadersRead))
        {
            Assert.Equal(_content.Length, await response.Content.CopyToFileAsync(_scratch.PathOf("file")));
            AssertEqual(_content, File.ReadAllBytes(_scratch.PathOf("file")));
        }

        using (HttpResponseMessage response = await _client.GetAsync($"{_address}/chunked", HttpCompletionOption.ResponseHeadersRead))
        {
            var destination = new MemoryStream();
            Assert.Equal(_content.Length, await response.Content.CopyToFileAsync(destination));
            AssertEqual(_content, destination.ToArray());
        }
    }

    [Fact]
    public async Task A_buffered_response_can_be_copied_again_and_again()
    {
        using HttpResponseMessage response = await _client.GetAsync($"{_address}/length");
        for (int i = 0; i < 2; i++)
        {
            using var file = new RecordingFile(_scratch.PathOf("file"), FileMode.Create);
            Assert.Equal(_content.Length, await response.Content.CopyToFileAsync(file));
            file.Dispose();
            AssertEqual(_content, File.ReadAllBytes(file.Name));
        }

        byte[] buffered = await response.Content.ReadAsByteArrayAsync();
        AssertEqual(_content, buffered);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task The_stream_of_a_content_is_closed_when_the_platform_closes_it(bool canSeek)
    {
        var expected = new TestSource(_content, canSeek);
        await new StreamContent(expected).CopyToAsync(Stream.Null);
        var source = new TestSource(_content, canSeek);
        Assert.Equal(_content.Length, await new StreamContent(source).CopyToFileAsync(_scratch.PathOf("file")));
        Assert.Equal(expected.IsClosed, source.IsClosed);
    }

    [Fact]
    public async Task A_response_that_breaks_off_throws_as_the_platform_does_and_leaves_what_arrived()
    {
        using var file = new RecordingFile(_scratch.PathOf("file"));
        using (HttpResponseMessage response = await _client.GetAsync($"{_address}/broken", HttpCompletionOption.ResponseHeadersRead))
        {
            await Assert.ThrowsAsync<HttpRequestException>(() => response.Content.CopyToAsync(new MemoryStream()));
        }

        using (HttpResponseMessage response = await _client.GetAsync($"{_address}/broken", HttpCompletionOption.ResponseHeadersRead))
        {
            HttpRequestException failure = await Assert.ThrowsAsync<HttpRequestException>(() => response.Content.CopyToFileAsync(file));
            Assert.IsAssignableFrom<IOException>(failure.InnerException);
        }

        Assert.Equal(file.Position, file.Length);
        Assert.InRange(file.Length, 0, 3 * MiB);
        file.Dispose();
        byte[] left = File.ReadAllBytes(file.Name);
        AssertEqual(_content.AsSpan(0, left.Length), left);

        using (HttpResponseMessage response = await _client.GetAsync($"{_address}/broken", HttpCompletionOption.ResponseHeadersRead))
        {
            await Assert.ThrowsAsync<HttpRequestException>(() => response.Content.CopyToFileAsync(_scratch.PathOf("new")));
            Assert.Equal(["file"], _scratch.Names);
        }
    }

    [Theory]
    [InlineData(-100_000)]
    [InlineData(100_000)]
    public async Task A_length_that_lies_is_only_a_hint(int error)
    {
        foreach (HttpContent content in new HttpContent[] { new StreamContent(new TestSource(_content)), new PushedContent(_content) })
        {
            content.Headers.ContentLength = _content.Length + error;
            using var file = new RecordingFile(_scratch.PathOf("file"), FileMode.Create);
            Assert.Equal(_content.Length, await content.CopyToFileAsync(file));
            file.Dispose();
            AssertEqual(_content, File.ReadAllBytes(file.Name));
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_content_of_another_maker_is_not_loaded_into_memory(bool synchronous)
    {
        var content = new PushedContent(_content) { Synchronous = synchronous };
        using var file = new RecordingFile(_scratch.PathOf("file"));
        Assert.Equal(_content.Length, await content.CopyToFileAsync(file, new FileCopyOptions(new CopyEnvironment(clock: new StoppedClock(), mount: TestMounts.WhereLengthsPay()))));
        Assert.Equal(1, content.Pushed);
        Assert.Equal(4, file.Writes.Count());
        file.Dispose();
        AssertEqual(_content, File.ReadAllBytes(file.Name));
    }

    [Fact]
    public async Task A_content_of_another_maker_is_stopped_when_the_file_fails()
    {
        var content = new PushedContent(_content) { Endless = true };
        using var file = new RecordingFile(_scratch.PathOf("file")) { FailingWrite = 1 };
        Assert.Same(file.Failure, await Assert.ThrowsAsync<IOException>(() => content.CopyToFileAsync(file)));
    }

    [Fact]
    public async Task A_content_of_another_maker_can_fail()
    {
        var failure = new InvalidOperationException("No more.");
        var content = new PushedContent(_content) { Failure = failure };
        using var file = new RecordingFile(_scratch.PathOf("file"));
        Assert.Equal(failure.Message, (await Assert.ThrowsAsync<InvalidOperationException>(() => content.CopyToFileAsync(file))).Message);
        Assert.Equal(_content.Length, file.Length);
    }

    [Fact]
    public async Task A_stream_content_is_copied_from_where_its_stream_stood()
    {
        using var source = new MemoryStream(_content) { Position = 1000 };
        using var content = new StreamContent(source);
        for (int i = 0; i < 2; i++)
        {
            Assert.Equal(_content.Length - 1000, await content.CopyToFileAsync(_scratch.PathOf("file")));
            AssertEqual(_content.AsSpan(1000), File.ReadAllBytes(_scratch.PathOf("file")));
        }
    }

    [Fact]
    public async Task An_exact_length_is_compared_with_the_one_that_is_known()
    {
        using HttpResponseMessage response = await _client.GetAsync($"{_address}/length", HttpCompletionOption.ResponseHeadersRead);
        using var file = new RecordingFile(_scratch.PathOf("file"));
        await Assert.ThrowsAsync<InvalidDataException>(
            () => response.Content.CopyToFileAsync(file, new FileCopyOptions { ExactLength = _content.Length - 1 }));
        Assert.Equal(_content.Length - 1, file.Length);
    }

    [Fact]
    public async Task A_response_can_be_cancelled()
    {
        using var cancellation = new CancellationTokenSource();
        using HttpResponseMessage response = await _client.GetAsync($"{_address}/length", HttpCompletionOption.ResponseHeadersRead);
        using var file = new RecordingFile(_scratch.PathOf("file")) { WriteBegins = _ => cancellation.Cancel() };
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => response.Content.CopyToFileAsync(file, cancellationToken: cancellation.Token));
        Assert.Equal(file.Position, file.Length);
        Assert.True(file.Length < _content.Length);
    }

#if !STREAMTUNING_NETSTANDARD
    [Fact]
    public void The_synchronous_twins_copy_too()
    {
        using (HttpResponseMessage response = _client.Send(new HttpRequestMessage(HttpMethod.Get, $"{_address}/length"), HttpCompletionOption.ResponseHeadersRead))
        {
            using var file = new RecordingFile(_scratch.PathOf("file"));
            Assert.Equal(_content.Length, response.Content.CopyToFile(file));
            file.Dispose();
            AssertEqual(_content, File.ReadAllBytes(file.Name));
        }

        using (HttpResponseMessage response = _client.Send(new HttpRequestMessage(HttpMethod.Get, $"{_address}/chunked"), HttpCompletionOption.ResponseHeadersRead))
        {
            Assert.Equal(_content.Length, response.Content.CopyToFile(_scratch.PathOf("path")));
            AssertEqual(_content, File.ReadAllBytes(_scratch.PathOf("path")));
        }

        var destination = new MemoryStream();
        Assert.Equal(_content.Length, new ByteArrayContent(_content).CopyToFile(destination));
        AssertEqual(_content, destination.ToArray());
    }
#endif

    /// <summary>A content that only knows how to write itself.</summary>
    private sealed class PushedContent(byte[] content) : HttpContent
    {
        public bool Synchronous { get; init; }

        public bool Endless { get; init; }

        public Exception? Failure { get; init; }

        public int Pushed { get; private set; }

        protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context)
        {
            Assert.IsNotType<MemoryStream>(stream, exactMatch: false);
            Pushed++;
            do
            {
                for (int offset = 0; offset < content.Length; offset += 100_000)
                {
                    int count = Math.Min(100_000, content.Length - offset);
                    if (Synchronous)
                    {
                        stream.Write(content, offset, count);
                    }
                    else
                    {
                        await stream.WriteAsync(content, offset, count);
                    }
                }
            }
            while (Endless);

            if (Failure is not null)
            {
                throw Failure;
            }
        }

        protected override bool TryComputeLength(out long length)
        {
            length = 0;
            return false;
        }
    }
}
