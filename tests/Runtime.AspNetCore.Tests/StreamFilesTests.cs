using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace StreamTuning.AspNetCore;

public sealed class SmokeTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_file_arrives(bool http2)
    {
        byte[] content = Bytes.Random(300_000);
        byte[]? received = null;
        await using UploadServer server = await UploadServer.StartAsync(app => app.MapPost("/", async (HttpRequest request, CancellationToken ct) =>
        {
            StreamedForm form = await request.StreamFilesAsync(async (file, token) =>
            {
                var s = new MemoryStream();
                await file.CopyToAsync(s, token);
                received = s.ToArray();
            }, cancellationToken: ct);
            return $"{form.Files[0].Length} {form.Fields["title"]}";
        }).WithStreamedFiles().DisableAntiforgery());
        using HttpClient client = server.Client(http2);
        using var body = new ByteArrayContent(new RawForm().Field("title", "Grüezi").File("f", "a.jpg", content).End());
        body.Headers.TryAddWithoutValidation("Content-Type", RawForm.ContentType);
        HttpResponseMessage response = await client.PostAsync("/", body);
        Assert.Equal("300000 Grüezi", await response.Content.ReadAsStringAsync());
        Bytes.AssertEqual(content, received);
        Assert.Empty(server.Errors.Errors);
    }
}
