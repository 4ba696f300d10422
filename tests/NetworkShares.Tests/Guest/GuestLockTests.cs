using Xunit.Abstractions;

namespace StreamTuning.NetworkShares.Guest;

[Collection(GuestCollection.Name)]
public class GuestLockTests(Guests guests, ITestOutputHelper output)
{
    public static TheoryData<string, string> Ways => GuestCollection.OnEachMount(GuestLocks.Ways.Select(way => way.Name));

    public static TheoryData<string, string> Controls => GuestCollection.OnEachMount([GuestLocks.Control]);

    [SkippableTheory]
    [MemberData(nameof(Ways))]
    public void A_record_lock_on_the_file_of_a_stream_is_held_after_a_copy_into_it(string mount, string way)
    {
        GuestCase found = Copied(mount, way);
        GuestCollection.Holds(found["before"] == "1" && found["after"] == "1", found);
    }

    [SkippableTheory]
    [MemberData(nameof(Controls))]
    public void A_record_lock_is_lost_when_a_duplicate_of_the_handle_is_closed(string mount, string way)
    {
        GuestCase found = Copied(mount, way);
        GuestCollection.Holds(found["before"] == "1" && found["after"] == "0", found);
    }

    private GuestCase Copied(string mount, string way)
    {
        GuestCase found = guests.Find(mount, GuestProgram.Locks, way);
        output.WriteLine(found.ToString());
        GuestCollection.Holds(found["result"] == "success" && found["target"] == GuestContent.Whole, found);
        return found;
    }
}
