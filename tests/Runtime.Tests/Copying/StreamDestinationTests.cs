using System.Security.Cryptography;
using static StreamTuning.Bytes;
using static StreamTuning.Copying.Copies;

namespace StreamTuning.Copying;

/// <summary>Destinations that are no files.</summary>
public sealed class StreamDestinationTests
{
    private static readonly byte[] _content = Random(MiB);

    public static TheoryData<bool> Ways => BothWays;

    [Theory, MemberData(nameof(Ways))]
    public async Task They_get_everything(bool async)
    {
        var destination = new MemoryStream();
        var totals = new List<long>();
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        var options = new FileCopyOptions { Hash = hash, Progress = new Recorder(totals) };
        Assert.Equal(_content.Length, await CopyAsync(new TestSource(_content, pieces: [1000, 50_000]), destination, async, options));
        AssertEqual(_content, destination.ToArray());
        Assert.Equal(SHA256.HashData(_content), hash.GetHashAndReset());
        Assert.Equal(_content.Length, totals[^1]);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task They_get_exactly_what_was_promised(bool async)
    {
        var destination = new MemoryStream();
        TestSource source = new(_content);
        Assert.Equal(300_001, await CopyAsync(source, destination, async, new FileCopyOptions { ExactLength = 300_001 }));
        Assert.Equal((300_001, 300_001), (source.Given, destination.Length));
        await Assert.ThrowsAsync<EndOfStreamException>(
            () => CopyAsync(source, destination, async, new FileCopyOptions { ExactLength = _content.Length }));
        AssertEqual(_content, destination.ToArray());
        await Assert.ThrowsAsync<InvalidDataException>(
            () => CopyAsync(new TestSource(_content, canSeek: true), destination, async, new FileCopyOptions { ExactLength = 5 }));
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task They_see_the_sources_own_way_to_copy(bool async)
    {
        var destination = new MemoryStream();
        Assert.Equal(5, await CopyAsync(new OwnWay(), destination, async));
        Assert.Equal("hello"u8.ToArray(), destination.ToArray());
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task They_can_be_cancelled(bool async)
    {
        using var cancellation = new CancellationTokenSource();
        var source = new TestSource(_content, pieces: [1000])
        {
            BeforeRead = number =>
            {
                if (number == 3)
                {
                    cancellation.Cancel();
                }
            },
        };
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => CopyAsync(source, new MemoryStream(), async, token: cancellation.Token));
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_file_is_found_behind_the_type_stream(bool async)
    {
        using var scratch = new Scratch();
        using var file = new RecordingFile(scratch.PathOf("file"));
        // No second goes by in which the source gives nothing.
        var options = new FileCopyOptions(new CopyEnvironment(clock: new StoppedClock())) { LengthHint = _content.Length };
        await CopyAsync(new TestSource(_content, pieces: [1000]), (Stream)file, async, options);
        Assert.Single(file.Writes);
    }

    private sealed class OwnWay : MemoryStream
    {
        public override void CopyTo(Stream destination, int bufferSize) => destination.Write("hello"u8.ToArray(), 0, 5);

        public override Task CopyToAsync(Stream destination, int bufferSize, CancellationToken cancellationToken) =>
            destination.WriteAsync("hello"u8.ToArray(), 0, 5, cancellationToken);
    }

    private sealed class Recorder(List<long> totals) : IProgress<long>
    {
        public void Report(long value) => totals.Add(value);
    }
}
