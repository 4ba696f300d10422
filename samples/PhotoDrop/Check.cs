using System.Security.Cryptography;
using System.Text;

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
    /// <exception cref="InvalidDataException">A file differs.</exception>
    public void IsStored(string folder, IReadOnlyList<string> names)
    {
        foreach (string name in names)
        {
            Compare(Path.Combine(folder, name), SHA256.HashData(server.Photo(name)));
        }
    }

    /// <summary>Compares a file with several photos, one after the other.</summary>
    /// <exception cref="InvalidDataException">The file differs.</exception>
    public void IsJoined(string path, IReadOnlyList<string> names)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (string name in names)
        {
            hash.AppendData(server.Photo(name));
        }

        Compare(path, hash.GetHashAndReset());
    }

    /// <summary>Compares a file with the names and lengths of photos.</summary>
    /// <exception cref="InvalidDataException">The file differs.</exception>
    public void IsIndex(string path, IReadOnlyList<string> names)
    {
        string index = string.Concat(names.Select(name => Gallery.IndexLine(name, server.Photo(name).Length)));
        Compare(path, SHA256.HashData(Encoding.UTF8.GetBytes(index)));
    }

    public void Dispose() => _all.Dispose();

    private void Compare(string path, byte[] expected)
    {
        using FileStream file = File.OpenRead(path);
        byte[] actual = SHA256.HashData(file);
        if (!actual.AsSpan().SequenceEqual(expected))
        {
            throw new InvalidDataException($"{path} is not what was sent: SHA-256 {Convert.ToHexStringLower(actual)}, expected {Convert.ToHexStringLower(expected)}.");
        }

        Files++;
        _all.AppendData(actual);
    }
}
