using StreamTuning.RuleTesting;
using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Copying.ResponseBufferedBeforeFileAnalyzer,
    StreamTuning.CodeFixes.Copying.ResponseBufferedBeforeFileCodeFix>;

namespace StreamTuning.Analyzers.Tests.Copying;

public sealed class ResponseBufferedBeforeFileTests
{
    private const string Get = "using var response = await client.GetAsync(url); ";
    private const string GetHeaders = "using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); ";
    private const string Create = "using var file = File.Create(path); ";
    private const string Copy = "await [|response.Content.CopyToAsync(file)|];";

    [Theory]
    [Trait("Case", "Positive")]
    // The request.
    [InlineData("using var response = await client.GetAsync(url); using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|];")]
    [InlineData("using var response = await client.GetAsync(new Uri(url), token).ConfigureAwait(false); using var file = File.Create(path); await [|response.Content.CopyToAsync(file, token)|].ConfigureAwait(false);")]
    [InlineData("using var response = await client.SendAsync(request, token); using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|];")]
    [InlineData("using var response = await client.SendAsync(request, HttpCompletionOption.ResponseContentRead, token); using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|];")]
    [InlineData("using var response = client.Send(request); using var file = File.Create(path); [|response.Content.CopyTo(file, null, token)|];")]
    [InlineData("using var response = client.GetAsync(url).Result; using var file = File.Create(path); [|response.Content.CopyToAsync(file)|].Wait();")]
    [InlineData("var task = client.GetAsync(url); using var response = await task; using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|];")]
    [InlineData("var response = await new HttpClient().GetAsync(url); using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|];")]
    [InlineData("var response = (await client.GetAsync(url)).EnsureSuccessStatusCode(); using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|];")]
    [InlineData("HttpResponseMessage? response = null; try { response = await client.GetAsync(url); using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|]; } finally { response?.Dispose(); }")]
    // The content.
    [InlineData("using var response = await client.GetAsync(url); using var body = response.Content; using var file = File.Create(path); await [|body.CopyToAsync(file)|];")]
    [InlineData("using var response = await client.GetAsync(url); using var body = await response.Content.ReadAsStreamAsync(token); using var file = File.Create(path); await [|body.CopyToAsync(file, token)|];")]
    [InlineData("using var response = await client.GetAsync(url); using var file = File.Create(path); await [|(await response.Content.ReadAsStreamAsync()).CopyToAsync(file)|];")]
    [InlineData("using var response = await client.GetAsync(url); Stream body = response.Content.ReadAsStream(); using var file = File.Create(path); [|body.CopyTo(file)|]; body.Close();")]
    // The other uses of the response.
    [InlineData("using var response = await client.GetAsync(url); response.EnsureSuccessStatusCode(); Console.WriteLine(response.StatusCode + response.Content.Headers.ContentType?.MediaType); using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|];")]
    [InlineData("using var response = await client.GetAsync(url); if (!response.IsSuccessStatusCode) { throw new IOException(await response.Content.ReadAsStringAsync(token)); } using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|];")]
    [InlineData("using var response = await client.GetAsync(url); if (response.IsSuccessStatusCode) { using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|]; } else { Console.WriteLine(await response.Content.ReadAsStringAsync()); }")]
    [InlineData("using var response = await client.GetAsync(url); if (response == null || response.Headers.Contains(\"X\")) { return; } using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|];")]
    [InlineData("var response = await client.GetAsync(url); using (response) { using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|]; }")]
    [InlineData("foreach (char each in url) { using var response = await client.GetAsync(url + each); using var file = File.Create(path + each); await [|response.Content.CopyToAsync(file)|]; }")]
    // The file.
    [InlineData("using var response = await client.GetAsync(url); using var file = File.Create(path, 1048576); await [|response.Content.CopyToAsync(file)|];")]
    [InlineData("using var response = await client.GetAsync(url); await [|response.Content.CopyToAsync(opened)|];")]
    public Task A_response_in_memory_that_is_copied_to_a_file_is_reported(string body) => Check.ReportsAsync(InMethod(body));

