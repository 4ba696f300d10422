using Xunit.Abstractions;

namespace StreamTuning.NetworkShares;

/// <summary>MooseFS says at close only that a quota is exceeded, and .NET ignores what close says.</summary>
public sealed class MooseTests : FileSystemTests<Moose>, IDisposable
{
    private const int MiB = 1024 * 1024;

    private readonly Moose _fileSystem;
    private readonly string _name = Guid.NewGuid().ToString("N");

    public MooseTests(Moose fileSystem, ITestOutputHelper output)
        : base(fileSystem, output)
    {
        _fileSystem = fileSystem;
        if (fileSystem.WhyNot is null)
        {
            Directory.CreateDirectory(Path.Combine(fileSystem.Client, _name));
            File.WriteAllText(Target, "old");
            fileSystem.Limit(_name, 2 * MiB);
        }
    }

    private string Target => Path.Combine(_fileSystem.Client, _name, "target");

    private string OnServer => Path.Combine(_fileSystem.Server, _name, "target");

    [SkippableFact]
    public async Task Beyond_the_quota_an_atomic_copy_fails_and_leaves_the_old_file()
    {
        _fileSystem.SkipIfMissing();
        var source = new MemoryStream(CopyWays.Content(3 * MiB));

        IOException e = await Assert.ThrowsAnyAsync<IOException>(
            () => source.CopyToFileAsync(Target, new FileCopyOptions { Replace = FileReplacement.Atomic }));

        Assert.InRange(e.HResult, 1, 4095);
        Assert.Equal("old", File.ReadAllText(OnServer));
        Assert.Equal(["target"], Directory.EnumerateFiles(Path.GetDirectoryName(OnServer)!).Select(Path.GetFileName));
    }

    [SkippableFact]
    public async Task Beyond_the_quota_plain_code_reports_success_over_a_file_that_is_too_short()
    {
        _fileSystem.SkipIfMissing();

        await using (FileStream file = File.Create(Target))
        {
            await new MemoryStream(CopyWays.Content(3 * MiB)).CopyToAsync(file);
            file.Flush(flushToDisk: true);
        }

        Assert.InRange(new FileInfo(OnServer).Length, 0, (3 * MiB) - 1);
    }

    public void Dispose()
    {
        if (_fileSystem.WhyNot is null)
        {
            _fileSystem.Unlimit(_name);
            Directory.Delete(Path.GetDirectoryName(Target)!, recursive: true);
        }
    }
}
