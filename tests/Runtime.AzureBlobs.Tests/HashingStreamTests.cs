using System.Security.Cryptography;
using static StreamTuning.Bytes;

namespace StreamTuning.AzureBlobs;

/// <summary>The hash of what is read, in whatever order.</summary>
public sealed class HashingStreamTests
{
    private readonly byte[] _content = Random(10_000);

    [Fact]
    public async Task It_is_that_of_the_content_from_the_position_on_however_that_is_read()
    {
        List<byte[]?> hashes = [];
        using IncrementalHash hash = IncrementalHash.CreateHash(HashAlgorithmName.MD5);
        var stream = new HashingStream(new MemoryStream(_content) { Position = 100 }, hash, hashes.Add);
        byte[] buffer = new byte[10_000];

        Assert.Equal(1000, stream.Read(buffer, 0, 1000));
        stream.Position -= 500;
        Assert.Equal(600, await stream.ReadAsync(buffer.AsMemory(0, 600)));
        stream.Seek(100, SeekOrigin.Begin);
        Assert.Equal(50, stream.Read(buffer.AsSpan(0, 50)));
        stream.Position = 1000;
        Assert.Equal(3000, await stream.ReadAsync(buffer, 0, 3000, CancellationToken.None));
        Assert.Empty(hashes);
        Assert.Equal(6000, await stream.ReadAsync(buffer));
        Assert.Equal(0, await stream.ReadAsync(buffer));
        stream.Position = 0;
        Assert.Equal(10_000, await stream.ReadAsync(buffer));

        Assert.Equal(MD5.HashData(_content.AsSpan(100)), Assert.Single(hashes));
        Assert.Equal((10_000, true, true, false), (stream.Length, stream.CanRead, stream.CanSeek, stream.CanWrite));
    }

    [Fact]
    public void There_is_none_where_bytes_were_left_out()
    {
        List<byte[]?> hashes = [];
        using IncrementalHash hash = IncrementalHash.CreateHash(HashAlgorithmName.MD5);
        var stream = new HashingStream(new MemoryStream(_content), hash, hashes.Add);
        byte[] buffer = new byte[10_000];

        Assert.Equal(1000, stream.Read(buffer, 0, 1000));
        stream.Position = 1001;
        Assert.Equal(8999, stream.Read(buffer, 0, 10_000));

        Assert.Empty(hashes);
    }
}