    [Theory]
    [Trait("Case", "Negative")]
    // The response isn't visibly HttpClient's, or has no local.
    [InlineData("using var file = File.Create(path); await given.Content.CopyToAsync(file);")]
    [InlineData("using var response = await derived.GetAsync(url); using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    [InlineData("using var response = await GetAsync(url); using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    [InlineData("using var response = await client.PostAsync(url, null); using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    [InlineData("using var file = File.Create(path); await (await client.GetAsync(url)).Content.CopyToAsync(file);")]
    [InlineData("var response = await client.GetAsync(url); response = await client.GetAsync(url + 2); using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    // It is streamed, or may be.
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    [InlineData("using var response = await client.GetAsync(url, option); using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    // It is read again, or tried again.
    [InlineData("using var response = await client.GetAsync(url); Console.WriteLine(await response.Content.ReadAsStringAsync()); using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    [InlineData("using var response = await client.GetAsync(url); if (!response.IsSuccessStatusCode) { Console.WriteLine(await response.Content.ReadAsStringAsync()); } using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    [InlineData("using var response = await client.GetAsync(url); using var file = File.Create(path); await response.Content.CopyToAsync(file); await response.Content.CopyToAsync(opened);")]
    [InlineData("using var response = await client.GetAsync(url); using var file = File.Create(path); if (path == url) { await response.Content.CopyToAsync(file); } else { await response.Content.CopyToAsync(opened); }")]
    [InlineData("using var response = await client.GetAsync(url); foreach (char each in url) { using var file = File.Create(path + each); await response.Content.CopyToAsync(file); }")]
    [InlineData("HttpResponseMessage response; do { response = await client.GetAsync(url); } while (!response.IsSuccessStatusCode); using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    [InlineData("using var response = await client.GetAsync(url); using var body = await response.Content.ReadAsStreamAsync(); Console.WriteLine(body.Length); using var file = File.Create(path); await body.CopyToAsync(file);")]
    [InlineData("using var response = await client.GetAsync(url); using var body = await response.Content.ReadAsStreamAsync(); body.Position = 0; using var file = File.Create(path); await body.CopyToAsync(file);")]
    [InlineData("using var response = await client.GetAsync(url); Func<Task> copy = async () => { using var file = File.Create(path); await response.Content.CopyToAsync(file); }; await copy(); await copy();")]
    // It is passed on, or asked for a length that only a content in memory knows for certain.
    [InlineData("using var response = await client.GetAsync(url); Look(response); using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    [InlineData("using var response = await client.GetAsync(url); Look(response.Content); using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    [InlineData("using var response = await client.GetAsync(url); response.Content = content; using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    [InlineData("using var response = await client.GetAsync(url); Console.WriteLine($\"{response}\"); using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    [InlineData("using var response = await client.GetAsync(url); Console.WriteLine(response.Content.Headers.ContentLength); using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    [InlineData("using var response = await client.GetAsync(url); Console.WriteLine(response.TrailingHeaders); using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    // The target is no file, or the content goes there in an array, which STRM1005 reports.
    [InlineData("using var response = await client.GetAsync(url); await response.Content.CopyToAsync(target);")]
    [InlineData("using var response = await client.GetAsync(url); await File.WriteAllBytesAsync(path, await response.Content.ReadAsByteArrayAsync());")]
    // It is small, or the client is told the most that it may hold.
    [InlineData("using var response = await client.GetAsync(url); if (target.Length <= 1048576) { using var file = File.Create(path); await response.Content.CopyToAsync(file); }")]
    [InlineData("client.MaxResponseContentBufferSize = 65536; using var response = await client.GetAsync(url); using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    [InlineData("using var limited = new HttpClient { MaxResponseContentBufferSize = 1 << 20 }; using var response = await limited.GetAsync(url); using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    public Task Anything_else_is_not_reported(string body) => Check.IsSilentAsync(InMethod(body));

    [Fact]
    [Trait("Case", "Negative")]
    public Task Code_without_the_types_is_not_reported() => Check.IsSilentAsync("class C { void CopyTo(C other) => other.CopyTo(this); }");

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_message_names_the_copy() => Check.ReportsAsync(
        InMethod(Get + Create + "await {|#0:response.Content.CopyToAsync(file)|};"),
        Check.Diagnostic(0, "CopyToAsync"));

    [Theory]
    [InlineData("using var response = await client.GetAsync(url);", "using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead);")]
    [InlineData("using var response = await client.GetAsync(url, token);", "using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead, token);")]
    [InlineData("using var response = await client.GetAsync(requestUri: url, cancellationToken: token);", "using var response = await client.GetAsync(requestUri: url, cancellationToken: token, completionOption: HttpCompletionOption.ResponseHeadersRead);")]
    [InlineData("using var response = await client.SendAsync(request, HttpCompletionOption.ResponseContentRead);", "using var response = await client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead);")]
    [InlineData("using var response = client.Send(request, token);", "using var response = client.Send(request, HttpCompletionOption.ResponseHeadersRead, token);")]
    [InlineData("var response = await client.GetAsync(url);", "using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead);")]
    [InlineData("HttpResponseMessage response = (await client.GetAsync(url)).EnsureSuccessStatusCode();", "using HttpResponseMessage response = (await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead)).EnsureSuccessStatusCode();")]
    public async Task The_request_waits_for_the_headers_only(string request, string fixedRequest)
    {
        await Check.FixesOneByOneAsync(
            RuleFixes.Runtime,
            InMethod(request + " " + Create + Copy),
            InMethod(fixedRequest + " " + Create + "await response.Content.CopyToFileAsync(file);", importsRuntime: true));
        await Check.FixesOneByOneAsync(
            RuleFixes.Plain,
            InMethod(request + " " + Create + Copy),
            InMethod(fixedRequest + " using var file = File.Create(path, 1048576); await response.Content.CopyToAsync(file);"),
            referencesRuntime: false);
    }

    [Theory]
    [InlineData("using var body = await response.Content.ReadAsStreamAsync(); await [|body.CopyToAsync(file, token)|];", "using var body = await response.Content.ReadAsStreamAsync(); await body.CopyToFileAsync(file, cancellationToken: token);")]
    [InlineData("await [|(await response.Content.ReadAsStreamAsync()).CopyToAsync(file)|];", "await (await response.Content.ReadAsStreamAsync()).CopyToFileAsync(file);")]
    [InlineData("[|response.Content.ReadAsStream().CopyTo(file, 4096)|];", "response.Content.ReadAsStream().CopyToFile(file);")]
    public Task A_stream_of_the_content_is_copied_in_large_blocks(string copy, string fixedCopy) => Check.FixesOneByOneAsync(
        RuleFixes.Runtime, InMethod(Get + Create + copy), InMethod(GetHeaders + Create + fixedCopy, importsRuntime: true));

    [Theory]
    [InlineData("File.Create(path, 65536)", "await [|response.Content.CopyToAsync(file)|];", "File.Create(path, 65536)")]
    [InlineData("File.Create(path, size)", "await [|response.Content.CopyToAsync(file)|];", "File.Create(path, size)")]
    [InlineData("File.Create(path, 65536)", "await [|(await response.Content.ReadAsStreamAsync()).CopyToAsync(file)|];", "File.Create(path, 1048576)")]
    public Task A_buffer_that_is_large_enough_stays(string opening, string copy, string fixedOpening) => Check.FixesOneByOneAsync(
        RuleFixes.Plain,
        InMethod(Get + "using var file = " + opening + "; " + copy),
        InMethod(GetHeaders + "using var file = " + fixedOpening + "; " + copy.Replace("[|", "").Replace("|]", "")),
        referencesRuntime: false);

    [Theory]
    [InlineData("var response = await client.GetAsync(url); try { using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|]; } finally { response.Dispose(); }")]
    [InlineData("HttpResponseMessage? response = null; try { response = await client.GetAsync(url); using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|]; } finally { response?.Dispose(); }")]
    [InlineData("using (var response = await client.GetAsync(url)) { using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|]; }")]
    public Task A_response_that_is_disposed_stays_as_it_is_declared(string body) => Check.FixesOneByOneAsync(
        RuleFixes.Runtime,
        InMethod(body),
        InMethod(
            body.Replace("(url)", "(url, HttpCompletionOption.ResponseHeadersRead)").Replace("[|response.Content.CopyToAsync(file)|]", "response.Content.CopyToFileAsync(file)"),
            importsRuntime: true));

    [Theory]
    [Trait("Case", "NoFix")]
    // Nobody disposes it, and its declaration can't.
    [InlineData("HttpResponseMessage response; response = await client.GetAsync(url); using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|];")]
    [InlineData("HttpResponseMessage response = await client.GetAsync(url), other = given; using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|];")]
    [InlineData("switch (size) { case 1: var response = await client.GetAsync(url); await [|response.Content.CopyToAsync(opened)|]; break; }")]
    // The value of the option is somewhere else.
    [InlineData("const HttpCompletionOption Option = HttpCompletionOption.ResponseContentRead; using var response = await client.GetAsync(url, Option); using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|];")]
    // A failure of the body would be caught somewhere else, or as another exception.
    [InlineData("HttpResponseMessage? response = null; try { response = await client.GetAsync(url); } catch (Exception) { throw new IOException(); } using (response) { using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|]; }")]
    [InlineData("using var response = await client.GetAsync(url); try { using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|]; } catch (Exception) { File.Delete(path); throw; }")]
    [InlineData("try { using var response = await client.GetAsync(url); using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|]; } catch (HttpRequestException) { }")]
    public async Task Where_it_does_not_fit_no_fix_is_offered(string body)
    {
        await Check.OffersNoFixAsync(RuleFixes.Runtime, InMethod(body));
        await Check.OffersNoFixAsync(RuleFixes.Plain, InMethod(body));
    }

    [Theory]
    [Trait("Case", "NoFix")]
    [InlineData("await [|response.Content.CopyToAsync(opened)|];")]
    [InlineData("using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|]; Console.WriteLine(file.Length);")]
    public Task Without_a_place_for_the_buffer_there_is_no_plain_fix(string body) =>
        Check.OffersNoFixAsync(RuleFixes.Plain, InMethod(Get + body));

    [Theory]
    [Trait("Case", "NoFix")]
    [InlineData(TestTarget.Net472)]
    [InlineData(TestTarget.NetStandard20)]
    public Task Old_frameworks_get_no_plain_fix(TestTarget target) =>
        Check.OffersNoFixAsync(RuleFixes.Plain, OldCode("url", "await [|response.Content.CopyToAsync(file)|];"), target: target);

    [Theory]
    [InlineData(TestTarget.Net472)]
    [InlineData(TestTarget.NetStandard20)]
    public Task The_runtime_serves_old_frameworks_too(TestTarget target) => Check.FixesOneByOneAsync(
        RuleFixes.Runtime,
        OldCode("url", "await [|response.Content.CopyToAsync(file)|];"),
        OldCode("url, HttpCompletionOption.ResponseHeadersRead", "await response.Content.CopyToFileAsync(file);", importsRuntime: true),
        target: target);

    [Fact]
    public Task The_option_is_named_in_full_without_its_namespace() => Check.FixesOneByOneAsync(
        RuleFixes.Runtime,
        "using System.IO;\nusing System.Threading.Tasks;\nusing StreamTuning;\n\nclass C\n{\n    async Task M(System.Net.Http.HttpClient client, string url, FileStream file)\n    {\n        var response = await client.GetAsync(url);\n        await [|response.Content.CopyToAsync(file)|];\n    }\n}\n",
        "using System.IO;\nusing System.Threading.Tasks;\nusing StreamTuning;\n\nclass C\n{\n    async Task M(System.Net.Http.HttpClient client, string url, FileStream file)\n    {\n        using var response = await client.GetAsync(url, System.Net.Http.HttpCompletionOption.ResponseHeadersRead);\n        await response.Content.CopyToFileAsync(file);\n    }\n}\n");

    [Theory]
    [Trait("Case", "Trivia")]
    [InlineData(RuleFixes.Runtime, "File.Create( /* where */ path )", "response /* b */ . Content . // c\n                CopyToFileAsync /* d */ ( /* e */ file /* f */ )")]
    [InlineData(RuleFixes.Plain, "File.Create( /* where */ path, 1048576 )", "response /* b */ . Content . // c\n                CopyToAsync /* d */ ( /* e */ file /* f */ )")]
    public Task Comments_and_formatting_stay(RuleFixes form, string fixedOpening, string fixedCopy)
    {
        return Check.FixesOneByOneAsync(
            form,
            InMethod(Code("var", "url /* u */", "File.Create( /* where */ path )", "[|response /* b */ . Content . // c\n                CopyToAsync /* d */ ( /* e */ file /* f */ )|]")),
            InMethod(
                Code("using var", "url /* u */, HttpCompletionOption.ResponseHeadersRead", fixedOpening, fixedCopy), importsRuntime: form == RuleFixes.Runtime),
            referencesRuntime: form == RuleFixes.Runtime);

        static string Code(string declaration, string request, string opening, string copy) =>
            "// The response.\n        " + declaration + "  response = await client.GetAsync( " + request + " ) ; // r"
            + "\n        // A new file.\n        using  var file = " + opening + "; // here\n        await   /* a */ " + copy + " /* g */ ; // h\n        // done";
    }

    [Fact]
    [Trait("Case", "FixAll")]
    public Task Several_places_are_fixed_one_by_one() => Check.FixesOneByOneAsync(
        RuleFixes.Runtime,
        InMethod(Get + Create + Copy + " var other = await client.GetAsync(url + 2); await [|other.Content.CopyToAsync(opened)|];"),
        InMethod(
            GetHeaders + Create + "await response.Content.CopyToFileAsync(file); "
            + "using var other = await client.GetAsync(url + 2, HttpCompletionOption.ResponseHeadersRead); await other.Content.CopyToFileAsync(opened);",
            importsRuntime: true));

    [Fact]
    [Trait("Case", "Negative")]
    public async Task The_rules_for_copies_leave_it_alone_before_and_after()
    {
        string[] sources =
        [
            InMethod(Get + Create + "await response.Content.CopyToAsync(file);"),
            InMethod(Get + Create + "await (await response.Content.ReadAsStreamAsync()).CopyToAsync(file);"),
            InMethod(GetHeaders + Create + "await response.Content.CopyToFileAsync(file);", importsRuntime: true),
            InMethod(GetHeaders + "using var file = File.Create(path, 1048576); await response.Content.CopyToAsync(file);"),
            InMethod(GetHeaders + "using var file = File.Create(path, 1048576); await (await response.Content.ReadAsStreamAsync()).CopyToAsync(file);"),
        ];
        foreach (string source in sources)
        {
            await Verify<StreamTuning.Analyzers.Copying.CopyIntoFileWithDefaultBufferAnalyzer, StreamTuning.CodeFixes.Copying.CopyIntoFileWithDefaultBufferCodeFix>.IsSilentAsync(source);
            await Verify<StreamTuning.Analyzers.Copying.PresetLengthOfFileAnalyzer, StreamTuning.CodeFixes.Copying.PresetLengthOfFileCodeFix>.IsSilentAsync(source);
            await Verify<StreamTuning.Analyzers.Copying.HttpContentCopiedInSmallWritesAnalyzer, StreamTuning.CodeFixes.Copying.HttpContentCopiedInSmallWritesCodeFix>.IsSilentAsync(source);
        }
    }

    [Theory]
    [InlineData("stream_tuning.copy_buffer_size = 4194304")]
    [InlineData("stream_tuning.STRM1012.copy_buffer_size = 4194304")]
    public Task The_buffer_size_is_an_option(string setting) => Check.FixesOneByOneAsync(
        RuleFixes.Plain,
        InMethod(Get + Create + Copy),
        InMethod(GetHeaders + "using var file = File.Create(path, 4194304); await response.Content.CopyToAsync(file);"),
        referencesRuntime: false,
        editorConfig: setting);

    private static string InMethod(string body, bool importsRuntime = false) =>
        $$"""
        using System;
        using System.IO;
        using System.Net.Http;
        using System.Threading;
        using System.Threading.Tasks;
        {{(importsRuntime ? "using StreamTuning;\n" : "")}}
        class C
        {
            async Task M(
                HttpClient client, Derived derived, string url, HttpRequestMessage request, HttpCompletionOption option, HttpResponseMessage given,
                HttpContent content, string path, int size, FileStream opened, Stream target, CancellationToken token)
            {
                await Task.Yield();
                {{body}}
            }

            static Task<HttpResponseMessage> GetAsync(string url) => throw new NotImplementedException();

            static void Look(HttpResponseMessage response) => response.Content.LoadIntoBufferAsync().Wait();

            static void Look(HttpContent content) => content.LoadIntoBufferAsync().Wait();
        }

        class Derived : HttpClient
        {
        }

        """;

    private static string OldCode(string request, string statement, bool importsRuntime = false) =>
        "using System.IO;\nusing System.Net.Http;\nusing System.Threading.Tasks;\n" + (importsRuntime ? "using StreamTuning;\n" : "")
        + "\nclass C\n{\n    async Task M(HttpClient client, string url, string path)\n    {\n"
        + "        using (var response = await client.GetAsync(" + request + "))\n        using (var file = File.Create(path))\n        {\n            "
        + statement + "\n        }\n    }\n}\n";
}
