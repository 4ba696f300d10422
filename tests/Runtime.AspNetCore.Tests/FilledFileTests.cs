using Microsoft.AspNetCore.Http;

namespace StreamTuning.AspNetCore;

/// <summary>That a file is deleted as long as it is the one that was filled, and not a moment longer.</summary>
public sealed class FilledFileTests : IDisposable
{
    private readonly Scratch _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void A_file_that_nobody_has_written_is_deleted()
    {
        FilledFile file = FilledFile.Of(_scratch.WithFile("file", [1, 2, 3]))!;
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(file.Path, UnixFileMode.UserRead);
        }

        file.Delete();

        Assert.Empty(_scratch.Names);
        file.Delete();
    }

    [Fact]
    public void A_hidden_file_that_is_gone_gets_no_name_and_that_is_said()
    {
        var outputs = new FormOutputs(new DefaultHttpContext());

        Assert.Throws<FileNotFoundException>(() =>
        {
            outputs.NoteFile(_scratch.PathOf("hidden"), _scratch.PathOf("file"), replaces: false);
            outputs.Publish();
        });
    }

    [Fact]
    public void A_file_that_was_rewritten_in_the_same_length_stays()
    {
        FilledFile file = FilledFile.Of(_scratch.WithFile("file", [1, 2, 3]))!;
        _scratch.WithFile("file", [4, 5, 6]);
        File.SetLastWriteTimeUtc(file.Path, File.GetLastWriteTimeUtc(file.Path).AddSeconds(1));

        file.Delete();

        Assert.Equal([4, 5, 6], File.ReadAllBytes(_scratch.PathOf("file")));
        Assert.Equal(["file"], _scratch.Names);
    }

    [Fact]
    public void A_file_that_was_replaced_stays_also_if_time_and_length_are_the_same()
    {
        FilledFile file = FilledFile.Of(_scratch.WithFile("file", [1, 2, 3]))!;
        string other = _scratch.WithFile("other", [4, 5, 6]);
        File.SetLastWriteTimeUtc(other, File.GetLastWriteTimeUtc(file.Path));
        File.Move(other, file.Path, overwrite: true);

        file.Delete();

        Assert.Equal([4, 5, 6], File.ReadAllBytes(_scratch.PathOf("file")));
        Assert.Equal(["file"], _scratch.Names);
    }

    [Fact]
    public void A_stream_whose_file_was_replaced_before_it_was_closed_leaves_the_other_file()
    {
        FilledFile file;
        using (var stream = new FileStream(_scratch.PathOf("file"), FileMode.Create, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete))
        {
            file = FilledFile.Of(stream);
            File.Move(_scratch.WithFile("other", []), _scratch.PathOf("file"), overwrite: true);
        }

        file.Settle();
        file.Delete();

        Assert.Equal(["file"], _scratch.Names);
    }

    [Fact]
    public void A_file_is_moved_over_another_only_if_it_may_be()
    {
        FilledFile file = FilledFile.Of(_scratch.WithFile("hidden", [1, 2, 3]))!;
        string path = _scratch.WithFile("file", [4]);

        Assert.Throws<IOException>(() => file.MoveTo(path, replaces: false));
        Assert.Equal([4], File.ReadAllBytes(path));

        file.MoveTo(path, replaces: true);
        Assert.Equal([1, 2, 3], File.ReadAllBytes(path));

        file.Delete();
        Assert.Empty(_scratch.Names);
    }
}
