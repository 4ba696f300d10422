using System.Net.Http.Json;
using System.Text;
using static StreamTuning.Bytes;

namespace StreamTuning.Copying;

/// <summary>Whatever a content is made of and whatever was done to it before: the file gets the bytes that the platform's copy gives, or the same exception.</summary>
[Trait(Suite.Name, NetStandard.Suite)]
public sealed class HttpContentDifferenceTests : IDisposable
{
    private const int Start = 1000;

    private static readonly byte[] _content = Random((3 * MiB) + 5);

    private readonly Scratch _scratch = new();

    public static TheoryData<string, string> Cases
    {
        get
        {
            var cases = new TheoryData<string, string>();
            foreach (string kind in new[] { "memory stream", "file stream", "stream read once", "bytes", "text", "memory", "json", "parts", "parts read once" })
            {
                foreach (string past in new[]
                {
                    "new", "shorter length", "longer length", "no length", "copied", "copied, shorter length", "half read", "read", "read, closed", "buffered",
                    "buffered, shorter length", "buffered, half read", "buffered, closed", "asked, buffered",
                })
                {
                    cases.Add(kind, past);
                }
            }

            cases.Add("memory stream", "moved");
            cases.Add("file stream", "moved, shorter length");
            return cases;
        }
    }

    public void Dispose() => _scratch.Dispose();

    [Theory, MemberData(nameof(Cases))]
    public async Task A_copy_gives_what_the_platform_gives(string kind, string past)
    {
        string expected = await OutcomeAsync(kind, past, async content =>
        {
            var destination = new MemoryStream();
            await content.CopyToAsync(destination);
            return destination.ToArray();
        });
        Assert.Equal(expected, await OutcomeAsync(kind, past, async content =>
        {
            Assert.Equal(await content.CopyToFileAsync(_scratch.PathOf("path")), new FileInfo(_scratch.PathOf("path")).Length);
            return File.ReadAllBytes(_scratch.PathOf("path"));
        }));
        Assert.Equal(expected, await OutcomeAsync(kind, past, async content =>
        {
            using var file = new FileStream(_scratch.PathOf("file"), FileMode.Create);
            Assert.Equal(await content.CopyToFileAsync(file), file.Length);
            file.Dispose();
            return File.ReadAllBytes(file.Name);
        }));
    }

#if !STREAMTUNING_NETSTANDARD
    [Theory, MemberData(nameof(Cases))]
    public async Task A_synchronous_copy_gives_what_the_platform_gives(string kind, string past)
    {
        string expected = await OutcomeAsync(kind, past, content =>
        {
            var destination = new MemoryStream();
            content.CopyTo(destination, context: null, CancellationToken.None);
            return Task.FromResult(destination.ToArray());
        });
        Assert.Equal(expected, await OutcomeAsync(kind, past, content =>
        {
            content.CopyToFile(_scratch.PathOf("path"));
            return Task.FromResult(File.ReadAllBytes(_scratch.PathOf("path")));
        }));
    }
#endif

    private async Task<string> OutcomeAsync(string kind, string past, Func<HttpContent, Task<byte[]>> copy)
    {
        string from = Path.Combine(_scratch.Root, "source");
        if (kind == "file stream")
        {
            File.WriteAllBytes(from, _content);
        }

        Stream? stream = kind switch
        {
            "memory stream" => new MemoryStream(_content) { Position = Start },
            "file stream" => new FileStream(from, FileMode.Open, FileAccess.Read) { Position = Start },
            "stream read once" or "parts read once" => new BufferedStream(new TestSource(_content)),
            "parts" => new MemoryStream(_content) { Position = Start },
            _ => null,
        };
        using HttpContent content = kind switch
        {
            "bytes" => new ByteArrayContent(_content, Start, 2 * MiB),
            "text" => new StringContent(Convert.ToBase64String(_content), Encoding.UTF8),
            "memory" => new ReadOnlyMemoryContent(_content.AsMemory(Start)),
            "json" => JsonContent.Create(_content),
            "parts" or "parts read once" => new MultipartContent("mixed", "boundary") { new StringContent("first"), new StreamContent(stream!), new ByteArrayContent([1, 2, 3]) },
            _ => new StreamContent(stream!),
        };
        using Stream? closed = stream;
        await PrepareAsync(content, stream, past);
        Exception? failure = null;
        byte[] copied = [];
        try
        {
            copied = await copy(content);
        }
        catch (Exception e)
        {
            failure = e;
        }

        return failure is null ? $"{copied.Length} bytes, {Convert.ToHexString(System.Security.Cryptography.SHA256.HashData(copied))}" : failure.GetType().Name;
    }

    private static async Task PrepareAsync(HttpContent content, Stream? stream, string past)
    {
        foreach (string step in past.Split(", "))
        {
            switch (step)
            {
                case "shorter length":
                    content.Headers.ContentLength = MiB;
                    break;
                case "longer length":
                    content.Headers.ContentLength = 8 * MiB;
                    break;
                case "no length":
                    content.Headers.ContentLength = null;
                    break;
                case "copied":
                    await content.CopyToAsync(Stream.Null);
                    break;
                case "half read":
                    await (await content.ReadAsStreamAsync()).ReadExactlyAsync(new byte[MiB]);
                    break;
                case "read":
                    await (await content.ReadAsStreamAsync()).CopyToAsync(Stream.Null);
                    break;
                case "closed":
                    (await content.ReadAsStreamAsync()).Dispose();
                    break;
                case "asked":
                    await content.ReadAsStreamAsync();
                    break;
                case "buffered":
                    await content.LoadIntoBufferAsync();
                    break;
                case "moved":
                    stream!.Position += 5 * Start;
                    break;
                default:
                    Assert.Equal("new", step);
                    break;
            }
        }
    }
}
