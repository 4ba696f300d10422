using Microsoft.AspNetCore.Http;
using StreamTuning.SimulatedShare;

namespace StreamTuning.AspNetCore;

/// <summary>That a file is deleted as long as it is the one that was filled, and not a moment longer.</summary>
public sealed class FilledFileTests(MountedShare mounted) : IClassFixture<MountedShare>, IDisposable
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

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_file_of_another_writer_outlives_a_form_that_cannot_be_published(bool mayReplaceAll)
    {
        FormOutputs outputs = WithHidden(("first", true), ("second", mayReplaceAll), ("third", false));
        _scratch.WithFile("first", [7]);
        _scratch.WithFile("second", [8]);
        _scratch.WithFile("third", [9]);

        Assert.Throws<IOException>(outputs.Publish);
        await outputs.DiscardAsync();

        Assert.Equal(["first", "second", "third"], _scratch.Names);
        Assert.Equal([7], File.ReadAllBytes(_scratch.PathOf("first")));
        Assert.Equal([8], File.ReadAllBytes(_scratch.PathOf("second")));
        Assert.Equal([9], File.ReadAllBytes(_scratch.PathOf("third")));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public async Task What_has_taken_the_place_of_the_file_of_another_writer_is_not_deleted(int times)
    {
        FormOutputs outputs = WithHidden([.. Enumerable.Repeat(("first", true), times), ("directory", true), ("new", false)]);
        _scratch.WithFile("first", [7]);
        Directory.CreateDirectory(_scratch.PathOf("directory"));

        Assert.NotNull(Record.Exception(outputs.Publish));
        await outputs.DiscardAsync();

        Assert.Equal(["directory", "first"], _scratch.Names);
    }

    [Fact]
    public async Task A_form_that_gives_a_name_twice_replaces_and_deletes_its_own_file()
    {
        FormOutputs outputs = WithHidden(("file", false), ("file", false));
        outputs.Publish();
        Assert.Equal([1], File.ReadAllBytes(_scratch.PathOf("file")));

        await outputs.DiscardAsync();

        Assert.Empty(_scratch.Names);
    }

    [Fact]
    public void A_file_that_another_writer_puts_in_the_place_of_one_that_the_form_has_named_stays()
    {
        FormOutputs outputs = WithHidden(("file", false), ("file", false));
        List<FormOutputs.HiddenFile> taken = [];
        outputs.Hidden.ForEach(hidden => outputs.GiveFreeName(hidden, taken));
        File.Move(_scratch.WithFile("other", [7]), _scratch.PathOf("file"), overwrite: true);

        Assert.Throws<IOException>(() => outputs.GiveTakenNames(taken));

        Assert.Equal([7], File.ReadAllBytes(_scratch.PathOf("file")));
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    public async Task The_last_file_of_a_form_wins_if_the_file_of_another_writer_goes_meanwhile(bool goesBeforeTheLast, bool lastReplaces)
    {
        FormOutputs outputs = WithHidden(("file", true), ("file", lastReplaces));
        _scratch.WithFile("file", [7]);
        List<FormOutputs.HiddenFile> taken = [];
        foreach (FormOutputs.HiddenFile hidden in outputs.Hidden)
        {
            outputs.GiveFreeName(hidden, taken);
            if (goesBeforeTheLast)
            {
                File.Delete(_scratch.PathOf("file"));
            }
        }

        File.Delete(_scratch.PathOf("file"));
        outputs.GiveTakenNames(taken);

        Assert.Equal([1], File.ReadAllBytes(_scratch.PathOf("file")));
        await outputs.DiscardAsync();
        Assert.Empty(_scratch.Names);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_form_that_names_a_file_by_two_paths_replaces_and_deletes_its_own_file(bool replaces)
    {
        if (OperatingSystem.IsWindows())
        {
            // Links need a right.
            return;
        }

        Directory.CreateDirectory(_scratch.PathOf("directory"));
        File.CreateSymbolicLink(_scratch.PathOf("link"), _scratch.PathOf("directory"));
        FormOutputs outputs = WithHidden(("directory/file", false), ("link/file", replaces));
        outputs.Publish();
        Assert.Equal([1], File.ReadAllBytes(_scratch.PathOf("directory/file")));

        await outputs.DiscardAsync();

        Assert.Empty(Directory.EnumerateFiles(_scratch.PathOf("directory")));
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

        Assert.Throws<IOException>(() => file.MoveTo(path));
        Assert.Equal([4], File.ReadAllBytes(path));

        file.Replace(path, isOfOthers: false);
        Assert.Equal([1, 2, 3], File.ReadAllBytes(path));

        file.Delete();
        Assert.Empty(_scratch.Names);
    }

    [SkippableFact]
    public void A_share_that_cannot_refuse_a_taken_name_is_not_asked_to_give_it_to_another_file()
    {
        ShareMount share = mounted.Clean();
        File.WriteAllBytes(share.PathOf("hidden"), [1]);
        FilledFile file = FilledFile.Of(share.PathOf("hidden"))!;
        share.SetFaults(
            new ShareFault(ShareOperation.Rename) { Error = ShareError.InvalidArgument },
            new ShareFault(ShareOperation.Rename, Number: 2) { Error = ShareError.InputOutput, LosesReply = true });

        file.MoveTo(share.PathOf("file"));

        share.SetFaults();
        Assert.Equal([share.PathOf("file")], Directory.EnumerateFileSystemEntries(share.Directory));
        Assert.Equal([1], File.ReadAllBytes(file.Path));
    }

    /// <summary>A form whose files have hidden names; each holds its number.</summary>
    private FormOutputs WithHidden(params (string Name, bool Replaces)[] files)
    {
        var outputs = new FormOutputs(new DefaultHttpContext());
        for (int i = 0; i < files.Length; i++)
        {
            outputs.NoteFile(_scratch.WithFile($"hidden{i}", [(byte)i]), _scratch.PathOf(files[i].Name), files[i].Replaces);
        }

        return outputs;
    }
}
