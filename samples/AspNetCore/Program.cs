using StreamTuning;

// The settings are beside the program, wherever it is started.
WebApplicationBuilder builder = WebApplication.CreateBuilder(new WebApplicationOptions { Args = args, ContentRootPath = AppContext.BaseDirectory });

// Options come from the section StreamTuning of appsettings.json, the environment or the command line.
builder.Services.AddStreamTuning(builder.Configuration.GetSection("StreamTuning"));
string folder = Path.GetFullPath(builder.Configuration["Folder"] ?? Path.Combine(AppContext.BaseDirectory, "uploads"));
Directory.CreateDirectory(folder);
WebApplication app = builder.Build();

app.MapGet("/", () => Results.Content(
    """
    <!doctype html>
    <title>Upload</title>
    <form action="/files" method="post" enctype="multipart/form-data">
      <input name="title" placeholder="Title"> <input type="file" name="file" multiple> <button>Upload</button>
    </form>
    """,
    "text/html"));

app.MapPost("/files", async (HttpRequest request, CancellationToken ct) =>
{
    // Each file goes to its place while it arrives. If the request fails or the form is not valid, its files are deleted.
    StreamedForm form = await request.StreamFilesAsync(
        (file, ct) => file.CopyToFileAsync(Path.Combine(folder, Guid.NewGuid().ToString("N")), cancellationToken: ct),
        ct);
    return Results.Text($"'{form.Fields["title"]}': {string.Join(", ", form.Files.Select(file => $"{file.SafeFileName} ({file.Length} bytes)"))}\n");
})

// This service knows no cookies, so nobody can misuse those of a browser. One that does leaves this on, and sends the token in a header.
.WithStreamedFiles(options => options.Antiforgery = false);

app.MapPut("/raw", async (HttpRequest request, CancellationToken ct) =>
    Results.Text($"{await request.CopyToFileAsync(Path.Combine(folder, Guid.NewGuid().ToString("N")), cancellationToken: ct)} bytes\n"))
.WithStreamedBody();

app.Run();
