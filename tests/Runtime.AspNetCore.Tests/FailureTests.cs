using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace StreamTuning.AspNetCore;

/// <summary>What becomes of a request that fails, and what it leaves: nothing.</summary>
public sealed class FailureTests : IDisposable
{
    private static readonly byte[] _large = Bytes.Random(3_000_000);

    private readonly Scratch _scratch = new();

    public static TheoryData<string> Paths { get; } = [.. FileEndpoints.Paths];

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [MemberData(nameof(Paths))]
    public async Task A_client_that_breaks_off_leaves_nothing(string path)
    {
        byte[] form = new RawForm().File("f", "a", _large).File("g", "b", _large).End();
        using var endpoints = new FileEndpoints();
        await using UploadServer server = await UploadServer.StartAsync(endpoints.Map);
        foreach (int sent in new[] { 0, 20, 1000, 2_000_000, _large.Length + 200, form.Length - 1 })
        {
            foreach (bool reset in new[] { true, false })
            {
                using RawClient client = await server.ConnectAsync();
                await client.SendHeadAsync(path, form.Length);
                await client.SendAsync(form.AsMemory(0, sent));
                await server.WaitForBeginAsync();
                if (reset)
                {
                    client.Reset();
                }
                else
                {
                    client.EndSending();
                }

                await server.WaitForEndAsync();
            }
        }

        Assert.Empty(endpoints.Files);
        Assert.Empty(endpoints.Forms);
        Assert.All(server.Unhandled, error => Assert.IsAssignableFrom<OperationCanceledException>(error));
        Assert.True(server.Errors.Errors.Count == 0, string.Join("\n", server.Errors.Errors));
    }

    [Fact]
    public async Task A_client_that_breaks_off_is_seen_by_a_callback_that_waits_for_something_else()
    {
        var called = new TaskCompletionSource();
        await using UploadServer server = await StartAsync(async (file, ct) =>
        {
            called.SetResult();
            await Task.Delay(Timeout.Infinite, ct);
        });
        using RawClient client = await server.ConnectAsync();
        await client.SendHeadAsync("/", 10_000);
        await client.SendAsync(RawForm.OneFile(new byte[100])[..150]);
        await called.Task;
        client.Reset();
        await server.WaitForEndAsync();

        Assert.IsAssignableFrom<OperationCanceledException>(Assert.Single(server.Unhandled));
    }

    [Fact]
    public async Task A_stream_of_http2_that_is_reset_leaves_nothing()
    {
        using var endpoints = new FileEndpoints();
        await using UploadServer server = await UploadServer.StartAsync(endpoints.Map);
        using HttpClient client = server.Client(http2: true);
        using var cancel = new CancellationTokenSource();
        using var content = new StreamContent(new CancelledOnTheWay(RawForm.OneFile(_large)[..2_000_000], cancel));
        content.Headers.TryAddWithoutValidation("Content-Type", RawForm.ContentType);

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => client.PostAsync(FileEndpoints.ToFile, content, cancel.Token));
        await server.WaitForEndAsync();

        Assert.Empty(endpoints.Files);
        Assert.True(server.Errors.Errors.Count == 0, string.Join("\n", server.Errors.Errors));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task An_exception_of_the_callback_is_passed_on_as_it_is_when_everything_is_removed(bool reads)
    {
        var error = new FormatException("Not a photo.");
        int calls = 0;
        await using UploadServer server = await StartAsync(async (file, ct) =>
        {
            if (++calls == 1)
            {
                await file.CopyToFileAsync(_scratch.PathOf("complete"), cancellationToken: ct);
                return;
            }

            await using FileStream destination = File.Create(_scratch.PathOf("begun"));
            if (reads)
            {
                await file.CopyToAsync(destination, ct);
            }

            throw error;
        });

        Answer answer = await server.PostAsync("/", new RawForm().File("f", "a", _large).File("g", "b", _large).End());

        Assert.Equal(HttpStatusCode.InternalServerError, answer.Status);
        Assert.Same(error, Assert.Single(server.Unhandled));

        // What the callback has made itself, and given to nobody, stays.
        Assert.Equal(reads ? [] : ["begun"], _scratch.Names);
    }

