using System.Diagnostics;
using static StreamTuning.Bytes;

namespace StreamTuning.Copying;

/// <summary>Copies into a named pipe of Linux.</summary>
public sealed class NamedPipeCopyTests : IDisposable
{
    private static readonly TimeSpan _deadline = TimeSpan.FromMinutes(1);

    private readonly Scratch _scratch = new();
    private readonly string _pipe;

    public NamedPipeCopyTests()
    {
        _pipe = _scratch.PathOf("pipe");
        if (OperatingSystem.IsLinux())
        {
            using var making = Process.Start("mkfifo", [_pipe]);
            making.WaitForExit();
            Assert.Equal(0, making.ExitCode);
        }
    }

    public static TheoryData<bool> BothWays => Copies.BothWays;

    public void Dispose() => _scratch.Dispose();

    [SkippableTheory, MemberData(nameof(BothWays))]
    public async Task The_token_ends_a_copy_into_a_pipe_that_nobody_reads(bool async)
    {
        SkipOutsideLinux();
        using var cancellation = new CancellationTokenSource();
        Task<long> copying = CopyAsync(new MemoryStream([1, 2, 3]), async, cancellation.Token);
        Assert.False(copying.IsCompleted);
        cancellation.Cancel();
        try
        {
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => copying.WaitAsync(_deadline));
        }
        finally
        {
            await LetGoAsync(copying);
        }

        Assert.Equal(["pipe"], _scratch.Names);
    }

    [SkippableTheory, MemberData(nameof(BothWays))]
    public async Task A_reader_that_comes_later_gets_all_bytes(bool async)
    {
        SkipOutsideLinux();
        byte[] content = Random((3 * MiB) + 7);
        Task<long> copying = CopyAsync(new MemoryStream(content), async, CancellationToken.None);
        Assert.False(copying.IsCompleted);
        byte[] read = await Task.Run(() => File.ReadAllBytes(_pipe)).WaitAsync(_deadline);
        Assert.Equal(content.Length, await copying.WaitAsync(_deadline));
        AssertEqual(content, read);
    }

    [SkippableFact]
    public async Task Copies_that_wait_for_a_reader_leave_the_threads_to_others()
    {
        SkipOutsideLinux();
        using var cancellation = new CancellationTokenSource();
        Task<long>[] waiting = [.. Enumerable.Range(0, 64).Select(_ => CopyAsync(new MemoryStream([1]), async: true, cancellation.Token))];
        try
        {
            for (int i = 0; i < 100; i++)
            {
                await Task.Run(() => { }).WaitAsync(_deadline);
            }
        }
        finally
        {
            cancellation.Cancel();
            await LetGoAsync(waiting);
        }

        Assert.All(waiting, copying => Assert.True(copying.IsCanceled));
    }

    private static void SkipOutsideLinux() => Skip.IfNot(OperatingSystem.IsLinux(), "Elsewhere a named pipe is opened as a file.");

    private Task<long> CopyAsync(Stream source, bool async, CancellationToken token) => async
        ? source.CopyToFileAsync(_pipe, cancellationToken: token)
        : Task.Factory.StartNew(() => source.CopyToFile(_pipe, cancellationToken: token), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    /// <summary>Opening the pipe for both ways waits for nobody and ends every wait in the kernel.</summary>
    private async Task LetGoAsync(params Task[] copies)
    {
        using var both = new FileStream(_pipe, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);
        await Task.WhenAll(copies).ContinueWith(_ => { }, TaskScheduler.Default).WaitAsync(_deadline);
    }
}
