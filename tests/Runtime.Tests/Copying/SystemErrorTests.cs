namespace StreamTuning.Copying;

/// <summary>Errors of the operating system that mean something to the engine, and one that means nothing.</summary>
public sealed class SystemErrorTests : IDisposable
{
    private readonly Scratch _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData(27, true)]
    [InlineData(28, true)]
    [InlineData(69, true)]
    [InlineData(122, true)]
    [InlineData(unchecked((int)0x80070070), true)]
    [InlineData(unchecked((int)0x80070027), true)]
    [InlineData(unchecked((int)0x800700DF), true)]
    [InlineData(5, false)]
    [InlineData(13, false)]
    public void Data_that_do_not_fit_are_told_by_the_error(int error, bool isFull) =>
        Assert.Equal(isFull, IOErrors.IsDiskFull(new IOException("", error)));

    [Fact]
    public void A_file_that_nobody_needs_and_nobody_can_delete_stays()
    {
        string directory = _scratch.PathOf("directory");
        Directory.CreateDirectory(directory);

        UnwantedFile.TryDelete(directory);

        Assert.True(Directory.Exists(directory));
    }

    [Fact]
    public void Space_is_reserved_on_a_local_disk_and_the_length_stays()
    {
        using FileStream file = File.Create(_scratch.PathOf("file"));
        Assert.Equal(OperatingSystem.IsLinux(), LocalDisk.TryPreallocate(file.SafeFileHandle, 1000));
        Assert.Equal(0, file.Length);
    }

    [Fact]
    public void An_error_that_names_the_file_stays_as_it_is()
    {
        var error = new IOException("'photo.jpg' could not be created.");
        Assert.Same(error, FileErrors.Of("photo.jpg", error));
    }

    [SkippableFact]
    public void A_name_on_another_volume_is_told_as_it_was_asked_for()
    {
        Skip.IfNot(Directory.Exists("/dev/shm") && !_scratch.Root.StartsWith("/dev/shm", StringComparison.Ordinal), "Memory is a volume of its own on Linux.");
        string hidden = Path.Combine("/dev/shm", HiddenName.Create());
        File.WriteAllText(hidden, "");
        try
        {
            string path = _scratch.PathOf("file");
            var error = Assert.Throws<IOException>(() => FinalName.Give(hidden, path, replaces: true, asked: "photo.jpg"));
            Assert.Contains("'photo.jpg'", error.Message, StringComparison.Ordinal);
        }
        finally
        {
            File.Delete(hidden);
        }
    }
}