    [Fact]
    public async Task A_file_that_the_stream_itself_was_copied_to_is_removed_too()
    {
        await using UploadServer server = await StartAsync(async (file, ct) =>
        {
            await using FileStream destination = File.Create(_scratch.PathOf("file"));
            await file.Stream.CopyToAsync(destination, ct);
        });

        Assert.Equal(HttpStatusCode.BadRequest, (await server.PostAsync("/", RawForm.OneFile(_large)[..^10])).Status);
        Assert.Empty(_scratch.Names);

        Assert.Equal(HttpStatusCode.OK, (await server.PostAsync("/", RawForm.OneFile(_large))).Status);
        Bytes.AssertEqual(_large, File.ReadAllBytes(_scratch.PathOf("file")));
    }

    [Fact]
    public async Task What_was_there_before_stays()
    {
        _scratch.WithFile("kept", [1, 2, 3]);
        _scratch.WithFile("appended", [4]);
        await using UploadServer server = await StartAsync(async (file, ct) =>
        {
            switch (file.Name)
            {
                case "kept":
                    await file.CopyToFileAsync(_scratch.PathOf("kept"), new FileCopyOptions { Replace = FileReplacement.Atomic }, ct);
                    break;
                case "appended":
                    await using (var destination = new FileStream(_scratch.PathOf("appended"), FileMode.Append))
                    {
                        await file.CopyToAsync(destination, ct);
                    }

                    break;
                case "device":
                    await using (var device = new FileStream(OperatingSystem.IsWindows() ? @"\\.\NUL" : "/dev/null", FileMode.Open, FileAccess.Write))
                    {
                        await file.CopyToAsync(device, ct);
                    }

                    break;
            }
        });

        byte[] form = new RawForm().File("device", "d", _large).File("appended", "a", _large).File("kept", "k", _large).Text("--boundary").ToArray();

        Assert.Equal(HttpStatusCode.BadRequest, (await server.PostAsync("/", form)).Status);
        Assert.Equal(["appended", "kept"], _scratch.Names);
        Assert.Equal(4, File.ReadAllBytes(_scratch.PathOf("appended"))[0]);
        Assert.True(OperatingSystem.IsWindows() || File.Exists("/dev/null"));
    }

    [Fact]
    public async Task What_callbacks_want_undone_is_undone_the_last_first()
    {
        var undone = new List<string>();
        await using UploadServer server = await StartAsync((file, _) =>
        {
            file.OnAborted(() => undone.Add(file.Name));
            file.OnAborted(async () =>
            {
                await Task.Yield();
                undone.Add(file.Name + "!");
                throw new IOException("It cannot be undone.");
            });
            return Task.CompletedTask;
        });

        Assert.Equal(HttpStatusCode.OK, (await server.PostAsync("/", new RawForm().File("a", "a", _large).File("b", "b", []).End())).Status);
        Assert.Empty(undone);

        Answer answer = await server.PostAsync("/", new RawForm().File("a", "a", _large).File("b", "b", []).ToArray());

        Assert.Equal(HttpStatusCode.BadRequest, answer.Status);
        Assert.Equal(["b!", "b", "a!", "a"], undone);
        Assert.Equal([LogLevel.Error, LogLevel.Error], server.Errors.Own.Select(entry => entry.Level));
    }

    [Fact]
    public async Task A_callback_cannot_hide_that_the_client_has_failed()
    {
        await using UploadServer server = await StartAsync(async (file, ct) =>
        {
            Exception? error = await Record.ExceptionAsync(() => file.CopyToAsync(Stream.Null, ct));
            Assert.IsType<BadHttpRequestException>(error);
        });

        Assert.Equal(HttpStatusCode.BadRequest, (await server.PostAsync("/", RawForm.OneFile(_large)[..^10])).Status);
        Assert.Empty(server.Unhandled);
    }

