using Microsoft.AspNetCore.Http.Extensions;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.WebUtilities;

namespace PhotoDrop;

/// <summary>Albums that a laboratory sends: rolls of film, scanned. They go to the share.</summary>
[ApiController]
public sealed class AlbumsController(PhotoShare share) : ControllerBase
{
    private const long MaximumLength = 100_000_000;

    /// <summary>Takes the photos of an album in one form, and each while it arrives.</summary>
    [HttpPost("albums/{album}")]
    [Consumes("multipart/form-data")]
    [RequestSizeLimit(2_000_000_000)]
    public async Task<IActionResult> Post(string album, CancellationToken cancellationToken)
    {
        var reader = new MultipartReader(Request.GetMultipartBoundary(), Request.Body, bufferSize: 64 * 1024) { BodyLengthLimit = MaximumLength };
        while (await ReadNextAsync() is { } section)
        {
            if (section.AsFileSection() is { } photo)
            {
                await using FileStream file = share.Create(PhotoName.InAlbum(album, photo.FileName));
                await section.Body.CopyToAsync(file, cancellationToken);
            }
        }

        return NoContent();

        async Task<MultipartSection?> ReadNextAsync()
        {
            try
            {
                return await reader.ReadNextSectionAsync(cancellationToken);
            }
            catch (Exception e) when (e is IOException or InvalidDataException)
            {
                throw new BadHttpRequestException("The form is not complete.", e);
            }
        }
    }
}
