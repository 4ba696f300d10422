using System.Text;

namespace StreamTuning.AspNetCore;

/// <summary>Boundaries that are unusual or wrong, and content that looks like one.</summary>
internal static class HostileBoundaries
{
    private const string NoForm = "The content type of the request is not multipart/form-data.";
    private const string NoBoundary = "The content type of the request has no boundary.";
    private const string BadCharacter = "The boundary holds a character that no boundary may hold.";

    private static readonly string[] _beginnings = ["\r", "\r\n", "\r\n-", "\r\n--", "\r\n--b", "\r\n--boundar", "\r\n\r\n--boundar", "\r\n--boundar\r\n--boundar"];

    public static HostileGroup Group { get; } = new("Unusual boundaries",
    [
        .. "'()+_,-./:=? ".Select(c => Good($"a boundary with `{c}`", $"a{c}b", $"\"a{c}b\"")),
        .. new[] { 1, 2, 69, 70, 71, 127, 128 }.Select(length => Good($"a boundary of {length} characters", new string('b', length))),
        .. _beginnings.Select((text, i) => Good($"content that ends with the beginning of a boundary, {i + 1}", "boundary", content: "file" + text)),
        .. new[] { "-", "--", "----------" }.Select(dashes => Good($"`{dashes}` as boundary", dashes)),
        Good("content full of dashes behind line ends", "-", content: string.Concat(Enumerable.Repeat("\r\n-", 2000))),
        Good("`BOUNDARY=`", "boundary", parameter: "BOUNDARY=boundary"),
        Good("spaces around the equals sign", "boundary", parameter: "boundary = boundary"),
        Good("single quotes, which are part of the boundary", "'boundary'"),
        Bad("a boundary in quotes that do not end", "boundary=\"boundary", 415, NoForm),
        Bad("a boundary with a space and no quotes", "boundary=bound ary", 415, NoForm),
        Bad("a boundary that is encoded", "boundary*=utf-8''boundary", 400, NoBoundary),
        Bad("a boundary in two pieces", "boundary*0=boun; boundary*1=dary", 400, NoBoundary),
        Bad("a boundary with a character of ISO 8859", "boundary=\"boundar\u00e9\"", 400, ""),
        Bad("a boundary with a deleted character", "boundary=\"bound\u007fary\"", 400, BadCharacter),
        Bad("a boundary behind text", "boundary=boundary text", 415, NoForm),
        Bad("the boundary of another part of the content type", "charset=utf-8; x=\"boundary=boundary\"", 400, NoBoundary),
    ]);

    private static HostileRequest Good(string name, string boundary, string? value = null, string content = "file", string? parameter = null) =>
        new(name, Form(boundary, content), 200, "")
        {
            Path = HostileEndpoints.Named, ContentType = "multipart/form-data; " + (parameter ?? "boundary=" + (value ?? boundary)), Left = ["a.jpg"],
        };

    private static HostileRequest Bad(string name, string parameter, int status, string words) =>
        new(name, Form("boundary", "file"), status, words) { Path = HostileEndpoints.Named, ContentType = "multipart/form-data; " + parameter };

    private static byte[] Form(string boundary, string content) => Encoding.Latin1.GetBytes(
        $"--{boundary}\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.jpg\"\r\n\r\n{content}\r\n--{boundary}--\r\n");
}
