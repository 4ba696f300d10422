namespace StreamTuning.Copying;

/// <summary>What the table of mounts tells.</summary>
public class MountTableTests
{
    private const string Cifs = "41 27 0:45 / /mnt/share rw,relatime shared:7 - cifs //server/share rw,vers=3.1.1,cache=strict,wsize=4194304,actimeo=1";

    [Theory]
    [InlineData(Cifs, "Cifs", false)]
    [InlineData("41 27 0:45 / /mnt/s rw - cifs //server/s rw,vers=3.1.1,cache=none,wsize=4194304", "Cifs", true)]
    [InlineData("41 27 0:45 / /mnt/s rw - smb3 //server/s rw,cache=loose", "Cifs", false)]
    [InlineData("41 27 0:45 / /mnt/n rw,relatime - nfs4 server:/n rw,vers=4.2,wsize=1048576,hard,proto=tcp", "Nfs", false)]
    [InlineData("41 27 0:45 / /mnt/n rw,relatime - nfs4 server:/n rw,sync,vers=4.2,wsize=1048576,hard", "Nfs", true)]
    [InlineData("41 27 0:45 / /mnt/n rw,relatime shared:1 master:2 - nfs server:/async rw,vers=3", "Nfs", false)]
    [InlineData("41 27 0:45 / /mnt/with\\040space rw - tmpfs t rw,sync", "Memory", false)]
    [InlineData("41 27 254:0 / / rw,relatime - ext4 /dev/vda rw,discard", "Disk", false)]
    [InlineData("41 27 0:45 / / rw - overlay overlay rw,lowerdir=/l,upperdir=/u,workdir=/w", "Disk", false)]
    [InlineData("41 27 0:45 / /mnt/f rw - fuse.sshfs host:dir rw,user_id=0", "Fuse", false)]
    [InlineData("41 27 0:45 / /mnt/f rw - fuse.rclone remote:dir rw,user_id=0", "Fuse", false)]
    [InlineData("41 27 0:45 / /mnt/f rw - fuse mfs\\043host:9421 rw,user_id=0", "Fuse", false)]
    [InlineData("41 27 0:45 / /mnt/f rw - fuse other rw,user_id=0", "Unknown", false)]
    public void A_line_tells_the_kind_and_whether_writes_wait_for_the_server(string line, string kind, bool writesThrough)
    {
        MountTable.Entry entry = Assert.Single(Parse(line, []));
        Assert.Equal((kind, writesThrough), (entry.Mount.Kind.ToString(), entry.Mount.WritesThrough));
        Assert.Equal(41u, entry.Id);
    }

    [Theory]
    [InlineData("")]
    [InlineData("41 27 0:45 / /mnt rw")]
    [InlineData("41 27 0:45 / /mnt rw - cifs")]
    [InlineData("41 27 0 / /mnt rw - cifs //server/share rw")]
    [InlineData("x 27 0:45 / /mnt rw - cifs //server/share rw")]
    [InlineData("41 27 0:-1 / /mnt rw - cifs //server/share rw")]
    public void A_line_of_another_form_is_left_out(string line) => Assert.Empty(Parse(line, []));

    [Fact]
    public void A_file_system_keeps_its_experience_while_it_is_mounted()
    {
        List<MountTable.Entry> before = Parse(Cifs, []);
        List<MountTable.Entry> after = Parse("50 27 0:60 / /new rw - tmpfs t rw\n" + Cifs, before);
        Assert.Same(before[0].Mount, after[1].Mount);
        Assert.NotSame(before[0].Mount, Parse(Cifs.Replace("strict", "none"), before)[0].Mount);
    }

    [Fact]
    public void A_file_system_that_is_mounted_twice_has_one_experience()
    {
        List<MountTable.Entry> both = Parse(Cifs + "\n" + Cifs.Replace("41 27", "42 27").Replace("/mnt/share", "/srv"), []);
        Assert.Same(both[0].Mount, both[1].Mount);
        Assert.Equal([41u, 42u], both.Select(entry => entry.Id));
    }

    [SkippableFact]
    public void The_table_of_this_machine_has_its_memory()
    {
        Skip.IfNot(OperatingSystem.IsLinux() && Directory.Exists("/dev/shm"), "Linux has it.");
        using FileStream file = File.Create($"/dev/shm/{Path.GetRandomFileName()}", bufferSize: 1, FileOptions.DeleteOnClose);
        Assert.Equal(MountKind.Memory, MountTable.Find(file.SafeFileHandle)?.Kind);
        Assert.Same(MountTable.Find(file.SafeFileHandle), Mount.Of(file.SafeFileHandle, file.Name));
    }

    private static List<MountTable.Entry> Parse(string lines, List<MountTable.Entry> known) => MountTable.Parse(new StringReader(lines), known);
}
