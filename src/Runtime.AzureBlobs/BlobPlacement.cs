using System.Text;
using Azure.Storage.Blobs;

namespace StreamTuning;

/// <summary>
/// Spreads blobs over containers in several storage accounts, by their names: the same name always leads to the same container, whoever
/// asks, and each container gets its share. What one account limits (requests and bytes per second), several take together. Can be used by
/// many threads.
/// </summary>
/// <remarks>
/// Rendezvous hashing: for a name every container gets a score, and the highest takes the blob. When a container is added it takes its
/// share of the names from all others, and no other name moves; when one is removed only its names move. Nothing moves the blobs that are
/// there: look for them in <see cref="GetContainers"/>, or keep the old placement for reading. The scores depend on the keys and the names
/// alone and never change with a version.
/// </remarks>
public sealed class BlobPlacement
{
    private readonly BlobContainerClient[] _containers;
    private readonly ulong[] _keys;

    /// <summary>Places blobs in containers that are known by their addresses, without what a SAS adds to those.</summary>
    /// <param name="containers">At least one, each of another address; their order does not matter.</param>
    /// <exception cref="ArgumentNullException">There is no collection, or a container is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">There is no container, or two have the same address.</exception>
    public BlobPlacement(IEnumerable<BlobContainerClient> containers)
        : this(WithAddresses(containers))
    {
    }

    /// <summary>Places blobs in containers that are known by keys of the caller, which stay when an address changes.</summary>
    /// <param name="containers">At least one, each of another key; their order does not matter.</param>
    /// <exception cref="ArgumentNullException">There is no collection, or a key or a container is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">There is no container, or two have the same key.</exception>
    public BlobPlacement(IEnumerable<KeyValuePair<string, BlobContainerClient>> containers)
    {
        if (containers is null)
        {
            throw new ArgumentNullException(nameof(containers));
        }

        // Sorted, so that equal scores, should there ever be any, are decided alike.
        var sorted = new SortedDictionary<string, BlobContainerClient>(StringComparer.Ordinal);
        foreach (KeyValuePair<string, BlobContainerClient> container in containers)
        {
            if (container.Key is null || container.Value is null)
            {
                throw new ArgumentNullException(nameof(containers), "A key or a container is null.");
            }

            if (sorted.ContainsKey(container.Key))
            {
                throw new ArgumentException($"Two containers are known as '{container.Key}'.", nameof(containers));
            }

            sorted.Add(container.Key, container.Value);
        }

        if (sorted.Count == 0)
        {
            throw new ArgumentException("There is no container.", nameof(containers));
        }

        _containers = [.. sorted.Values];
        _keys = [.. sorted.Keys.Select(Hash)];
    }

    /// <summary>All containers.</summary>
    public IReadOnlyList<BlobContainerClient> Containers => _containers;

    /// <summary>The container of a blob.</summary>
    /// <param name="blobName">The name of the blob.</param>
    /// <returns>One of <see cref="Containers"/>.</returns>
    /// <exception cref="ArgumentNullException">The name is <see langword="null"/>.</exception>
    public BlobContainerClient GetContainer(string blobName)
    {
        ulong name = HashOf(blobName);
        int best = 0;
        ulong most = Score(_keys[0], name);
        for (int i = 1; i < _keys.Length; i++)
        {
            ulong score = Score(_keys[i], name);
            if (score > most)
            {
                best = i;
                most = score;
            }
        }

        return _containers[best];
    }

    /// <summary>
    /// All containers in the order in which a blob would go there: behind the first comes the one that takes it when the first is removed.
    /// A blob that was uploaded before the last container was added is in the first or in the second.
    /// </summary>
    /// <param name="blobName">The name of the blob.</param>
    /// <returns>As many as <see cref="Containers"/>, the first of which is <see cref="GetContainer"/>.</returns>
    /// <exception cref="ArgumentNullException">The name is <see langword="null"/>.</exception>
    public IReadOnlyList<BlobContainerClient> GetContainers(string blobName)
    {
        ulong name = HashOf(blobName);
        return [.. Enumerable.Range(0, _keys.Length).OrderByDescending(i => Score(_keys[i], name)).Select(i => _containers[i])];
    }

    /// <summary>The client of a blob in its container.</summary>
    /// <param name="blobName">The name of the blob.</param>
    /// <returns>A new client.</returns>
    /// <exception cref="ArgumentNullException">The name is <see langword="null"/>.</exception>
    public BlobClient GetBlobClient(string blobName) => GetContainer(blobName).GetBlobClient(blobName);

    /// <summary>A number for a key and a name in which each bit of both counts.</summary>
    internal static ulong Score(ulong key, ulong name) => Mix(key ^ Mix(name));

    /// <summary>FNV-1a, over UTF-8, mixed.</summary>
    internal static ulong Hash(string text)
    {
        ulong hash = 0xCBF29CE484222325;
        foreach (byte value in Encoding.UTF8.GetBytes(text))
        {
            hash = (hash ^ value) * 0x100000001B3;
        }

        return Mix(hash);
    }

    private static ulong HashOf(string blobName) => Hash(blobName ?? throw new ArgumentNullException(nameof(blobName)));

    // The last step of MurmurHash3.
    private static ulong Mix(ulong value)
    {
        value = (value ^ (value >> 33)) * 0xFF51AFD7ED558CCD;
        value = (value ^ (value >> 33)) * 0xC4CEB9FE1A85EC53;
        return value ^ (value >> 33);
    }

    private static IEnumerable<KeyValuePair<string, BlobContainerClient>> WithAddresses(IEnumerable<BlobContainerClient> containers) =>
        containers?.Select(container => new KeyValuePair<string, BlobContainerClient>(
            container?.Uri.GetLeftPart(UriPartial.Path)
                ?? throw new ArgumentNullException(nameof(containers), "A container is null."), container))
        ?? throw new ArgumentNullException(nameof(containers));
}
