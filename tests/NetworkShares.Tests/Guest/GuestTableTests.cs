using Xunit.Abstractions;

namespace StreamTuning.NetworkShares.Guest;

[Collection(GuestCollection.Name)]
public class GuestTableTests(Guests guests, ITestOutputHelper output)
{
    public static TheoryData<string, string> Cases =>
        GuestCollection.OnEachMount(GuestTable.Lengths.SelectMany(mebibytes => GuestWay.All.Select(way => GuestTable.Name(way, mebibytes))));

    [SkippableTheory]
    [MemberData(nameof(Cases))]
    public void The_server_has_the_bytes_of_the_source(string mount, string name)
    {
        GuestCase found = guests.Find(mount, GuestProgram.Table, name);
        output.WriteLine(found.ToString());
        GuestCollection.Holds(found["result"] == "success" && found["target"] == GuestContent.Whole && found["left"].Length == 0, found);
    }

    [SkippableFact]
    public void The_requests_of_each_way_are_counted()
    {
        GuestCase[] all = Cases.Select(row => guests.Find((string)row[0], GuestProgram.Table, (string)row[1])).ToArray();
        foreach (GuestCase found in all)
        {
            output.WriteLine($"{found.Mount} | {found.Name} | {found["requests"]} | {found["ms"]} ms");
        }

        Assert.All(all, found => GuestCollection.Holds(!found["requests"].EndsWith("= 0", StringComparison.Ordinal), found));
    }
}
