using StreamTuning.Copying;
using StreamTuning.SimulatedShare;
using static StreamTuning.Bytes;

namespace StreamTuning.Temp;

/// <summary>
/// A server that does not answer whether it has got a file: who cancels goes on at once, and the file is deleted when it answers. Runs
/// alone, for the threads are those of the whole process.
/// </summary>
[Trait(Suite.Name, Suite.Slow)]
[Collection(nameof(SilentServerTests))]
[CollectionDefinition(nameof(SilentServerTests), DisableParallelization = true)]
public sealed class SilentServerTests(MountedShare mounted) : IClassFixture<MountedShare>, IDisposable
{
    private static readonly TimeSpan _deadline = TimeSpan.FromMinutes(1);
    private static readonly byte[] _content = Random(3 * MiB);

    private readonly CancellationTokenSource _cancellation = new();

    public void Dispose() => _cancellation.Dispose();

    [SkippableTheory, InlineData(true), InlineData(false)]
    public async Task Staging_that_is_cancelled_does_not_wait_for_it(bool async)
    {
        ShareMount share = Start();
        var space = new TestSpace(share.Directory);
        Hold(share, ShareOperation.Sync);

        Task staging = Task.Run(() => space.StageAsync(new MemoryStream(_content), async, token: _cancellation.Token));

        await AssertEndsAsync(share, staging);
        AssertGoes(space);
    }

    [SkippableTheory, InlineData(true), InlineData(false)]
    public async Task Staging_that_is_cancelled_while_it_reads_does_not_wait_for_it(bool async)
    {
        ShareMount share = Start();
        var space = new TestSpace(share.Directory);
        var source = new TestSource(_content, canSeek: false, [MiB])
        {
            BeforeRead = number =>
            {
                if (number == 2)
                {
                    Hold(share, ShareOperation.Flush);
                    _cancellation.Cancel();
                    _cancellation.Token.ThrowIfCancellationRequested();
                }
            },
        };

        Task staging = Task.Run(() => space.StageAsync(source, async, token: _cancellation.Token));
        Exception? failure = await Record.ExceptionAsync(() => staging.WaitAsync(_deadline));
        share.SetFaults();

        Assert.IsAssignableFrom<OperationCanceledException>(failure);
        AssertGoes(space);
    }

    [SkippableTheory, InlineData(true), InlineData(false)]
    public async Task Moving_on_to_it_that_is_cancelled_does_not_wait_for_it(bool async)
    {
        ShareMount share = Start();
        using var first = MemoryDisk.Mount("size=100m");
        var space = new TestSpace(options => options.MemoryLimit = 0, first.Root, share.Directory);
        var source = new TestSource(_content, canSeek: false, [MiB])
        {
            BeforeRead = number =>
            {
                if (number == 3)
                {
                    first.FillUpTo(0);
                    Hold(share, ShareOperation.Sync);
                }
            },
        };

        Task staging = Task.Run(() => space.StageAsync(source, async, token: _cancellation.Token));

        await AssertEndsAsync(share, staging);
        AssertGoes(space);
    }

    [SkippableTheory, InlineData(true), InlineData(false)]
    public async Task A_file_whose_move_is_cancelled_is_disposed_without_waiting_for_it(bool async)
    {
        ShareMount share = Start();
        var space = new TestSpace(share.Directory);
        TempFile file = space.Space.CreateFile();
        file.Stream.Write(_content);
        Hold(share, ShareOperation.Flush);

        await AssertEndsAsync(share, file.MoveToAsync(share.PathOf("file"), cancellationToken: _cancellation.Token), lets: false);
        Task disposing = Task.Run(async () =>
        {
            if (async)
            {
                await file.DisposeAsync();
            }
            else
            {
                file.Dispose();
            }
        });
        Exception? failure = await Record.ExceptionAsync(() => disposing.WaitAsync(_deadline));
        Exception? afterwards = Record.Exception(() => file.Stream);
        share.SetFaults();

        Assert.Null(failure);
        Assert.IsType<ObjectDisposedException>(afterwards);
        file.Dispose();
        AssertGoes(space);
    }

    [SkippableFact]
    public async Task A_file_that_is_disposed_is_neither_opened_nor_measured_before_it_answers()
    {
        ShareMount share = Start();
        using TempFile file = await WithCancelledMoveAsync(share);

        file.Dispose();
        Exception? opened = await Record.ExceptionAsync(() => Task.Run(() => file.OpenRead().Dispose()).WaitAsync(_deadline));
        Exception? measured = await Record.ExceptionAsync(() => Task.Run(() => _ = file.Length).WaitAsync(_deadline));
        share.SetFaults();

        Assert.IsType<FileNotFoundException>(opened);
        Assert.IsType<FileNotFoundException>(measured);
    }

