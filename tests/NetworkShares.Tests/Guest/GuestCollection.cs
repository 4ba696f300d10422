namespace StreamTuning.NetworkShares.Guest;

/// <summary>The tests that check the results of the guests.</summary>
[CollectionDefinition(Name)]
public sealed class GuestCollection : ICollectionFixture<Guests>
{
    public const string Name = "Guests";

    /// <summary>Each mount with each of the names.</summary>
    internal static TheoryData<string, string> OnEachMount(IEnumerable<string> names)
    {
        var data = new TheoryData<string, string>();
        foreach (string mount in Guests.Mounts)
        {
            foreach (string name in names)
            {
                data.Add(mount, name);
            }
        }

        return data;
    }

    /// <summary>Fails with all that is known about the case.</summary>
    internal static void Holds(bool condition, GuestCase found) => Assert.True(condition, found.ToString());
}
