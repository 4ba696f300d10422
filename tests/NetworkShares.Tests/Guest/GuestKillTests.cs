using Xunit.Abstractions;

namespace StreamTuning.NetworkShares.Guest;

[Collection(GuestCollection.Name)]
public class GuestKillTests(Guests guests, ITestOutputHelper output)
{
    public static TheoryData<string, string> Ways => GuestCollection.OnEachMount(GuestKills.Ways);

    [SkippableTheory]
    [MemberData(nameof(Ways))]
    public void No_file_of_a_killed_copy_has_its_full_length_and_other_bytes(string mount, string way)
    {
        GuestCase found = guests.Find(mount, GuestProgram.Kills, way);
        output.WriteLine(found.ToString());
        GuestCollection.Holds(found["kills"] == $"{GuestKills.Rounds}" && found["wrong"] == "0", found);

        // Or the kills came too late to show anything.
        GuestCollection.Holds(int.Parse(found["whole"]) < GuestKills.Rounds, found);
    }
}
