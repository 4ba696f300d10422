using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace StreamTuning;

/// <summary>Whether the form of a request is still to be read: what has read it before is a mistake in the program.</summary>
internal static class FormState
{
    public static void ThrowIfRead(HttpContext context)
    {
        switch (context.Features.Get<IFormFeature>())
        {
            case StreamedFormFeature:
                throw new InvalidOperationException("The form of this request has been streamed already.");
            case { Form: not null }:
                throw new InvalidOperationException(
                    "The form of this request has been read before it could be streamed. "
                    + "In a controller the values of an action's parameters are looked for in the form: "
                    + "put [DisableFormModelBinding] on the action or the controller, and leave no parameter of type IFormFile. "
                    + "Elsewhere look for who reads Request.Form.");
        }
    }
}