    [Fact]
    public async Task What_wraps_the_failure_of_the_client_is_no_error_of_the_server()
    {
        await using UploadServer server = await StartAsync(async (file, ct) =>
        {
            try
            {
                await file.CopyToAsync(Stream.Null, ct);
            }
            catch (BadHttpRequestException e)
            {
                throw new InvalidDataException("The photo cannot be read.", new AggregateException(e));
            }
        });

        Assert.Equal(HttpStatusCode.BadRequest, (await server.PostAsync("/", RawForm.OneFile(_large)[..^10])).Status);
        Assert.Empty(server.Unhandled);
    }

    [Fact]
    public async Task A_token_of_the_caller_ends_reading()
    {
        using var cancel = new CancellationTokenSource();
        await using UploadServer server = await UploadServer.StartAsync(app => app.MapPost("/", async (HttpRequest request) =>
        {
            await request.StreamFilesAsync(
                async (file, ct) =>
                {
                    cancel.Cancel();
                    Assert.True(ct.IsCancellationRequested);
                    await file.CopyToFileAsync(_scratch.PathOf("file"));
                },
                cancellationToken: cancel.Token);
        }).WithStreamedFiles().DisableAntiforgery());

        await server.PostAsync("/", RawForm.OneFile(_large));

        Assert.IsAssignableFrom<OperationCanceledException>(Assert.Single(server.Unhandled));
        Assert.Empty(_scratch.Names);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_token_of_one_copy_ends_that_copy_alone(bool isWrapped)
    {
        var waits = new TaskCompletionSource();
        var isOver = new TaskCompletionSource();
        using var own = new CancellationTokenSource();
        await using UploadServer server = await StartAsync(async (file, ct) =>
        {
            await file.Stream.ReadExactlyAsync(new byte[100], ct);
            ValueTask<int> reading = file.Stream.ReadAsync(new byte[100], own.Token);
            waits.SetResult();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => reading.AsTask());
            isOver.SetResult();
            await file.CopyToAsync(Stream.Null, ct);
            Assert.Equal(9_000, file.Length);
        }, isWrapped);
        byte[] form = RawForm.OneFile(new byte[9_000]);
        int start = form.AsSpan().IndexOf("\r\n\r\n"u8) + 4;
        using RawClient client = await server.ConnectAsync();
        await client.SendHeadAsync("/", form.Length);
        await client.SendAsync(form.AsMemory(0, start + 100));
        await waits.Task;
        await own.CancelAsync();
        await isOver.Task;
        await client.SendAsync(form.AsMemory(start + 100));
        Assert.Equal(200, (await client.ReadResponseAsync())?.Status);
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public async Task A_file_is_read_by_one_at_a_time(bool isWrapped, bool http2)
    {
        var read = new List<long>();
        int refused = 0;
        await using UploadServer server = await StartAsync(
            async (file, ct) =>
            {
                await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Run(
                    async () =>
                    {
                        try
                        {
                            await file.CopyToAsync(Stream.Null, ct);
                        }
                        catch (InvalidOperationException)
                        {
                            Interlocked.Increment(ref refused);
                        }
                    },
                    ct)));
                await file.CopyToAsync(Stream.Null, ct);
                read.Add(file.Length);
            },
            isWrapped);

        Answer answer = await server.PostAsync("/", new RawForm().File("f", "a", _large).File("g", "b", _large).End(), http2);

        Assert.True(answer.Status == HttpStatusCode.OK, answer.Body);
        Assert.Equal([_large.Length, _large.Length], read);
        Assert.InRange(refused, 0, 6);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_read_that_a_callback_has_not_waited_for_is_a_mistake_that_is_told(bool isWrapped)
    {
        Task? abandoned = null;
        StreamedFile? kept = null;
        await using UploadServer server = await StartAsync(
            (file, ct) =>
            {
                kept = file;
                abandoned = file.Stream.ReadExactlyAsync(new byte[1000], ct).AsTask();
                return file.CopyToFileAsync(_scratch.PathOf("file"), cancellationToken: CancellationToken.None);
            },
            isWrapped);
        byte[] form = RawForm.OneFile(new byte[9_000]);
        using RawClient client = await server.ConnectAsync();
        await client.SendHeadAsync("/", form.Length);
        await client.SendAsync(form.AsMemory(0, form.AsSpan().IndexOf("\r\n\r\n"u8) + 4));

        Assert.Equal(500, (await client.ReadResponseAsync())?.Status);
        Assert.Contains("Wait for each read", Assert.IsType<InvalidOperationException>(Assert.Single(server.Unhandled)).Message);
        Assert.Empty(_scratch.Names);
        Assert.False(kept!.Stream.CanRead);
        Assert.NotNull(await Record.ExceptionAsync(() => abandoned!));
    }

