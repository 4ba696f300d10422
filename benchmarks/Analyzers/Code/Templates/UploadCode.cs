namespace StreamTuning.Benchmarks;

/// <summary>A controller that takes files.</summary>
internal static class UploadCode
{
    public static string Write(Entity e, Random random) => CodeText.File(
        $$"""
        using Microsoft.AspNetCore.Http;
        using Microsoft.AspNetCore.Mvc;
        using Microsoft.AspNetCore.WebUtilities;
        using Microsoft.Net.Http.Headers;
        using StreamTuning;

        namespace {{e.Namespace}};

        public sealed record {{e.Name}}Picture(string Title, string PictureBase64);

        [ApiController]
        [Route("api/{{e.Route}}/files")]
        public sealed class {{e.Name}}UploadController(IConfigurationPaths paths, ILogger<{{e.Name}}UploadController> logger) : ControllerBase
        """,
        [
            .. CodeText.Some(
                random,
                random.Next(1, 3),
                () => $$"""
                    [HttpPost("form")]
                    [RequestSizeLimit({{random.Next(10, 200)}} * 1024 * 1024)]
                    public async Task<IActionResult> Form(List<IFormFile> files, CancellationToken cancellationToken)
                    {
                        foreach (IFormFile file in files.Where(file => file.Length > 0))
                        {
                            await using FileStream target = System.IO.File.Create(paths.Next("{{e.Route}}"));
                            await file.CopyToAsync(target, cancellationToken);
                        }

                        return Ok(files.Sum(file => file.Length));
                    }
                    """,
                () => $$"""
                    [HttpPost("memory")]
                    public async Task<IActionResult> Memory(IFormFile file, CancellationToken cancellationToken)
                    {
                        using var memory = new MemoryStream();
                        await file.CopyToAsync(memory, cancellationToken);
                        logger.LogInformation("Got {Name} of {Length} bytes", file.FileName, memory.Length);
                        return Ok(Convert.ToHexString(memory.ToArray().AsSpan(0, 16)));
                    }
                    """,
                () => $$"""
                    [HttpPost("json")]
                    public async Task<IActionResult> Json({{e.Name}}Picture picture, CancellationToken cancellationToken)
                    {
                        byte[] content = Convert.FromBase64String(picture.PictureBase64);
                        await System.IO.File.WriteAllBytesAsync(paths.Next(picture.Title), content, cancellationToken);
                        return NoContent();
                    }
                    """,
                () => $$"""
                    [HttpPut("raw")]
                    public async Task<IActionResult> Raw(CancellationToken cancellationToken)
                    {
                        await using FileStream target = System.IO.File.Create(paths.Next("{{e.Route}}"));
                        await Request.Body.CopyToAsync(target, cancellationToken);
                        return Ok(target.Length);
                    }
                    """),
            .. CodeText.Some(
                random,
                random.Next(1, 3),
                () => $$"""
                    [HttpPost("streamed")]
                    [DisableFormModelBinding]
                    public async Task<IActionResult> Streamed(CancellationToken cancellationToken)
                    {
                        if (!MediaTypeHeaderValue.TryParse(Request.ContentType, out MediaTypeHeaderValue? type) || StringValuesOf(type) is not { } boundary)
                        {
                            return BadRequest();
                        }

                        var reader = new MultipartReader(boundary, Request.Body, 65_536) { BodyLengthLimit = 64 * 1024 * 1024 };
                        int parts = 0;
                        while (await reader.ReadNextSectionAsync(cancellationToken) is { } section)
                        {
                            await section.Body.CopyToAsync(Stream.Null, cancellationToken);
                            parts++;
                        }

                        return Ok(parts);
                    }

                    private static string? StringValuesOf(MediaTypeHeaderValue type) => HeaderUtilities.RemoveQuotes(type.Boundary).Value;
                    """,
                () => $$"""
                    [HttpGet("{name}")]
                    public IActionResult Download(string name)
                    {
                        string path = paths.Next(Path.GetFileName(name));
                        return System.IO.File.Exists(path) ? PhysicalFile(path, "application/octet-stream", enableRangeProcessing: true) : NotFound();
                    }
                    """,
                () => $$"""
                    [HttpDelete("{name}")]
                    public IActionResult Delete(string name)
                    {
                        System.IO.File.Delete(paths.Next(Path.GetFileName(name)));
                        logger.LogWarning("{User} deleted {Name}", User.Identity?.Name, name);
                        return NoContent();
                    }
                    """),
        ]);
}