    [SkippableTheory, InlineData(true), InlineData(false)]
    public async Task A_file_that_is_closed_while_it_is_asked_is_not_moved_if_bytes_are_lost(bool async)
    {
        ShareMount share = Start();
        share.SetFaults(
            new ShareFault(ShareOperation.Write) { Error = ShareError.InputOutput, Count = int.MaxValue },
            new ShareFault(ShareOperation.Flush) { Count = int.MaxValue, Delay = Timeout.InfiniteTimeSpan });
        using TempFile file = new TestSpace(share.Directory).Space.CreateFile();
        file.Stream.Write(_content.AsSpan(0, MiB / 2));
        FileStream stream = file.Stream;
        await AssertEndsAsync(
            share, Task.Run(() => file.MoveToAsync(share.PathOf("file"), cancellationToken: _cancellation.Token)), lets: false);

        Task closing = Task.Run(async () =>
        {
            if (async)
            {
                await stream.DisposeAsync();
            }
            else
            {
                stream.Dispose();
            }
        });
        await Task.Delay(100);
        share.SetFaults();
        await Record.ExceptionAsync(() => closing.WaitAsync(_deadline));

        await Assert.ThrowsAsync<IOException>(() => file.MoveToAsync(share.PathOf("file")));
        Assert.False(File.Exists(share.PathOf("file")));
    }

    [SkippableFact]
    public async Task What_is_written_after_a_move_was_cancelled_is_moved_too()
    {
        ShareMount share = Start();
        using TempFile file = await WithCancelledMoveAsync(share);
        FileStream stream = file.Stream;
        stream.Write(_content.AsSpan(0, 100));
        share.SetFaults();
        stream.Write(_content.AsSpan(0, 100));
        await file.MoveToAsync(share.PathOf("file"));
        AssertEqual([.. _content, .. _content[..100], .. _content[..100]], File.ReadAllBytes(share.PathOf("file")));
    }

    [SkippableFact]
    public async Task Moves_that_are_cancelled_ask_it_once()
    {
        ShareMount share = Start();
        using TempFile file = await WithCancelledMoveAsync(share);
        int held = share.HeldRequests;
        int threads = ThreadPool.ThreadCount;
        for (int attempt = 0; attempt < 20; attempt++)
        {
            using var cancellation = new CancellationTokenSource(TimeSpan.FromMilliseconds(50));
            await Assert.ThrowsAnyAsync<OperationCanceledException>(
                () => file.MoveToAsync(share.PathOf("file"), cancellationToken: cancellation.Token));
        }

        (int heldNow, int threadsNow) = (share.HeldRequests, ThreadPool.ThreadCount);
        share.SetFaults();
        Assert.Equal(held, heldNow);
        Assert.True(threadsNow < threads + 10, $"{threads} threads became {threadsNow}.");
    }

    [SkippableTheory]
    [InlineData(true, false, 1)]
    [InlineData(false, false, 1)]
    [InlineData(true, true, 1)]
    [InlineData(true, true, 2)] // The rights.
    public async Task A_durable_copy_that_is_cancelled_does_not_wait_for_it(bool async, bool replaces, int number)
    {
        ShareMount share = Start();
        string path = share.PathOf("file");
        if (replaces)
        {
            File.WriteAllBytes(path, [1]);
        }

        share.SetFaults(new ShareFault(ShareOperation.Sync, number) { Count = int.MaxValue, Delay = Timeout.InfiniteTimeSpan });
        var options = new FileCopyOptions
        {
            Completion = FileCopyCompletion.Durable,
            Replace = replaces ? FileReplacement.Atomic : FileReplacement.InPlace,
        };

        Task copying = Task.Run(() => Copies.CopyAsync(new MemoryStream(_content), path, async, options, _cancellation.Token));

        await AssertEndsAsync(share, copying);
        string[] expected = replaces ? [path] : [];
        Assert.True(SpinWait.SpinUntil(() => Directory.GetFiles(share.Directory).SequenceEqual(expected), _deadline));
        Assert.True(!replaces || new FileInfo(path).Length == 1);
    }

    private async Task<TempFile> WithCancelledMoveAsync(ShareMount share)
    {
        TempFile file = new TestSpace(share.Directory).Space.CreateFile();
        file.Stream.Write(_content);
        Hold(share, ShareOperation.Flush);
        await AssertEndsAsync(share, file.MoveToAsync(share.PathOf("file"), cancellationToken: _cancellation.Token), lets: false);
        return file;
    }

    private static void Hold(ShareMount share, ShareOperation first)
    {
        ShareOperation other = first is ShareOperation.Sync ? ShareOperation.Flush : ShareOperation.Sync;
        share.SetFaults(
            new ShareFault(first) { Count = int.MaxValue, Delay = Timeout.InfiniteTimeSpan },
            new ShareFault(other) { Count = int.MaxValue, Delay = Timeout.InfiniteTimeSpan });
    }

    private static void AssertGoes(TestSpace space) => Assert.True(SpinWait.SpinUntil(() => !space.Left.Any(), _deadline));

    private async Task AssertEndsAsync(ShareMount share, Task call, bool lets = true)
    {
        Assert.True(SpinWait.SpinUntil(() => share.HeldRequests > 0 || call.IsCompleted, _deadline), "Nothing is asked.");
        await _cancellation.CancelAsync();
        Exception? failure = await Record.ExceptionAsync(() => call.WaitAsync(_deadline));
        if (lets || failure is TimeoutException)
        {
            share.SetFaults();
        }

        Assert.IsAssignableFrom<OperationCanceledException>(failure);
    }

    private ShareMount Start()
    {
        ShareMount share = mounted.Clean();
        share.Client = ShareClient.Nfs;
        return share;
    }
}
