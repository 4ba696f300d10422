using Microsoft.AspNetCore.Antiforgery;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Abstractions;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using Microsoft.Extensions.Primitives;

namespace StreamTuning;

/// <summary>
/// Validates the antiforgery token of a request before its body is read. The token must be in a header: the one in a form comes when the
/// form has been read.
/// </summary>
internal static class HeaderAntiforgery
{
    public static async ValueTask ValidateAsync(HttpContext context, StreamFilesOptions options, bool isController)
    {
        if (context.Features.Get<IAntiforgeryValidationFeature>() is { IsValid: false })
        {
            // The middleware has found out, and nobody may touch the form that it has read.
            throw Rejection.Malformed("The antiforgery token is not valid.");
        }

        if (!options.Antiforgery || IsDisabled(context.GetEndpoint()))
        {
            return;
        }

        IAntiforgery? antiforgery = context.RequestServices?.GetService<IAntiforgery>();
        if (antiforgery is null)
        {
            // As in ASP.NET Core, where an endpoint that takes a form insists on it, and a controller does not.
            if (isController)
            {
                return;
            }

            throw new InvalidOperationException(
                "A streamed form requires an antiforgery token, and no antiforgery services are registered: "
                + "call AddAntiforgery() on the services, or "
                + "DisableAntiforgery() on the endpoint when no browser sends this form with cookies that authenticate its user.");
        }

        string header = context.RequestServices!.GetRequiredService<IOptions<AntiforgeryOptions>>().Value.HeaderName
            ?? throw new InvalidOperationException(
                "A streamed form requires the antiforgery token in a header, and AntiforgeryOptions.HeaderName is null.");
        if (StringValues.IsNullOrEmpty(context.Request.Headers[header]))
        {
            throw Rejection.Malformed($"The antiforgery token is missing. A streamed form requires it in the header {header}.");
        }

        IFormFeature? form = context.Features.Get<IFormFeature>();
        context.Features.Set<IFormFeature>(NoFormFeature.Instance);
        try
        {
            await antiforgery.ValidateRequestAsync(context).ConfigureAwait(false);
        }
        catch (AntiforgeryValidationException e)
        {
            throw Rejection.Malformed("The antiforgery token is not valid.", e);
        }
        finally
        {
            context.Features.Set(form);
        }
    }

    /// <summary>Whether what is said last about antiforgery, that is closest to the action, is that there is none.</summary>
    private static bool IsDisabled(Endpoint? endpoint)
    {
        bool isDisabled = false;
        foreach (object item in endpoint?.Metadata ?? EndpointMetadataCollection.Empty)
        {
            isDisabled = item is IAntiforgeryMetadata metadata ? !metadata.RequiresValidation : IsPolicy(item) ?? isDisabled;
        }

        // Filters of all controllers are not in the metadata; sorted from the farthest to the closest.
        if (!isDisabled && endpoint?.Metadata.GetMetadata<ActionDescriptor>() is { } action)
        {
            bool? policy = null;
            foreach (var filter in action.FilterDescriptors.OrderBy(filter => filter.Scope))
            {
                policy = IsPolicy(filter.Filter) ?? policy;
            }

            isDisabled = policy == true;
        }

        return isDisabled;
    }

    private static bool? IsPolicy(object item) => item switch
    {
        IgnoreAntiforgeryTokenAttribute => true,
        ValidateAntiForgeryTokenAttribute or AutoValidateAntiforgeryTokenAttribute => false,
        _ => null,
    };
}
