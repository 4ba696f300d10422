using System.Diagnostics;
using static StreamTuning.Bytes;

namespace StreamTuning.Copying;

/// <summary>Named pipes of Linux: whoever waits for a reader can be stopped, and takes no thread.</summary>
public sealed class NamedPipeTests : IDisposable
{
    private static readonly TimeSpan _deadline = TimeSpan.FromMinutes(1);

    private readonly Scratch _scratch = new();
    private readonly string _pipe;

    public NamedPipeTests()
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

    [SkippableFact]
    public void Only_a_named_pipe_is_one()
    {
        SkipOutsideLinux();
        File.CreateSymbolicLink(_scratch.PathOf("link"), _pipe);
        Assert.All([_pipe, _scratch.PathOf("link")], path => Assert.Equal(LinuxFile.Kind.Pipe, LinuxFile.KindOf(path)));
        Assert.All(
            ["/dev/null", _scratch.Root, _scratch.WithFile("file", [1]), _scratch.PathOf("missing")],
            path => Assert.NotEqual(LinuxFile.Kind.Pipe, LinuxFile.KindOf(path)));
    }

    [SkippableTheory, MemberData(nameof(BothWays))]
    public async Task The_token_ends_the_wait_for_a_reader(bool async)
    {
        SkipOutsideLinux();
        using var cancellation = new CancellationTokenSource();
        Task<FileStream> opening = OpenAsync(async, cancellation.Token);
        Assert.False(opening.IsCompleted);
        cancellation.Cancel();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => opening.WaitAsync(_deadline));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => OpenAsync(async, cancellation.Token).WaitAsync(_deadline));
    }

    [SkippableTheory, MemberData(nameof(BothWays))]
    public async Task A_reader_that_comes_later_gets_all_bytes(bool async)
    {
        SkipOutsideLinux();
        byte[] content = Random((3 * MiB) + 7);
        Task<FileStream> opening = OpenAsync(async, CancellationToken.None);
        Assert.False(opening.IsCompleted);
        Task<byte[]> reading = ReadAsync();
        using (FileStream pipe = await opening.WaitAsync(_deadline))
        {
            Assert.False(pipe.CanSeek);

            // More than the pipe holds: writing waits, and does not fail.
            if (async)
            {
                await pipe.WriteAsync(content, 0, content.Length).WaitAsync(_deadline);
            }
            else
            {
                pipe.Write(content, 0, content.Length);
            }
        }

        byte[] read = await reading.WaitAsync(_deadline);
        AssertEqual(content, read);
    }

    [SkippableFact]
    public async Task Many_that_wait_leave_the_threads_to_others()
    {
        SkipOutsideLinux();
        using var cancellation = new CancellationTokenSource();
        Task<FileStream>[] waiting = [.. Enumerable.Range(0, 64).Select(_ => NamedPipe.OpenAsync(_pipe, async: true, cancellation.Token).AsTask())];
        for (int i = 0; i < 100; i++)
        {
            await Task.Run(() => { }).WaitAsync(_deadline);
        }

        Assert.All(waiting, opening => Assert.False(opening.IsCompleted));
        cancellation.Cancel();
        foreach (Task<FileStream> opening in waiting)
        {
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => opening.WaitAsync(_deadline));
        }
    }

    [SkippableTheory, MemberData(nameof(BothWays))]
    public async Task A_pipe_that_is_deleted_meanwhile_is_missed(bool async)
    {
        SkipOutsideLinux();
        Task<FileStream> opening = OpenAsync(async, CancellationToken.None);
        Assert.False(opening.IsCompleted);
        File.Delete(_pipe);
        Assert.Equal(_pipe, (await Assert.ThrowsAsync<FileNotFoundException>(() => opening.WaitAsync(_deadline))).FileName);
    }

    private static void SkipOutsideLinux() => Skip.IfNot(OperatingSystem.IsLinux(), "Elsewhere a named pipe is opened as a file.");

    private Task<FileStream> OpenAsync(bool async, CancellationToken token) => async
        ? NamedPipe.OpenAsync(_pipe, async, token).AsTask()
        : Task.Factory.StartNew(() => NamedPipe.OpenAsync(_pipe, async, token).GetAwaiter().GetResult(), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    private Task<byte[]> ReadAsync() => Task.Factory.StartNew(() => File.ReadAllBytes(_pipe), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
}
