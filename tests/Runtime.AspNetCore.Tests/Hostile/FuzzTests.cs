using System.Globalization;
using System.Security.Cryptography;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Xunit.Abstractions;

namespace StreamTuning.AspNetCore;

/// <summary>Forms to which something has happened at random: each is taken or refused, as one and the same however it is cut, and what is taken is what was sent.</summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class FuzzTests(ITestOutputHelper output)
{
    private const int Rounds = 1000;

    [Fact]
    public async Task Any_form_is_taken_or_refused()
    {
        var forms = new FuzzedForm(new Random(Seed.Next(output)));
        var seen = new SortedDictionary<int, int>();
        using var directory = new Scratch();
        await using UploadServer server = await StartAsync(directory);
        for (int round = 0; round < Rounds; round++)
        {
            byte[] body = forms.Next();
            int[] pieces = [.. forms.Cut(body.Length)];
            (int status, string answer) = await SendAsync(server, body, [body.Length], isChunked: false);
            (int status, string answer) inPieces = await SendAsync(server, body, pieces, isChunked: true);
            string where = $"Round {round}, {body.Length} bytes in {pieces.Length} pieces";

            Assert.True(status is 200 or 400 or 413 or 415, $"{where}: {status} {answer}");
            Assert.True((status, answer) == inPieces, $"{where}: {status} {answer} as a whole, and {inPieces} in pieces.");
            Assert.True(status != 200 || Agrees(answer, SimpleForm.ContentsOf(body)), $"{where}: {answer}");
            Assert.Empty(directory.Names);
            seen[status] = seen.GetValueOrDefault(status) + 1;
        }

        output.WriteLine(string.Join(", ", seen.Select(pair => $"{pair.Value} times {pair.Key}")));
        Assert.True(server.Errors.Errors.Count == 0, string.Join("\n", server.Errors.Errors));
        Assert.Empty(server.Unhandled);
        Assert.True(seen.ContainsKey(200) && seen.ContainsKey(400), "The forms are all alike.");
    }

    /// <summary>An endpoint that answers with the number of parts that are not empty, and the hashes of those that are files.</summary>
    private static Task<UploadServer> StartAsync(Scratch directory) => UploadServer.StartAsync(app =>
        app.MapPost("/", async (HttpRequest request, CancellationToken ct) =>
        {
            var hashes = new List<string>();
            StreamedForm form = await request.StreamFilesAsync(
                async (file, ct) =>
                {
                    string path = directory.PathOf(Guid.NewGuid().ToString("N"));
                    await file.CopyToFileAsync(path, cancellationToken: ct);
                    if (file.Length > 0)
                    {
                        hashes.Add(Hash(await File.ReadAllBytesAsync(path, ct)));
                    }
                },
                cancellationToken: ct);
            await form.DiscardFilesAsync();
            int count = hashes.Count + form.Fields.Sum(field => field.Value.Count(value => value?.Length > 0));
            return string.Join(' ', [count.ToString(CultureInfo.InvariantCulture), .. hashes]);
        }).WithStreamedFiles().DisableAntiforgery());

    /// <summary>Whether these are as many parts, and the files among them in their order.</summary>
    private static bool Agrees(string answer, IReadOnlyList<byte[]> contents)
    {
        string[] words = answer.Split(' ');
        int found = 1;
        foreach (byte[] content in contents)
        {
            found += found < words.Length && Hash(content) == words[found] ? 1 : 0;
        }

        return found == words.Length && contents.Count == int.Parse(words[0], CultureInfo.InvariantCulture);
    }

    private static string Hash(byte[] content) => Convert.ToHexString(SHA256.HashData(content));

    /// <summary>Sends a form in pieces, over a connection of its own.</summary>
    private static async Task<(int Status, string Answer)> SendAsync(UploadServer server, byte[] body, int[] pieces, bool isChunked)
    {
        using RawClient client = await server.ConnectAsync();
        try
        {
            await client.SendHeadAsync("/", isChunked ? null : body.Length);
            int sent = 0;
            foreach (int piece in pieces)
            {
                ReadOnlyMemory<byte> next = body.AsMemory(sent, piece);
                await (isChunked ? client.SendChunkAsync(next) : client.SendAsync(next));
                sent += piece;
            }

            if (isChunked)
            {
                await client.SendChunkAsync(default);
            }
        }
        catch (IOException)
        {
            // Refused before its end.
        }

        // Who gets no answer for a minute waits for one that never comes.
        RawResponse? response = await client.ReadResponseAsync().WaitAsync(TimeSpan.FromMinutes(1));
        return (response?.Status ?? 0, response?.Body ?? "");
    }
}
