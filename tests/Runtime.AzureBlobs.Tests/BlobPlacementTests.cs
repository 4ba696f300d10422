using Azure.Storage.Blobs;

namespace StreamTuning.AzureBlobs;

/// <summary>Which container takes a name.</summary>
public sealed class BlobPlacementTests
{
    private static readonly string[] _names = [.. Enumerable.Range(0, 2000).Select(i => $"photos/{i % 7}/{i}.jpg")];

    [Fact]
    public void Every_container_gets_its_share()
    {
        var placement = new BlobPlacement(Containers(4));

        int[] shares = [.. _names.GroupBy(name => placement.GetContainer(name).Uri).Select(group => group.Count())];

        Assert.Equal(4, shares.Length);
        Assert.All(shares, share => Assert.InRange(share, 400, 600));
    }

    [Fact]
    public void The_order_of_the_containers_does_not_matter()
    {
        BlobContainerClient[] containers = Containers(5);
        var placement = new BlobPlacement(containers);
        var reversed = new BlobPlacement(containers.Reverse());

        Assert.All(_names, name => Assert.Same(placement.GetContainer(name), reversed.GetContainer(name)));
    }

    [Fact]
    public void Adding_a_container_moves_only_what_it_takes()
    {
        BlobContainerClient[] containers = Containers(5);
        var before = new BlobPlacement(containers.Take(4));
        var after = new BlobPlacement(containers);
        int moved = 0;
        foreach (string name in _names)
        {
            if (after.GetContainer(name) == before.GetContainer(name))
            {
                continue;
            }

            Assert.Same(containers[4], after.GetContainer(name));
            Assert.Same(before.GetContainer(name), after.GetContainers(name)[1]);
            moved++;
        }

        Assert.InRange(moved, 300, 500);
    }

    [Fact]
    public void The_containers_of_a_name_are_all_of_them_the_best_first()
    {
        var placement = new BlobPlacement(Containers(3));

        foreach (string name in _names)
        {
            IReadOnlyList<BlobContainerClient> order = placement.GetContainers(name);

            Assert.Same(placement.GetContainer(name), order[0]);
            Assert.Equal(3, order.Distinct().Count());
        }
    }

    [Fact]
    public void The_client_of_a_blob_is_in_its_container()
    {
        var placement = new BlobPlacement(Containers(3));

        BlobClient blob = placement.GetBlobClient("a/b");

        Assert.Equal("a/b", blob.Name);
        Assert.Equal(placement.GetContainer("a/b").Uri + "/a/b", Uri.UnescapeDataString(blob.Uri.ToString()));
        Assert.Equal(3, placement.Containers.Count);
    }

    [Fact]
    public void A_signature_in_an_address_does_not_matter()
    {
        var placement = new BlobPlacement(Containers(4));
        var signed = new BlobPlacement(Containers(4, "?sv=2023-01-03&sig=abc"));

        Assert.All(_names, name => Assert.Equal(placement.GetContainer(name).Name + placement.GetContainer(name).AccountName, signed.GetContainer(name).Name + signed.GetContainer(name).AccountName));
    }

    [Fact]
    public void Keys_stay_when_addresses_change()
    {
        BlobPlacement Keyed(string suffix) =>
            new(Containers(4).Select((_, i) => new KeyValuePair<string, BlobContainerClient>($"key {i}", new BlobContainerClient(new Uri($"https://a{i}.{suffix}/c")))));
        BlobPlacement one = Keyed("example.com");
        BlobPlacement other = Keyed("example.net");

        Assert.All(_names, name => Assert.Equal(one.GetContainer(name).Uri.Host[..2], other.GetContainer(name).Uri.Host[..2]));
    }

    [Fact]
    public void What_cannot_be_placed_is_refused()
    {
        BlobContainerClient[] containers = Containers(1);

        Assert.Throws<ArgumentNullException>("containers", () => new BlobPlacement((IEnumerable<BlobContainerClient>)null!));
        Assert.Throws<ArgumentNullException>("containers", () => new BlobPlacement((IEnumerable<KeyValuePair<string, BlobContainerClient>>)null!));
        Assert.Throws<ArgumentNullException>("containers", () => new BlobPlacement([containers[0], null!]));
        Assert.Throws<ArgumentNullException>("containers", () => new BlobPlacement([new KeyValuePair<string, BlobContainerClient>(null!, containers[0])]));
        Assert.Throws<ArgumentException>("containers", () => new BlobPlacement(Array.Empty<BlobContainerClient>()));
        Assert.Throws<ArgumentException>("containers", () => new BlobPlacement([containers[0], Containers(1)[0]]));
        Assert.Throws<ArgumentNullException>("blobName", () => new BlobPlacement(containers).GetContainer(null!));
        Assert.Throws<ArgumentNullException>("blobName", () => new BlobPlacement(containers).GetContainers(null!));
        Assert.Throws<ArgumentNullException>("blobName", () => new BlobPlacement(containers).GetBlobClient(null!));
    }

    private static BlobContainerClient[] Containers(int count, string query = "") =>
        [.. Enumerable.Range(0, count).Select(i => new BlobContainerClient(new Uri($"https://account{i}.blob.core.windows.net/container{query}")))];
}
