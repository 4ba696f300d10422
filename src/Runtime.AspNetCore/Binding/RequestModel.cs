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
            return (null, Wrong(e.Message));
        }

        context.Items.Remove(Binder<TModel>.Key, out object? bound);
        TModel? model = (TModel?)bound ?? CreateEmpty<TModel>();
        return (
            model,
            model is null ? Wrong("The form has no field of the model.") : ModelValidation.Validate(model, context.RequestServices));
    }

    /// <summary>
    /// A form without any field of the model leaves a model without values, which may be valid or not, where there is such a thing.
    /// </summary>
    [RequiresUnreferencedCode(Trimming)]
    private static TModel? CreateEmpty<TModel>()
        where TModel : class =>
        typeof(TModel).GetConstructor(Type.EmptyTypes) is not null && !typeof(TModel).IsAbstract
            ? Activator.CreateInstance<TModel>()
            : null;

    private static Dictionary<string, string[]> Wrong(string message) => new() { [""] = [message] };

    /// <summary>
    /// Made once for each type: the binder of ASP.NET Core is not accessible, but is what an endpoint consists of that does nothing else.
    /// </summary>
    private static class Binder<TModel>
        where TModel : class
    {
        public static readonly object Key = new();

        [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Who gets here has been told by BindAsync.")]
        [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Who gets here has been told by BindAsync.")]
        public static readonly RequestDelegate Bind = RequestDelegateFactory.Create(
            (HttpContext context, [FromForm] TModel model) => { context.Items[Key] = model; },
            new RequestDelegateFactoryOptions { ThrowOnBadRequest = true }).RequestDelegate;
    }
}
