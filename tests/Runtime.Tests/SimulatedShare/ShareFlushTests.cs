using System.Diagnostics;

namespace StreamTuning.SimulatedShare;

/// <summary>The mounted share when descriptors are closed and files are brought to the disk: what is counted, what it costs, and how it fails.</summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class ShareFlushTests(MountedShare mounted) : IClassFixture<MountedShare>
{
    private static readonly TimeSpan _deadline = TimeSpan.FromMinutes(1);

    [SkippableFact]
    public void Each_descriptor_that_is_closed_is_counted()
    {
        ShareMount share = mounted.Clean();
        using (FileStream file = File.Create(share.PathOf("file"), bufferSize: 0))
        {
            file.WriteByte(1);
            Assert.Equal(ShareError.None, Descriptor.CloseDuplicate(file.SafeFileHandle));
            file.WriteByte(2);
            Assert.Equal(ShareError.None, Descriptor.Sync(file.SafeFileHandle));
        }

        SlowShareRequests requests = share.Requests;
        Assert.Equal((2, 1, 2), (requests.Flushes, requests.Syncs, requests.Writes));
    }

    [SkippableTheory]
    [InlineData(ShareOperation.Flush, ShareError.InputOutput)]
    [InlineData(ShareOperation.Flush, ShareError.NoSpace)]
    [InlineData(ShareOperation.Sync, ShareError.QuotaExceeded)]
    [InlineData(ShareOperation.Sync, ShareError.InputOutput)]
    public void Both_can_fail(ShareOperation operation, ShareError error)
    {
        ShareMount share = mounted.Clean();
        using FileStream file = File.Create(share.PathOf("file"), bufferSize: 0);
        file.WriteByte(1);
        share.SetFaults(new ShareFault(operation) { Error = error, Count = int.MaxValue });
        Assert.Equal(error, operation is ShareOperation.Flush ? Descriptor.CloseDuplicate(file.SafeFileHandle) : Descriptor.Sync(file.SafeFileHandle));
        share.SetFaults();
        Assert.Equal(ShareError.None, Descriptor.CloseDuplicate(file.SafeFileHandle));
        Assert.Equal(ShareError.None, Descriptor.Sync(file.SafeFileHandle));
        file.WriteByte(2);
        file.Dispose();
        Assert.Equal([1, 2], File.ReadAllBytes(file.Name));
    }

    [SkippableTheory]
    [InlineData(ShareOperation.Flush)]
    [InlineData(ShareOperation.Sync)]
    public async Task Both_can_be_held(ShareOperation operation)
    {
        ShareMount share = mounted.Clean();
        using FileStream file = File.Create(share.PathOf("file"), bufferSize: 0);
        file.WriteByte(1);
        share.SetFaults(new ShareFault(operation) { Delay = Timeout.InfiniteTimeSpan });
        Task<ShareError> asking = Task.Factory.StartNew(
            () => operation is ShareOperation.Flush ? Descriptor.CloseDuplicate(file.SafeFileHandle) : Descriptor.Sync(file.SafeFileHandle),
            TaskCreationOptions.LongRunning);
        Assert.True(SpinWait.SpinUntil(() => share.HeldRequests == 1, _deadline));
        Assert.False(asking.IsCompleted);
        share.SetFaults();
        Assert.Equal(ShareError.None, await asking.WaitAsync(_deadline));
    }

    [SkippableFact]
    public async Task Closing_costs_nothing_and_syncing_what_other_requests_cost()
    {
        ShareMount share = mounted.Clean();
        using FileStream file = File.Create(share.PathOf("file"), bufferSize: 0);
        file.WriteByte(1);
        share.Profile = SlowShareProfile.RoundTrips with { Metadata = TimeSpan.FromHours(1) };
        Assert.Equal(ShareError.None, await Task.Run(() => Descriptor.CloseDuplicate(file.SafeFileHandle)).WaitAsync(_deadline));

        TimeSpan metadata = TimeSpan.FromMilliseconds(50);
        share.Profile = SlowShareProfile.Instant with { Metadata = metadata };
        long start = Stopwatch.GetTimestamp();
        Assert.Equal(ShareError.None, Descriptor.Sync(file.SafeFileHandle));
        Assert.InRange(Stopwatch.GetElapsedTime(start), metadata, _deadline);
        share.Profile = SlowShareProfile.Instant;
    }

    [SkippableTheory]
    [InlineData(true)]
    [InlineData(false)]
    public void What_child_processes_inherit_and_close_is_not_counted(bool isWritten)
    {
        ShareMount share = mounted.Clean();
        using (var file = new FileStream(share.PathOf("file"), FileMode.CreateNew, FileAccess.Write, FileShare.Read, bufferSize: 0))
        {
            if (isWritten)
            {
                file.WriteByte(1);
            }

            share.SetFaults(new ShareFault(ShareOperation.Flush) { Error = ShareError.InputOutput });
            for (int i = 0; i < 5; i++)
            {
                using Process process = Process.Start("/bin/true");
                process.WaitForExit();
            }

            Assert.Equal(0, share.Requests.Flushes);
            Assert.Equal(ShareError.InputOutput, Descriptor.CloseDuplicate(file.SafeFileHandle));
        }
    }

    [SkippableFact]
    public void A_killed_process_ends_although_closing_is_held()
    {
        ShareMount share = mounted.Clean();
        using Process process = Process.Start("/bin/sh", ["-c", $"exec 5> '{share.PathOf("file")}'; echo text >&5; exec sleep 1000"]);
        Assert.True(SpinWait.SpinUntil(() => share.Requests.Writes == 1, _deadline));
        share.SetFaults(new ShareFault(ShareOperation.Flush) { Count = int.MaxValue, Delay = Timeout.InfiniteTimeSpan });
        process.Kill();
        Assert.True(process.WaitForExit(_deadline));
        share.SetFaults();
        Assert.Equal("text\n", File.ReadAllText(share.PathOf("file")));
    }
}
