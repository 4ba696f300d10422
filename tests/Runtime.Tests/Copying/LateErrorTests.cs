using StreamTuning.SimulatedShare;
using static StreamTuning.Bytes;
using static StreamTuning.Copying.Copies;

namespace StreamTuning.Copying;

/// <summary>
/// Three mebibytes to a mounted share with room for one, through clients that acknowledge writes before the server does: never success, never a file that
/// looks whole.
/// </summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class LateErrorTests(MountedShare mounted) : IClassFixture<MountedShare>
{
    private static readonly byte[] _content = Random(3 * MiB);
    private static readonly byte[] _old = Random(MiB / 2, seed: 2);

    public static TheoryData<string, bool, bool> Cases
    {
        get
        {
            var cases = new TheoryData<string, bool, bool>();
            foreach (string client in (string[])[nameof(ShareClient.Direct), nameof(ShareClient.Sshfs), nameof(ShareClient.Nfs), nameof(ShareClient.Cifs), nameof(ShareClient.MooseFS)])
            {
                foreach (bool async in new[] { true, false })
                {
                    cases.Add(client, async, true);
                    cases.Add(client, async, false);
                }
            }

            return cases;
        }
    }

    [SkippableTheory, MemberData(nameof(Cases))]
    public async Task A_new_path_has_no_file(string client, bool async, bool isKnown)
    {
        ShareMount share = Start(client);
        await Assert.ThrowsAsync<IOException>(() => CopyAsync(Source(isKnown), share.PathOf("file"), async));
        Assert.Empty(Directory.EnumerateFileSystemEntries(share.Directory));
    }

    [SkippableTheory, MemberData(nameof(Cases))]
    public async Task An_old_file_stays_if_it_was_to_be_replaced(string client, bool async, bool isKnown)
    {
        ShareMount share = Start(client, withOld: true);
        await Assert.ThrowsAsync<IOException>(
            () => CopyAsync(Source(isKnown), share.PathOf("file"), async, new FileCopyOptions { Replace = FileReplacement.Atomic }));
        AssertEqual(_old, File.ReadAllBytes(share.PathOf("file")));
        Assert.Single(Directory.EnumerateFileSystemEntries(share.Directory));
    }

    [SkippableTheory, MemberData(nameof(Cases))]
    public async Task A_file_that_is_written_in_place_does_not_look_whole(string client, bool async, bool isKnown)
    {
        ShareMount share = Start(client, withOld: true);
        await Assert.ThrowsAsync<IOException>(() => CopyAsync(Source(isKnown), share.PathOf("file"), async));
        Assert.Equal(0, new FileInfo(share.PathOf("file")).Length);
    }

    [SkippableTheory, MemberData(nameof(Cases))]
    public async Task A_callers_file_is_as_it_was(string client, bool async, bool isKnown)
    {
        ShareMount share = Start(client, withOld: true);
        using (var file = new FileStream(share.PathOf("file"), FileMode.Open, FileAccess.ReadWrite) { Position = _old.Length })
        {
            await Assert.ThrowsAsync<IOException>(() => CopyAsync(Source(isKnown), file, async));
            Assert.Equal((_old.Length, _old.Length), (file.Position, file.Length));
        }

        AssertEqual(_old, File.ReadAllBytes(share.PathOf("file")));
    }

    [SkippableTheory, MemberData(nameof(Cases))]
    public async Task A_staged_file_stays_if_it_cannot_be_moved(string client, bool async, bool isKnown)
    {
        ShareMount share = Start(client, withOld: true);
        using TempFile staged = await TempSpace.Default.StageAsync(Source(isKnown));
        await Assert.ThrowsAsync<IOException>(() => async
            ? staged.MoveToAsync(share.PathOf("file"), overwrite: true)
            : Task.Run(() => staged.MoveTo(share.PathOf("file"), overwrite: true)));
        AssertEqual(_content, File.ReadAllBytes(staged.Path));
        AssertEqual(_old, File.ReadAllBytes(share.PathOf("file")));
        Assert.Single(Directory.EnumerateFileSystemEntries(share.Directory));
    }

    [SkippableTheory]
    [InlineData(nameof(ShareClient.Nfs))]
    [InlineData(nameof(ShareClient.Cifs))]
    public async Task A_temporary_file_whose_bytes_a_share_has_lost_is_never_moved(string client)
    {
        ShareMount share = Start(client);
        using TempFile file = CreateFileOn(share);
        file.Stream.Write(_content);
        for (int attempt = 0; attempt < 3; attempt++)
        {
            await Assert.ThrowsAsync<IOException>(() => file.MoveToAsync(share.PathOf("file")));

            // With room again, what was lost is still lost; the share does not say so twice.
            share.Quota = null;
        }

        Assert.False(File.Exists(share.PathOf("file")));
    }

    [SkippableTheory]
    [InlineData(nameof(ShareClient.Nfs), true)]
    [InlineData(nameof(ShareClient.Nfs), false)]
    [InlineData(nameof(ShareClient.Cifs), true)]
    [InlineData(nameof(ShareClient.Sshfs), true)]
    public async Task A_temporary_file_is_neither_read_nor_moved_if_closing_it_was_told_of_bytes_that_are_lost(string client, bool async)
    {
        ShareMount share = Start(client);
        using TempFile file = CreateFileOn(share);
        Exception? written = Record.Exception(() => file.Stream.Write(_content));
        Exception? closed = await Record.ExceptionAsync(() => DisposeAsync(file.Stream, async));
        share.Quota = null;
        Assert.True((written ?? closed) is null or IOException, $"{written} {closed}");
        Assert.Throws<IOException>(() => file.OpenRead().Dispose());
        await Assert.ThrowsAsync<IOException>(() => file.MoveToAsync(share.PathOf("file")));
        Assert.False(File.Exists(share.PathOf("file")));
    }

    [SkippableTheory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Closing_a_temporary_file_reports_a_write_that_fails(bool async)
    {
        ShareMount share = Start(nameof(ShareClient.Direct));
        using TempFile file = CreateFileOn(share);
        FileStream stream = file.Stream;
        stream.Write(_content.AsSpan(0, 100));
        share.SetFaults(new ShareFault(ShareOperation.Write) { Error = ShareError.InputOutput });

        // Once: closing the stream itself would succeed.
        await Assert.ThrowsAsync<IOException>(() => DisposeAsync(stream, async));
        await Assert.ThrowsAsync<IOException>(() => file.MoveToAsync(share.PathOf("file")));
        stream.Dispose();
    }

    [SkippableFact]
    public void Closing_a_temporary_file_whose_handle_is_closed_throws_nothing()
    {
        ShareMount share = Start(nameof(ShareClient.Nfs));
        using TempFile file = CreateFileOn(share);
        FileStream stream = file.Stream;
        stream.SafeFileHandle.Dispose();
        stream.Dispose();
    }

    [SkippableTheory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_temporary_file_is_never_moved_if_its_last_write_was_told_of_bytes_that_are_lost(bool async)
    {
        ShareMount share = Start(nameof(ShareClient.Sshfs));
        using TempFile file = CreateFileWithLostBytes(share);
        for (int attempt = 0; attempt < 3; attempt++)
        {
            await Assert.ThrowsAsync<IOException>(() => async
                ? file.MoveToAsync(share.PathOf("file"))
                : Task.Run(() => file.MoveTo(share.PathOf("file"))));
        }

        Assert.False(File.Exists(share.PathOf("file")));
    }

    [SkippableTheory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_temporary_file_is_neither_read_nor_moved_if_opening_it_was_told_of_bytes_that_are_lost(bool isClosed)
    {
        ShareMount share = Start(nameof(ShareClient.Sshfs));
        using TempFile file = CreateFileWithLostBytes(share);
        Assert.Throws<IOException>(() => file.OpenRead().Dispose());
        if (isClosed)
        {
            file.Stream.Dispose();
        }

        Assert.Throws<IOException>(() => file.OpenRead().Dispose());
        await Assert.ThrowsAsync<IOException>(() => file.MoveToAsync(share.PathOf("file")));
        Assert.False(File.Exists(share.PathOf("file")));
    }

    [SkippableTheory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_upload_without_a_cache_gets_its_writes_in_order(bool async)
    {
        ShareMount share = mounted.Clean();
        share.Client = ShareClient.Rclone;
        foreach (bool isKnown in new[] { true, false })
        {
            await CopyAsync(Source(isKnown), share.PathOf("file"), async);
            AssertEqual(_content, File.ReadAllBytes(share.PathOf("file")));

            // The old length is reported until the first write.
            await CopyAsync(Source(isKnown), share.PathOf("file"), async);
            AssertEqual(_content, File.ReadAllBytes(share.PathOf("file")));
            await CopyAsync(Source(isKnown), share.PathOf("file"), async, new FileCopyOptions { Replace = FileReplacement.Atomic });
            AssertEqual(_content, File.ReadAllBytes(share.PathOf("file")));
            using (var file = new FileStream(share.PathOf("file"), FileMode.Create))
            {
                await CopyAsync(Source(isKnown), file, async);
            }

            AssertEqual(_content, File.ReadAllBytes(share.PathOf("file")));
            File.Delete(share.PathOf("file"));
        }
    }

    private static TestSource Source(bool isKnown) => new(_content, canSeek: isKnown);

    private ShareMount Start(string client, bool withOld = false)
    {
        ShareMount share = mounted.Clean();
        if (withOld)
        {
            File.WriteAllBytes(share.PathOf("file"), _old);
        }

        share.Client = (ShareClient)typeof(ShareClient).GetProperty(client)!.GetValue(null)!;
        share.Quota = (withOld ? _old.Length : 0) + MiB;
        return share;
    }

    /// <summary>The share tells of the loss when the byte is written that the stream still holds.</summary>
    private static TempFile CreateFileWithLostBytes(ShareMount share)
    {
        share.SetFaults(new ShareFault(ShareOperation.Write) { Error = ShareError.InputOutput });
        TempFile file = CreateFileOn(share);
        file.Stream.Write(_content.AsSpan(0, 100_000));
        file.Stream.WriteByte(1);
        return file;
    }

    private static async Task DisposeAsync(FileStream stream, bool async)
    {
        if (async)
        {
            await stream.DisposeAsync();
        }
        else
        {
            stream.Dispose();
        }
    }

    private static TempFile CreateFileOn(ShareMount share)
    {
        var options = new TempSpaceOptions { UseSystemDirectory = false, UseHomeDirectory = false, SweepLeftovers = false };
        options.Directories.Add(share.Directory);
        return new TempSpace(options).CreateFile();
    }
}
