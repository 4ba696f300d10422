using Microsoft.AspNetCore.Antiforgery;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Filters;
using Microsoft.AspNetCore.Mvc.Infrastructure;
using Microsoft.AspNetCore.Mvc.ModelBinding;
using Microsoft.Extensions.DependencyInjection;

namespace StreamTuning;

/// <summary>
/// Keeps the values of an action's parameters from being looked for in the form, which would read it before the action can stream it.
/// Needed by every action with parameters, be it a <see cref="CancellationToken"/> alone, and by every action that validates antiforgery
/// tokens.
/// </summary>
/// <remarks>
/// Parameters are bound from route, query, headers and services as before; one of type <see cref="IFormFile"/> still reads the form, and
/// must go. Antiforgery filters find a token in the header only. A request that streaming refuses is answered with the status of the
/// refusal (400, 413, 415) as problem details.
/// </remarks>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Method)]
public sealed class DisableFormModelBindingAttribute : Attribute, IAuthorizationFilter, IResourceFilter, IExceptionFilter, IOrderedFilter
{
    private static readonly object _form = new();

    /// <summary>
    /// When it runs among the filters: by default before those of ASP.NET Core that validate antiforgery tokens, which have 1,000.
    /// </summary>
    public int Order { get; set; } = -1000;

    /// <inheritdoc/>
    public void OnAuthorization(AuthorizationFilterContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        HttpContext http = context.HttpContext;
        if (http.Features.Get<IAntiforgeryValidationFeature>() is { IsValid: false })
        {
            // The middleware has read the form, and the filter that asks it refuses the request.
            return;
        }

        IFormFeature? form = http.Features.Get<IFormFeature>();
        if (http.Request.HasFormContentType && form?.Form is null)
        {
            // Only until the filters that authorize are done.
            http.Items[_form] = form;
            http.Features.Set<IFormFeature>(NoFormFeature.Instance);
        }
    }

    /// <inheritdoc/>
    public void OnResourceExecuting(ResourceExecutingContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        HttpContext http = context.HttpContext;
        if (http.Items.Remove(_form, out object? form))
        {
            http.Features.Set((IFormFeature?)form);
        }

        context.ValueProviderFactories.RemoveType<FormValueProviderFactory>();
        context.ValueProviderFactories.RemoveType<FormFileValueProviderFactory>();
        context.ValueProviderFactories.RemoveType<JQueryFormValueProviderFactory>();
    }

    /// <inheritdoc/>
    public void OnResourceExecuted(ResourceExecutedContext context)
    {
    }

    /// <inheritdoc/>
    public void OnException(ExceptionContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        if (context.Exception is not BadHttpRequestException rejection || !RejectedUploads.CanAnswer(context.HttpContext, rejection))
        {
            return;
        }

        RejectedUploads.Prepare(context.HttpContext);
        ProblemDetails problem =
            context.HttpContext.RequestServices.GetService<ProblemDetailsFactory>()?
                .CreateProblemDetails(context.HttpContext, rejection.StatusCode, detail: rejection.Message)
            ?? new ProblemDetails { Status = rejection.StatusCode, Detail = rejection.Message };
        context.Result = new ObjectResult(problem) { StatusCode = rejection.StatusCode, ContentTypes = { "application/problem+json" } };
        context.ExceptionHandled = true;
    }
}
