namespace StreamTuning.Copying;

public sealed class MountTests
{
    [Fact]
    public void A_mount_that_nobody_asks_for_a_gain_takes_no_more_than_its_fields()
    {
        const int Bytes = 100;
        long before = GC.GetAllocatedBytesForCurrentThread();
        var mount = new Mount(MountKind.Disk);
        long allocated = GC.GetAllocatedBytesForCurrentThread() - before;

        Assert.InRange(allocated, 0, Bytes);
        Assert.Same(mount.Gain(2, 1 << 20), mount.Gain(2, 1 << 20));
        Assert.NotSame(mount.Gain(2, 1 << 20), mount.Gain(1, 1 << 20));
    }
}
