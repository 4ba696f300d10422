namespace StreamTuning.NetworkShares.Guest;

/// <summary>Requests that a copy does not need.</summary>
[Collection(GuestCollection.Name)]
public class GuestRequestTests(Guests guests)
{
    public static TheoryData<string, string> HiddenFiles => GuestCollection.OnEachMount(
        GuestWay.All.Where(way => way.Target is GuestTarget.New or GuestTarget.Atomic && !way.Stages).Select(way => GuestTable.Name(way, 1)));

    public static TheoryData<string, string> NewFiles => GuestCollection.OnEachMount(
        GuestWay.All.Where(way => way.Target is GuestTarget.New && !way.Stages).Select(way => GuestTable.Name(way, 1)));

    [SkippableTheory, MemberData(nameof(HiddenFiles))]
    public void A_hidden_file_is_not_locked(string mount, string name)
    {
        GuestCase found = guests.Find(mount, GuestProgram.Table, name);
        GuestCollection.Holds(!found["requests"].Contains("LOCK", StringComparison.Ordinal), found);
    }

    [SkippableTheory, MemberData(nameof(NewFiles))]
    public void A_missing_file_is_looked_up_once(string mount, string name)
    {
        GuestCase found = guests.Find(mount, GuestProgram.Table, name);
        GuestCollection.Holds(!mount.StartsWith("nfs", StringComparison.Ordinal) || found["requests"].Contains("LOOKUP:1 ", StringComparison.Ordinal), found);
    }
}
