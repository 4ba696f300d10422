using static StreamTuning.Bytes;

namespace StreamTuning.Temp;

/// <summary>A source that becomes a temporary file, whatever is known of its length.</summary>
[Trait(Suite.Name, NetStandard.Suite)]
public sealed class StagingTests : IDisposable
{
    private const int Limit = 10_000;
    private readonly Scratch _root = new();

    public static TheoryData<bool> Ways => new(true, false);

    public static TheoryData<bool, int, int> Lengths
    {
        get
        {
            var lengths = new TheoryData<bool, int, int>();
            foreach (bool async in new[] { true, false })
            {
                foreach (int limit in new[] { 0, 1, Limit, 4 * MiB })
                {
                    foreach (int length in new[] { 0, 1, 2, Limit - 1, Limit, Limit + 1, MiB, (3 * MiB) + 1 })
                    {
                        lengths.Add(async, limit, length);
                    }
                }
            }

            return lengths;
        }
    }

    public void Dispose() => _root.Dispose();

    [Theory, MemberData(nameof(Lengths))]
    public async Task Every_length_arrives(bool async, int limit, int length)
    {
        byte[] content = Random(length);
        var space = new TestSpace(options => options.MemoryLimit = limit, _root.Root);
        int[]? pieces = length > Limit ? null : [7, 1000, 3];
        foreach (TestSource source in new[]
        {
            new TestSource(content, canSeek: false, pieces),
            new TestSource(content, canSeek: false, pieces, pauses: true),
            new TestSource(content, canSeek: true, pieces),
            new TestSource(content, canSeek: true, pieces) { ClaimedLength = length / 2 },
            new TestSource(content, canSeek: true, pieces) { ClaimedLength = (2 * length) + 1 },
        })
        {
            foreach (long? expected in new long?[] { null, length, length / 3, 2 * MiB })
            {
                using TempFile file = await space.StageAsync(source, async, new TempFileOptions { ExpectedLength = expected });
                await TestSpace.AssertHoldsAsync(content, file);
                if (!source.CanSeek)
                {
                    break;
                }

                source.Position = 0;
            }
        }

        space.AssertNothingLeft();
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_file_that_is_staged_asynchronously_is_read_so(bool async)
    {
        var space = new TestSpace(options => options.MemoryLimit = 0, _root.Root);
        using TempFile file = await space.StageAsync(new MemoryStream([1]), async);
        Assert.Equal(async, file.Stream.IsAsync);
    }

    [Theory]
    [InlineData(Limit, Limit - 1, (long)(Limit - 1))]
    [InlineData(Limit, 0, 0L)]
    [InlineData(Limit, Limit, null)] // Whether it ends here shows the next read only.
    [InlineData(Limit, Limit + 1, null)]
    [InlineData(0, 10, null)]
    public async Task What_ends_in_memory_has_a_length(int limit, int length, long? expected)
    {
        var space = new TestSpace(options => options.MemoryLimit = limit, _root.Root);
        int given = -1;
        var source = new TestSource(Random(length), pieces: [999]) { BeforeRead = _ => given = space.Decisions.Length };
        (await space.StageAsync(source, async: true)).Dispose();
        Assert.Equal(expected, Assert.Single(space.Decisions).ExpectedLength);
        Assert.Equal(expected is null ? 1 : 0, given);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task It_starts_at_the_position_of_the_source(bool async)
    {
        byte[] content = Random(2 * MiB);
        var space = new TestSpace(_root.Root);
        foreach (Stream source in new Stream[] { new TestSource(content, canSeek: true), new MemoryStream(content), new MemoryStream(content, 0, content.Length, false, true) })
        {
            source.Position = MiB;
            using TempFile file = await space.StageAsync(source, async);
            await TestSpace.AssertHoldsAsync(content.AsMemory(MiB), file);
            Assert.Equal(content.Length, source.Position);
            Assert.True(source.CanRead);
            Assert.Equal(MiB, space.LastDecision.ExpectedLength);
            using TempFile nothing = await space.StageAsync(source, async);
            await TestSpace.AssertHoldsAsync(ReadOnlyMemory<byte>.Empty, nothing);
        }
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task The_stream_of_the_file_is_an_ordinary_one(bool async)
    {
        var space = new TestSpace(_root.Root);
        using TempFile file = await space.StageAsync(new TestSource(Random(2 * MiB)), async);
        string other = _root.PathOf("other");
        using (var ordinary = new FileStream(other, FileMode.CreateNew, FileAccess.ReadWrite))
        {
            ordinary.Write(Random(2 * MiB));
            ordinary.Position = 0;
            string final = _root.PathOf("final");
            FileStream stream = file.Stream;
            byte[] ours = new byte[5000];
            byte[] theirs = new byte[5000];
            var random = new Random(1);
            for (int i = 0; i < 200; i++)
            {
                stream.Position = ordinary.Position = random.Next(3 * MiB);
                if (random.Next(2) == 0)
                {
                    byte[] written = Random(random.Next(5000), seed: i);
                    await stream.WriteAsync(written);
                    ordinary.Write(written);
                }
                else
                {
                    Assert.Equal(await ordinary.ReadAsync(theirs), await stream.ReadAsync(ours));
                    AssertEqual(theirs, ours);
                }

                Assert.Equal((ordinary.Position, ordinary.Length), (stream.Position, stream.Length));
            }

            file.MoveTo(final);
            ordinary.Flush();
            AssertEqual(File.ReadAllBytes(final), ReadShared(other));
        }
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_source_that_fails_does_so_and_nothing_is_left(bool async)
    {
        foreach (Exception failure in new Exception[] { new IOException("The source broke off."), new UnauthorizedAccessException("no"), new ArithmeticException("odd"), new EndOfStreamException() })
        {
            foreach (int at in new[] { 0, Limit / 2, Limit, MiB, 2 * MiB })
            {
                foreach (bool canSeek in new[] { true, false })
                {
                    var space = new TestSpace(options => options.MemoryLimit = Limit, _root.Root);
                    var source = new TestSource(Random(3 * MiB), canSeek) { FailsAt = at, Failure = failure };
                    Assert.Same(failure, await Record.ExceptionAsync(() => space.StageAsync(source, async)));
                    space.AssertNothingLeft();
                    Assert.DoesNotContain(space.Decisions, decision => decision.Reason is TempSpaceReason.FailOver or TempSpaceReason.None);
                }
            }
        }
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_copy_that_is_cancelled_leaves_nothing(bool async)
    {
        var space = new TestSpace(options => options.MemoryLimit = 200_000, _root.Root);
        foreach (bool canSeek in new[] { true, false })
        {
            foreach (int number in new[] { 0, 1, 2, 15 })
            {
                using var cancellation = new CancellationTokenSource();
                var source = new TestSource(Random(2 * MiB), canSeek, [100_000])
                {
                    BeforeRead = read =>
                    {
                        if (read == number)
                        {
                            cancellation.Cancel();
                        }
                    },
                };
                await Assert.ThrowsAnyAsync<OperationCanceledException>(() => space.StageAsync(source, async, token: cancellation.Token));
                Assert.InRange(source.Given, 0, (number + 1) * 100_000);
                space.AssertNothingLeft();
            }
        }

        int decisions = space.Decisions.Length;
        var unread = new TestSource(Random(10)) { BeforeRead = _ => Assert.Fail("The source was read.") };
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => space.StageAsync(unread, async, token: new CancellationToken(canceled: true)));
        Assert.Equal(decisions, space.Decisions.Length);
    }

    [Fact]
    public void Of_what_cannot_be_read_nothing_is_made()
    {
        var space = new TestSpace(_root.Root);
        Assert.Equal("source", Assert.Throws<ArgumentNullException>(() => { space.Space.Stage(null!); }).ParamName);
        Assert.Equal("source", Assert.Throws<ArgumentNullException>(() => { _ = space.Space.StageAsync(null!); }).ParamName);
        var closed = new MemoryStream();
        closed.Dispose();
        Assert.Throws<ObjectDisposedException>(() => { space.Space.Stage(closed); });
        Assert.Throws<ObjectDisposedException>(() => { _ = space.Space.StageAsync(closed); });
        using var writeOnly = new FileStream(_root.PathOf("file"), FileMode.Create, FileAccess.Write);
        Assert.Throws<NotSupportedException>(() => { space.Space.Stage(writeOnly); });
        Assert.Throws<NotSupportedException>(() => { _ = space.Space.StageAsync(writeOnly); });
        Assert.Empty(space.Decisions);
    }

    [Fact]
    public void Options_refuse_what_makes_no_sense()
    {
        var space = new TempSpaceOptions();
        Assert.Throws<ArgumentOutOfRangeException>(() => space.MemoryLimit = -1);
        Assert.Throws<ArgumentOutOfRangeException>(() => space.MemoryLimit = (1 << 30) + 1);
        Assert.Throws<ArgumentOutOfRangeException>(() => space.AssumedLength = -1);
        space.MemoryLimit = 1 << 30;
        space.AssumedLength = long.MaxValue;
        var file = new TempFileOptions();
        Assert.Throws<ArgumentOutOfRangeException>(() => file.ExpectedLength = -1);
        Assert.Throws<ArgumentNullException>(() => file.Extension = null!);
        foreach (string extension in new[] { "tmp", "a.b", "./a", @".\a", "../x", ".a/../../b", ".a:b", ".a*", ".a?", ".\"", ".a<", ".>", ".|", ".a\0", ".a\nb", ".\t" })
        {
            Assert.Throws<ArgumentException>(() => file.Extension = extension);
        }

        Assert.Equal((null, ".tmp", false), (file.ExpectedLength, file.Extension, file.DeleteOnClose));
        foreach (string extension in new[] { "", ".jpg", ".tar.gz", ".a b" })
        {
            file.Extension = extension;
            using TempFile made = new TestSpace(_root.Root).Space.CreateFile(file);
            Assert.EndsWith(extension, made.Path, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Arguments_refuse_what_makes_no_sense()
    {
        TempSpace space = new TestSpace(_root.Root).Space;
        Assert.Equal("expectedLength", Assert.Throws<ArgumentOutOfRangeException>(() => space.CreateDirectory(-1)).ParamName);
        Assert.Equal("expectedLength", Assert.Throws<ArgumentOutOfRangeException>(() => space.CreateEmptyFile(-1)).ParamName);
        Assert.Equal("expectedLength", Assert.Throws<ArgumentOutOfRangeException>(() => space.GetPath("name", -1)).ParamName);
        Assert.Equal("name", Assert.Throws<ArgumentNullException>(() => space.GetPath(null!)).ParamName);
        using TempFile file = space.CreateFile();
        Assert.Equal("destination", Assert.Throws<ArgumentNullException>(() => file.MoveTo(null!)).ParamName);
        Assert.Equal("destination", Assert.Throws<ArgumentException>(() => file.MoveTo("")).ParamName);
        Assert.True(file.Stream.CanWrite);

        foreach (string directory in new[] { "", "/site/wwwroot", "/home/site/wwwroot/temp", @"/HOME/Site\wwwroot\" })
        {
            var options = new TempSpaceOptions();
            options.Directories.Add(directory);
            Assert.Equal("options", Assert.Throws<ArgumentException>(() => new TempSpace(options)).ParamName);
        }

        var other = new TempSpaceOptions();
        other.Directories.Add("/home/site/wwwroot2");
        Assert.NotNull(new TempSpace(other));
    }

    [Fact]
    public void A_space_keeps_the_options_it_was_made_with()
    {
        using var other = new Scratch();
        TempSpaceOptions? given = null;
        var space = new TestSpace(options => given = options, _root.Root);
        given!.Directories.Clear();
        given.Directories.Add(other.Root);
        given.DecisionMade = _ => Assert.Fail("The options were changed afterwards.");
        Assert.Equal(_root.Root, space.Choose(1));
        Assert.Empty(other.Names);
    }

    private static byte[] ReadShared(string path)
    {
        using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        byte[] content = new byte[file.Length];
        file.ReadExactly(content);
        return content;
    }
}
