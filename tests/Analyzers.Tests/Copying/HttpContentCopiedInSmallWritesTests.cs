using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using StreamTuning.RuleTesting;
using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Copying.HttpContentCopiedInSmallWritesAnalyzer,
    StreamTuning.CodeFixes.Copying.HttpContentCopiedInSmallWritesCodeFix>;

namespace StreamTuning.Analyzers.Tests.Copying;

public sealed class HttpContentCopiedInSmallWritesTests
{
    private const string Get = "using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); ";
    private const string Create = "using var file = File.Create(path); ";

    [Theory]
    [Trait("Case", "Positive")]
    // Where the response comes from.
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|];")]
    [InlineData("using var response = await client.GetAsync(new Uri(url), HttpCompletionOption.ResponseHeadersRead, token).ConfigureAwait(false); using var file = File.Create(path); await [|response.Content.CopyToAsync(file, token)|].ConfigureAwait(false);")]
    [InlineData("using var response = await client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, token); using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|];")]
    [InlineData("using var response = await client.SendAsync(cancellationToken: token, completionOption: HttpCompletionOption.ResponseHeadersRead, request: request); using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|];")]
    [InlineData("using var response = client.Send(request, HttpCompletionOption.ResponseHeadersRead); using var file = File.Create(path); [|response.Content.CopyTo(file, null, token)|];")]
    [InlineData("using var response = client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead).GetAwaiter().GetResult(); using var file = File.Create(path); [|response.Content.CopyToAsync(file)|].Wait();")]
    [InlineData("using var response = client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead).Result; using var file = File.Create(path); [|response.Content.CopyToAsync(file)|].Wait();")]
    [InlineData("const HttpCompletionOption Option = HttpCompletionOption.ResponseHeadersRead; using var response = await client.GetAsync(url, Option); using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|];")]
    [InlineData("var task = client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); using var response = await task; using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|];")]
    [InlineData("HttpResponseMessage? response = null; try { response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|]; } finally { response?.Dispose(); }")]
    [InlineData("using (var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead)) { using (var file = File.Create(path)) { await [|response.Content.CopyToAsync(file)|]; } }")]
    [InlineData("using var file = File.Create(path); await [|(await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead)).Content.CopyToAsync(file)|];")]
    [InlineData("using var response = (await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead)).EnsureSuccessStatusCode(); using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|];")]
    [InlineData("using var response = await new HttpClient().GetAsync(url, HttpCompletionOption.ResponseHeadersRead); using var file = File.Create(path); await [|response.EnsureSuccessStatusCode().Content.CopyToAsync(file)|];")]
    // How the content is reached.
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); HttpContent body = response.Content; using var file = File.Create(path); await [|body.CopyToAsync(file)|];")]
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); var same = response; using var body = same.Content; using var file = File.Create(path); await [|body.CopyToAsync(file)|];")]
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); using var file = File.Create(path); await (response.Content?[|.CopyToAsync(file)|] ?? Task.CompletedTask);")]
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); using var file = File.Create(path); await [|response!.Content!.CopyToAsync(file)|];")]
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); using var file = File.Create(path); Func<Task> copy = () => [|response.Content.CopyToAsync(file)|]; await copy();")]
    // What else is done with the response.
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); response.EnsureSuccessStatusCode(); Console.WriteLine(response.StatusCode); long? length = response.Content.Headers.ContentLength; if (response.Content is null || response == null) { return; } using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|];")]
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); CheckStatus(response); Console.WriteLine(\"{0}\", response); using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|];")]
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); if (!response.IsSuccessStatusCode) { throw new IOException(await response.Content.ReadAsStringAsync(token)); } using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|];")]
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); if (!response.IsSuccessStatusCode) { Console.WriteLine(await response.Content.ReadAsStringAsync()); return; } using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|];")]
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); if (response.IsSuccessStatusCode) { using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|]; } else { Console.WriteLine(await response.Content.ReadAsStringAsync()); }")]
    // The file.
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); using Stream file = new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.None, 65535, true); await [|response.Content.CopyToAsync(file)|];")]
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); using Stream file = new FileInfo(path).OpenWrite(); await [|response.Content.CopyToAsync(file)|];")]
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); using FileStream file = new(path, new FileStreamOptions { Mode = FileMode.Create, BufferSize = 0 }); await [|response.Content.CopyToAsync(file)|];")]
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); await [|response.Content.CopyToAsync(opened)|];")]
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); await [|response.Content.CopyToAsync(_file)|];")]
    public Task A_streamed_response_copied_into_a_file_is_reported(string body) => Check.ReportsAsync(InMethod(body));

    [Theory]
    [Trait("Case", "Negative")]
    // Where the response comes from is unknown.
    [InlineData("using var file = File.Create(path); await given.Content.CopyToAsync(file);")]
    [InlineData("using var file = File.Create(path); await content.CopyToAsync(file);")]
    [InlineData("using var file = File.Create(path); await _response.Content.CopyToAsync(file);")]
    [InlineData("using var file = File.Create(path); using var response = await GetAsync(url, HttpCompletionOption.ResponseHeadersRead); await response.Content.CopyToAsync(file);")]
    [InlineData("using var response = await client.GetAsync(url, option); using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    [InlineData("var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); response = given; using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    // The content is in memory when it is copied.
    [InlineData("using var response = await client.GetAsync(url); using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseContentRead); using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    [InlineData("using var response = await client.SendAsync(request, token); using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); await response.Content.LoadIntoBufferAsync(); using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); var body = response.Content; await body.LoadIntoBufferAsync(); using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); Console.WriteLine(await response.Content.ReadAsStringAsync()); using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); if (url.Length > 9) { await (response.Content?.LoadIntoBufferAsync() ?? Task.CompletedTask); } using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); await response.EnsureSuccessStatusCode().Content.LoadIntoBufferAsync(); using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    // Somebody else may have read the content, or put another in its place.
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); await CheckAsync(response); using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); Look(response.Content); using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); response.Content = content; using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); var other = response; Look(other.Content); using var file = File.Create(path); await response.Content.CopyToAsync(file);")]
    // The content of a request.
    [InlineData("using var file = File.Create(path); await request.Content!.CopyToAsync(file);")]
    // The file has a buffer, perhaps.
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); using var file = File.Create(path, 65536); await response.Content.CopyToAsync(file);")]
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); using var file = File.Create(path, size); await response.Content.CopyToAsync(file);")]
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); using var file = new FileStream(path, new FileStreamOptions { Mode = FileMode.Create, BufferSize = 1 << 20 }); await response.Content.CopyToAsync(file);")]
    // The target is no file, or not known to be one.
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); await response.Content.CopyToAsync(target);")]
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); await response.Content.CopyToAsync(new MemoryStream());")]
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); using var file = new BufferedStream(File.Create(path), 1 << 20); await response.Content.CopyToAsync(file);")]
    // A stream of the content is another rule's.
    [InlineData("using var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); using var file = File.Create(path); await (await response.Content.ReadAsStreamAsync()).CopyToAsync(file);")]
    public Task Anything_else_is_not_reported(string body) => Check.IsSilentAsync(InMethod(body));

    [Fact]
    [Trait("Case", "Negative")]
    public Task Code_without_the_types_is_not_reported() => Check.IsSilentAsync("class C { void CopyTo(C other) => other.CopyTo(this); }");

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_message_names_the_method() => Check.ReportsAsync(
        InMethod(Get + "using var file = File.OpenWrite(path); await {|#0:response.Content.CopyToAsync(file)|};"),
        Check.Diagnostic(0, "CopyToAsync", "1 MiB"));

    [Fact]
    [Trait("Case", "Negative")]
    public Task A_file_on_a_local_disk_is_not_reported() => Check.IsSilentAsync(
        InMethod(Get + "using var file = File.OpenWrite(Path.GetTempFileName()); await response.Content.CopyToAsync(file);"));

    [Fact]
    [Trait("Case", "Negative")]
    public async Task The_rules_for_streams_leave_it_alone()
    {
        string source = InMethod(Get + Create + "await response.Content.CopyToAsync(file);");
        await Verify<StreamTuning.Analyzers.Copying.CopyIntoFileWithDefaultBufferAnalyzer, StreamTuning.CodeFixes.Copying.CopyIntoFileWithDefaultBufferCodeFix>.IsSilentAsync(source);
        await Verify<StreamTuning.Analyzers.Copying.PresetLengthOfFileAnalyzer, StreamTuning.CodeFixes.Copying.PresetLengthOfFileCodeFix>.IsSilentAsync(source);
    }

    [Theory]
    [InlineData("await [|response.Content.CopyToAsync(file)|];", "await response.Content.CopyToFileAsync(file);")]
    [InlineData("await [|response.Content.CopyToAsync(file, token)|].ConfigureAwait(false);", "await response.Content.CopyToFileAsync(file, cancellationToken: token).ConfigureAwait(false);")]
    [InlineData("await [|response.Content.CopyToAsync(cancellationToken: token, stream: file)|];", "await response.Content.CopyToFileAsync(cancellationToken: token, destination: file);")]
    [InlineData("await [|response.Content.CopyToAsync(file, null)|];", "await response.Content.CopyToFileAsync(file);")]
    [InlineData("await [|response.Content.CopyToAsync(file, null, token)|];", "await response.Content.CopyToFileAsync(file, cancellationToken: token);")]
    [InlineData("await [|response.Content.CopyToAsync(file, default(TransportContext), token)|];", "await response.Content.CopyToFileAsync(file, cancellationToken: token);")]
    [InlineData("await [|response.Content.CopyToAsync(context: null, stream: file)|];", "await response.Content.CopyToFileAsync(destination: file);")]
    [InlineData("[|response.Content.CopyTo(file, null, token)|];", "response.Content.CopyToFile(file, cancellationToken: token);")]
    [InlineData("[|response.Content.CopyTo(file, context: null, CancellationToken.None)|];", "response.Content.CopyToFile(file, cancellationToken: CancellationToken.None);")]
    [InlineData("await (response.Content?[|.CopyToAsync(file)|] ?? Task.CompletedTask);", "await (response.Content?.CopyToFileAsync(file) ?? Task.CompletedTask);")]
    [InlineData("Task copy = [|response.Content.CopyToAsync(file)|]; await copy;", "Task copy = response.Content.CopyToFileAsync(file); await copy;")]
    [InlineData("await Task.WhenAll([|response.Content.CopyToAsync(file)|]);", "await Task.WhenAll(response.Content.CopyToFileAsync(file));")]
    [InlineData("try { await [|response.Content.CopyToAsync(file)|]; } catch { Console.WriteLine(); throw; }", "try { await response.Content.CopyToFileAsync(file); } catch { Console.WriteLine(); throw; }")]
    [InlineData("try { await [|response.Content.CopyToAsync(file)|]; } catch (OperationCanceledException) { } catch (Exception e) { Console.WriteLine(e); }", "try { await response.Content.CopyToFileAsync(file); } catch (OperationCanceledException) { } catch (Exception e) { Console.WriteLine(e); }")]
    public Task The_runtime_takes_over_the_call(string call, string fixedCall) =>
        Check.FixesAsync(RuleFixes.Runtime, InMethod(Get + Create + call), InMethod(Get + Create + fixedCall, importsRuntime: true));

    [Theory]
    [InlineData("using var file = File.Create(path);", "using var file = File.Create(path, 1048576);")]
    [InlineData("await using var file = File.Create(path, 4096, FileOptions.Asynchronous);", "await using var file = File.Create(path, 1048576, FileOptions.Asynchronous);")]
    [InlineData("using var file = File.OpenWrite(path);", "using var file = new FileStream(path, FileMode.OpenOrCreate, FileAccess.Write, FileShare.None, 1048576);")]
    [InlineData("using var file = File.Open(path, FileMode.Create);", "using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, 1048576);")]
    [InlineData("using FileStream file = new(path, FileMode.Create);", "using FileStream file = new(path, FileMode.Create, FileAccess.Write, FileShare.Read, 1048576);")]
    [InlineData("using Stream file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 8192, useAsync: true);", "using Stream file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 1048576, useAsync: true);")]
    [InlineData("using var file = new FileStream(path, new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write });", "using var file = new FileStream(path, new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write, BufferSize = 1048576 });")]
    public async Task In_plain_code_the_file_gets_a_buffer(string opening, string fixedOpening)
    {
        foreach (string copy in new[] { "await {0}response.Content.CopyToAsync(file, token){1};", "{0}response.Content.CopyTo(file, null, token){1};" })
        {
            await Check.FixesAsync(
                RuleFixes.Plain,
                InMethod(Get + opening + " " + string.Format(copy, "[|", "|]")),
                InMethod(Get + fixedOpening + " " + string.Format(copy, "", "")),
                referencesRuntime: false);
        }
    }

    [Fact]
    public Task Each_statement_may_have_a_using_of_its_own() => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod("using (var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead)) using (var file = File.Create(path)) { await [|response.Content.CopyToAsync(file)|]; } Console.WriteLine(path);"),
        InMethod("using (var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead)) using (var file = File.Create(path, 1048576)) { await response.Content.CopyToAsync(file); } Console.WriteLine(path);"),
        referencesRuntime: false);

    [Theory]
    [Trait("Case", "NoFix")]
    // A transport context means something to the content, perhaps.
    [InlineData("await [|response.Content.CopyToAsync(file, context)|];")]
    [InlineData("await [|response.Content.CopyToAsync(file, context, token)|];")]
    // A comment would be lost.
    [InlineData("await [|response.Content.CopyToAsync(file, /* none */ null, token)|];")]
    // What is around the call would bind to another method.
    [InlineData("Overloaded([|response.Content.CopyToAsync(file)|]);")]
    [InlineData("await [|response.Content.CopyToAsync(file)|].ContinueWith(task => { });")]
    // A full disk is an HttpRequestException here, and an IOException after a fix.
    [InlineData("try { await [|response.Content.CopyToAsync(file)|]; } catch (HttpRequestException) { }")]
    [InlineData("try { await [|response.Content.CopyToAsync(file)|]; } catch (IOException) { }")]
    [InlineData("try { await [|response.Content.CopyToAsync(file)|]; } catch (Exception e) when (e is HttpRequestException) { }")]
    public Task The_runtime_is_not_offered_where_it_does_not_fit(string call) => Check.OffersNoFixAsync(RuleFixes.Runtime, InMethod(Get + Create + call));

    [Theory]
    [Trait("Case", "NoFix")]
    [InlineData("await [|response.Content.CopyToAsync(opened)|];")]
    [InlineData("using var file = new FileInfo(path).Create(); await [|response.Content.CopyToAsync(file)|];")]
    // A comment would be lost.
    [InlineData("using var file = File.Create(path, 16 * /* KiB */ 1024); await [|response.Content.CopyToAsync(file)|];")]
    // What the buffer holds back would be missed.
    [InlineData("using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|]; Console.WriteLine(file.Length);")]
    [InlineData("var file = File.Create(path); await [|response.Content.CopyToAsync(file)|];")]
    [InlineData("try { using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|]; } catch (HttpRequestException) { }")]
    public Task Without_a_place_for_the_buffer_there_is_no_plain_fix(string body) =>
        Check.OffersNoFixAsync(RuleFixes.Plain, InMethod(Get + body), referencesRuntime: false);

    [Theory]
    [Trait("Case", "NoFix")]
    [InlineData(TestTarget.Net472)]
    [InlineData(TestTarget.NetStandard20)]
    public Task Old_frameworks_get_no_plain_fix(TestTarget target) =>
        Check.OffersNoFixAsync(RuleFixes.Plain, OldCode("await [|response.Content.CopyToAsync(file)|];"), referencesRuntime: false, target);

    [Theory]
    [InlineData(TestTarget.Net472)]
    [InlineData(TestTarget.NetStandard20)]
    public Task The_runtime_serves_old_frameworks_too(TestTarget target) => Check.FixesAsync(
        RuleFixes.Runtime,
        OldCode("await [|response.Content.CopyToAsync(file)|];"),
        OldCode("await response.Content.CopyToFileAsync(file);", importsRuntime: true),
        target: target,
        languageVersion: LanguageVersion.CSharp7_3);

    [Theory]
    [Trait("Case", "Trivia")]
    [InlineData(RuleFixes.Runtime, "File.Create( /* where */ path )", "response /* b */ . Content . // c\n                CopyToFileAsync /* d */ ( /* e */ file /* f */ )")]
    [InlineData(RuleFixes.Plain, "File.Create( /* where */ path, 1048576 )", "response /* b */ . Content . // c\n                CopyToAsync /* d */ ( /* e */ file /* f */ )")]
    public Task Comments_and_formatting_stay(RuleFixes form, string fixedOpening, string fixedCopy)
    {
        return Check.FixesAsync(
            form,
            InMethod(Code("File.Create( /* where */ path )", "[|response /* b */ . Content . // c\n                CopyToAsync /* d */ ( /* e */ file /* f */ )|]")),
            InMethod(Code(fixedOpening, fixedCopy), importsRuntime: form == RuleFixes.Runtime),
            referencesRuntime: form == RuleFixes.Runtime);

        static string Code(string opening, string copy) =>
            Get + "\n        // A new file.\n        using  var file = " + opening + "; // here\n        await   /* a */ " + copy + " /* g */ ; // h\n        // done";
    }

    [Fact]
    [Trait("Case", "FixAll")]
    public Task All_copies_of_a_project_are_fixed_at_once() => Check.FixesAllAsync(
        RuleFixes.Runtime,
        [
            InMethod(Get + Create + "await [|response.Content.CopyToAsync(file)|]; using var second = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); await [|second.Content.CopyToAsync(file, token)|];"),
            "using System.IO;\nusing System.Net.Http;\nusing StreamTuning;\n\nclass D\n{\n    void M(HttpClient c, HttpRequestMessage r, FileStream f) => [|c.Send(r, HttpCompletionOption.ResponseHeadersRead).Content.CopyTo(f, null, default)|];\n}\n",
        ],
        [
            InMethod(Get + Create + "await response.Content.CopyToFileAsync(file); using var second = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead); await second.Content.CopyToFileAsync(file, cancellationToken: token);", importsRuntime: true),
            "using System.IO;\nusing System.Net.Http;\nusing StreamTuning;\n\nclass D\n{\n    void M(HttpClient c, HttpRequestMessage r, FileStream f) => c.Send(r, HttpCompletionOption.ResponseHeadersRead).Content.CopyToFile(f, cancellationToken: default);\n}\n",
        ]);

    [Theory]
    [InlineData("stream_tuning.copy_buffer_size = 4194304")]
    [InlineData("stream_tuning.STRM1008.copy_buffer_size = 4194304")]
    public Task The_buffer_size_is_an_option(string setting) => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod(Get + "using var file = File.Create(path); await [|response.Content.CopyToAsync(file)|];"),
        InMethod(Get + "using var file = File.Create(path, 4194304); await response.Content.CopyToAsync(file);"),
        referencesRuntime: false,
        editorConfig: setting);

    [Fact]
    public Task Top_level_statements_are_fixed_too() => Check.FixesAsync(
        RuleFixes.Plain,
        "using System.IO;\nusing System.Net.Http;\n\nusing var client = new HttpClient();\nusing var response = await client.GetAsync(args[0], HttpCompletionOption.ResponseHeadersRead);\nawait using var file = File.Create(args[1]);\nawait [|response.Content.CopyToAsync(file)|];\n",
        "using System.IO;\nusing System.Net.Http;\n\nusing var client = new HttpClient();\nusing var response = await client.GetAsync(args[0], HttpCompletionOption.ResponseHeadersRead);\nawait using var file = File.Create(args[1], 1048576);\nawait response.Content.CopyToAsync(file);\n",
        referencesRuntime: false,
        outputKind: OutputKind.ConsoleApplication);

    private static string InMethod(string body, bool importsRuntime = false) =>
        $$"""
        using System;
        using System.IO;
        using System.Net;
        using System.Net.Http;
        using System.Threading;
        using System.Threading.Tasks;
        {{(importsRuntime ? "using StreamTuning;\n" : "")}}
        class C
        {
            private readonly FileStream _file = File.Create("a");
            private readonly HttpResponseMessage _response = new();

            async Task M(
                HttpClient client, string url, HttpRequestMessage request, HttpCompletionOption option, HttpResponseMessage given, HttpContent content,
                string path, int size, FileStream opened, Stream target, TransportContext context, CancellationToken token)
            {
                await Task.Yield();
                {{body}}
            }

            static Task<HttpResponseMessage> GetAsync(string url, HttpCompletionOption completionOption) => throw new NotImplementedException();

            static void CheckStatus(HttpResponseMessage response) => response.EnsureSuccessStatusCode();

            static Task CheckAsync(HttpResponseMessage response) => response.Content.LoadIntoBufferAsync();

            static void Look(HttpContent content) => content.LoadIntoBufferAsync().Wait();

            static void Overloaded(Task task) => task.Wait();

            static void Overloaded<T>(Task<T> task) => task.Wait();
        }

        """;

    private static string OldCode(string statement, bool importsRuntime = false) =>
        "using System.IO;\nusing System.Net.Http;\nusing System.Threading.Tasks;\n" + (importsRuntime ? "using StreamTuning;\n" : "")
        + "\nclass C\n{\n    async Task M(HttpClient client, string url, string path)\n    {\n"
        + "        using (var response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead))\n        using (var file = File.Create(path))\n        {\n            "
        + statement + "\n        }\n    }\n}\n";
}
