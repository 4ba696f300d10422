using Xunit.Abstractions;

namespace StreamTuning.NetworkShares.Guest;

/// <summary>
/// 3 MiB to a disk with room for one. By default the clients of the Linux kernel report that late: at a flush, or when the file is closed.
/// </summary>
[Collection(GuestCollection.Name)]
public class GuestFullDiskTests(Guests guests, ITestOutputHelper output)
{
    private const string NoSpace = "IOException 28";

    public static TheoryData<string, string> Streams => Ways(GuestTarget.Stream);

    public static TheoryData<string, string> NewNames => Ways(GuestTarget.New);

    public static TheoryData<string, string> Replacements => Ways(GuestTarget.Atomic);

    public static TheoryData<string, string> Overwritings => Ways(GuestTarget.InPlace);

    public static TheoryData<string, string> Moves =>
        GuestCollection.OnEachMount(GuestWay.All.Where(way => way.Stages).Select(way => way.Name));

    public static TheoryData<string, string> Plain => GuestCollection.OnEachMount([GuestWay.Plain]);

    [SkippableTheory]
    [MemberData(nameof(Streams))]
    public void A_stream_is_as_it_was_before_the_copy_that_failed(string mount, string way)
    {
        GuestCase found = Failed(mount, way);
        string before = found["length"].Split(' ')[0];
        GuestCollection.Holds(found["position"] == $"{before} -> {before}" && found["length"] == $"{before} -> {before}", found);
        GuestCollection.Holds(found["size"] == before, found);
        bool isRight = found["target"] == GuestContent.Old || found["target"].Contains($"the first {before} right,", StringComparison.Ordinal);
        GuestCollection.Holds(isRight, found);
    }

    [SkippableTheory]
    [MemberData(nameof(NewNames))]
    public void A_new_name_is_not_published(string mount, string way)
    {
        GuestCase found = Failed(mount, way);
        GuestCollection.Holds(found["target"] == GuestContent.None && found["left"].Length == 0, found);
    }

    [SkippableTheory]
    [MemberData(nameof(Replacements))]
    public void A_file_that_should_be_replaced_is_untouched(string mount, string way)
    {
        GuestCase found = Failed(mount, way);
        GuestCollection.Holds(found["target"] == GuestContent.Old && found["left"].Length == 0, found);
    }

    [SkippableTheory]
    [MemberData(nameof(Overwritings))]
    public void A_file_that_is_overwritten_does_not_look_whole(string mount, string way)
    {
        GuestCase found = Failed(mount, way);
        GuestCollection.Holds(long.Parse(found["size"]) < 3 * GuestContent.MiB && found["left"].Length == 0, found);
    }

    [SkippableTheory]
    [MemberData(nameof(Moves))]
    public void A_staged_file_outlives_a_move_that_failed(string mount, string way)
    {
        GuestCase found = Failed(mount, way);
        GuestCollection.Holds(found["staged"] == GuestContent.Whole, found);
    }

    [SkippableTheory]
    [MemberData(nameof(Plain))]
    public void CopyToAsync_hides_the_failure_on_a_mount_that_writes_in_the_background(string mount, string way)
    {
        GuestCase found = guests.Find(mount, GuestProgram.FullDisk, way);
        output.WriteLine(found.ToString());
        GuestCollection.Holds(found["result"] == (Guests.WritesInBackground(mount) ? "success" : NoSpace), found);
        GuestCollection.Holds(found["target"] != GuestContent.Whole, found);
    }

    private static TheoryData<string, string> Ways(GuestTarget target) =>
        GuestCollection.OnEachMount(
            GuestFullDisk.Cases.Where(tried => tried.Way.Target == target && tried.Name != GuestWay.Plain).Select(tried => tried.Name));

    private GuestCase Failed(string mount, string way)
    {
        GuestCase found = guests.Find(mount, GuestProgram.FullDisk, way);
        output.WriteLine(found.ToString());
        GuestCollection.Holds(found["result"] == NoSpace, found);
        return found;
    }
}
