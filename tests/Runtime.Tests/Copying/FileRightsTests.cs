using StreamTuning.SimulatedShare;
using static StreamTuning.UnixRights;

namespace StreamTuning.Copying;

/// <summary>What a file takes over from the one whose place it takes.</summary>
public sealed class FileRightsTests(MountedShare mounted) : IClassFixture<MountedShare>, IDisposable
{
    private readonly Scratch _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [SkippableFact]
    public void A_missing_file_has_none()
    {
        Assert.Null(FileRights.Of(_scratch.PathOf("missing")));
        Assert.Null(FileRights.Of(_scratch.PathOf("missing/file")));
    }

    [SkippableTheory]
    [InlineData(0b110_100_000)]
    [InlineData(0b110_000_000)]
    [InlineData(0b110_000_100)]
    [InlineData(0b100_100_100)]
    [InlineData(0b111_111_111)]
    [InlineData(0b000_000_000)]
    public void The_mode_is_taken_over(int mode)
    {
        string old = WithOld(mode);
        Assert.True(GiveTo(FileRights.Of(old)!, out string file));
        Assert.Equal((Of(old), null), (Of(file), AccessList.Of(file)));
    }

    [SkippableFact]
    public void A_file_for_its_owner_is_never_opened_with_other_rights()
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "Other systems have other ways.");
        string hidden = _scratch.PathOf("hidden");
        UnixHandle.TryCreateHidden(hidden, isForOwner: true)!.Dispose();
        Assert.EndsWith(" 600", Of(hidden), StringComparison.Ordinal);
        Assert.Null(UnixHandle.TryCreateHidden(_scratch.PathOf("missing/hidden"), isForOwner: true));
    }

    [SkippableFact]
    public void A_link_is_followed()
    {
        string old = WithOld(0b110_100_000);
        string link = _scratch.PathOf("link");
        File.CreateSymbolicLink(link, old);
        GiveTo(FileRights.Of(link)!, out string file);
        Assert.Equal(Of(old), Of(file));
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public void Setuid_setgid_and_sticky_are_not_taken_over_from_another_owner()
    {
        string old = WithOld(0);
        Give(old, Stranger, Stranger + 1, 0b111_111_101_101);
        Assert.True(GiveTo(FileRights.Of(old)!, out string file));
        Assert.Equal($"{Stranger}:{Stranger + 1} 755", Of(file));
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public void A_group_of_the_old_file_is_taken_over()
    {
        string old = WithOld(0);
        Give(old, 0, Stranger, 0b110_100_000);
        Assert.True(GiveTo(FileRights.Of(old)!, out string file));
        Assert.Equal($"0:{Stranger} 640", Of(file));
    }

    [SkippableTheory]
    [InlineData(0b110_100_000, "600")]
    [InlineData(0b110_100_100, "644")]
    [InlineData(0b110_110_100, "644")]
    [InlineData(0b110_000_100, "600")] // The old group must not read it as one of the others.
    [InlineData(0b100_111_000_101, "700")]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task A_group_that_cannot_be_given_leaves_what_group_and_others_had(int mode, string expected)
    {
        string old = WithOld(0);
        Give(old, Stranger, Stranger, mode);
        Assert.Equal($"False 1:1 {expected}", await GiveAsStrangerAsync(old));
    }

    [SkippableFact]
    public void A_list_is_taken_over_with_its_mask()
    {
        string old = WithOld(0b110_000_000);
        AccessList.Set(old, owner: 6, user: 6, group: 0, mask: 6, others: 0);
        Assert.EndsWith(" 660", Of(old), StringComparison.Ordinal); // The group itself may do nothing.
        Assert.True(GiveTo(FileRights.Of(old)!, out string file));
        Assert.NotNull(AccessList.Of(old));
        Assert.Equal((Of(old), AccessList.Of(old)), (Of(file), AccessList.Of(file)));
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task A_list_without_its_group_keeps_the_users_that_it_names()
    {
        string old = WithOld(0b110_000_000);
        AccessList.Set(old, owner: 6, user: 4, group: 6, mask: 6, others: 4);
        Give(old, Stranger, Stranger, 0b110_110_100);
        string expected = WithOld(0b110_000_000);
        AccessList.Set(expected, owner: 6, user: 4, group: 4, mask: 6, others: 4);
        Assert.Equal("False 1:1 664 " + AccessList.Of(expected), await GiveAsStrangerAsync(old));
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task A_list_without_its_group_gives_others_no_more_than_the_group()
    {
        string old = WithOld(0b110_000_000);
        AccessList.Set(old, owner: 6, user: 4, group: 0, mask: 4, others: 4);
        Give(old, Stranger, Stranger, 0b110_100_100);
        string expected = WithOld(0b110_000_000);
        AccessList.Set(expected, owner: 6, user: 4, group: 0, mask: 4, others: 0);
        Assert.Equal("False 1:1 640 " + AccessList.Of(expected), await GiveAsStrangerAsync(old));
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public void A_list_that_cannot_be_copied_leaves_the_owner_alone()
    {
        string old = WithOld(0b110_000_000);
        AccessList.Set(old, owner: 6, user: 6, group: 4, mask: 6, others: 4);
        Assert.False(GiveTo(FileRights.Of(old)!, out string file, mounted.Clean().Directory));
        Assert.EndsWith(" 600", Of(file), StringComparison.Ordinal);
    }

    [SkippableFact]
    public void A_list_that_the_new_file_has_inherited_gives_nothing()
    {
        string old = WithOld(0b110_110_000);
        AccessList.SetForNewFiles(_scratch.Root, owner: 7, user: 7, group: 7, mask: 7, others: 7);
        Assert.True(GiveTo(FileRights.Of(old)!, out string file));
        Assert.Equal((Of(old), null), (Of(file), AccessList.Of(file)));
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public void A_file_system_without_lists_keeps_the_mode()
    {
        Assert.True(GiveTo(FileRights.Of(WithOld(0b110_100_000))!, out string file, mounted.Clean().Directory));
        Assert.EndsWith(" 640", Of(file), StringComparison.Ordinal);
        Assert.True(GiveTo(FileRights.Of(file)!, out string local));
        Assert.Equal(Of(file), Of(local));
    }

    /// <summary>Gives rights to a new file that only its owner can open.</summary>
    private bool GiveTo(FileRights rights, out string path, string? directory = null)
    {
        path = Path.Combine(directory ?? _scratch.Root, Guid.NewGuid().ToString());
        using FileStream file = CreatePrivate(path);
        return rights.GiveTo(file.SafeFileHandle);
    }

    private string WithOld(int mode)
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "Modes are looked at on Linux only.");
        string path = _scratch.WithFile(Guid.NewGuid().ToString(), [1]);
        Assert.Equal(0, UnixFile.ChangeMode(path, mode));
        return path;
    }

    /// <summary>Another process gives the rights, as a user who may give nothing to anybody.</summary>
    /// <returns>Whether it could, and owner, group, mode and list of the new file.</returns>
    private async Task<string> GiveAsStrangerAsync(string old)
    {
        string directory = Directory.CreateDirectory(_scratch.PathOf("of another")).FullName;
        Give(_scratch.Root, 0, 0, 0b111_101_101);
        Give(directory, 1, 1, 0b111_000_000);
        string file = Path.Combine(directory, "new");
        using ChildProcess child = ChildProcess.Start([ChildProgram.GiveRights, old, file], user: 1);
        string given = (await child.EndAsync()).Trim();
        return $"{given} {Of(file)} {AccessList.Of(file)}".Trim();
    }
}
