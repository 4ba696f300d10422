using System.Text;

namespace StreamTuning.Benchmarks;

/// <summary>A way to upload a file.</summary>
/// <param name="Name">As it stands in the tables.</param>
/// <param name="Method">The method of the request.</param>
/// <param name="Path">The endpoint.</param>
/// <param name="ContentType">The content type of the request.</param>
/// <param name="Body">Makes the body of a file.</param>
/// <param name="Most">The largest file that is worth waiting for.</param>
internal sealed record UploadWay(string Name, HttpMethod Method, string Path, string ContentType, Func<byte[], byte[]> Body, long Most = long.MaxValue)
{
    public const string FormType = "multipart/form-data; boundary=" + Boundary;

    private const string Boundary = "----------------------------735323031399963166993862";

    /// <summary>All ways; the others are compared with the first.</summary>
    public static IReadOnlyList<UploadWay> All { get; } =
    [
        new("List<IFormFile>", HttpMethod.Post, "/formfiles", FormType, Form),
        new("StreamFiles, new path", HttpMethod.Post, "/path", FormType, Form),
        new("StreamFiles, FileStream", HttpMethod.Post, "/file", FormType, Form),
        new("StreamFilesAsync, new path", HttpMethod.Post, "/minimal", FormType, Form),
        new("StreamBodyToAsync, FileStream", HttpMethod.Put, "/body", "image/jpeg", content => content),
        new("base64 string", HttpMethod.Post, "/base64", "application/json", Json, Most: 10 * Sizes.MiB),
        new("byte[], validated", HttpMethod.Post, "/bytes", "application/json", Json, Most: Sizes.MiB),
    ];

    /// <summary>What precedes the content of a file in a form, and what follows it.</summary>
    public static (byte[] Before, byte[] After) Surroundings { get; } =
    (
        Encoding.ASCII.GetBytes($"--{Boundary}\r\nContent-Disposition: form-data; name=\"files\"; filename=\"photo.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n"),
        Encoding.ASCII.GetBytes($"\r\n--{Boundary}--\r\n"));

    /// <summary>A form with one file, behind so many fields.</summary>
    public static byte[] Form(byte[] content, int fields) =>
    [
        .. Enumerable.Range(0, fields).SelectMany(i => Encoding.ASCII.GetBytes($"--{Boundary}\r\nContent-Disposition: form-data; name=\"field{i}\"\r\n\r\nvalue\r\n")),
        .. Form(content),
    ];

    /// <summary>A form with one file.</summary>
    public static byte[] Form(byte[] content) => [.. Surroundings.Before, .. content, .. Surroundings.After];

    /// <summary>A model with base64.</summary>
    public static byte[] Json(byte[] content) => Encoding.ASCII.GetBytes($$"""{"name":"photo.jpg","content":"{{Convert.ToBase64String(content)}}"}""");
}
