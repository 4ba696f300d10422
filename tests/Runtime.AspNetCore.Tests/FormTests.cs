using System.Buffers;
using System.IO.Pipelines;
using System.Net;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace StreamTuning.AspNetCore;

/// <summary>What a good form becomes.</summary>
public sealed class FormTests
{
    private static readonly byte[] _small = Bytes.Random(10_000, seed: 2);
    private static readonly byte[] _large = Bytes.Random(3_000_000, seed: 3);

    [Theory]
    [InlineData(FileEndpoints.ToPath, false)]
    [InlineData(FileEndpoints.ToPath, true)]
    [InlineData(FileEndpoints.ToFile, false)]
    [InlineData(FileEndpoints.ToFile, true)]
    [InlineData(FileEndpoints.Staged, false)]
    [InlineData(FileEndpoints.Staged, true)]
    public async Task Files_arrive_whole_and_fields_with_them(string path, bool http2)
    {
        using var endpoints = new FileEndpoints();
        await using UploadServer server = await UploadServer.StartAsync(endpoints.Map);
        byte[] form = new RawForm()
            .Field("title", "Grüezi")
            .File("photos", "small.jpg", _small)
            .Field("tags", "a")
            .File("photos", "large.png", _large, "image/png")
            .File("empty", "empty.txt", [], "text/plain")
            .Field("tags", "b")
            .End();

        Answer answer = await server.PostAsync(path, form, http2);

        Assert.Equal((HttpStatusCode.OK, "3"), (answer.Status, answer.Body));
        Assert.Equal([0L, _small.Length, _large.Length], endpoints.Files.Select(file => new FileInfo(file).Length).Order());
        Bytes.AssertEqual(_large, File.ReadAllBytes(endpoints.Files.Single(file => new FileInfo(file).Length == _large.Length)));
        Bytes.AssertEqual(_small, File.ReadAllBytes(endpoints.Files.Single(file => new FileInfo(file).Length == _small.Length)));
        StreamedForm read = Assert.Single(endpoints.Forms);
        Assert.True(read.IsValid);
        Assert.Equal("Grüezi", read.Fields["title"]);
        Assert.Equal("a,b", read.Fields["TAGS"]);
        Assert.Empty(read.Fields.Files);
        Assert.Equal(
            [("photos", "small.jpg", "image/jpeg", _small.Length), ("photos", "large.png", "image/png", _large.Length), ("empty", "empty.txt", "text/plain", 0L)],
            read.Files.Select(file => (file.Name, file.SafeFileName, file.ContentType, file.Length)));
        Assert.Empty(server.Errors.Errors);
    }

    [Theory]
    [InlineData("", "--")]
    [InlineData("--boundary\r\n", "--boundary--")]
    [InlineData("\r\n--boundary\r\n", "--boundary--\r\n")]
    [InlineData("This is a form.\r\nIn two lines.\r\n--boundary\r\n", "--boundary--  \r\nand this is its end")]
    [InlineData("--boundary \t\r\n", "--boundary--\n")]
    public async Task What_surrounds_the_parts_is_skipped(string before, string after)
    {
        const string Part = "Content-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n\r\nfile\r\n";
        if (before.Length == 0)
        {
            Assert.Empty((await ReadAsync("--boundary" + after)).Files);
            return;
        }

        StreamedForm form = await ReadAsync(before + Part + after);

        Assert.Equal(4, Assert.Single(form.Files).Length);
    }

    [Theory]
    [InlineData("multipart/form-data; boundary=\"boundary\"")]
    [InlineData("Multipart/Form-Data; charset=utf-8; BOUNDARY=boundary")]
    public async Task The_content_type_of_the_request_can_be_written_in_several_ways(string contentType)
    {
        StreamedForm form = await ReadAsync(Encoding.UTF8.GetString(new RawForm().Field("a", "1").End()), contentType);

        Assert.Equal("1", form.Fields["a"]);
    }

    [Theory]
    [InlineData("bound\r\n--boundar")]
    [InlineData("\r\n--\r\n--b\r\n\r\n--boundar\r")]
    [InlineData("--boundary--\r\n")]
    [InlineData("\n--boundary\n")]
    [InlineData("\r\r\n-\r\n--Boundary--\r\n")]
    public async Task What_looks_like_a_boundary_is_content(string content)
    {
        byte[]? received = null;
        byte[] sent = Encoding.ASCII.GetBytes(content);
        await ReadAsync(RawForm.OneFile(sent), (file, ct) => ReceiveAsync(file, bytes => received = bytes, ct));

        Bytes.AssertEqual(sent, received);
    }

