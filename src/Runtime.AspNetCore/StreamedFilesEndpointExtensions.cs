using Microsoft.AspNetCore.Antiforgery;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;

namespace StreamTuning;

/// <summary>Says of endpoints that they stream what they are sent.</summary>
public static class StreamedFilesEndpointExtensions
{
    /// <summary>
    /// Says of an endpoint that it streams forms: it accepts multipart/form-data; what it refuses is answered with the status of the
    /// refusal (400, 413, 415) as problem details; and the antiforgery middleware leaves the form alone, since the token is required in a
    /// header and checked when the form is about to be read.
    /// </summary>
    /// <typeparam name="TBuilder">The type of the builder.</typeparam>
    /// <param name="builder">The endpoint, or a group of them.</param>
    /// <param name="configure">
    /// Changes the options of the group, or of the application, for these endpoints; may be <see langword="null"/>.
    /// </param>
    /// <returns>The builder.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> is <see langword="null"/>.</exception>
    public static TBuilder WithStreamedFiles<TBuilder>(this TBuilder builder, Action<StreamFilesOptions>? configure = null)
        where TBuilder : IEndpointConventionBuilder
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Add(endpoint =>
        {
            StreamFilesOptions? group = endpoint.Metadata.OfType<StreamedFilesMetadata>().LastOrDefault()?.Options;
            var options = new StreamFilesOptions(
                group ?? EffectiveOptions.OfApplication(endpoint.ApplicationServices)?.Uploads ?? new StreamFilesOptions());
            configure?.Invoke(options);
            endpoint.Metadata.Add(new StreamedFilesMetadata(options));
            endpoint.Metadata.Add(new AcceptsMetadata(["multipart/form-data"]));
        });
        builder.Finally(endpoint =>
        {
            LeaveFormToStreaming(endpoint.Metadata);
            AnswerRefusals(endpoint);
        });
        return builder;
    }

    /// <summary>
    /// Says of an endpoint that it streams bodies that are no forms: what it refuses is answered with the status of the refusal (400, 413)
    /// as problem details, also where a handler of exceptions would make an error of the server of it.
    /// </summary>
    /// <typeparam name="TBuilder">The type of the builder.</typeparam>
    /// <param name="builder">The endpoint, or a group of them.</param>
    /// <returns>The builder.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> is <see langword="null"/>.</exception>
    public static TBuilder WithStreamedBody<TBuilder>(this TBuilder builder)
        where TBuilder : IEndpointConventionBuilder
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Finally(AnswerRefusals);
        return builder;
    }

    private static void AnswerRefusals(EndpointBuilder endpoint)
    {
        if (endpoint.RequestDelegate is { } next)
        {
            endpoint.RequestDelegate = context => RejectedUploads.AnswerAsync(context, next);
        }
    }

    /// <summary>That a token is required is the rule for streamed forms; the middleware would read the form to find it.</summary>
    private static void LeaveFormToStreaming(IList<object> metadata)
    {
        if (metadata.OfType<IAntiforgeryMetadata>().LastOrDefault() is not { RequiresValidation: true })
        {
            return;
        }

        for (int i = metadata.Count - 1; i >= 0; i--)
        {
            if (metadata[i] is IAntiforgeryMetadata)
            {
                metadata.RemoveAt(i);
            }
        }
    }
}
