using System.Globalization;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Abstractions;
using Microsoft.AspNetCore.Mvc.ModelBinding;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace StreamTuning;

/// <summary>Binds the fields of a form to a model as MVC binds a parameter of an action, records and validation included.</summary>
internal static class ControllerModel
{
    public static async Task<TModel?> BindAsync<TModel>(ControllerBase controller, IFormCollection fields)
    {
        IServiceProvider services = controller.HttpContext.RequestServices;
        MvcOptions options = services.GetRequiredService<IOptions<MvcOptions>>().Value;
        ModelMetadata metadata = controller.MetadataProvider.GetMetadataForType(typeof(TModel));
        var parameter = new ParameterDescriptor { Name = "", ParameterType = typeof(TModel) };
        IModelBinder binder = controller.ModelBinderFactory.CreateBinder(
            new ModelBinderFactoryContext { Metadata = metadata, CacheToken = metadata });
        var values = new FormValueProvider(BindingSource.Form, fields, CultureInfo.CurrentCulture);
        try
        {
            ModelBindingResult result = await services.GetRequiredService<ParameterBinder>()
                .BindModelAsync(controller.ControllerContext, binder, values, parameter, metadata, value: null, container: null)
                .ConfigureAwait(false);
            return result.Model is TModel model ? model : default;
        }
        catch (InvalidOperationException e) when (ExceedsLimits(fields, options))
        {
            // For MVC a mistake of the program, though it is the client who chooses the names of fields.
            throw Rejection.Malformed("The fields of the form are nested too deeply, or too many of one collection.", e);
        }
    }

    /// <summary>What is in the controller's ModelState, without what is valid.</summary>
    public static IDictionary<string, string[]> Errors(ControllerBase controller)
    {
        var errors = new Dictionary<string, string[]>();
        foreach ((string key, ModelStateEntry? entry) in controller.ModelState)
        {
            if (entry.Errors.Count > 0)
            {
                errors[key] = [.. entry.Errors.Select(
                    error => error.ErrorMessage.Length > 0 ? error.ErrorMessage : "The value is not valid.")];
            }
        }

        return errors;
    }

    private static bool ExceedsLimits(IFormCollection fields, MvcOptions options) =>
        fields.Sum(field => field.Value.Count) > options.MaxModelBindingCollectionSize
        || fields.Keys.Any(key => key.Count(c => c is '.' or '[') >= options.MaxModelBindingRecursionDepth - 1);
}
