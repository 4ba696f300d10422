using System.Text;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Primitives;
using Microsoft.Net.Http.Headers;

namespace StreamTuning;

/// <summary>
/// The headers of a part, checked: one form-data disposition with a name, no nested form, nothing that two readers could understand
/// differently.
/// </summary>
internal sealed class PartHeaders
{
    private const string LineEnd = "\r\n";

    private readonly string _text;

    private PartHeaders(string text, string name, string? fileName, MediaTypeHeaderValue? contentType)
    {
        _text = text;
        Name = name;
        FileName = fileName;
        ContentType = contentType;
    }

    /// <summary>The name of the input.</summary>
    public string Name { get; }

    /// <summary>What the client says the file is called; <see langword="null"/> where the part is a field.</summary>
    public string? FileName { get; }

    /// <summary>The content type, if one is given and understood.</summary>
    public MediaTypeHeaderValue? ContentType { get; }

    /// <param name="block">Everything between the boundary and the empty line.</param>
    /// <param name="options">What headers may be.</param>
    public static PartHeaders Parse(ReadOnlySpan<byte> block, StreamFilesOptions options)
    {
        string text = Encoding.UTF8.GetString(block);
        int end = text.IndexOf(LineEnd, StringComparison.Ordinal);
        if (text.AsSpan(0, end < 0 ? text.Length : end).TrimEnd(" \t").Length > 0)
        {
            throw Rejection.Malformed("A boundary is followed by something else than a line end.");
        }

        text = end < 0 ? "" : text[(end + LineEnd.Length)..];
        ContentDispositionHeaderValue? disposition = null;
        StringSegment contentType = default;
        int count = 0;
        foreach ((StringSegment name, StringSegment value) in Read(text))
        {
            if (++count > options.MaxPartHeaders)
            {
                throw Rejection.Malformed($"A part has more than {options.MaxPartHeaders} headers.");
            }

            if (name.Equals(HeaderNames.ContentDisposition, StringComparison.OrdinalIgnoreCase))
            {
                if (disposition is not null || !ContentDispositionHeaderValue.TryParse(value, out disposition))
                {
                    throw Rejection.Malformed("The Content-Disposition of a part is malformed.");
                }
            }
            else if (name.Equals(HeaderNames.ContentType, StringComparison.OrdinalIgnoreCase))
            {
                contentType = contentType.HasValue ? throw Rejection.Malformed("A part has two content types.") : value;
            }
        }

        if (disposition is null || !disposition.DispositionType.Equals("form-data", StringComparison.OrdinalIgnoreCase))
        {
            throw Rejection.Malformed("A part has no Content-Disposition of form-data.");
        }

        return new PartHeaders(text, NameIn(disposition, options), FileNameIn(disposition), TypeIn(contentType));
    }

    /// <summary>All headers as they were sent.</summary>
    public HeaderDictionary ToDictionary()
    {
        var headers = new HeaderDictionary();
        foreach ((StringSegment name, StringSegment value) in Read(_text))
        {
            headers.Append(name.ToString(), value.ToString());
        }

        return headers;
    }

    private static IEnumerable<(StringSegment Name, StringSegment Value)> Read(string text)
    {
        for (int start = 0; start < text.Length;)
        {
            int end = text.IndexOf(LineEnd, start, StringComparison.Ordinal);
            end = end < 0 ? text.Length : end;
            var line = new StringSegment(text, start, end - start);
            int colon = line.IndexOf(':');
            if (colon <= 0 || !IsToken(line.AsSpan(0, colon)) || HasControls(line.AsSpan(colon)))
            {
                throw Rejection.Malformed("A header of a part is malformed.");
            }

            yield return (line.Subsegment(0, colon), line.Subsegment(colon + 1).Trim());
            start = end + LineEnd.Length;
        }
    }

    private static string NameIn(ContentDispositionHeaderValue disposition, StreamFilesOptions options)
    {
        // An empty name comes in quotes.
        StringSegment name = Find(disposition, "name")?.Value.Length > 0
            ? HeaderUtilities.RemoveQuotes(Decoded(disposition, static header => header.Name))
            : throw Rejection.Malformed("A part has no name.");
        return name.Length <= options.MaxKeyLength
            ? name.ToString()
            : throw Rejection.Malformed($"The name of a part is longer than {options.MaxKeyLength} characters.");
    }

    private static string? FileNameIn(ContentDispositionHeaderValue disposition)
    {
        NameValueHeaderValue? plain = Find(disposition, "filename");
        NameValueHeaderValue? extended = Find(disposition, "filename*");
        if (extended is null && plain is null)
        {
            return null;
        }

        // Nothing where the encoding is not understood, or nothing is encoded.
        StringSegment decoded = extended?.Value.Length > 0 ? Decoded(disposition, static header => header.FileNameStar) : default;
        return decoded.Length > 0
            ? decoded.ToString()
            : HeaderUtilities.RemoveQuotes(Decoded(disposition, static header => header.FileName)).ToString();
    }

    /// <summary>A parameter that may be encoded.</summary>
    private static StringSegment Decoded(
        ContentDispositionHeaderValue disposition, Func<ContentDispositionHeaderValue, StringSegment> parameter)
    {
        try
        {
            return parameter(disposition);
        }
        catch (NotSupportedException e)
        {
            // UTF-7, which .NET refuses.
            throw Rejection.Malformed("The Content-Disposition of a part is malformed.", e);
        }
    }

    private static NameValueHeaderValue? Find(ContentDispositionHeaderValue disposition, string parameter)
    {
        NameValueHeaderValue? found = null;
        foreach (NameValueHeaderValue candidate in disposition.Parameters)
        {
            if (candidate.Name.Equals(parameter, StringComparison.OrdinalIgnoreCase))
            {
                found = found is null ? candidate : throw Rejection.Malformed($"A part has two parameters '{parameter}'.");
            }
        }

        return found;
    }

    private static MediaTypeHeaderValue? TypeIn(StringSegment value)
    {
        if (value.HasValue && value.StartsWith("multipart/", StringComparison.OrdinalIgnoreCase))
        {
            throw Rejection.Malformed("A part is a form of its own, which is not supported.");
        }

        return MediaTypeHeaderValue.TryParse(value, out MediaTypeHeaderValue? type) ? type : null;
    }

    private static bool IsToken(ReadOnlySpan<char> name)
    {
        foreach (char c in name)
        {
            if (!char.IsAsciiLetterOrDigit(c) && !"!#$%&'*+-.^_`|~".Contains(c))
            {
                return false;
            }
        }

        return true;
    }

    private static bool HasControls(ReadOnlySpan<char> value)
    {
        foreach (char c in value)
        {
            if (char.IsControl(c) && c != '\t')
            {
                return true;
            }
        }

        return false;
    }
}
