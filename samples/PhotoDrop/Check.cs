using System.IO.Compression;
using System.Security.Cryptography;
using Azure.Storage.Blobs;

namespace PhotoDrop;

/// <summary>Compares what was stored with what the server sent.</summary>
internal sealed class Check(PhotoServer server) : IDisposable
{
    private readonly IncrementalHash _all = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);

    /// <summary>How many files have been compared.</summary>
    public int Files { get; private set; }

    /// <summary>The hash of the hashes of all files so far.</summary>
    public string Hash => Convert.ToHexStringLower(_all.GetCurrentHash());

    /// <summary>Compares each photo with the file of its name.</summary>
    /// <param name="folder">The folder of the files.</param>
    /// <param name="names">The names of the photos.</param>
    /// <param name="file">How the file of a photo is named, if not as the photo.</param>
    /// <exception cref="InvalidDataException">A file differs.</exception>
    public void IsStored(string folder, IEnumerable<string> names, Func<string, string>? file = null)
    {
        foreach (string name in names)
        {
            Compare(Path.Combine(folder, file is null ? name : file(name)), SHA256.HashData(server.Photo(name).Span));
        }
    }

    /// <summary>Compares a file with several photos, one after the other.</summary>
    /// <exception cref="InvalidDataException">The file differs.</exception>
    public void IsJoined(string path, IReadOnlyList<string> names)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (string name in names)
        {
            hash.AppendData(server.Photo(name).Span);
        }

        Compare(path, hash.GetHashAndReset());
    }

    /// <summary>Compares a photo with the packed file of it.</summary>
    /// <exception cref="InvalidDataException">The file differs.</exception>
    public void IsPacked(string path, string name)
    {
        using FileStream file = File.OpenRead(path);
        using var photo = new GZipStream(file, CompressionMode.Decompress);
        Compare(path, photo, SHA256.HashData(server.Photo(name).Span));
    }

    /// <summary>Compares each photo with the blob of its name, and the last also with the one that shows it.</summary>
    /// <exception cref="InvalidDataException">A blob differs.</exception>
    public async Task IsBackedUpAsync(BlobContainerClient container, IReadOnlyList<string> names, CancellationToken cancellationToken)
    {
        foreach (string name in names)
        {
            await CompareAsync(name, SHA256.HashData(server.Photo(name).Span));
        }

        await CompareAsync(Backup.LatestName, SHA256.HashData(server.Photo(names[^1]).Span));

        async Task CompareAsync(string name, byte[] expected)
        {
            BlobClient blob = container.GetBlobClient(name);
            await using Stream content = await blob.OpenReadAsync(cancellationToken: cancellationToken);
            Compare(blob.Uri.AbsolutePath, content, expected);
        }
    }

    public void Dispose() => _all.Dispose();

    private void Compare(string path, byte[] expected)
    {
        using FileStream file = File.OpenRead(path);
        Compare(path, file, expected);
    }

    private void Compare(string path, Stream content, byte[] expected)
    {
        byte[] actual = SHA256.HashData(content);
        if (!actual.AsSpan().SequenceEqual(expected))
        {
            throw new InvalidDataException($"{path} is not what was sent: SHA-256 {Convert.ToHexStringLower(actual)}, expected {Convert.ToHexStringLower(expected)}.");
        }

        Files++;
        _all.AppendData(actual);
    }
}
