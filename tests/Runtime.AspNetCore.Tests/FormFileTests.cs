using Microsoft.AspNetCore.Http;

namespace StreamTuning.AspNetCore;

/// <summary>Files of forms that ASP.NET Core has read.</summary>
public sealed class FormFileTests : IDisposable
{
    private static readonly byte[] _content = Bytes.Random(300_000);

    private readonly Scratch _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(5)]
    public async Task A_file_is_copied_whole(int way)
    {
        // Within a larger body, as in a form.
        using var body = new MemoryStream(_content);
        IFormFile file = new FormFile(body, 1000, 200_000, "file", "a.jpg");
        string path = _scratch.PathOf("file");
        using (FileStream? destination = way is 1 or 4 ? File.Create(path) : null)
        {
            var memory = new MemoryStream();
            long copied = way switch
            {
                0 => await file.CopyToFileAsync(path),
                1 => await file.CopyToFileAsync(destination!),
                2 => await file.CopyToFileAsync(memory),
                3 => file.CopyToFile(path),
                4 => file.CopyToFile(destination!),
                _ => file.CopyToFile(memory),
            };
            Assert.Equal(200_000, copied);
            if (way is 2 or 5)
            {
                _scratch.WithFile("file", memory.ToArray());
            }
        }

        Bytes.AssertEqual(_content.AsSpan(1000, 200_000), File.ReadAllBytes(path));
    }

    [Fact]
    public async Task Arguments_are_checked()
    {
        IFormFile file = new FormFile(new MemoryStream(), 0, 0, "file", "a.jpg");

        await Assert.ThrowsAsync<ArgumentNullException>(() => ((IFormFile)null!).CopyToFileAsync("x"));
        await Assert.ThrowsAsync<ArgumentNullException>(() => file.CopyToFileAsync((string)null!));
        await Assert.ThrowsAsync<ArgumentNullException>(() => file.CopyToFileAsync((FileStream)null!));
        Assert.Throws<ArgumentNullException>(() => ((IFormFile)null!).CopyToFile("x"));
    }
}
