using static StreamTuning.Bytes;

namespace StreamTuning.SimulatedShare;

/// <summary>The simulated clients of the kernel: that they send the requests that were counted on real mounts. Nobody waits.</summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class KernelClientTests(MountedShare mounted) : IClassFixture<MountedShare>
{
    [SkippableTheory]
    [InlineData("cifs", 1, 1 + 3 + 1)] // Creates, SetInfos with their flush, Writes
    [InlineData("cifs", 16, 1 + 3 + 4)]
    [InlineData("nfs", 1, 2 + 1 + 1 + 2)] // OPEN and LOCK, SETATTR, WRITE, LOCKU and CLOSE
    [InlineData("nfs", 16, 2 + 1 + 16 + 2)]
    public async Task A_plain_copy_takes_the_requests_of_a_real_mount(string client, int megabytes, int requests)
    {
        ShareMount share = Start(client);
        using (var file = new FileStream(share.PathOf("file"), FileMode.Create, FileAccess.Write, FileShare.None))
        {
            await new TestSource(new byte[megabytes * MiB]).CopyToAsync(file);
        }

        Assert.Equal((requests, megabytes * 8), (share.Requests.RoundTrips, share.Requests.Writes));
    }

    [SkippableTheory]
    [InlineData("cifs", 3, 2)]
    [InlineData("nfs", 1, 1)]
    public void Renaming_takes_the_look_ups_along(string client, int newName, int oldName)
    {
        ShareMount share = Start(client);
        File.WriteAllText(share.PathOf("one"), "1");
        File.WriteAllText(share.PathOf("two"), "2");
        Assert.Equal(newName, Count(share, () => Descriptor.Move(share.PathOf("one"), share.PathOf("three"))));
        Assert.Equal(oldName, Count(share, () => Descriptor.Move(share.PathOf("two"), share.PathOf("three"))));
    }

    [SkippableTheory]
    [InlineData("cifs", 2, 3, 1)]
    [InlineData("nfs", 1, 1, 0)]
    public void Free_space_a_length_and_a_sync_take_what_they_take_on_a_real_mount(string client, int freeSpace, int length, int sync)
    {
        ShareMount share = Start(client);
        using var file = new FileStream(share.PathOf("file"), FileMode.CreateNew, FileAccess.Write, FileShare.None, bufferSize: 0);
        Assert.Equal(freeSpace, Count(share, () => _ = new DriveInfo(share.Directory).AvailableFreeSpace));
        Assert.Equal(length, Count(share, () => file.SetLength(1)));
        Assert.Equal(sync, Count(share, () => Descriptor.Sync(file.SafeFileHandle)));
    }

    [SkippableFact]
    public void A_name_is_asked_for_once_while_it_is_remembered()
    {
        ShareMount share = Start("cifs");
        Assert.Equal(1, Count(share, () => File.Exists(share.PathOf("file"))));
        Assert.Equal(0, Count(share, () => File.Exists(share.PathOf("file"))));
        share.Profile = share.Profile with { RoundTripsOf = share.Profile.RoundTripsOf with { Remembers = TimeSpan.Zero } };
        Assert.Equal(1, Count(share, () => File.Exists(share.PathOf("other"))));
        Assert.Equal(1, Count(share, () => File.Exists(share.PathOf("other"))));
    }

    [SkippableTheory]
    [InlineData("sync")]
    [InlineData("length")]
    [InlineData("close")]
    [InlineData("elsewhere")]
    public void Bytes_that_fill_no_request_are_sent_when_somebody_waits_for_them(string what)
    {
        ShareMount share = Start("nfs");
        using var file = new FileStream(share.PathOf("file"), FileMode.CreateNew, FileAccess.Write, FileShare.None, bufferSize: 0);
        Assert.Equal(1, Count(share, () => file.Write(new byte[(2 * MiB) - 1])));
        int requests = Count(share, () =>
        {
            switch (what)
            {
                case "sync":
                    Descriptor.Sync(file.SafeFileHandle);
                    break;
                case "length":
                    file.SetLength(MiB);
                    break;
                case "close":
                    Descriptor.CloseDuplicate(file.SafeFileHandle);
                    break;
                default:
                    file.Position = 0;
                    file.Write([1]);
                    break;
            }
        });
        Assert.Equal(what switch { "sync" or "elsewhere" => 1, "length" => 2, _ => 3 }, requests);
    }

    private static int Count(ShareMount share, Action action)
    {
        int before = share.Requests.RoundTrips;
        action();
        return share.Requests.RoundTrips - before;
    }

    /// <summary>An empty share whose requests take no time, and whose client forgets nothing.</summary>
    private ShareMount Start(string client)
    {
        ShareMount share = mounted.Clean();
        (SlowShareProfile profile, share.Client) = KernelClientCopy.ReadAll().First(copy => copy.Client == client).Simulation;
        share.Profile = SlowShareProfile.Instant with { RoundTripsOf = profile.RoundTripsOf with { Remembers = TimeSpan.FromHours(1) } };
        share.ResetRequests();
        return share;
    }
}
