using StreamTuning.SimulatedShare;

namespace StreamTuning.Copying;

/// <summary>Which failures to bring a file or a directory to the disk are told, and which mean that there is nothing to do.</summary>
public sealed class DiskFlushTests(MountedShare mounted) : IClassFixture<MountedShare>, IDisposable
{
    private readonly Scratch _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [SkippableTheory]
    [InlineData(22, true)] // EINVAL
    [InlineData(30, true)] // EROFS
    [InlineData(95, true)] // ENOTSUP
    [InlineData(5, false)] // EIO
    [InlineData(9, false)] // EBADF
    [InlineData(28, false)] // ENOSPC
    [InlineData(122, false)] // EDQUOT
    [Trait(Suite.Name, Suite.Slow)]
    public void A_file_that_has_nothing_to_synchronize_is_no_failure(int error, bool isNone)
    {
        ShareMount share = mounted.Clean();
        using FileStream file = File.Create(share.PathOf("file"));
        share.SetFaults(new ShareFault(ShareOperation.Sync) { Error = (ShareError)error, Count = int.MaxValue });
        var failure = (IOException?)Record.Exception(() => WriteBack.OfSystem.Flush(file.SafeFileHandle));
        share.SetFaults();
        Assert.Equal(isNone ? null : error, failure?.HResult);
    }

    [SkippableFact]
    public void A_directory_that_cannot_be_opened_is_a_failure()
    {
        Skip.If(OperatingSystem.IsWindows(), "Windows brings names to the disk by itself.");
        IOException missing = Assert.Throws<IOException>(() => WriteBack.OfSystem.FlushDirectory(_scratch.PathOf("missing")));
        Assert.Equal(2, missing.HResult); // ENOENT
        Assert.Contains(_scratch.PathOf("missing"), missing.Message, StringComparison.Ordinal);
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task A_directory_that_may_not_be_read_is_none()
    {
        UnixRights.SkipUnlessRoot();
        string directory = Directory.CreateDirectory(_scratch.PathOf("directory")).FullName;
        UnixRights.Give(_scratch.Root, 0, 0, 0b111_101_101);
        UnixRights.Give(directory, 1, 1, 0b011_000_000);
        using ChildProcess child = ChildProcess.Start([ChildProgram.FlushDirectory, directory], user: 1);
        Assert.Equal("flushed", (await child.EndAsync()).Trim());
    }
}
