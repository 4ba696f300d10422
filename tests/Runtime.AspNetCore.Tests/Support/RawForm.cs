using System.Text;

namespace StreamTuning.AspNetCore;

/// <summary>The body of a form, put together from parts that may be as wrong as a test wants them.</summary>
internal sealed class RawForm
{
    public const string Boundary = "boundary";
    public const string ContentType = "multipart/form-data; boundary=" + Boundary;

    private readonly MemoryStream _bytes = new();

    public static byte[] OneFile(byte[] content, string fileName = "photo.jpg") => new RawForm().File("file", fileName, content).End();

    /// <summary>Any text, in which characters beyond ASCII are sent as UTF-8.</summary>
    public RawForm Text(string text) => Content(Encoding.UTF8.GetBytes(text));

    public RawForm Content(ReadOnlySpan<byte> content)
    {
        _bytes.Write(content);
        return this;
    }

    /// <summary>A part with headers as they are given, each with its line end.</summary>
    public RawForm Part(string headers, ReadOnlySpan<byte> content) => Text($"--{Boundary}\r\n{headers}\r\n").Content(content).Text("\r\n");

    public RawForm Field(string name, string value) => Part($"Content-Disposition: form-data; name=\"{name}\"\r\n", Encoding.UTF8.GetBytes(value));

    public RawForm File(string name, string fileName, ReadOnlySpan<byte> content, string type = "image/jpeg") =>
        Part($"Content-Disposition: form-data; name=\"{name}\"; filename=\"{fileName}\"\r\nContent-Type: {type}\r\n", content);

    /// <summary>The final boundary.</summary>
    public byte[] End() => Text($"--{Boundary}--\r\n").ToArray();

    public byte[] ToArray() => _bytes.ToArray();
}