    [Fact]
    public async Task What_a_callback_has_left_unread_is_not_for_who_has_kept_the_stream()
    {
        StreamedFile? kept = null;
        await using UploadServer server = await StartAsync(async (file, ct) =>
        {
            kept = file;
            await file.Stream.ReadExactlyAsync(new byte[100], ct);
        });
        byte[] form = RawForm.OneFile(new byte[9_000]);
        using RawClient client = await server.ConnectAsync();
        await client.SendHeadAsync("/", form.Length);
        await client.SendAsync(form.AsMemory(0, 1000));
        Assert.True(SpinWait.SpinUntil(() => kept?.Stream.CanRead == false, TimeSpan.FromMinutes(1)), "The stream is still open.");

        await Assert.ThrowsAsync<ObjectDisposedException>(() => kept!.Stream.ReadExactlyAsync(new byte[100]).AsTask());
        await client.SendAsync(form.AsMemory(1000));
        Assert.Equal(200, (await client.ReadResponseAsync())?.Status);
        Assert.Equal(9_000, kept!.Length);
    }

    [Fact]
    public async Task A_form_that_is_not_wanted_can_be_undone()
    {
        await using UploadServer server = await UploadServer.StartAsync(app => app.MapPost("/", async (HttpRequest request) =>
        {
            StreamedForm form = await request.StreamFilesAsync((file, ct) => file.CopyToFileAsync(_scratch.PathOf(file.Name), cancellationToken: ct));
            Assert.Equal(["f", "g"], _scratch.Names);
            await form.DiscardFilesAsync();
        }).WithStreamedFiles().DisableAntiforgery());

        Assert.Equal(HttpStatusCode.OK, (await server.PostAsync("/", new RawForm().File("f", "a", _large).File("g", "b", _large).End())).Status);
        Assert.Empty(_scratch.Names);
    }

    [Fact]
    public async Task Without_the_attribute_or_the_endpoint_the_server_answers_with_the_status()
    {
        await using UploadServer server = await UploadServer.StartAsync(app =>
            app.MapPost("/", (HttpRequest request) => request.StreamFilesAsync((_, _) => Task.CompletedTask)).DisableAntiforgery());

        Assert.Equal(HttpStatusCode.BadRequest, (await server.PostAsync("/", "--boundary"u8.ToArray())).Status);
        Assert.Equal(HttpStatusCode.UnsupportedMediaType, (await server.PostAsync("/", [], contentType: "text/plain")).Status);
    }

    private static Task<UploadServer> StartAsync(Func<StreamedFile, CancellationToken, Task> onFile, bool isWrapped = false) => UploadServer.StartAsync(app =>
    {
        if (isWrapped)
        {
            app.Use((context, next) =>
            {
                context.Request.Body = new BufferedStream(context.Request.Body);
                return next(context);
            });
        }

        app.MapPost("/", async (HttpRequest request, CancellationToken ct) => { await request.StreamFilesAsync(onFile, cancellationToken: ct); })
            .WithStreamedFiles().DisableAntiforgery();
    });

    /// <summary>Cancels the request when all has been read, and never ends.</summary>
    private sealed class CancelledOnTheWay(byte[] content, CancellationTokenSource cancel) : MemoryStream(content)
    {
        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            if (Position == Length)
            {
                await cancel.CancelAsync();
                await Task.Delay(Timeout.Infinite, cancellationToken);
            }

            return await base.ReadAsync(buffer[..Math.Min(buffer.Length, 100_000)], cancellationToken);
        }
    }
}
