using System.Globalization;
using System.Reflection;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Microsoft.Extensions.Logging;

namespace StreamTuning.AspNetCore;

/// <summary>
/// Sends every request of the table over a socket: each gets its answer or a closed connection, none an error of the server, nothing is left but what should be,
/// and the server goes on. What is malformed is so wherever it is sent, behind whatever, and however it is cut.
/// </summary>
public sealed partial class HostileRequestTests
{
    private static readonly byte[] _content = Bytes.Random(100_000);
    private static readonly Dictionary<string, HostileRequest> _requests =
        HostileRequests.Groups.SelectMany(group => group.Requests.Select(request => ($"{group.Title}: {request.Name}", request))).ToDictionary();

    public static TheoryData<string> Names { get; } = [.. _requests.Keys];

    public static TheoryData<string> MalformedForms { get; } = [.. _requests.Where(request => request.Value.IsMalformedForm).Select(request => request.Key)];

    /// <summary>Those that are not about what precedes the first boundary, which is content behind a file.</summary>
    public static TheoryData<string> MalformedRests { get; } =
        [.. _requests.Where(request => request.Value.IsMalformedForm && !request.Value.Words.StartsWith("What precedes", StringComparison.Ordinal)).Select(request => request.Key)];

    /// <summary>Those that are not too long to come byte by byte.</summary>
    public static TheoryData<string> ShortMalformedForms { get; } =
        [.. _requests.Where(request => request.Value.IsMalformedForm && request.Value.Body.Length < 5000).Select(request => request.Key)];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task A_request_is_answered_as_the_table_says(string name)
    {
        HostileRequest request = _requests[name];
        using var endpoints = new HostileEndpoints();
        await using UploadServer server = await endpoints.StartAsync();
        using RawClient client = await server.ConnectAsync();

        RawResponse? response = await SendAsync(client, server, request);

        if (request.Status is not null)
        {
            Assert.Equal((request.Status, request.Words), (response?.Status, response?.Status < 300 ? "" : Words(response)));
        }
        else
        {
            // Kestrel closes the connection when it sees that the client has, or gets to answer before.
            Assert.True(response is null or { Status: 400 }, response?.Body);
        }

        await AssertGoesOnAsync(server);
        AssertLeft(request.Left, endpoints.Left);
    }

    [Theory]
    [MemberData(nameof(MalformedForms))]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task A_malformed_form_is_malformed_for_every_endpoint_and_over_http2(string name) =>
        await AssertRefusedAsync(_requests[name], async (server, path, request) =>
        {
            Answer answer = await server.PostAsync(path, request.Body, http2: true, request.ContentType);
            return ((int)answer.Status, answer.Body);
        });

    [Theory]
    [MemberData(nameof(MalformedRests))]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task A_malformed_form_is_malformed_behind_a_good_file(string name) =>
        await AssertRefusedAsync(_requests[name], async (server, path, request) =>
        {
            using RawClient client = await server.ConnectAsync();
            byte[] body = [.. new RawForm().File("first", "first.jpg", _content).ToArray(), .. request.Body];
            RawResponse? response = await SendAsync(client, server, request with { Path = path, Body = body });
            return (response?.Status, response?.Body);
        });

    [Theory]
    [MemberData(nameof(ShortMalformedForms))]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task A_malformed_form_is_malformed_byte_by_byte(string name) =>
        await AssertRefusedAsync(_requests[name], async (server, path, request) =>
        {
            using RawClient client = await server.ConnectAsync();
            await client.SendHeadAsync(path, length: null, request.ContentType, request.Headers);
            try
            {
                for (int i = 0; i < request.Body.Length; i++)
                {
                    await client.SendChunkAsync(request.Body.AsMemory(i, 1));
                }

                await client.SendChunkAsync(default);
            }
            catch (IOException)
            {
                // Refused before its end.
            }

            RawResponse? response = await client.ReadResponseAsync();
            return (response?.Status, response?.Body);
        });

