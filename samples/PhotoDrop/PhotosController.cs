using Microsoft.AspNetCore.Mvc;

namespace PhotoDrop;

/// <summary>A drawing, as the app on a tablet sends it: the image is in base64 in the JSON.</summary>
public sealed class Sketch
{
    public string Name { get; set; } = "";

    public byte[] Image { get; set; } = [];
}

/// <summary>Uploads of the people who use the page or the app.</summary>
[ApiController]
public sealed class PhotosController(Uploads uploads) : ControllerBase
{
    /// <summary>Takes the photos that somebody has chosen in the page.</summary>
    [HttpPost("photos")]
    [RequestSizeLimit(100_000_000)]
    public async Task<IActionResult> Post(List<IFormFile> photos, CancellationToken cancellationToken)
    {
        foreach (IFormFile photo in photos)
        {
            await using var file = new FileStream(uploads.PathOf(photo.FileName), FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 4096, useAsync: true);
            await photo.CopyToAsync(file, cancellationToken);
        }

        return NoContent();
    }

    [HttpPost("sketches")]
    public async Task<IActionResult> PostSketch(Sketch sketch, CancellationToken cancellationToken)
    {
        await System.IO.File.WriteAllBytesAsync(uploads.PathOf(sketch.Name), sketch.Image, cancellationToken);
        return NoContent();
    }
}
