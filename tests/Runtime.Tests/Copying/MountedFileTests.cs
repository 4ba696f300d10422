using StreamTuning.SimulatedShare;
using static StreamTuning.Bytes;
using static StreamTuning.Copying.Copies;
using static StreamTuning.UnixRights;

namespace StreamTuning.Copying;

/// <summary>Copies over a file that something is mounted on, which no other file can replace.</summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class MountedFileTests(MountedShare mounted) : IClassFixture<MountedShare>, IDisposable
{
    private static readonly TimeSpan _deadline = TimeSpan.FromMinutes(1);
    private static readonly byte[] _content = Random(3 * MiB);
    private static readonly byte[] _old = Random(MiB / 2, seed: 2);

    private readonly Scratch _scratch = new();

    public static TheoryData<bool> Ways => BothWays;

    public void Dispose() => _scratch.Dispose();

    [SkippableTheory, MemberData(nameof(Ways))]
    public Task It_is_written_in_place(bool async) => OverMountAsync(_scratch.WithFile("inner", _old), isReadOnly: false, async destination =>
    {
        await CopyAsync(new TestSource(_content), destination, async, Atomic);
        AssertEqual(_content, File.ReadAllBytes(_scratch.PathOf("inner")));
        Assert.Equal(["file", "inner"], _scratch.Names);
    });

    [SkippableTheory, MemberData(nameof(Ways))]
    public Task It_is_found_to_be_read_only_before_the_first_byte(bool async) => OverMountAsync(_scratch.WithFile("inner", _old), isReadOnly: true, async destination =>
    {
        var source = new TestSource(_content);
        IOException failure = await Assert.ThrowsAsync<IOException>(() => CopyAsync(source, destination, async, Atomic));
        Assert.Equal(30, failure.HResult); // EROFS
        Assert.Contains($"'{destination}'", failure.Message, StringComparison.Ordinal);
        Assert.Equal(0, source.Given);
        Assert.Equal(["file", "inner"], _scratch.Names);
    });

    [SkippableTheory, MemberData(nameof(Ways))]
    public async Task A_full_disk_leaves_a_whole_file_that_no_sweep_deletes(bool async)
    {
        using MemoryDisk disk = MemoryDisk.Mount("size=1m");
        string inner = Path.Combine(disk.Root, "inner");
        File.WriteAllBytes(inner, _old);
        await OverMountAsync(inner, isReadOnly: false, async destination =>
        {
            IOException failure = await Assert.ThrowsAnyAsync<IOException>(() => CopyAsync(new TestSource(_content), destination, async, Atomic));
            Assert.Equal(28, failure.HResult); // ENOSPC
            AssertKept(failure);
        });
    }

    [SkippableTheory, MemberData(nameof(Ways))]
    public async Task A_token_that_ends_the_writing_in_place_leaves_a_whole_file_that_no_sweep_deletes(bool async)
    {
        ShareMount share = mounted.Clean();
        string inner = share.PathOf("inner");
        File.WriteAllBytes(inner, _old);
        await OverMountAsync(inner, isReadOnly: false, async destination =>
        {
            using var cancellation = new CancellationTokenSource();
            share.SetFaults(new ShareFault(ShareOperation.Write) { Delay = Timeout.InfiniteTimeSpan, Count = int.MaxValue });
            Task<long> copy = Task.Run(() => CopyAsync(new TestSource(_content), destination, async, Atomic, cancellation.Token));
            Assert.True(SpinWait.SpinUntil(() => share.HeldRequests > 0, _deadline));
            cancellation.Cancel();
            share.SetFaults();
            AssertKept(await Assert.ThrowsAnyAsync<OperationCanceledException>(() => copy.WaitAsync(_deadline)));
        });
    }

    private static FileCopyOptions Atomic => new() { Replace = FileReplacement.Atomic };

    private void AssertKept(Exception failure)
    {
        string kept = _scratch.PathOf(Assert.Single(_scratch.Names, name => name is not ("file" or "inner")));
        AssertEqual(_content, File.ReadAllBytes(kept));
        Assert.Contains($"'{kept}'", failure.Message, StringComparison.Ordinal);
        Assert.Null(HiddenName.OwnerOf(Path.GetFileName(kept)));
    }

    private async Task OverMountAsync(string inner, bool isReadOnly, Func<string, Task> test)
    {
        string destination = _scratch.WithFile("file", [1]);
        if (isReadOnly)
        {
            BindReadOnly(inner, destination);
        }
        else
        {
            Bind(inner, destination);
        }

        try
        {
            await test(destination);
        }
        finally
        {
            Unmount(destination);
        }

        Assert.Equal([1], File.ReadAllBytes(destination));
    }
}
