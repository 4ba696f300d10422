using System.IO.Pipelines;
using static StreamTuning.Copying.Copies;

namespace StreamTuning.Copying;

/// <summary>What is refused before anything is done.</summary>
public sealed class ArgumentTests : IDisposable
{
    private readonly Scratch _scratch = new();
    private readonly FileStream _file;

    public ArgumentTests() => _file = new FileStream(_scratch.PathOf("file"), FileMode.Create);

    public static TheoryData<bool> Ways => BothWays;

    [Fact]
    public void A_clone_of_options_has_their_values_and_changes_alone()
    {
        var options = new FileCopyOptions { LengthHint = 5, BlockSize = 7, Depth = 3, Completion = FileCopyCompletion.Durable, Progress = new Progress<long>() };
        FileCopyOptions clone = options.Clone();
        Assert.All(typeof(FileCopyOptions).GetProperties(), property => Assert.Equal(property.GetValue(options), property.GetValue(clone)));
        clone.LengthHint = 6;
        Assert.Equal(5, options.LengthHint);
    }

    public void Dispose()
    {
        _file.Dispose();
        _scratch.Dispose();
    }

    [Fact]
    public void Nothing_may_be_null()
    {
        Stream source = new MemoryStream();
        var pipe = PipeReader.Create(source);
        var content = new ByteArrayContent([]);

        // Thrown by the call, not by the task.
        AssertNull("source", () => ((Stream)null!).CopyToFileAsync(_file));
        AssertNull("source", () => ((Stream)null!).CopyToFileAsync("path"));
        AssertNull("source", () => ((Stream)null!).CopyToFileAsync(source));
        AssertNull("destination", () => source.CopyToFileAsync((FileStream)null!));
        AssertNull("destination", () => source.CopyToFileAsync((string)null!));
        AssertNull("destination", () => source.CopyToFileAsync((Stream)null!));
        AssertNull("source", () => ((Stream)null!).CopyToFile(_file));
        AssertNull("destination", () => source.CopyToFile((FileStream)null!));
        AssertNull("destination", () => source.CopyToFile((string)null!));
        AssertNull("destination", () => source.CopyToFile((Stream)null!));
        AssertNull("source", () => ((PipeReader)null!).CopyToFileAsync(_file));
        AssertNull("destination", () => pipe.CopyToFileAsync((FileStream)null!));
        AssertNull("destination", () => pipe.CopyToFileAsync((string)null!));
        AssertNull("source", () => ((HttpContent)null!).CopyToFileAsync(_file));
        AssertNull("destination", () => content.CopyToFileAsync((FileStream)null!));
        AssertNull("destination", () => content.CopyToFileAsync((Stream)null!));

        static void AssertNull(string parameter, Func<object> call) => Assert.Equal(parameter, Assert.Throws<ArgumentNullException>(() => { call(); }).ParamName);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_path_may_not_be_empty(bool async) =>
        await Assert.ThrowsAsync<ArgumentException>(() => CopyAsync(new MemoryStream(), "", async));

    [Theory, MemberData(nameof(Ways))]
    public async Task Streams_must_be_open_and_able(bool async)
    {
        var closed = new MemoryStream();
        closed.Dispose();
        var writeOnly = new FileStream(_scratch.PathOf("write"), FileMode.Create, FileAccess.Write);
        using (writeOnly)
        {
            await Assert.ThrowsAsync<ObjectDisposedException>(() => CopyAsync(closed, _file, async));
            await Assert.ThrowsAsync<NotSupportedException>(() => CopyAsync(writeOnly, _file, async));
            await Assert.ThrowsAsync<ObjectDisposedException>(() => CopyAsync(new MemoryStream(), closed, async));
            await Assert.ThrowsAsync<NotSupportedException>(() => CopyAsync(new MemoryStream(), new MemoryStream([], writable: false), async));
        }

        using var readOnly = new FileStream(_scratch.PathOf("write"), FileMode.Open, FileAccess.Read);
        await Assert.ThrowsAsync<NotSupportedException>(() => CopyAsync(new MemoryStream(), readOnly, async));
        await Assert.ThrowsAsync<ObjectDisposedException>(() => CopyAsync(new MemoryStream(), writeOnly, async));
        Assert.False(File.Exists(_scratch.PathOf("new")));
        await Assert.ThrowsAsync<ObjectDisposedException>(() => CopyAsync(closed, _scratch.PathOf("new"), async));
        Assert.False(File.Exists(_scratch.PathOf("new")));
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_hint_and_an_exact_length_exclude_each_other(bool async)
    {
        var options = new FileCopyOptions { LengthHint = 1, ExactLength = 1 };
        Assert.Equal("options", (await Assert.ThrowsAsync<ArgumentException>(() => CopyAsync(new MemoryStream(), _file, async, options))).ParamName);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task Nothing_is_done_when_it_is_cancelled_before(bool async)
    {
        var cancelled = new CancellationToken(canceled: true);
        var source = new TestSource(new byte[10]) { BeforeRead = _ => Assert.Fail("Nothing must be read.") };
        await AssertCancelledAsync(() => CopyAsync(source, _file, async, token: cancelled));
        await AssertCancelledAsync(() => CopyAsync(source, new MemoryStream(), async, token: cancelled));
        await AssertCancelledAsync(() => CopyAsync(source, _scratch.PathOf("new"), async, token: cancelled));
        await AssertCancelledAsync(() => PipeReader.Create(source).CopyToFileAsync(_file, cancellationToken: cancelled));
        await AssertCancelledAsync(() => new StreamContent(source).CopyToFileAsync(_file, cancellationToken: cancelled));
        Assert.False(File.Exists(_scratch.PathOf("new")));

        static async Task AssertCancelledAsync(Func<Task<long>> copy)
        {
            Task<long> task = copy();
            Assert.True(task.IsCanceled);
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => task);
        }
    }

    [Fact]
    public void Options_say_what_is_wrong()
    {
        var options = new FileCopyOptions();
        Assert.Throws<ArgumentOutOfRangeException>(() => options.LengthHint = -1);
        Assert.Throws<ArgumentOutOfRangeException>(() => options.ExactLength = -1);
        Assert.Throws<ArgumentOutOfRangeException>(() => options.BlockSize = 0);
        Assert.Throws<ArgumentOutOfRangeException>(() => options.Depth = 0);
        Assert.Throws<ArgumentOutOfRangeException>(() => options.MemoryBudget = 0);
        Assert.Throws<ArgumentOutOfRangeException>(() => options.Replace = (FileReplacement)2);
        Assert.Equal((null, null, 1024 * 1024, 2, 8L * 1024 * 1024, FileReplacement.InPlace), (
            options.LengthHint, options.ExactLength, options.BlockSize, options.Depth, options.MemoryBudget, options.Replace));
    }

    [Fact]
    public async Task Options_that_are_changed_while_a_copy_runs_do_not_change_it()
    {
        var options = new FileCopyOptions { ExactLength = 10 };
        var source = new TestSource(new byte[20]) { BeforeRead = _ => options.ExactLength = 3 };
        Assert.Equal(10, await source.CopyToFileAsync(_file, options));
    }
}
