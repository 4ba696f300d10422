using System.Security.Cryptography;
using Microsoft.AspNetCore.Http.Extensions;
using Microsoft.AspNetCore.WebUtilities;

namespace PhotoDrop;

/// <summary>A page of an old album, as the app on a telephone scans it.</summary>
/// <param name="Name">The name for the photo.</param>
/// <param name="ImageBase64">The photo.</param>
internal sealed record Scan(string Name, string ImageBase64);

/// <summary>Uploads of single photos and of all that a camera has, and what has been uploaded.</summary>
internal static class UploadEndpoints
{
    /// <summary>Maps them. Nobody is logged in by a cookie, so that no form needs a token against forgery.</summary>
    public static void MapUploads(this IEndpointRouteBuilder app)
    {
        app.MapGet("/photos", (Uploads uploads) => uploads.Names());
        app.MapGet("/photos/{name}", Get);
        app.MapPut("/albums/{album}/{name}", PutAsync);
        app.MapPost("/cards", TakeCardAsync);
        app.MapPost("/scans", TakeScanAsync);
        app.MapPost("/cover", TakeCoverAsync).DisableAntiforgery();
        app.MapPost("/fingerprint", TakeFingerprintAsync).DisableAntiforgery();
        app.MapPost("/logo", TakeLogoAsync).DisableAntiforgery();
        app.MapGet("/logo", (Uploads uploads) => uploads.Logo is { } logo ? Results.Bytes(logo, "image/jpeg") : Results.NotFound());
    }

    private static IResult Get(string name, Uploads uploads, HttpResponse response)
    {
        string path = uploads.PathOf(name);
        if (!File.Exists(path))
        {
            return Results.NotFound();
        }

        // Whatever it is, a browser must take it for a photo.
        response.Headers.XContentTypeOptions = "nosniff";
        return Results.File(path, PhotoName.ContentType(path));
    }

    /// <summary>Takes one photo of an album on the share.</summary>
    private static async Task<IResult> PutAsync(string album, string name, HttpRequest request, PhotoShare share, CancellationToken cancellationToken)
    {
        await using FileStream file = share.Create(PhotoName.InAlbum(album, name));
        await request.Body.CopyToAsync(file, cancellationToken);
        return Results.NoContent();
    }

    /// <summary>Takes all photos on the card of a camera, as many as there are.</summary>
    private static async Task<IResult> TakeCardAsync(HttpRequest request, Uploads uploads, CancellationToken cancellationToken)
    {
        var reader = new MultipartReader(request.GetMultipartBoundary(), request.Body);
        while (await reader.ReadNextSectionAsync(cancellationToken) is { } section)
        {
            if (section.AsFileSection() is { } photo)
            {
                await using var file = new FileStream(uploads.PathOf(photo.FileName), FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 4096, useAsync: true);
                await section.Body.CopyToAsync(file, cancellationToken);
            }
        }

        return Results.NoContent();
    }

    private static async Task<IResult> TakeScanAsync(Scan scan, Uploads uploads, CancellationToken cancellationToken)
    {
        byte[] photo;
        try
        {
            photo = Convert.FromBase64String(scan.ImageBase64);
        }
        catch (FormatException)
        {
            return Results.BadRequest("The image is not in base64.");
        }

        await File.WriteAllBytesAsync(uploads.PathOf(scan.Name), photo, cancellationToken);
        return Results.NoContent();
    }

    private static async Task<IResult> TakeCoverAsync(IFormFile cover, Uploads uploads, CancellationToken cancellationToken)
    {
        string path = uploads.PathOf(cover.FileName);
        using var memory = new MemoryStream();
        await cover.CopyToAsync(memory, cancellationToken);
        await File.WriteAllBytesAsync(path, memory.ToArray(), cancellationToken);
        return Results.NoContent();
    }

    /// <summary>Tells the SHA-256 of a photo, by which clients know which one it is, and keeps nothing.</summary>
    private static async Task<string> TakeFingerprintAsync(IFormFile photo, CancellationToken cancellationToken)
    {
        using var memory = new MemoryStream();
        await photo.CopyToAsync(memory, cancellationToken);
        memory.Position = 0;
        return Convert.ToHexStringLower(await SHA256.HashDataAsync(memory, cancellationToken));
    }

    /// <summary>Takes the logo that every page shows, and keeps it in memory.</summary>
    private static async Task<IResult> TakeLogoAsync(IFormFile logo, Uploads uploads, CancellationToken cancellationToken)
    {
        using var memory = new MemoryStream();
        await logo.CopyToAsync(memory, cancellationToken);
        uploads.Logo = memory.ToArray();
        return Results.NoContent();
    }
}
