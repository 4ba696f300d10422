using System.Globalization;
using System.Text;

namespace StreamTuning.AspNetCore;

/// <summary>What a client can send that is no form: each is answered with a status of its own, leaves nothing behind, and the server goes on.</summary>
public sealed class HostileFormTests
{
    private const string Disposition = "Content-Disposition: form-data; name=\"f\"; filename=\"a.jpg\"\r\n";

    private static readonly byte[] _content = Bytes.Random(100_000);

    public static TheoryData<string, int> Bodies { get; } = new()
    {
        // Without an end.
        { "", 400 },
        { "--", 400 },
        { "--boundary", 400 },
        { "--boundary\r", 400 },
        { "--boundary\r\n", 400 },
        { "--boundary\r\n" + Disposition, 400 },
        { "--boundary\r\n" + Disposition + "\r\n", 400 },
        { "--boundary\r\n" + Disposition + "\r\nfile", 400 },
        { "--boundary\r\n" + Disposition + "\r\nfile\r\n--bound", 400 },
        { "--boundary\r\n" + Disposition + "\r\nfile\r\n--boundary", 400 },
        { "--boundary\r\n" + Disposition + "\r\nfile\r\n--boundary-", 400 },
        { "--boundary\r\n" + Disposition + "\r\nfile\r\n--boundary\r\n", 400 },

        // Boundaries that are none.
        { "\r\n\r\n", 400 },
        { "boundary", 400 },
        { "--other\r\n" + Disposition + "\r\nfile\r\n--other--", 400 },
        { "--boundary\n" + Disposition + "\r\nfile\r\n--boundary--", 400 },
        { "--boundaryxyz\r\n" + Disposition + "\r\nfile\r\n--boundary--", 400 },
        { "--boundary\r\n" + Disposition + "\r\nfile\r\n--boundaryxyz\r\n" + Disposition + "\r\nfile\r\n--boundary--", 400 },
        { "--boundary\r\n" + Disposition + "\r\nfile\r\n--boundary--xyz", 400 },
        { "--boundary\r\n" + Disposition + "\r\nfile\n--boundary--\r\n", 400 },

        // Headers.
        { "--boundary\r\n\r\nfile\r\n--boundary--", 400 },
        { "--boundary\r\nContent-Type: image/jpeg\r\n\r\nfile\r\n--boundary--", 400 },
        { "--boundary\r\nContent-Disposition\r\n\r\nfile\r\n--boundary--", 400 },
        { "--boundary\r\nContent-Disposition:\r\n\r\nfile\r\n--boundary--", 400 },
        { "--boundary\r\nContent-Disposition: \"\r\n\r\nfile\r\n--boundary--", 400 },
        { "--boundary\r\nContent-Disposition: form-data\r\n\r\nfile\r\n--boundary--", 400 },
        { "--boundary\r\nContent-Disposition: form-data; filename=\"a.jpg\"\r\n\r\nfile\r\n--boundary--", 400 },
        { "--boundary\r\nContent-Disposition: form-data; name=\r\n\r\nfile\r\n--boundary--", 400 },
        { "--boundary\r\nContent-Disposition: attachment; name=\"f\"; filename=\"a.jpg\"\r\n\r\nfile\r\n--boundary--", 400 },
        { "--boundary\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"b.jpg\"\r\n\r\nfile\r\n--boundary--", 400 },
        { "--boundary\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.jpg\"; filename=\"b.exe\"\r\n\r\nfile\r\n--boundary--", 400 },
        { "--boundary\r\nContent-Disposition: form-data; name=\"f\"; name=\"g\"\r\n\r\nvalue\r\n--boundary--", 400 },
        { "--boundary\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\0.jpg\"\r\n\r\nfile\r\n--boundary--", 400 },
        { "--boundary\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\nb.jpg\"\r\n\r\nfile\r\n--boundary--", 400 },
        { "--boundary\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\rb.jpg\"\r\n\r\nfile\r\n--boundary--", 400 },
        { "--boundary\r\n" + Disposition + Disposition + "\r\nfile\r\n--boundary--", 400 },
        { "--boundary\r\n" + Disposition + "Content-Type: image/png\r\nContent-Type: text/html\r\n\r\nfile\r\n--boundary--", 400 },
        { "--boundary\r\n" + Disposition + " folded: header\r\n\r\nfile\r\n--boundary--", 400 },
        { "--boundary\r\n" + Disposition + "Content Type: image/png\r\n\r\nfile\r\n--boundary--", 400 },
        { "--boundary\r\n" + Disposition + "Content-Type : image/png\r\n\r\nfile\r\n--boundary--", 400 },
        { "--boundary\r\n" + Disposition + ": value\r\n\r\nfile\r\n--boundary--", 400 },

        // Forms within forms.
        { "--boundary\r\n" + Disposition + "Content-Type: multipart/mixed; boundary=inner\r\n\r\n--inner--\r\n--boundary--", 400 },
        { "--boundary\r\nContent-Disposition: form-data; name=\"f\"\r\nContent-Type: Multipart/Form-Data\r\n\r\n\r\n--boundary--", 400 },
    };

