using System.Globalization;
using System.Text;

namespace StreamTuning.AspNetCore;

/// <summary>The table of hostile requests. Tests send each; docs/uploads-hostile.md lists the answers.</summary>
internal static class HostileRequests
{
    private const string Disposition = "Content-Disposition: form-data; name=\"f\"; filename=\"a.jpg\"\r\n";
    private const string Ended = "The form ended before its final boundary.";
    private const string NoLineEnd = "A boundary is followed by something else than a line end.";
    private const string BadEnd = "The final boundary is followed by something else than a line end.";
    private const string NoDisposition = "A part has no Content-Disposition of form-data.";
    private const string BadDisposition = "The Content-Disposition of a part is malformed.";
    private const string BadHeader = "A header of a part is malformed.";
    private const string NoName = "A part has no name.";
    private const string NoForm = "The content type of the request is not multipart/form-data.";
    private const string NoBoundary = "The content type of the request has no boundary.";
    private const string NoToken = "The antiforgery token is missing. A streamed form requires it in the header RequestVerificationToken.";
    private const string NotValid = "One or more validation errors occurred.";

    /// <summary>The title of the group whose file names docs/uploads-hostile.md shows.</summary>
    public const string FileNames = "Names of files, which are taken and made safe";

    public static IReadOnlyList<HostileGroup> Groups { get; } =
    [
        new("The request is no form",
        [
            Typed("no content type", "", 415, NoForm),
            Typed("`text/plain`", "text/plain", 415, ""),
            Typed("`application/x-www-form-urlencoded`", "application/x-www-form-urlencoded", 415, ""),
            Typed("`multipart/mixed`", "multipart/mixed; boundary=boundary", 415, ""),
            Typed("`multipart/form-data-x`", "multipart/form-data-x; boundary=boundary", 415, ""),
            Typed("nonsense", "nonsense", 415, ""),
            Typed("`;`", ";", 415, NoForm),
            Typed("two content types in one header", "multipart/form-data, multipart/form-data; boundary=boundary", 415, NoForm),
            Typed("two headers", "text/plain\r\nContent-Type: " + RawForm.ContentType, 415, ""),
            Typed("no boundary", "multipart/form-data", 400, NoBoundary),
            Typed("no boundary, but a charset", "multipart/form-data; charset=utf-8", 400, NoBoundary),
            Typed("an empty boundary", "multipart/form-data; boundary=", 400, NoBoundary),
            Typed("an empty boundary in quotes", "multipart/form-data; boundary=\"\"", 400, NoBoundary),
            Typed("two boundaries", "multipart/form-data; boundary=boundary; boundary=other", 400, "The content type of the request has two boundaries."),
            Typed("a boundary of 129 characters", "multipart/form-data; boundary=" + new string('b', 129), 400, "The boundary is longer than 128 characters."),
            Typed("a boundary of 5,000 characters", "multipart/form-data; boundary=" + new string('b', 5000), 400, "The boundary is longer than 128 characters."),
            Typed("a tab in the boundary", "multipart/form-data; boundary=\"a\tb\"", 400, "The boundary holds a character that no boundary may hold."),
            Typed("another boundary than that of the body", "multipart/form-data; boundary=other", 400, Ended),
            Typed("a form compressed for a server that does not decompress", RawForm.ContentType, 400, Ended) with
            {
                Headers = "Content-Encoding: gzip\r\n", Body = Compressed(RawForm.OneFile(new byte[1000])),
            },
        ]),
        new("The form does not end",
        [
            Form("nothing at all", "", Ended),
            Form("`--`", "--", Ended),
            Form("the first boundary", "--boundary", Ended),
            Form("the first boundary and half a line end", "--boundary\r", Ended),
            Form("the line of the first boundary", "--boundary\r\n", Ended),
            Form("half of the headers", "--boundary\r\n" + Disposition[..30], Ended),
            Form("headers without the empty line", "--boundary\r\n" + Disposition, Ended),
            Form("headers", "--boundary\r\n" + Disposition + "\r\n", Ended),
            Form("content", "--boundary\r\n" + Disposition + "\r\nfile", Ended),
            Form("a field", "--boundary\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\nvalue", Ended),
            Form("content and half a boundary", "--boundary\r\n" + Disposition + "\r\nfile\r\n--bound", Ended),
            Form("content and a boundary", "--boundary\r\n" + Disposition + "\r\nfile\r\n--boundary", Ended),
            Form("content and half of the final boundary", "--boundary\r\n" + Disposition + "\r\nfile\r\n--boundary-", Ended),
            Form("content and the boundary of another part", "--boundary\r\n" + Disposition + "\r\nfile\r\n--boundary\r\n", Ended),
            Form("the final boundary without a line end in front of it", "--boundary\r\n" + Disposition + "\r\nfile--boundary--\r\n", Ended),
            Form("the final boundary behind a mere line feed", "--boundary\r\n" + Disposition + "\r\nfile\n--boundary--\r\n", Ended),
            Form("the final boundary in capitals", "--boundary\r\n" + Disposition + "\r\nfile\r\n--BOUNDARY--\r\n", Ended),
            Form("1 MB of content", [.. Text("--boundary\r\n" + Disposition + "\r\n"), .. Bytes.Random(1_000_000)], Ended),
        ]),
        new("Boundaries",
        [
            Form("line ends only", "\r\n\r\n", Ended),
            Form("100,000 line ends", Text(string.Concat(Enumerable.Repeat("\r\n", 100_000))), "What precedes the first boundary is too long."),
            Form("the boundary without its dashes", "boundary", Ended),
            Form("boundaries of another form", "--other\r\n" + Disposition + "\r\nfile\r\n--other--", Ended),
            Form("a boundary that ends with a mere line feed", "--boundary\n" + Disposition + "\r\nfile\r\n--boundary--", NoLineEnd),
            Form("a first boundary that goes on", "--boundaryxyz\r\n" + Disposition + "\r\nfile\r\n--boundary--", NoLineEnd),
            Form("a boundary that goes on", "--boundary\r\n" + Disposition + "\r\nfile\r\n--boundaryxyz\r\n" + Disposition + "\r\nfile\r\n--boundary--", NoLineEnd),
            Form("a final boundary that goes on", "--boundary\r\n" + Disposition + "\r\nfile\r\n--boundary--xyz", BadEnd),
            Form("a boundary behind a boundary", "--boundary\r\n--boundary\r\n" + Disposition + "\r\nfile\r\n--boundary--", "A boundary is among the headers of a part."),
            Form("a boundary that is the name of a header", "--boundary\r\n" + Disposition + "--boundary: value\r\n\r\nfile\r\n--boundary--", "A boundary is among the headers of a part."),
            Form("20,000 bytes in front of the first boundary", [.. new byte[20_000], .. Text("\r\n"), .. RawForm.OneFile(new byte[100])], "What precedes the first boundary is too long."),
            Form("5 MB in front of the first boundary", [.. new byte[5_000_000], .. Text("\r\n"), .. RawForm.OneFile(new byte[100])], "What precedes the first boundary is too long."),
            Form("100,000 bytes behind the final boundary", [.. RawForm.OneFile(new byte[100]), .. new byte[100_000]], "What follows the final boundary is too long."),
            Form("100,000 spaces behind the final boundary", [.. RawForm.OneFile(new byte[100])[..^2], .. Text(new string(' ', 100_000))], "What follows the final boundary is too long."),
        ]),
        new("Headers of a part",
        [
            Form("no headers", "--boundary\r\n\r\nfile\r\n--boundary--", NoDisposition),
            Form("no headers, but an empty line", "--boundary\r\n\r\n\r\nfile\r\n--boundary--", NoDisposition),
            Form("no disposition", "--boundary\r\nContent-Type: image/jpeg\r\n\r\nfile\r\n--boundary--", NoDisposition),
            Form("a header without a colon", "--boundary\r\nContent-Disposition\r\n\r\nfile\r\n--boundary--", BadHeader),
            Form("a disposition without a value", "--boundary\r\nContent-Disposition:\r\n\r\nfile\r\n--boundary--", BadDisposition),
            Form("a quote that does not end", "--boundary\r\nContent-Disposition: \"\r\n\r\nfile\r\n--boundary--", BadDisposition),
            Form("a disposition without a name", "--boundary\r\nContent-Disposition: form-data\r\n\r\nfile\r\n--boundary--", NoName),
            Form("a file without a name of the input", "--boundary\r\nContent-Disposition: form-data; filename=\"a.jpg\"\r\n\r\nfile\r\n--boundary--", NoName),
            Form("a name without a value", "--boundary\r\nContent-Disposition: form-data; name=\r\n\r\nfile\r\n--boundary--", NoName),
            Form("`attachment` instead of `form-data`", "--boundary\r\nContent-Disposition: attachment; name=\"f\"; filename=\"a.jpg\"\r\n\r\nfile\r\n--boundary--", NoDisposition),
            Form("a name of the file in UTF-7", Named("filename=\"a.jpg\"; filename*=utf-7''b.jpg"), BadDisposition),
            Form("a name of the file in UTF-7, as in mail", Named("filename=\"=?utf-7?B?YS5qcGc=?=\""), BadDisposition),
            Form("a name of the input in UTF-7, as in mail", "--boundary\r\nContent-Disposition: form-data; name=\"=?utf-7?B?Zg==?=\"\r\n\r\nvalue\r\n--boundary--", BadDisposition),
            Form("a quote within the name of the file", Named("filename=\"a\"b.jpg\""), BadDisposition),
            Form("two names of the file", Named("filename=\"a.jpg\"; filename=\"b.exe\""), "A part has two parameters 'filename'."),
            Form("two names of the file, encoded", Named("filename*=UTF-8''a.jpg; filename*=UTF-8''b.exe"), "A part has two parameters 'filename*'."),
            Form("two names of the input", "--boundary\r\nContent-Disposition: form-data; name=\"f\"; name=\"g\"\r\n\r\nvalue\r\n--boundary--", "A part has two parameters 'name'."),
            Form("a zero byte in the name of the file", Named("filename=\"a\0.jpg\""), BadHeader),
            Form("a line feed in the name of the file", Named("filename=\"a\nb.jpg\""), BadHeader),
            Form("a carriage return in the name of the file", Named("filename=\"a\rb.jpg\""), BadHeader),
            Form("two dispositions", "--boundary\r\n" + Disposition + Disposition + "\r\nfile\r\n--boundary--", BadDisposition),
            Form("two content types", "--boundary\r\n" + Disposition + "Content-Type: image/png\r\nContent-Type: text/html\r\n\r\nfile\r\n--boundary--", "A part has two content types."),
            Form("a header that goes on in the next line", "--boundary\r\n" + Disposition + " folded: header\r\n\r\nfile\r\n--boundary--", BadHeader),
            Form("a space in the name of a header", "--boundary\r\n" + Disposition + "Content Type: image/png\r\n\r\nfile\r\n--boundary--", BadHeader),
            Form("a space behind the name of a header", "--boundary\r\n" + Disposition + "Content-Type : image/png\r\n\r\nfile\r\n--boundary--", BadHeader),
            Form("a header without a name", "--boundary\r\n" + Disposition + ": value\r\n\r\nfile\r\n--boundary--", BadHeader),
            Form("17 headers", new RawForm().Part(Disposition + Headers(16), []).End(), "A part has more than 16 headers."),
            Form("a header of 16,385 bytes", new RawForm().Part(Disposition + "X: " + new string('x', 16_385) + "\r\n", []).End(), "The headers of a part are too long."),
            Form("a header of 1 MB", new RawForm().Part(Disposition + "X: " + new string('x', 1_000_000) + "\r\n", []).End(), "The headers of a part are too long."),
            Form("a name of an input of 2,049 characters", new RawForm().Field(new string('n', 2049), "").End(), "The name of a part is longer than 2048 characters."),
            Form("a form within a file", "--boundary\r\n" + Disposition + "Content-Type: multipart/mixed; boundary=inner\r\n\r\n--inner--\r\n--boundary--", "A part is a form of its own, which is not supported."),
            Form("a form within a field", "--boundary\r\nContent-Disposition: form-data; name=\"f\"\r\nContent-Type: Multipart/Form-Data\r\n\r\n\r\n--boundary--", "A part is a form of its own, which is not supported."),
        ]),
        new(FileNames,
        [
            File("`../../etc/passwd`", "filename=\"../../etc/passwd\"", "passwd"),
            File("`/etc/passwd`", "filename=\"/etc/passwd\"", "passwd"),
            File(@"`C:\a\b.txt`", @"filename=""C:\a\b.txt""", "b.txt"),
            File(@"`..\..\web.config`", @"filename=""..\..\web.config""", "web.config"),
            File("`a/..\\../b.txt`", "filename=\"a/..\\../b.txt\"", "b.txt"),
            File("`%2e%2e%2fpasswd`, which nobody decodes", "filename=\"%2e%2e%2fpasswd\"", "%2e%2e%2fpasswd"),
            File("`filename*` with `€/../rates.txt`", "filename*=UTF-8''%e2%82%ac%2F..%2Frates.txt", "rates.txt"),
            File("a harmless `filename` and a `filename*` that is not", "filename=\"a.jpg\"; filename*=UTF-8''..%2F..%2Fevil.exe", "evil.exe"),
            File("`filename*` with a charset that nobody knows", "filename=\"a.jpg\"; filename*=nonsense''%ff", "a.jpg"),
            File("`filename*` without a value", "filename=\"a.jpg\"; filename*", "a.jpg"),
            File("`filename*` with a charset and nothing else", "filename=\"a.jpg\"; filename*=UTF-8''", "a.jpg"),
            File("an invisible space", "filename=\"a\u200Bb\u2060c\u00ADd.jpg\"", "abcd.jpg"),
            File("`filename*` without a value, and no `filename`", "filename*", "file-*"),
            File("a name as in mail that is a path", "filename=\"=?utf-8?B?Li4vLi4vZXZpbC5leGU=?=\"", "evil.exe"),
            File("`filename*` with a zero byte", "filename*=UTF-8''a%00b.jpg", "ab.jpg"),
            File("`..`", "filename=\"..\"", "file-*"),
            File("`.`", "filename=\".\"", "file-*"),
            File("`/`", "filename=\"/\"", "file-*"),
            File("no name, but content", "filename=\"\"", "file-*"),
            File("`.htaccess`", "filename=\".htaccess\"", "htaccess"),
            File("`CON.txt`", "filename=\"CON.txt\"", "_CON.txt"),
            File("`com¹`", "filename=\"com¹\"", "_com¹"),
            File("`a.jpg. .`", "filename=\"a.jpg. .\"", "a.jpg"),
            File("`a.txt::$DATA`", "filename=\"a.txt::$DATA\"", "a.txt__$DATA"),
            File("`<script>`", "filename=\"<script>\"", "_script_"),
            File("a mark that turns text around", "filename=\"photo\u202Egpj.exe\"", "photogpj.exe"),
            File("bytes that are no UTF-8", [.. Text("--boundary\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a"), 0xff, 0xc0, .. Text("b.jpg\"\r\n\r\nfile\r\n--boundary--")], "ab.jpg"),
            File("300 characters", "filename=\"" + new string('n', 296) + ".jpg\"", new string('n', 196) + ".jpg"),
            new("an input in which no file was chosen", Text(Named("filename=\"\"").Replace("file\r\n", "\r\n", StringComparison.Ordinal)), 200, "") { Path = HostileEndpoints.Named },
        ]),
        HostileBoundaries.Group,
        HostileNames.Group,
        HostileCompression.Group,
        new("Limits",
        [
            Limited("a file of 1,001 bytes where 1,000 are allowed", new RawForm().File("f", "a", new byte[1001]), 413, "A file is longer than 1000 bytes."),
            Limited("two files of 1,000 bytes and one of none, where two are allowed", new RawForm().File("f", "a", new byte[1000]).File("f", "b", new byte[1000]).File("f", "c", []), 413, "The form has more than 2 files."),
            Limited("three fields where two are allowed", new RawForm().Field("a", "").Field("a", "").Field("a", "").File("f", "a", []), 413, "The form has more than 2 fields."),
            Limited("a name of 9 characters where 8 are allowed", new RawForm().File("f", "a", []).Field("123456789", ""), 400, "The name of a part is longer than 8 characters."),
            Limited("a value of 101 bytes where 100 are allowed", new RawForm().File("f", "a", []).Field("a", new string('v', 101)), 413, "The value of a field is longer than 100 bytes."),
            Limited("fields of 160 bytes together where 150 are allowed", new RawForm().File("f", "a", []).Field("a", new string('v', 79)).Field("a", new string('v', 79)), 413, "The fields of the form are longer than 150 bytes."),
            Limited("four headers where three are allowed", new RawForm().Part(Disposition + Headers(3), []), 400, "A part has more than 3 headers."),
            Limited("headers of 301 bytes where 300 are allowed", new RawForm().Part((Disposition + "X: ").PadRight(299, 'x') + "\r\n", []), 400, "The headers of a part are too long."),
            new("a boundary of 21 characters where 20 are allowed", [], 400, "The boundary is longer than 20 characters.") { Path = HostileEndpoints.Limited, ContentType = "multipart/form-data; boundary=123456789012345678901" },
            new("3,000 fields", Many(new RawForm(), 3000, (form, i) => form.Field("f", "")).End(), 413, "The form has more than 1024 fields."),
            new("1,025 inputs in which no file was chosen", Many(new RawForm(), 1025, (form, i) => form.File("f", "", [])).End(), 413, "The form has more than 1024 fields."),
            new("400,000 inputs in which no file was chosen", Many(new RawForm(), 400_000, (form, i) => form.Part("Content-Disposition: form-data; name=f; filename=\"\"\r\n", [])).End(), 413, "The form has more than 1024 fields."),
            new("3,000 files without content", Many(new RawForm(), 3000, (form, i) => form.File("f", "a", [])).End(), 413, "The form has more than 1024 files."),
            new("a field of 5 MB", new RawForm().Field("f", new string('v', 5_000_000)).End(), 413, "The value of a field is longer than 4194304 bytes."),
            new("five fields of 4 MB", Many(new RawForm(), 5, (form, i) => form.Field("f", new string('v', 4_000_000))).End(), 413, "The fields of the form are longer than 16777216 bytes."),
            new("20,001 bytes announced where 20,000 are allowed", new byte[20_001], 413, "The body of the request is longer than 20000 bytes.") { Path = HostileEndpoints.Total },
            new("8 EiB announced", [], 413, "The body of the request is longer than 20000 bytes.") { Path = HostileEndpoints.Total, Framing = "Content-Length: 9223372036854775807\r\n" },
            new("30,000,001 bytes announced where the server allows 30,000,000", [], 413, "The body of the request is longer than 30000000 bytes.") { Framing = "Content-Length: 30000001\r\n" },
            new("30,000 bytes in chunks, of which none says how many there will be", Chunks(RawForm.OneFile(new byte[30_000]), 1000), 413, "Request body too large. The max request body size is 20000 bytes.") { Path = HostileEndpoints.Total, Framing = Chunked },
            new("30,000 bytes in chunks of one byte", Chunks(RawForm.OneFile(new byte[30_000]), 1), 413, "Request body too large. The max request body size is 20000 bytes.") { Path = HostileEndpoints.Total, Framing = Chunked },
        ]),
        new("Types and order",
        [
            Strict("a file of a type that is not allowed", new RawForm().File("f", "a.jpg", new byte[100], "text/html"), 415, "The content type of a file is not allowed."),
            Strict("a file without a type", new RawForm().Part(Disposition, new byte[100]), 415, "The content type of a file is not allowed."),
            Strict("a file of a type that cannot be understood", new RawForm().File("f", "a.jpg", new byte[100], "image"), 415, "The content type of a file is not allowed."),
            Strict("a type behind a comma", new RawForm().File("f", "a.jpg", new byte[100], "image/png, text/html"), 415, "The content type of a file is not allowed."),
            Strict("a field behind a file where all must precede it", new RawForm().File("f", "a.jpg", new byte[100]).Field("Title", "x"), 400, "A field follows a file."),
        ]),
        new("Fields for a model",
        [
            .. Modelled("a field that is required is missing", new RawForm().Field("Year", "1999"), 400, NotValid),
            .. Modelled("a number that is none", new RawForm().Field("Title", "x").Field("Year", "soon"), 400, NotValid),
            .. Modelled("a number that is too large", new RawForm().Field("Title", "x").Field("Year", "99999999999"), 400, NotValid),
            .. Modelled("an index of 999,999,999", new RawForm().Field("Title", "x").Field("Tags[999999999]", "x"), 200, ""),
            .. Modelled("an index that does not end", new RawForm().Field("Title", "x").Field("Tags[0", "x").Field("Tags[", "x"), 200, ""),
            .. Modelled("names of dots and brackets", new RawForm().Field("Title", "x").Field("..", "x").Field("[]", "x").Field("", "x"), 200, ""),
            new("a name that is nested 100 times, minimal API", Nested(), 200, "") { Path = HostileEndpoints.Model, Left = ["a.jpg"] },
            new("a name that is nested 100 times, controller", Nested(), 400, "The fields of the form are nested too deeply, or too many of one collection.") { Path = HostileEndpoints.Controller },
        ]),
        new("Antiforgery",
        [
            new("no token", RawForm.OneFile(new byte[100]), 400, NoToken) { Path = HostileEndpoints.Token },
            new("a token in a field only", new RawForm().Field("__RequestVerificationToken", "token").File("f", "a", new byte[100]).End(), 400, NoToken) { Path = HostileEndpoints.Token },
            new("an empty token", RawForm.OneFile(new byte[100]), 400, NoToken) { Path = HostileEndpoints.Token, Headers = "RequestVerificationToken:\r\n" },
            new("a token without its cookie", RawForm.OneFile(new byte[100]), 400, "The antiforgery token is not valid.") { Path = HostileEndpoints.Token, Headers = "RequestVerificationToken: token\r\n" },
            new("nonsense as token and cookie", RawForm.OneFile(new byte[100]), 400, "The antiforgery token is not valid.") { Path = HostileEndpoints.Token, Headers = "RequestVerificationToken: token\r\nCookie: .AspNetCore.Antiforgery.x=token\r\n" },
            new("no token, and a body that waits to be asked for", [], 400, NoToken) { Path = HostileEndpoints.Token, Framing = "Content-Length: 1000\r\nExpect: 100-continue\r\n" },
            new("no token, and a body that never comes", [], 400, NoToken) { Path = HostileEndpoints.Token, Framing = "Content-Length: 1000\r\n" },
        ]),
        new("How the body is sent",
        [
            new("a chunk without a length", [.. Chunks(RawForm.OneFile(new byte[100])[..50], 50)[..^5], .. Text("no length\r\n")], 400, "Bad chunk size data.") { Framing = Chunked },
            new("a chunk whose length is too large for a number", Text("FFFFFFFFFFFFFFFF\r\n"), 400, "The body of the request could not be read to its end.") { Framing = Chunked },
            new("a chunk of negative length", Text("-1\r\n"), 400, "Bad chunk size data.") { Framing = Chunked },
            new("a chunk that is longer than it says", [.. Text("5\r\n"), .. RawForm.OneFile(new byte[100])], 400, "Bad chunk suffix.") { Framing = Chunked },
            new("no last chunk, and the client closes", Chunks(RawForm.OneFile(new byte[100]), 50)[..^5], null, "") { Framing = Chunked, Ending = Ending.Closes },
            new("a body that is shorter than it says, and the client closes", RawForm.OneFile(new byte[100]), null, "") { Framing = "Content-Length: 1000\r\n", Ending = Ending.Closes },
            new("a file that is cut off, and the client closes", RawForm.OneFile(Bytes.Random(100_000))[..50_000], null, "") { Framing = "Content-Length: 100200\r\n", Ending = Ending.Closes },
            new("a file that is cut off, and the client breaks off", RawForm.OneFile(Bytes.Random(100_000))[..50_000], null, "") { Framing = "Content-Length: 100200\r\n", Ending = Ending.Resets },
            new("a length that cuts the form off", RawForm.OneFile(new byte[100]), 400, Ended) { Framing = "Content-Length: 150\r\n" },
            new("a negative length", RawForm.OneFile(new byte[100]), 400, "") { Framing = "Content-Length: -1\r\n" },
            new("a length that is too large for a number", RawForm.OneFile(new byte[100]), 400, "") { Framing = "Content-Length: 99999999999999999999\r\n" },
            new("two lengths", RawForm.OneFile(new byte[100]), 400, "") { Framing = "Content-Length: 1\r\nContent-Length: 2\r\n" },
            new("a length and chunks that are none", RawForm.OneFile(new byte[100]), 400, "Bad chunk size data.") { Framing = "Content-Length: 5\r\n" + Chunked },
            new("no length", RawForm.OneFile(new byte[100]), 400, Ended) { Framing = "" },
            new("a transfer encoding that nobody knows", RawForm.OneFile(new byte[100]), 400, "") { Framing = "Transfer-Encoding: nonsense\r\n" },
            new("trailers behind the last chunk", [.. Chunks(RawForm.OneFile(new byte[100], "a.jpg"), 50)[..^2], .. Text("X-Trailer: value\r\n\r\n")], 200, "") { Path = HostileEndpoints.Named, Framing = Chunked, Left = ["a.jpg"] },
            new("trailers that would change the request", [.. Chunks(RawForm.OneFile(new byte[100], "a.jpg"), 50)[..^2], .. Text("Content-Length: 5\r\nHost: other\r\n\r\n")], 200, "") { Path = HostileEndpoints.Named, Framing = Chunked, Left = ["a.jpg"] },
            new("trailers that are none", [.. Chunks(RawForm.OneFile(new byte[100], "a.jpg"), 50)[..^2], .. Text("no trailer\r\n\r\n")], 400, @"Invalid request header: 'no trailer\x0D\x0A'") { Path = HostileEndpoints.Named, Framing = Chunked },
            new("trailers of 100,000 bytes", [.. Chunks(RawForm.OneFile(new byte[100], "a.jpg"), 50)[..^2], .. Text("X: " + new string('x', 100_000) + "\r\n\r\n")], 431, "Request headers too long.") { Path = HostileEndpoints.Named, Framing = Chunked },
            new("HTTP/1.0 without a length", RawForm.OneFile(new byte[100]), 400, "") { Framing = "", Version = "HTTP/1.0" },
            new("`GET`", RawForm.OneFile(new byte[100]), 405, "") { Method = "GET" },
        ]),
        new("Bodies that are no forms",
        [
            Raw("1,001 bytes announced where 1,000 are allowed", [], "Content-Length: 1001\r\n", 413, "The body of the request is longer than 1000 bytes."),
            Raw("1,001 bytes in chunks", Chunks(new byte[1001], 100), Chunked, 413, "Request body too large. The max request body size is 1000 bytes."),
            Raw("a chunk without a length", Text("no length\r\n"), Chunked, 400, "Bad chunk size data."),
            Raw("a body that is shorter than it says, and the client closes", new byte[100], "Content-Length: 1000\r\n", null, "") with { Ending = Ending.Closes },
            Raw("a body that is cut off, and the client breaks off", new byte[100], "Content-Length: 1000\r\n", null, "") with { Ending = Ending.Resets },
        ]),
    ];