    /// <summary>Lengths in MiB, and how many of them are told right, the last among them, to copies; at most two are told wrong.</summary>
    [Theory]
    [InlineData(1, 3)]
    [InlineData(1, 0, 3)]
    [InlineData(1, 2, 2, 2, 2, 2, 2)]
    [InlineData(1, 2, 1)]
    public async Task The_only_and_the_last_file_are_copied_with_their_length(int right, params int[] lengths)
    {
        var told = new List<(long? Probable, long Length)>();
        await using UploadServer server = await UploadServer.StartAsync(app => app.MapPost("/", (HttpRequest request) => request.StreamFilesAsync(async (file, ct) =>
        {
            long? probable = file.ProbableLength;
            await file.CopyToAsync(Stream.Null, ct);
            told.Add((probable, file.Length));
        })).WithStreamedFiles().DisableAntiforgery());
        var form = new RawForm();
        foreach (int length in lengths)
        {
            form.File("f", "a", new byte[(length << 20) + 10]);
        }

        Assert.Equal(HttpStatusCode.OK, (await server.PostAsync("/", form.End())).Status);

        Assert.Equal(told[^1].Length, told[^1].Probable);
        Assert.Equal(right, told.Count(file => file.Probable == file.Length));
        Assert.InRange(told.Count(file => file.Probable > 2 * file.Length), 0, 2);
    }

    [Fact]
    public async Task Files_of_a_chosen_folder_keep_their_folders()
    {
        using var scratch = new Scratch();
        await using UploadServer server = await UploadServer.StartAsync(app => app.MapPost("/", (HttpRequest request) => request.StreamFilesAsync((file, ct) =>
        {
            string path = scratch.PathOf(file.SafeFilePath);
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            return file.CopyToFileAsync(path, cancellationToken: ct);
        })).WithStreamedFiles().DisableAntiforgery());

        await server.PostAsync("/", new RawForm().File("f", "a/x.txt", [1]).File("f", "b/x.txt", [2]).File("f", "../../x.txt", [3]).End());

        Assert.Equal(["a", "b", "x.txt"], scratch.Names);
        Assert.Equal([1, 2, 3], new[] { "a/x.txt", "b/x.txt", "x.txt" }.Select(path => File.ReadAllBytes(scratch.PathOf(path)).Single()));
    }

    [Fact]
    public async Task A_form_that_comes_byte_by_byte_is_the_same()
    {
        byte[] content = Encoding.ASCII.GetBytes("one\r\n--bound\r\ntwo\r\n");
        byte[] form = new RawForm().Field("a", "1").File("f", "a", content).File("g", "b", []).End();
        byte[]? received = null;
        await using UploadServer server = await UploadServer.StartAsync(app => Map(app, (file, ct) => ReceiveAsync(file, bytes => received ??= bytes, ct)));
        using RawClient client = await server.ConnectAsync();
        await client.SendHeadAsync("/", length: null);
        for (int i = 0; i < form.Length; i++)
        {
            await client.SendChunkAsync(form.AsMemory(i, 1));
        }

        await client.SendChunkAsync(default);

        Assert.Equal(200, (await client.ReadResponseAsync())?.Status);
        Bytes.AssertEqual(content, received);
    }

    [Fact]
    public async Task An_input_in_which_no_file_was_chosen_is_no_file()
    {
        int calls = 0;
        StreamedForm form = await ReadAsync(new RawForm().File("f", "", [], "application/octet-stream").Field("a", "1").End(), (_, _) => Task.FromResult(calls++));

        Assert.Equal(0, calls);
        Assert.Empty(form.Files);
        Assert.Equal(["a"], form.Fields.Keys);
    }

    [Fact]
    public async Task Content_without_a_name_is_a_file_with_a_name_that_is_made_up()
    {
        StreamedForm form = await ReadAsync(new RawForm().File("f", "", _small).End());

        StreamedFileInfo file = Assert.Single(form.Files);
        Assert.Equal(("", _small.Length), (file.UntrustedFileName, file.Length));
        Assert.StartsWith("file-", file.SafeFileName);
        Assert.Equal(file.SafeFileName, file.SafeFileName);
    }

