using static StreamTuning.Benchmarks.Sizes;

namespace StreamTuning.Benchmarks;

/// <summary>What the rules about uploads find, and what their fixes make of it: in turn, as all that is measured here.</summary>
/// <param name="directory">Where files go.</param>
/// <param name="turns">How many turns.</param>
/// <param name="isQuick">Whether it is enough to see that they run.</param>
internal sealed class RuleCases(string directory, int turns, bool isQuick)
{
    private static readonly UploadWay _formFiles = Form("`List<IFormFile>`", "/formfiles");
    private static readonly UploadWay _streamed = Form("`StreamFiles`, `CopyToAsync(file)`", "/file");

    public IEnumerable<RuleCase> All =>
    [
        Measured("STRM4001", [_formFiles, _streamed], withBytes: true),
        Measured("STRM4002", [Json("base64 in a `string`", "/base64"), Json("base64 in a `byte[]` that is not validated", "/rules/bytes"), _formFiles, _streamed]),
        Measured("STRM4003", [Json("`byte[]` that is validated", "/bytes", MiB), Json("with `[ValidateNever]`", "/rules/bytes", MiB)], requestsOf: 0.1),
        Measured("STRM4004", [Form("`IFormFile` into a `MemoryStream`, `ToArray`, `WriteAllBytesAsync`", "/rules/memory"), _formFiles]),
        Measured("STRM4006", [Form("buffer of 4 KiB, the default", "/rules/reader-4"), Form("buffer of 64 KiB", "/rules/reader-64")], withWrites: true),
        Measured(
            "STRM4008",
            [
                Body("`Body.CopyToAsync(file)`", "/rules/body-copy"),
                Body("the same, `file` with a buffer of 64 KiB (plain fix)", "/rules/body-buffer"),
                Body("`Body.CopyToFileAsync(file)` (library fix)", "/rules/body-runtime"),
            ],
            withWrites: true),
        Measured(
            "STRM4009",
            [
                Form("`new MemoryStream()`, `CopyToAsync`, `ToArray`", "/rules/array-grown"),
                Form("the same with `new MemoryStream((int)file.Length)`", "/rules/array-sized"),
                Form("`ReadExactlyAsync` into `new byte[file.Length]`", "/rules/array"),
            ]),
    ];

    /// <param name="rule">The rule.</param>
    /// <param name="ways">The ways, the first of which is what the rule finds.</param>
    /// <param name="withWrites">Whether to count the writes.</param>
    /// <param name="withBytes">Whether to count the bytes that are written.</param>
    /// <param name="requestsOf">How many of the usual requests are a run: less than 1 where each takes long.</param>
    private RuleCase Measured(string rule, UploadWay[] ways, bool withWrites = false, bool withBytes = false, double requestsOf = 1)
    {
        string more = withWrites ? ", allocations, and writes to files"
            : withBytes ? ", allocations, and bytes written for each byte of the file"
            : " and allocations";
        return new RuleCase(
            rule,
            $"Server CPU time per request{more}: Kestrel on the loopback interface, medians of {turns} runs; " +
            "in brackets, the CPU time as a multiple of the first way's, from runs in turn.",
            async writer =>
            {
                (long Bytes, int Requests)[] sizes = [(10 * KiB, 1000), (100 * KiB, 400), (MiB, 80), (10 * MiB, 10)];
                var results = new List<UploadResult>();
                await using ServerProcess server = await ServerProcess.StartAsync(directory);
                foreach ((long bytes, int requests) in sizes.Where(size => ways.All(way => size.Bytes <= way.Most) && (!isQuick || size.Bytes <= MiB)))
                {
                    results.AddRange(await UploadRun.MeasureAsync(server, ways, bytes, isQuick ? 1 : (int)Math.Ceiling(requests * requestsOf), turns));
                }

                UploadResult.WriteRule(writer, results, withWrites, withBytes);
            });
    }

    private static UploadWay Form(string name, string path) => new(name, HttpMethod.Post, path, UploadWay.FormType, content => UploadWay.Form(content));

    private static UploadWay Json(string name, string path, long most = 10 * MiB) => new(name, HttpMethod.Post, path, "application/json", UploadWay.Json, most);

    private static UploadWay Body(string name, string path) => new(name, HttpMethod.Put, path, "image/jpeg", content => content);
}