    [Fact]
    public void The_page_lists_every_request()
    {
        const string Begin = "<!-- begin generated answers -->\n";
        const string End = "<!-- end generated answers -->";
        string root = typeof(HostileRequestTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(data => data.Key == "RepositoryRoot").Value!;
        string path = Path.Combine(root, "docs", "uploads-hostile.md");
        string page = File.ReadAllText(path).ReplaceLineEndings("\n");
        string expected = page[..(page.IndexOf(Begin, StringComparison.Ordinal) + Begin.Length)] + Tables() + page[page.IndexOf(End, StringComparison.Ordinal)..];
        if (Environment.GetEnvironmentVariable("STREAMTUNING_WRITE_PAGES") == "1")
        {
            File.WriteAllText(path, page = expected);
        }

        Assert.True(page == expected, "docs/uploads-hostile.md is not what the table says. Run this test with STREAMTUNING_WRITE_PAGES=1 to write it.");
    }

    private static async Task AssertRefusedAsync(HostileRequest request, Func<UploadServer, string, HostileRequest, Task<(int? Status, string? Body)>> send)
    {
        using var endpoints = new HostileEndpoints();
        await using UploadServer server = await endpoints.StartAsync();
        foreach (string path in FileEndpoints.Paths)
        {
            (int? status, string? body) = await send(server, path, request);

            Assert.True(status == request.Status, $"{path}: {status} {body}");
        }

        await AssertGoesOnAsync(server);
        Assert.Empty(endpoints.Left);
    }

    private static async Task<RawResponse?> SendAsync(RawClient client, UploadServer server, HostileRequest request)
    {
        try
        {
            await client.SendAsync(request.ToArray());
        }
        catch (IOException)
        {
            // The server has answered and closed the connection before everything was sent.
        }

        switch (request.Ending)
        {
            case Ending.Closes:
                // Its end is not the client's: Kestrel closes the connection before the request has cleaned up.
                await server.WaitForBeginAsync();
                client.EndSending();
                RawResponse? answer = await client.ReadResponseAsync();
                await server.WaitForEndAsync();
                return answer;
            case Ending.Resets:
                await server.WaitForBeginAsync();
                client.Reset();
                await server.WaitForEndAsync();
                return null;
        }

        return await client.ReadResponseAsync();
    }

    private static async Task AssertGoesOnAsync(UploadServer server)
    {
        using HttpClient next = server.Client();
        Assert.Equal("here", await next.GetStringAsync("/"));
        Assert.All(server.Unhandled, error => Assert.IsAssignableFrom<OperationCanceledException>(error));
        Assert.True(server.Errors.Errors.Count == 0, string.Join("\n", server.Errors.Errors));
        Assert.DoesNotContain(server.Errors.Own, entry => entry.Level >= LogLevel.Error);
    }

    private static void AssertLeft(IReadOnlyList<string> expected, IEnumerable<string> actual)
    {
        string[] left = [.. actual];
        Assert.Equal(expected.Count, left.Length);
        Assert.All(expected.Zip(left), pair => Assert.True(
            pair.First.EndsWith('*') ? pair.Second.StartsWith(pair.First[..^1], StringComparison.Ordinal) : pair.First == pair.Second,
            $"{pair.Second} is there instead of {pair.First}."));
    }

    private static string Words(RawResponse? response)
    {
        if (response?.Headers["Content-Type"].SingleOrDefault()?.StartsWith("application/problem+json", StringComparison.Ordinal) != true)
        {
            return response?.Body ?? "";
        }

        using JsonDocument problem = JsonDocument.Parse(response.Body);
        return problem.RootElement.TryGetProperty("detail", out JsonElement detail) ? detail.GetString()! : problem.RootElement.GetProperty("title").GetString()!;
    }

    /// <summary>The answers, with the number of requests that get each, and the names that files of good requests are left under.</summary>
    private static string Tables()
    {
        HostileRequest[] all = [.. HostileRequests.Groups.SelectMany(group => group.Requests)];
        HostileRequest[] refused = [.. all.Where(request => request.Status != 200)];
        Assert.All(refused, request => Assert.Empty(request.Left));

        var text = new StringBuilder("\n### Refused requests\n\n| Answer | Requests | Details |\n| ---: | ---: | --- |\n");
        foreach (IGrouping<int?, HostileRequest> answer in refused.GroupBy(request => request.Status).OrderBy(answer => answer.Key ?? 0))
        {
            string status = answer.Key?.ToString(CultureInfo.InvariantCulture) ?? "none";
            IEnumerable<string> details = answer.Select(request => Number().Replace(request.Words, "N")).Where(words => words.Length > 0).Distinct();
            text.Append(CultureInfo.InvariantCulture, $"| {status} | {answer.Count()} | {string.Join("<br>", details.Order(StringComparer.Ordinal))} |\n");
        }

        HostileRequest[] accepted = [.. all.Except(refused)];
        text.Append("\n### Accepted requests\n\n");
        text.Append(CultureInfo.InvariantCulture, $"{accepted.Length} requests are unusual and good. Some of them change the name of the file:\n");
        text.Append("\n| What is sent | Name of the file |\n| --- | --- |\n");
        foreach (HostileRequest request in HostileRequests.Groups.Single(group => group.Title == HostileRequests.FileNames).Requests)
        {
            string left = string.Join(", ", request.Left.Select(name => $"`{(name.Length > 60 ? name[..20] + "…" + name[^10..] : name)}`"));
            text.Append(CultureInfo.InvariantCulture, $"| {request.Name} | {(left.Length == 0 ? "none" : left)} |\n");
        }

        return text.Append('\n').ToString();
    }

    // The limits of an endpoint, which differ between the requests.
    [GeneratedRegex(@"\b\d+\b")]
    private static partial Regex Number();
}
