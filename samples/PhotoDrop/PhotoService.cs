namespace PhotoDrop;

/// <summary>The service: what it is made of, and where it keeps photos.</summary>
internal static class PhotoService
{
    /// <summary>Options for a service whose page is beside the program, wherever it is started.</summary>
    /// <param name="args">Settings of ASP.NET Core, such as <c>--urls</c>.</param>
    public static WebApplicationOptions Options(string[] args) => new() { Args = args, ContentRootPath = AppContext.BaseDirectory };

    /// <param name="builder">What is not the service's to decide: address and logs.</param>
    /// <param name="folder">The folder for all that it stores.</param>
    /// <param name="photos">Where it gets photos from, besides those that are uploaded.</param>
    /// <param name="storage">Where backups go; without it there are none.</param>
    public static WebApplication Create(WebApplicationBuilder builder, string folder, PhotoServer photos, BlobStorage? storage)
    {
        IServiceCollection services = builder.Services;
        services.AddControllers();
        // A scan without a name, or without an image, is refused.
        services.ConfigureHttpJsonOptions(options =>
        {
            options.SerializerOptions.RespectNullableAnnotations = true;
            options.SerializerOptions.RespectRequiredConstructorParameters = true;
        });
        services.AddSingleton(photos);
        services.AddSingleton(_ => new HttpClient(photos, disposeHandler: false) { BaseAddress = new Uri("http://photos.example/") });
        services.AddSingleton(_ => new PhotoShare(Path.Combine(folder, "share")));
        services.AddSingleton(new Uploads(Path.Combine(folder, "uploads")));
        services.AddSingleton<Import>();
        services.AddSingleton<Gallery>();
        services.AddSingleton(provider => new Inbox(provider.GetRequiredService<HttpClient>(), Path.Combine(folder, "inbox")));
        services.AddSingleton(provider => new Intake(provider.GetRequiredService<HttpClient>(), Path.Combine(folder, "intake")));
        services.AddSingleton(provider => new Archive(provider.GetRequiredService<Inbox>(), Path.Combine(folder, "archive")));
        if (storage is not null)
        {
            services.AddSingleton(provider => new Backup(provider.GetRequiredService<Inbox>(), storage.Container));
        }

        WebApplication app = builder.Build();
        app.Use(RefuseAsync);
        app.UseDefaultFiles();
        app.UseStaticFiles();
        app.MapControllers();
        app.MapUploads();
        app.MapDeliveries(withBackups: storage is not null);
        return app;
    }

    /// <summary>Tells clients what they have done wrong, which is no failure of the service.</summary>
    private static async Task RefuseAsync(HttpContext context, RequestDelegate next)
    {
        try
        {
            await next(context);
        }
        catch (BadHttpRequestException e) when (!context.Response.HasStarted)
        {
            context.Response.StatusCode = e.StatusCode;
            await context.Response.WriteAsync(e.Message);
        }
    }
}
