using System.Diagnostics.CodeAnalysis;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;

namespace StreamTuning;

/// <summary>Binds the fields of a form to a model as a minimal API binds a parameter with <c>[FromForm]</c>, and validates it.</summary>
internal static class RequestModel
{
    public const string Trimming = "The model is bound by code that is made of its type when the program runs.";

    /// <param name="context">The request, whose form has been read.</param>
    /// <returns>The model, and what is wrong with it.</returns>
    [RequiresUnreferencedCode(Trimming)]
    [RequiresDynamicCode(Trimming)]
    public static async Task<(TModel? Model, IDictionary<string, string[]> Errors)> BindAsync<TModel>(HttpContext context)
        where TModel : class
    {
        try
        {
            await Binder<TModel>.Bind(context).ConfigureAwait(false);
        }
        catch (BadHttpRequestException e)
        {
            return (null, new Dictionary<string, string[]> { [""] = [e.Message] });
        }

        TModel? model = context.Items.Remove(Binder<TModel>.Key, out object? bound) ? (TModel?)bound : null;
        return (model, ModelValidation.Validate(model, context.RequestServices));
    }

    /// <summary>Made once for each type: the binder of ASP.NET Core is not accessible, but is what an endpoint consists of that does nothing else.</summary>
    private static class Binder<TModel>
        where TModel : class
    {
        public static readonly object Key = new();

        [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Who gets here has been told by BindAsync.")]
        [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Who gets here has been told by BindAsync.")]
        public static readonly RequestDelegate Bind = RequestDelegateFactory.Create(
            (HttpContext context, [FromForm] TModel model) => context.Items[Key] = model,
            new RequestDelegateFactoryOptions { ThrowOnBadRequest = true }).RequestDelegate;
    }
}