    [Fact]
    public async Task A_name_that_is_made_up_is_the_same_in_the_callback_and_in_the_result()
    {
        string? name = null;
        StreamedForm form = await ReadAsync(new RawForm().File("f", "..", _small).End(), (file, _) => Task.FromResult(name = file.SafeFileName));

        Assert.StartsWith("file-", name);
        Assert.Equal(name, Assert.Single(form.Files).SafeFileName);
    }

    [Theory]
    [InlineData("filename=\"rates.txt\"; filename*=UTF-8''%e2%82%ac%20rates.txt", "€ rates.txt")]
    [InlineData("filename*=UTF-8''%e2%82%ac%2f..%2Frates.txt", "€/../rates.txt")]
    [InlineData("filename*=nonsense''x; filename=\"rates.txt\"", "rates.txt")]
    [InlineData("filename=plain.txt", "plain.txt")]
    [InlineData("filename=\"grüße €.txt\"", "grüße €.txt")]
    [InlineData("filename=\"C:\\dir\\a.txt\"", "C:\\dir\\a.txt")]
    public async Task The_name_of_a_file_is_passed_on_as_it_is(string parameter, string expected)
    {
        StreamedForm form = await ReadAsync(new RawForm().Part($"Content-Disposition: form-data; name=\"f\"; {parameter}\r\n", _small).End());

        Assert.Equal(expected, Assert.Single(form.Files).UntrustedFileName);
    }

    [Theory]
    [InlineData("", "application/octet-stream")]
    [InlineData("Content-Type: image/png\r\n", "image/png")]
    [InlineData("content-type: text/plain; charset=utf-8\r\n", "text/plain; charset=utf-8")]
    [InlineData("Content-Type: nonsense\r\n", "application/octet-stream")]
    [InlineData("Content-Type: <script>\r\n", "application/octet-stream")]
    public async Task The_content_type_of_a_file_is_one(string header, string expected)
    {
        StreamedForm form = await ReadAsync(new RawForm().Part($"Content-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n{header}", _small).End());

        Assert.Equal(expected, Assert.Single(form.Files).ContentType);
    }

    [Fact]
    public async Task The_headers_of_a_file_can_be_read()
    {
        string? encoding = null;
        await ReadAsync(
            new RawForm().Part("Content-Disposition: form-data; name=\"f\"; filename=\"a\"\r\nContent-Transfer-Encoding: binary\r\nX-Other: a, b\r\n", _small).End(),
            (file, _) => Task.FromResult(encoding = $"{file.Headers["content-transfer-encoding"]} {file.Headers.Count} '{file.Headers["X-Other"]}'"));

        Assert.Equal("binary 3 'a, b'", encoding);
    }

    [Theory]
    [InlineData("", "ä")]
    [InlineData("Content-Type: text/plain\r\n", "ä")]
    [InlineData("Content-Type: text/plain; charset=utf-8\r\n", "ä")]
    [InlineData("Content-Type: text/plain; charset=iso-8859-1\r\n", "Ã¤")]
    [InlineData("Content-Type: text/plain; charset=utf-7\r\n", "ä")]
    [InlineData("Content-Type: text/plain; charset=nonsense\r\n", "ä")]
    public async Task A_field_is_decoded_by_its_charset(string header, string expected)
    {
        StreamedForm form = await ReadAsync(new RawForm().Part("Content-Disposition: form-data; name=\"a\"\r\n" + header, "ä"u8).End());

        Assert.Equal(expected, form.Fields["a"]);
    }

