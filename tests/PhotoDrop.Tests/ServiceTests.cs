using System.Net;
using System.Net.Http.Json;
using StreamTuning.PhotoDropTests.Browser;

namespace StreamTuning.PhotoDropTests;

/// <summary>What the service does with what clients should not send.</summary>
public sealed class ServiceTests : IAsyncLifetime
{
    private readonly HttpClient _client = new();
    private RunningService? _service;

    public async Task InitializeAsync()
    {
        _service = await RunningService.StartAsync(Sample.Program, "--serve");
        _client.BaseAddress = _service.Uri;
    }

    public async Task DisposeAsync()
    {
        _client.Dispose();
        await _service!.DisposeAsync();
    }

    [Theory]
    [InlineData("../../moon.jpg", "moon.jpg")]
    [InlineData(@"..\..\tide.png", "tide.png")]
    [InlineData("/etc/reef.GIF", "reef.GIF")]
    public async Task Of_a_path_only_the_name_counts(string name, string stored)
    {
        foreach (string path in new[] { "photos", "cover", "cards" })
        {
            using HttpResponseMessage response = await PostAsync(path, name);
            Assert.Equal(HttpStatusCode.NoContent, response.StatusCode);
        }

        Assert.Equal([stored], (await _client.GetFromJsonAsync<string[]>("photos"))!);
    }

    [Theory]
    [InlineData("..")]
    [InlineData("photos/")]
    [InlineData("page.html")]
    [InlineData("image.svg")]
    [InlineData("moon.jpg:stream.jpg")]
    [InlineData("<script>.jpg")]
    public async Task What_is_no_name_of_a_photo_is_refused(string name)
    {
        foreach (string path in new[] { "photos", "cover", "cards" })
        {
            using HttpResponseMessage response = await PostAsync(path, name);
            Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        }

        Assert.Empty((await _client.GetFromJsonAsync<string[]>("photos"))!);
    }

    [Theory]
    [InlineData("scans", """{ "name": "moon.jpg", "imageBase64": "?" }""")]
    [InlineData("scans", """{ "name": "moon.jpg" }""")]
    [InlineData("scans", """{ "name": null, "imageBase64": "AA==" }""")]
    [InlineData("scans", """{ "name": "../", "imageBase64": "AA==" }""")]
    [InlineData("sketches", """{ "name": "moon.jpg", "image": null }""")]
    [InlineData("sketches", """{ "name": "moon.jpg", "image": "?" }""")]
    [InlineData("sketches", """{ "name": null, "image": "AA==" }""")]
    public async Task What_is_no_photo_in_JSON_is_refused(string path, string json)
    {
        using var content = new StringContent(json, System.Text.Encoding.UTF8, "application/json");
        using HttpResponseMessage response = await _client.PostAsync(path, content);
        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
    }

    [Fact]
    public async Task A_photo_is_served_as_one_and_as_nothing_else()
    {
        using (HttpResponseMessage stored = await PostAsync("photos", "moon.webp"))
        {
            Assert.Equal(HttpStatusCode.NoContent, stored.StatusCode);
        }

        using HttpResponseMessage response = await _client.GetAsync("photos/moon.webp");

        Assert.Equal("image/webp", response.Content.Headers.ContentType?.MediaType);
        Assert.Equal(["nosniff"], response.Headers.GetValues("X-Content-Type-Options"));
        using HttpResponseMessage missing = await _client.GetAsync("photos/tide.webp");
        Assert.Equal(HttpStatusCode.NotFound, missing.StatusCode);
    }

    private async Task<HttpResponseMessage> PostAsync(string path, string name)
    {
        using var form = new MultipartFormDataContent { { new ByteArrayContent([1, 2, 3]), path, name } };
        return await _client.PostAsync(path, form);
    }
}
