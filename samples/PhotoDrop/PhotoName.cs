using System.Buffers;
using System.Diagnostics.CodeAnalysis;

namespace PhotoDrop;

/// <summary>Names that clients give to photos, of which nobody knows what else they are.</summary>
internal static class PhotoName
{
    private const int MaximumLength = 100;

    private static readonly SearchValues<char> _refused = SearchValues.Create([.. "<>:\"|?*", .. Enumerable.Range(0, ' ').Select(code => (char)code)]);

    // Nothing in which a browser would run a script.
    private static readonly Dictionary<string, string> _contentTypes = new(StringComparer.OrdinalIgnoreCase)
    {
        [".jpg"] = "image/jpeg",
        [".jpeg"] = "image/jpeg",
        [".png"] = "image/png",
        [".gif"] = "image/gif",
        [".webp"] = "image/webp",
    };

    /// <summary>The name for a file in one folder: the last part of what the client says.</summary>
    /// <exception cref="BadHttpRequestException">It is no name of a photo.</exception>
    public static string Of(string name)
    {
        string last = name[(name.AsSpan().LastIndexOfAny('/', '\\') + 1)..];
        return last.Length is > 0 and <= MaximumLength && !last.AsSpan().ContainsAny(_refused) && IsPhoto(last)
            ? last
            : throw new BadHttpRequestException("This is not the name of a photo.");
    }

    /// <summary>The name for a file of an album, where the photos of all albums are in one folder.</summary>
    /// <inheritdoc cref="Of"/>
    public static string InAlbum(string album, string name) => Of($"{album}-{Of(name)}");

    public static bool IsPhoto([NotNullWhen(true)] string? name) => name is not null && _contentTypes.ContainsKey(Path.GetExtension(name));

    public static string ContentType(string name) => _contentTypes[Path.GetExtension(name)];
}