    [Fact]
    public async Task A_callback_sees_the_fields_before_its_file_and_the_result_all()
    {
        var seen = new List<string>();
        StreamedForm form = await ReadAsync(
            new RawForm().Field("a", "1").File("f", "x", _small).Field("b", "2").File("f", "y", _small).Field("a", "3").End(),
            (file, _) =>
            {
                seen.Add(string.Join(",", file.FieldsSoFar.Keys.Order()));
                return Task.CompletedTask;
            });

        Assert.Equal(["a", "a,b"], seen);
        Assert.Equal("1,3", form.Fields["a"]);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(9)]
    public async Task Fields_that_a_callback_has_seen_stay_as_they_are_and_none_is_lost(int before)
    {
        var form = new RawForm();
        for (int i = 0; i < before; i++)
        {
            form.Field("tag", Text(i));
        }

        form.File("f", "x", _small);
        for (int i = before; i < before + 3; i++)
        {
            form.Field("Tag", Text(i)).File("f", "y", _small);
        }

        var seen = new List<IFormCollection>();
        StreamedForm read = await ReadAsync(form.End(), (file, _) =>
        {
            seen.Add(file.FieldsSoFar);
            return Task.CompletedTask;
        });

        Assert.Equal(Enumerable.Range(0, before + 3).Select(Text), read.Fields["tag"]);
        Assert.Equal([before, before + 1, before + 2, before + 3], seen.Select(fields => fields["tag"].Count));

        static string Text(int i) => i.ToString(System.Globalization.CultureInfo.InvariantCulture);
    }

    [Fact]
    public async Task What_a_callback_does_not_read_is_skipped()
    {
        int calls = 0;
        byte[]? last = null;
        StreamedForm form = await ReadAsync(
            new RawForm().File("f", "x", _large).File("f", "y", _large).File("f", "z", _small).End(),
            async (file, ct) =>
            {
                switch (++calls)
                {
                    case 2:
                        await file.Stream.ReadExactlyAsync(new byte[5], ct);
                        file.Stream.Dispose();
                        break;
                    case 3:
                        await ReceiveAsync(file, bytes => last = bytes, ct);
                        break;
                }
            });

        Assert.Equal([_large.Length, _large.Length, _small.Length], form.Files.Select(file => file.Length));
        Bytes.AssertEqual(_small, last);
    }

    [Fact]
    public async Task A_file_is_read_once_and_only_within_its_callback()
    {
        StreamedFile? kept = null;
        await ReadAsync(RawForm.OneFile(_small), async (file, ct) =>
        {
            kept = file;
            Assert.Throws<InvalidOperationException>(() => file.Length);
            Assert.False(file.Stream.CanSeek);
            Assert.Equal(0, await file.Stream.ReadAsync(Memory<byte>.Empty, ct));
            Assert.Equal(_small.Length, await file.CopyToAsync(Stream.Null, ct));
            Assert.Equal(0, await file.CopyToAsync(Stream.Null, ct));
            Assert.Equal(_small.Length, file.Length);
        });

        Assert.Equal(_small.Length, kept!.Length);
        Assert.False(kept.Stream.CanRead);
        await Assert.ThrowsAsync<ObjectDisposedException>(() => kept.CopyToAsync(Stream.Null));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Synchronous_reads_are_as_the_server_allows(bool allowed)
    {
        Exception? error = null;
        int read = 0;
        await using UploadServer server = await UploadServer.StartAsync(
            app => Map(app, (file, _) =>
            {
                error = Record.Exception(() => read = file.Stream.ReadAtLeast(new byte[_small.Length + 1], _small.Length + 1, throwOnEndOfStream: false));
                return Task.CompletedTask;
            }),
            kestrel: options => options.AllowSynchronousIO = allowed);

        await server.PostAsync("/", RawForm.OneFile(_small));

        Assert.Equal(allowed ? _small.Length : 0, read);
        Assert.Equal(allowed ? null : typeof(InvalidOperationException), error?.GetType());
    }

    [Fact]
    public async Task A_stream_can_be_read_by_who_knows_no_tasks()
    {
        byte[] buffer = new byte[_small.Length];
        int read = 0;
        await ReadAsync(RawForm.OneFile(_small), async (file, _) =>
        {
            while (await Task.Factory.FromAsync((callback, state) => file.Stream.BeginRead(buffer, read, buffer.Length - read, callback, state), file.Stream.EndRead, null) is > 0 and var count)
            {
                read += count;
            }
        });

        Bytes.AssertEqual(_small, buffer);
    }

    [Fact]
    public async Task Whether_a_file_is_empty_is_known_before_it_is_read()
    {
        byte[] like = [.. "\r\n--bound"u8, .. _small];
        var told = new List<(string Name, bool IsEmpty, long Length)>();
        byte[] form = new RawForm().File("f", "nothing", []).File("f", "small", _small).File("f", "like", like).File("f", "last", []).End();
        foreach (int piece in new[] { form.Length, 1 })
        {
            told.Clear();
            await using UploadServer server = await UploadServer.StartAsync(app => Map(app, async (file, ct) =>
            {
                bool isEmpty = await file.IsEmptyAsync(ct);
                Assert.Equal(isEmpty, await file.IsEmptyAsync(ct));
                long copied = await file.CopyToAsync(Stream.Null, ct);
                Assert.Equal(isEmpty, await file.IsEmptyAsync(ct));
                told.Add((file.SafeFileName, isEmpty, copied));
            }));
            using RawClient client = await server.ConnectAsync();
            await client.SendHeadAsync("/", form.Length);
            foreach (byte[] part in form.Chunk(piece))
            {
                await client.SendAsync(part);
            }

            Assert.Equal(200, (await client.ReadResponseAsync())?.Status);
            Assert.Equal([("nothing", true, 0), ("small", false, _small.Length), ("like", false, like.Length), ("last", true, 0)], told);
        }
    }

    [Fact]
    public async Task Whether_a_file_is_empty_is_not_told_when_the_callback_has_returned_or_the_form_ends()
    {
        StreamedFile? kept = null;
        await ReadAsync(RawForm.OneFile(_small), (file, _) => Task.FromResult(kept = file));
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await kept!.IsEmptyAsync());

        Exception? error = null;
        await using UploadServer server = await UploadServer.StartAsync(app => Map(app, async (file, ct) => error = await Record.ExceptionAsync(async () =>
        {
            await file.IsEmptyAsync(ct);
            await file.CopyToAsync(Stream.Null, ct);
        })));
        byte[] form = RawForm.OneFile([]);
        Answer answer = await server.PostAsync("/", form[..^8]);

        Assert.Equal(HttpStatusCode.BadRequest, answer.Status);
        Assert.IsType<BadHttpRequestException>(error);
    }