    private const string Chunked = "Transfer-Encoding: chunked\r\n";

    public static IEnumerable<HostileRequest> All => Groups.SelectMany(group => group.Requests);

    private static HostileRequest Typed(string name, string contentType, int status, string words) =>
        new(name, RawForm.OneFile(new byte[1000]), status, words) { ContentType = contentType };

    private static HostileRequest Form(string name, string body, string words) => Form(name, Text(body), words);

    private static HostileRequest Form(string name, byte[] body, string words) => new(name, body, 400, words);

    private static HostileRequest File(string name, string parameters, string left) => File(name, Text(Named(parameters)), left);

    private static HostileRequest File(string name, byte[] body, string left) => new(name, body, 200, "") { Path = HostileEndpoints.Named, Left = [left] };

    private static HostileRequest Limited(string name, RawForm form, int status, string words) => new(name, form.End(), status, words) { Path = HostileEndpoints.Limited };

    private static HostileRequest Strict(string name, RawForm form, int status, string words) => new(name, form.End(), status, words) { Path = HostileEndpoints.Strict };

    private static HostileRequest Raw(string name, byte[] body, string framing, int? status, string words) =>
        new(name, body, status, words) { Path = HostileEndpoints.Body, ContentType = "image/jpeg", Framing = framing };

    /// <summary>The same for both ways to bind a model. The file is kept only where the fields are good.</summary>
    private static IEnumerable<HostileRequest> Modelled(string name, RawForm form, int status, string words)
    {
        byte[] body = form.File("f", "a.jpg", new byte[100]).End();
        string[] left = status == 200 ? ["a.jpg"] : [];
        yield return new HostileRequest(name + ", minimal API", body, status, words) { Path = HostileEndpoints.Model, Left = left };
        yield return new HostileRequest(name + ", controller", body, status, words) { Path = HostileEndpoints.Controller, Left = left };
    }

