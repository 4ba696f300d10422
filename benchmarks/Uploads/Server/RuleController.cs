using System.Globalization;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Extensions;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.ModelBinding.Validation;
using Microsoft.AspNetCore.WebUtilities;

namespace StreamTuning.Benchmarks;

/// <summary>What rules find in actions, and what their fixes make of it, where <see cref="UploadController"/> has no such action.</summary>
[DisableRequestSizeLimit, Route("rules")]
public sealed class RuleController(Inbox inbox) : ControllerBase
{
    /// <summary>Reads a form with the default buffer.</summary>
    [HttpPost("reader-4"), DisableFormModelBinding]
    public Task SmallReader(CancellationToken ct) => inbox.ReceiveAsync(path => ReadAsync(path, new MultipartReader(Request.GetMultipartBoundary(), Request.Body), ct));

    /// <summary>Reads a form with a buffer of 64 KiB.</summary>
    [HttpPost("reader-64"), DisableFormModelBinding]
    public Task LargeReader(CancellationToken ct) => inbox.ReceiveAsync(path => ReadAsync(path, new MultipartReader(Request.GetMultipartBoundary(), Request.Body, bufferSize: 65536), ct));

    /// <summary>Copies the file of a form into memory.</summary>
    [HttpPost("memory"), RequestFormLimits(MultipartBodyLengthLimit = long.MaxValue)]
    public async Task IntoMemory(List<IFormFile> files, CancellationToken ct)
    {
        foreach (IFormFile file in files)
        {
            await inbox.ReceiveAsync(async path =>
            {
                using var memory = new MemoryStream();
                await file.CopyToAsync(memory, ct);
                await System.IO.File.WriteAllBytesAsync(path, memory.ToArray(), ct);
            });
        }
    }

    /// <summary>Takes base64 as bytes that are not validated.</summary>
    [HttpPost("bytes")]
    public Task Bytes([FromBody] UnvalidatedPhoto photo, CancellationToken ct) => inbox.ReceiveAsync(path => System.IO.File.WriteAllBytesAsync(path, photo.Content, ct));

    /// <summary>Reads a form without any value that is bound.</summary>
    [HttpPost("nothing-bound")]
    public Task<string> NothingBound() => CountPartsAsync(Request);

    /// <summary>Reads a form after values were looked for in it.</summary>
    [HttpPost("token-bound")]
    public Task<string> TokenBound(CancellationToken ct) => CountPartsAsync(Request);

    /// <summary>Reads a form that values are not looked for in.</summary>
    [HttpPost("filtered/{number}"), DisableFormModelBinding]
    public Task<string> Filtered(int number, CancellationToken ct) => CountPartsAsync(Request);

    /// <summary>How many parts a reader finds, or how it fails.</summary>
    internal static async Task<string> CountPartsAsync(HttpRequest request)
    {
        int parts = 0;
        try
        {
            var reader = new MultipartReader(request.GetMultipartBoundary(), request.Body, bufferSize: 65536);
            while (await reader.ReadNextSectionAsync() is not null)
            {
                parts++;
            }
        }
        catch (IOException e)
        {
            return $"`{e.GetType().Name}`";
        }

        return string.Create(CultureInfo.InvariantCulture, $"{parts} parts");
    }

    private static async Task ReadAsync(string path, MultipartReader reader, CancellationToken ct)
    {
        while (await reader.ReadNextSectionAsync(ct) is { } section)
        {
            await using FileStream destination = System.IO.File.Create(path);
            await section.Body.CopyToAsync(destination, ct);
        }
    }

    /// <summary>A photo in JSON.</summary>
    public sealed class UnvalidatedPhoto
    {
        /// <summary>Its name.</summary>
        public string Name { get; set; } = "";

        /// <summary>Its content.</summary>
        [ValidateNever]
        public byte[] Content { get; set; } = [];
    }
}

/// <summary>Reads a form after values for a property were looked for in it.</summary>
public sealed class BoundPropertyController : ControllerBase
{
    /// <summary>The property.</summary>
    [BindProperty]
    public int Number { get; set; }

    /// <summary>Reads.</summary>
    [HttpPost("/rules/property-bound")]
    public Task<string> Post() => RuleController.CountPartsAsync(Request);
}
