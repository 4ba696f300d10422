using System.ComponentModel.DataAnnotations;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;

namespace StreamTuning.Benchmarks;

/// <summary>Uploads as controllers take them. The size of a request is not limited, to see what large ones cost.</summary>
[DisableRequestSizeLimit]
public sealed class UploadController(Inbox inbox) : ControllerBase
{
    /// <summary>What others are compared with: ASP.NET Core reads the form, and the action copies its file.</summary>
    [HttpPost("/formfiles"), RequestFormLimits(MultipartBodyLengthLimit = long.MaxValue)]
    public async Task FormFiles(List<IFormFile> files, CancellationToken ct)
    {
        foreach (IFormFile file in files)
        {
            await inbox.ReceiveAsync(async path =>
            {
                await using FileStream destination = System.IO.File.Create(path);
                await file.CopyToAsync(destination, ct);
            });
        }
    }

    /// <summary>Streams to a path.</summary>
    [HttpPost("/path"), DisableFormModelBinding]
    public Task ToPath(CancellationToken ct) => inbox.ReceiveAsync(
        path => this.StreamFiles((file, ct) => file.CopyToFileAsync(path, cancellationToken: ct), cancellationToken: ct));

    /// <summary>Streams to a file that is open.</summary>
    [HttpPost("/file"), DisableFormModelBinding]
    public Task ToFile(CancellationToken ct) => inbox.ReceiveAsync(path => this.StreamFiles(
        async (file, ct) =>
        {
            await using FileStream destination = System.IO.File.Create(path);
            await file.CopyToAsync(destination, ct);
        },
        cancellationToken: ct));

    /// <summary>Takes base64 as a string.</summary>
    [HttpPost("/base64")]
    public Task Base64([FromBody] Base64Photo photo, CancellationToken ct) =>
        inbox.ReceiveAsync(path => System.IO.File.WriteAllBytesAsync(path, Convert.FromBase64String(photo.Content), ct));

    /// <summary>Takes base64 as bytes, each of which MVC validates.</summary>
    [HttpPost("/bytes")]
    public Task Bytes([FromBody] BytesPhoto photo, CancellationToken ct) => inbox.ReceiveAsync(path => System.IO.File.WriteAllBytesAsync(path, photo.Content, ct));

    /// <summary>A photo in JSON.</summary>
    public sealed record Base64Photo(string Name, string Content);

    /// <summary>The same, validated.</summary>
    public sealed class BytesPhoto
    {
        /// <summary>Its name.</summary>
        public string Name { get; set; } = "";

        /// <summary>Its content.</summary>
        [Required]
        public byte[] Content { get; set; } = [];
    }
}
