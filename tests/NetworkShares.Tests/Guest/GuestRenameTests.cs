using Xunit.Abstractions;

namespace StreamTuning.NetworkShares.Guest;

[Collection(GuestCollection.Name)]
public class GuestRenameTests(Guests guests, ITestOutputHelper output)
{
    public static TheoryData<string, string> Cases =>
        GuestCollection.OnEachMount(GuestRenames.Ways.SelectMany(way => GuestRenames.Lengths.Select(length => GuestRenames.Name(way, length))));

    [SkippableTheory]
    [MemberData(nameof(Cases))]
    public void A_file_that_another_machine_creates_during_a_copy_is_not_overwritten(string mount, string name)
    {
        GuestCase found = guests.Find(mount, GuestProgram.Renames, name);
        output.WriteLine(found.ToString());
        GuestCollection.Holds(found["existed"] == "False" && found["target"] == GuestContent.Old, found);
        GuestCollection.Holds(found["result"] == "IOException 17" && found["left"].Length == 0, found);
    }
}