    [Fact]
    public async Task A_stream_that_is_no_file_gets_few_writes()
    {
        var writes = new List<int>();
        await ReadAsync(RawForm.OneFile(_large), (file, ct) => file.CopyToAsync(new WriteCounter(writes), ct));

        Assert.Equal(_large.Length, writes.Sum());
        Assert.All(writes.SkipLast(1), write => Assert.Equal(64 * 1024, write));
    }

    [Fact]
    public async Task Who_asks_for_the_form_gets_its_fields_afterwards_and_an_error_before()
    {
        Exception? within = null;
        string? after = null;
        await using UploadServer server = await UploadServer.StartAsync(app => app.MapPost("/", async (HttpRequest request) =>
        {
            await request.StreamFilesAsync(async (_, ct) => within = await Record.ExceptionAsync(() => request.ReadFormAsync(ct)));
            after = request.Form["a"];
            return (await Record.ExceptionAsync(() => request.StreamFilesAsync((_, _) => Task.CompletedTask)))?.Message;
        }).DisableAntiforgery());

        Answer answer = await server.PostAsync("/", new RawForm().File("f", "x", _small).Field("a", "1").End());

        Assert.IsType<InvalidOperationException>(within);
        Assert.Equal("1", after);
        Assert.Contains("streamed already", answer.Body);
    }

    [Fact]
    public async Task A_form_that_has_been_read_is_a_mistake_that_names_the_attribute()
    {
        await using UploadServer server = await UploadServer.StartAsync(app => app.MapPost("/", async (HttpRequest request) =>
        {
            await request.ReadFormAsync();
            await request.StreamFilesAsync((_, _) => Task.CompletedTask);
        }).DisableAntiforgery());

        Answer answer = await server.PostAsync("/", RawForm.OneFile(_small));

        Assert.Equal(HttpStatusCode.InternalServerError, answer.Status);
        Assert.Contains("[DisableFormModelBinding]", Assert.IsType<InvalidOperationException>(Assert.Single(server.Unhandled)).Message);
    }