    public static TheoryData<string, int> ContentTypes { get; } = new()
    {
        { "", 415 },
        { "text/plain", 415 },
        { "application/x-www-form-urlencoded", 415 },
        { "multipart/mixed; boundary=boundary", 415 },
        { "multipart/form-data-x; boundary=boundary", 415 },
        { "nonsense", 415 },
        { ";", 415 },
        { "multipart/form-data, multipart/form-data; boundary=boundary", 415 },
        { "multipart/form-data", 400 },
        { "multipart/form-data; boundary=", 400 },
        { "multipart/form-data; boundary=\"\"", 400 },
        { "multipart/form-data; charset=utf-8", 400 },
        { "multipart/form-data; boundary=boundary; boundary=other", 400 },
        { "multipart/form-data; boundary=" + new string('b', 129), 400 },
        { "multipart/form-data; boundary=" + new string('b', 5000), 400 },
        { "multipart/form-data; boundary=\"a\tb\"", 400 },
        { "multipart/form-data; boundary=other", 400 },
    };

    [Theory]
    [MemberData(nameof(Bodies))]
    public async Task A_malformed_form_is_refused(string form, int status)
    {
        byte[] body = Encoding.UTF8.GetBytes(form);
        await AssertRefusedAsync(status, async (client, path) =>
        {
            await client.SendHeadAsync(path, body.Length);
            await client.SendAsync(body);
        });
    }

    [Theory]
    [MemberData(nameof(Bodies))]
    public async Task A_malformed_form_behind_a_good_file_is_refused(string form, int status)
    {
        byte[] body = [.. new RawForm().File("first", "first.jpg", _content).ToArray(), .. Encoding.UTF8.GetBytes(form)];
        await AssertRefusedAsync(status, async (client, path) =>
        {
            await client.SendHeadAsync(path, body.Length);
            await client.SendAsync(body);
        });
    }

    [Theory]
    [MemberData(nameof(Bodies))]
    public async Task A_malformed_form_that_comes_byte_by_byte_is_refused(string form, int status)
    {
        byte[] body = Encoding.UTF8.GetBytes(form);
        await AssertRefusedAsync(status, async (client, path) =>
        {
            await client.SendHeadAsync(path, length: null);
            for (int i = 0; i < body.Length; i++)
            {
                await client.SendChunkAsync(body.AsMemory(i, 1));
            }

            await client.SendChunkAsync(default);
        });
    }

    [Theory]
    [MemberData(nameof(ContentTypes))]
    public async Task A_request_that_says_it_is_something_else_is_refused(string contentType, int status)
    {
        byte[] body = RawForm.OneFile(_content);
        await AssertRefusedAsync(status, async (client, path) =>
        {
            await client.SendHeadAsync(path, body.Length, contentType);
            await client.SendAsync(body);
        });
    }

    [Fact]
    public async Task Too_many_headers_of_a_part_are_refused()
    {
        string headers = Disposition + string.Concat(Enumerable.Range(0, 16).Select(i => string.Create(CultureInfo.InvariantCulture, $"X-{i}: value\r\n")));
        await AssertRefusedAsync(400, Body(new RawForm().Part(headers, _content).End()));
    }

    [Theory]
    [InlineData(16_385)]
    [InlineData(1_000_000)]
    public async Task Too_long_headers_of_a_part_are_refused(int length) =>
        await AssertRefusedAsync(400, Body(new RawForm().Part(Disposition + "X: " + new string('x', length) + "\r\n", _content).End()));

    [Theory]
    [InlineData(20_000)]
    [InlineData(5_000_000)]
    public async Task A_long_preamble_is_refused(int length) =>
        await AssertRefusedAsync(400, Body(new RawForm().Content(new byte[length]).Text("\r\n").File("f", "a.jpg", _content).End()));

    [Fact]
    public async Task A_long_epilogue_is_refused() =>
        await AssertRefusedAsync(400, Body([.. RawForm.OneFile(_content), .. new byte[100_000]]));

    [Fact]
    public async Task Nothing_but_line_ends_is_refused() =>
        await AssertRefusedAsync(400, Body(Enumerable.Repeat("\r\n"u8.ToArray(), 100_000).SelectMany(line => line).ToArray()));

    [Fact]
    public async Task A_chunk_that_is_none_is_refused()
    {
        byte[] body = RawForm.OneFile(_content);
        await AssertRefusedAsync(400, async (client, path) =>
        {
            await client.SendHeadAsync(path, length: null);
            await client.SendChunkAsync(body.AsMemory(0, body.Length / 2));
            await client.SendAsync("no length\r\n");
        });
    }

    private static Func<RawClient, string, Task> Body(byte[] body) => async (client, path) =>
    {
        await client.SendHeadAsync(path, body.Length);
        try
        {
            await client.SendAsync(body);
        }
        catch (IOException)
        {
            // The server has answered and closed the connection before everything was sent.
        }
    };

    private static async Task AssertRefusedAsync(int status, Func<RawClient, string, Task> send)
    {
        using var endpoints = new FileEndpoints();
        await using UploadServer server = await UploadServer.StartAsync(endpoints.Map);
        foreach (string path in FileEndpoints.Paths)
        {
            using RawClient client = await server.ConnectAsync();
            await send(client, path);
            RawResponse? response = await client.ReadResponseAsync();

            Assert.True(status == response?.Status, $"{path}: {response?.Status} {response?.Body}");
        }

        using HttpClient next = server.Client();
        Assert.Equal("here", await next.GetStringAsync("/"));
        Assert.Empty(endpoints.Files);
        Assert.Empty(endpoints.Forms);
        Assert.Empty(server.Errors.Errors);
    }
}
