using System.Text;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Primitives;
using Microsoft.Net.Http.Headers;

namespace StreamTuning;

/// <summary>What separates the parts of a form, as the Content-Type of the request says.</summary>
internal static class Boundary
{
    public static Delimiter Of(HttpRequest request, StreamFilesOptions options)
    {
        if (!MediaTypeHeaderValue.TryParse(request.ContentType, out MediaTypeHeaderValue? type)
            || !type.MediaType.Equals("multipart/form-data", StringComparison.OrdinalIgnoreCase))
        {
            throw Rejection.Unsupported("The content type of the request is not multipart/form-data.");
        }

        StringSegment boundary = default;
        foreach (NameValueHeaderValue parameter in type.Parameters)
        {
            if (parameter.Name.Equals("boundary", StringComparison.OrdinalIgnoreCase))
            {
                boundary = boundary.HasValue
                    ? throw Rejection.Malformed("The content type of the request has two boundaries.")
                    : HeaderUtilities.RemoveQuotes(parameter.Value);
            }
        }

        if (StringSegment.IsNullOrEmpty(boundary))
        {
            throw Rejection.Malformed("The content type of the request has no boundary.");
        }

        if (boundary.Length > options.MaxBoundaryLength)
        {
            throw Rejection.Malformed($"The boundary is longer than {options.MaxBoundaryLength} characters.");
        }

        foreach (char c in boundary.AsSpan())
        {
            if (c is < ' ' or > '~')
            {
                throw Rejection.Malformed("The boundary holds a character that no boundary may hold.");
            }
        }

        return new Delimiter(Encoding.ASCII.GetBytes(string.Concat("\r\n--", boundary.AsSpan())));
    }
}