    [Fact]
    public async Task A_body_that_a_middleware_has_replaced_is_read_through_it()
    {
        byte[]? received = null;
        await using UploadServer server = await UploadServer.StartAsync(app =>
        {
            app.Use((context, next) =>
            {
                context.Request.Body = new System.IO.Compression.BrotliStream(context.Request.Body, System.IO.Compression.CompressionMode.Decompress);
                return next(context);
            });
            Map(app, (file, ct) => ReceiveAsync(file, bytes => received = bytes, ct));
        });
        var compressed = new MemoryStream();
        await using (var brotli = new System.IO.Compression.BrotliStream(compressed, System.IO.Compression.CompressionMode.Compress, leaveOpen: true))
        {
            await brotli.WriteAsync(RawForm.OneFile(_large));
        }

        Assert.Equal(HttpStatusCode.OK, (await server.PostAsync("/", compressed.ToArray())).Status);
        Bytes.AssertEqual(_large, received);

        // Not compressed, and cut.
        Assert.Equal(HttpStatusCode.BadRequest, (await server.PostAsync("/", RawForm.OneFile(_large))).Status);
        Assert.Equal(HttpStatusCode.BadRequest, (await server.PostAsync("/", compressed.ToArray()[..100_000])).Status);
        Assert.Empty(server.Errors.Errors);
    }

    [Fact]
    public async Task What_a_middleware_has_looked_at_is_not_lost()
    {
        byte[]? received = null;
        await using UploadServer server = await UploadServer.StartAsync(app =>
        {
            app.Use(async (context, next) =>
            {
                context.Request.Body = new BufferedStream(context.Request.Body);
                ReadResult result = await context.Request.BodyReader.ReadAsync();
                context.Request.BodyReader.AdvanceTo(result.Buffer.Start);
                await next(context);
            });
            Map(app, (file, ct) => ReceiveAsync(file, bytes => received = bytes, ct));
        });

        Assert.Equal(HttpStatusCode.OK, (await server.PostAsync("/", RawForm.OneFile(_large))).Status);
        Bytes.AssertEqual(_large, received);
    }

    [Fact]
    public async Task A_reader_of_a_middleware_may_have_more_than_the_client_has_announced()
    {
        using var scratch = new Scratch();
        byte[] form = new RawForm().File("f", "a", _small).File("f", "b", _small).End();
        await using UploadServer server = await UploadServer.StartAsync(app =>
        {
            app.Use((context, next) =>
            {
                context.Features.Set<IRequestBodyPipeFeature>(new OwnReader(PipeReader.Create(new ReadOnlySequence<byte>(form))));
                return next(context);
            });
            Map(app, (file, ct) => file.CopyToFileAsync(scratch.PathOf(file.SafeFileName), cancellationToken: ct));
        });

        Answer answer = await server.PostAsync("/", new byte[100]);

        Assert.True(answer.Status == HttpStatusCode.OK, answer.Body);
        Assert.All(scratch.Names, name => Bytes.AssertEqual(_small, File.ReadAllBytes(scratch.PathOf(name))));
        Assert.Equal(["a", "b"], scratch.Names);
    }

    private static Task<StreamedForm> ReadAsync(string form, string contentType = RawForm.ContentType) =>
        ReadAsync(Encoding.UTF8.GetBytes(form), (_, _) => Task.CompletedTask, contentType);

    private static Task<StreamedForm> ReadAsync(byte[] form) => ReadAsync(form, (_, _) => Task.CompletedTask);

    private static async Task<StreamedForm> ReadAsync(byte[] form, Func<StreamedFile, CancellationToken, Task> onFile, string contentType = RawForm.ContentType)
    {
        StreamedForm? read = null;
        await using UploadServer server = await UploadServer.StartAsync(app => Map(app, onFile, form => read = form));
        Answer answer = await server.PostAsync("/", form, contentType: contentType);
        Assert.Empty(server.Unhandled);
        Assert.True(answer.Status == HttpStatusCode.OK, answer.Body);
        return read!;
    }

    private static void Map(WebApplication app, Func<StreamedFile, CancellationToken, Task> onFile, Action<StreamedForm>? onForm = null) =>
        app.MapPost("/", async (HttpRequest request, CancellationToken ct) =>
        {
            StreamedForm form = await request.StreamFilesAsync(onFile, cancellationToken: ct);
            onForm?.Invoke(form);
        }).WithStreamedFiles().DisableAntiforgery();

    private static async Task ReceiveAsync(StreamedFile file, Action<byte[]> receive, CancellationToken token)
    {
        var content = new MemoryStream();
        await file.CopyToAsync(content, token);
        receive(content.ToArray());
    }

    private sealed record OwnReader(PipeReader Reader) : IRequestBodyPipeFeature;

    private sealed class WriteCounter(List<int> writes) : MemoryStream
    {
        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            writes.Add(buffer.Length);
            return default;
        }
    }
}
