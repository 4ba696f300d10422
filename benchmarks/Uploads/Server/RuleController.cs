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

    /// <summary>Takes the file of a form as an array, through memory that grows.</summary>
    [HttpPost("array-grown"), RequestFormLimits(MultipartBodyLengthLimit = long.MaxValue)]
    public Task<long> ArrayOfGrownMemory(List<IFormFile> files, CancellationToken ct) => TakeAsync(files, file => ThroughAsync(new MemoryStream(), file, ct));

    /// <summary>Takes the file of a form as an array, through memory of its length.</summary>
    [HttpPost("array-sized"), RequestFormLimits(MultipartBodyLengthLimit = long.MaxValue)]
    public Task<long> ArrayOfSizedMemory(List<IFormFile> files, CancellationToken ct) =>
        TakeAsync(files, file => ThroughAsync(new MemoryStream((int)file.Length), file, ct));

    /// <summary>Reads the file of a form into an array.</summary>
    [HttpPost("array"), RequestFormLimits(MultipartBodyLengthLimit = long.MaxValue)]
    public Task<long> IntoArray(List<IFormFile> files, CancellationToken ct) => TakeAsync(
        files,
        async file =>
        {
            using Stream stream = file.OpenReadStream();
            byte[] content = new byte[file.Length];
            await stream.ReadExactlyAsync(content, ct);
            return content;
        });

    /// <summary>Takes base64 as bytes that are not validated.</summary>
    [HttpPost("bytes")]
    public Task Bytes([FromBody] UnvalidatedPhoto photo, CancellationToken ct) => inbox.ReceiveAsync(path => System.IO.File.WriteAllBytesAsync(path, photo.Content, ct));

    private static async Task<long> TakeAsync(List<IFormFile> files, Func<IFormFile, Task<byte[]>> readAsync)
    {
        long bytes = 0;
        foreach (IFormFile file in files)
        {
            byte[] content = await readAsync(file);
            bytes += content.Length;
        }

        return bytes;
    }

    private static async Task<byte[]> ThroughAsync(MemoryStream memory, IFormFile file, CancellationToken ct)
    {
        await file.CopyToAsync(memory, ct);
        return memory.ToArray();
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
