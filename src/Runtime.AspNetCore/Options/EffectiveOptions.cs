using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace StreamTuning;

/// <summary>Which options count for a request: those of the call, or of the endpoint, or of the application, or the defaults.</summary>
internal static class EffectiveOptions
{
    private static readonly StreamFilesOptions _defaults = new();

    public static (StreamFilesOptions Files, FileCopyOptions? Copying) Of(HttpContext context, StreamFilesOptions? options)
    {
        StreamTuningOptions? application = OfApplication(context.RequestServices);
        return (
            options ?? context.GetEndpoint()?.Metadata.GetMetadata<StreamedFilesMetadata>()?.Options ?? application?.Uploads ?? _defaults,
            application?.Copying);
    }

    public static StreamTuningOptions? OfApplication(IServiceProvider? services) =>
        services?.GetService<IOptions<StreamTuningOptions>>()?.Value;
}
