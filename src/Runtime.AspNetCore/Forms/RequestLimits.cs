using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Http.Metadata;

namespace StreamTuning;

/// <summary>How long the body of a request may be: what the server says, until somebody wants something else for this request.</summary>
internal static class RequestLimits
{
    // For the boundaries and headers of one file and some fields.
    private const long Surroundings = 64 * 1024;

    /// <summary>Sets the limit of a form.</summary>
    /// <returns>The limit; <see langword="null"/> where there is none.</returns>
    public static long? Apply(HttpContext context, StreamFilesOptions options)
    {
        long? wanted = options.MaxTotalBytes;
        if (wanted is null
            && options.MaxFileBytes is { } file
            && context.GetEndpoint()?.Metadata.GetMetadata<IRequestSizeLimitMetadata>() is null
            && file >= context.Features.Get<IHttpMaxRequestBodySizeFeature>()?.MaxRequestBodySize)
        {
            // A file of that size is welcome, and so must be the request that brings it.
            wanted = file < long.MaxValue / 2 ? file + options.MaxFieldsLength + Surroundings : file;
        }

        return Apply(context, wanted);
    }

    /// <summary>Sets the limit of a body, and refuses one that says it is longer before it is sent.</summary>
    /// <param name="context">The request.</param>
    /// <param name="wanted">The limit; <see langword="null"/> for what the server allows.</param>
    /// <returns>The limit; <see langword="null"/> where there is none.</returns>
    public static long? Apply(HttpContext context, long? wanted)
    {
        IHttpMaxRequestBodySizeFeature? feature = context.Features.Get<IHttpMaxRequestBodySizeFeature>();
        long? limit = wanted ?? feature?.MaxRequestBodySize;
        if (context.Request.ContentLength > limit)
        {
            // Before the server knows: it reads over what it would allow itself, and the client, which is still sending, gets the answer.
            throw Rejection.TooLong(limit.Value);
        }

        if (wanted is not null && feature is { IsReadOnly: false })
        {
            feature.MaxRequestBodySize = wanted;
        }

        return limit;
    }
}