    private static byte[] Nested() => new RawForm().Field("Title", "x").Field(string.Concat(Enumerable.Repeat("Next.", 100)) + "Year", "1").File("f", "a.jpg", new byte[100]).End();

    private static string Named(string parameters) => $"--boundary\r\nContent-Disposition: form-data; name=\"f\"; {parameters}\r\n\r\nfile\r\n--boundary--";

    private static string Headers(int count) => string.Concat(Enumerable.Range(0, count).Select(i => string.Create(CultureInfo.InvariantCulture, $"X-{i}: value\r\n")));

    private static RawForm Many(RawForm form, int count, Action<RawForm, int> add)
    {
        for (int i = 0; i < count; i++)
        {
            add(form, i);
        }

        return form;
    }

    private static byte[] Text(string text) => Encoding.UTF8.GetBytes(text);

    private static byte[] Chunks(byte[] body, int size) =>
        [.. body.Chunk(size).SelectMany(chunk => (byte[])[.. Text(string.Create(CultureInfo.InvariantCulture, $"{chunk.Length:x}\r\n")), .. chunk, .. Text("\r\n")]), .. Text("0\r\n\r\n")];

    private static byte[] Compressed(byte[] body)
    {
        using var compressed = new MemoryStream();
        using (var gzip = new System.IO.Compression.GZipStream(compressed, System.IO.Compression.CompressionLevel.Fastest))
        {
            gzip.Write(body);
        }

        return compressed.ToArray();
    }
}
