using Microsoft.CodeAnalysis;
using StreamTuning.RuleTesting;
using static StreamTuning.Analyzers.Tests.Blobs.BlobCode;
using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Blobs.TransferOptionsWithoutEffectAnalyzer,
    StreamTuning.CodeFixes.Blobs.TransferOptionsWithoutEffectCodeFix>;
using Unblocked = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Blobs.UnblockedBlobUploadAnalyzer,
    StreamTuning.CodeFixes.Blobs.UnblockedBlobUploadCodeFix>;

namespace StreamTuning.Analyzers.Tests.Blobs;

public sealed class TransferOptionsWithoutEffectTests
{
    [Theory]
    [Trait("Case", "Positive")]
    // Built in the call.
    [InlineData("await blob.UploadAsync(path, new BlobUploadOptions { TransferOptions = [|new StorageTransferOptions { MaximumConcurrency = 8 }|] }, token);")]
    [InlineData("await blob.UploadAsync(file, new BlobUploadOptions { HttpHeaders = headers, TransferOptions = [|new() { MaximumTransferSize = 4 << 20 }|] });")]
    [InlineData("await blob.UploadAsync(path, transferOptions: [|new StorageTransferOptions { MaximumConcurrency = Environment.ProcessorCount, MaximumTransferSize = 1 << 20 }|]);")]
    [InlineData("await block.UploadAsync(File.OpenRead(path), new BlobUploadOptions { TransferOptions = [|new StorageTransferOptions { MaximumTransferLength = 1 << 20 }|] });")]
    [InlineData("await blob.UploadAsync(path, transferOptions: [|new StorageTransferOptions { InitialTransferSize = null, MaximumConcurrency = 8 }|]);")]
    // In locals.
    [InlineData("var options = new BlobUploadOptions { TransferOptions = [|new StorageTransferOptions { MaximumConcurrency = 8 }|] }; await blob.UploadAsync(path, options);")]
    [InlineData("var own = [|new StorageTransferOptions { MaximumConcurrency = 8, MaximumTransferSize = 1 << 20 }|]; await blob.UploadAsync(path, new BlobUploadOptions { TransferOptions = own });")]
    [InlineData("var own = [|new StorageTransferOptions { MaximumConcurrency = 8 }|]; var options = new BlobUploadOptions { TransferOptions = own }; await blob.UploadAsync(path, options);")]
    [InlineData("StorageTransferOptions own = new(), other; [|own.MaximumConcurrency = 8|]; own.MaximumTransferSize = 1 << 20; other = own; await blob.UploadAsync(path, transferOptions: other);")]
    [InlineData("StorageTransferOptions own = default; [|own.MaximumConcurrency = 8|]; await blob.UploadAsync(path, transferOptions: own);")]
    [InlineData("var own = [|new StorageTransferOptions { MaximumConcurrency = 8 }|]; own.MaximumTransferSize = 1 << 20; await blob.UploadAsync(path, transferOptions: own);")]
    [InlineData("var options = new BlobUploadOptions(); options.TransferOptions = [|new StorageTransferOptions { MaximumConcurrency = 8 }|]; await blob.UploadAsync(path, options);")]
    [InlineData("BlobUploadOptions options; options = new BlobUploadOptions { TransferOptions = [|new StorageTransferOptions { MaximumConcurrency = 8 }|] }; await blob.UploadAsync(path, options);")]
    // One finding for several uploads, of which some are others.
    [InlineData("var options = new BlobUploadOptions { TransferOptions = [|new StorageTransferOptions { MaximumConcurrency = 8 }|] }; await blob.UploadAsync(path, options); await blob.UploadAsync(file, options); await blob.UploadAsync(stream, options);")]
    // In fields.
    [InlineData("await blob.UploadAsync(path, _options); await blob.UploadAsync(file, this._options);", "private readonly BlobUploadOptions _options = new() { TransferOptions = [|new StorageTransferOptions { MaximumConcurrency = 8 }|] };")]
    [InlineData("await blob.UploadAsync(path, transferOptions: Transfer);", "private static readonly StorageTransferOptions Transfer = [|new StorageTransferOptions { MaximumConcurrency = 8 }|];")]
    [InlineData("await blob.UploadAsync(path, new BlobUploadOptions { TransferOptions = Transfer });", "private static readonly StorageTransferOptions Transfer; static C() { Transfer = [|new StorageTransferOptions { MaximumConcurrency = 8 }|]; }")]
    [InlineData("Func<Task> upload = () => blob.UploadAsync(path, _options); await upload();", "private readonly BlobUploadOptions _options; C(int workers) => _options = new() { TransferOptions = [|new StorageTransferOptions { MaximumConcurrency = workers }|] };")]
    // Also where many run at the same time.
    [InlineData("await Task.WhenAll(paths.Select(each => blob.UploadAsync(each, transferOptions: [|new StorageTransferOptions { MaximumConcurrency = 8 }|])));")]
    public Task Settings_for_blocks_without_a_length_from_which_on_they_count_are_reported(string body, string members = "") => Check.ReportsAsync(InMethod(body, members));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("MaximumConcurrency = 8", "MaximumConcurrency")]
    [InlineData("MaximumTransferSize = 1 << 20", "MaximumTransferSize")]
    [InlineData("MaximumConcurrency = 8, MaximumTransferSize = 1 << 20", "MaximumTransferSize and MaximumConcurrency")]
    public Task The_message_names_the_settings(string settings, string named) => Check.ReportsAsync(
        InMethod($"await blob.UploadAsync(path, transferOptions: {{|#0:new StorageTransferOptions {{ {settings} }}|}});"),
        Check.Diagnostic(0, named).WithSeverity(DiagnosticSeverity.Warning));

    [Theory]
    [Trait("Case", "Negative")]
    // The length is set.
    [InlineData("await blob.UploadAsync(path, transferOptions: new StorageTransferOptions { MaximumConcurrency = 8, InitialTransferSize = 1 << 20 });")]
    [InlineData("var own = new StorageTransferOptions { MaximumConcurrency = 8 }; own.InitialTransferSize = 1 << 20; await blob.UploadAsync(path, transferOptions: own);")]
    [InlineData("var own = new StorageTransferOptions { MaximumConcurrency = 8 }; if (flag) { own.InitialTransferLength = 1 << 20; } await blob.UploadAsync(path, transferOptions: own);")]
    // Nothing is set.
    [InlineData("await blob.UploadAsync(path, transferOptions: new StorageTransferOptions { MaximumConcurrency = null });")]
    [InlineData("await blob.UploadAsync(path, new BlobUploadOptions { TransferOptions = new StorageTransferOptions() });")]
    // Blocks one after the other are another rule's.
    [InlineData("await blob.UploadAsync(path, transferOptions: new StorageTransferOptions { MaximumConcurrency = 1 });")]
    [InlineData("await blob.UploadAsync(path, transferOptions: new StorageTransferOptions { MaximumConcurrency = 1, MaximumTransferSize = 1 << 20 });")]
    // Synchronous calls are another rule's.
    [InlineData("blob.Upload(path, transferOptions: new StorageTransferOptions { MaximumConcurrency = 8 });")]
    // Other sources.
    [InlineData("await blob.UploadAsync(stream, transferOptions: new StorageTransferOptions { MaximumConcurrency = 8 });")]
    [InlineData("await blob.UploadAsync(form.OpenReadStream(), new BlobUploadOptions { TransferOptions = new StorageTransferOptions { MaximumConcurrency = 8 } });")]
    [InlineData("await blob.UploadAsync(request.Body, new BlobUploadOptions { TransferOptions = new StorageTransferOptions { MaximumConcurrency = 8 } });")]
    [InlineData("await blob.UploadAsync(new MemoryStream(bytes), transferOptions: new StorageTransferOptions { MaximumConcurrency = 8 });")]
    [InlineData("if (file.Length < 4096) { await blob.UploadAsync(file, transferOptions: new StorageTransferOptions { MaximumConcurrency = 8 }); }")]
    // Downloads.
    [InlineData("await blob.DownloadToAsync(path, new BlobDownloadToOptions { TransferOptions = new StorageTransferOptions { MaximumConcurrency = 8 } });")]
    [InlineData("var own = new StorageTransferOptions { MaximumConcurrency = 8 }; await blob.UploadAsync(path, transferOptions: own); await blob.DownloadToAsync(path, transferOptions: own);")]
    [InlineData("var own = new StorageTransferOptions { MaximumConcurrency = 8 }; await blob.UploadAsync(path, transferOptions: own); await blob.DownloadToAsync(path, new BlobDownloadToOptions { TransferOptions = own });")]
    [InlineData("var options = new BlobUploadOptions { TransferOptions = new StorageTransferOptions { MaximumConcurrency = 8 } }; await blob.UploadAsync(path, options); await blob.DownloadToAsync(path, transferOptions: options.TransferOptions);")]
    [InlineData("await blob.UploadAsync(path, transferOptions: Transfer);", "private static readonly StorageTransferOptions Transfer = new() { MaximumConcurrency = 8 }; static Task Load(BlobClient blob, string path) => blob.DownloadToAsync(path, transferOptions: Transfer);")]
    // Options that go elsewhere, or come from there.
    [InlineData("await blob.UploadAsync(path, transferOptions: transfer);")]
    [InlineData("transfer.MaximumConcurrency = 8; await blob.UploadAsync(path, transferOptions: transfer);")]
    [InlineData("given.TransferOptions = new StorageTransferOptions { MaximumConcurrency = 8 }; await blob.UploadAsync(path, given);")]
    [InlineData("var options = new BlobUploadOptions { TransferOptions = new StorageTransferOptions { MaximumConcurrency = 8 } }; Tune(options); await blob.UploadAsync(path, options);", "static void Tune(BlobUploadOptions options) { }")]
    [InlineData("await blob.UploadAsync(path, transferOptions: Make());", "static StorageTransferOptions Make() => new StorageTransferOptions { MaximumConcurrency = 8 };")]
    [InlineData("await blob.UploadAsync(path, transferOptions: Transfer);", "internal static readonly StorageTransferOptions Transfer = new StorageTransferOptions { MaximumConcurrency = 8 };")]
    [InlineData("await blob.UploadAsync(path, _options);", "private BlobUploadOptions _options = new() { TransferOptions = new StorageTransferOptions { MaximumConcurrency = 8 } };")]
    [InlineData("var own = flag ? transfer : new StorageTransferOptions { MaximumConcurrency = 8 }; await blob.UploadAsync(path, transferOptions: own);")]
    [InlineData("var own = new StorageTransferOptions { MaximumConcurrency = 8 }; own = transfer; await blob.UploadAsync(path, transferOptions: own);")]
    [InlineData("var unused = new StorageTransferOptions { MaximumConcurrency = 8 };")]
    // Clients that cannot send blocks.
    [InlineData("var signed = new BlobClient(blob.GenerateSasUri(BlobSasPermissions.Create, DateTimeOffset.MaxValue)); await signed.UploadAsync(path, transferOptions: new StorageTransferOptions { MaximumConcurrency = 8 });")]
    public Task Anything_else_is_not_reported(string body, string members = "") => Check.IsSilentAsync(InMethod(body, members));

    [Fact]
    [Trait("Case", "Negative")]
    public Task Code_without_the_types_is_not_reported() => Check.IsSilentAsync("class C { int MaximumConcurrency { get; set; } void M() => MaximumConcurrency = 8; }");

    [Fact]
    [Trait("Case", "Negative")]
    public Task The_rule_for_uploads_without_blocks_leaves_it_alone() => Unblocked.IsSilentAsync(InMethod(
        "var own = new StorageTransferOptions { MaximumConcurrency = 8 }; await blob.UploadAsync(path, transferOptions: own); await blob.UploadAsync(file, new BlobUploadOptions { TransferOptions = own });"));

    [Theory]
    [InlineData("[|new StorageTransferOptions { MaximumConcurrency = 8 }|]", "new StorageTransferOptions { MaximumConcurrency = 8, InitialTransferSize = 4 * 1024 * 1024 }")]
    [InlineData("[|new() { MaximumConcurrency = 8, }|]", "new() { MaximumConcurrency = 8, InitialTransferSize = 4 * 1024 * 1024, }")]
    [InlineData("[|new StorageTransferOptions { MaximumTransferSize = 1 << 20 }|]", "new StorageTransferOptions { MaximumTransferSize = 1 << 20, InitialTransferSize = 4 * 1024 * 1024, MaximumConcurrency = 16 }")]
    [InlineData("[|new StorageTransferOptions { InitialTransferSize = null, MaximumConcurrency = 8 }|]", "new StorageTransferOptions { InitialTransferSize = 4 * 1024 * 1024, MaximumConcurrency = 8 }")]
    public async Task In_plain_code_the_length_is_set_besides(string options, string fixedOptions)
    {
        foreach (string upload in new[]
        {
            "await blob.UploadAsync(path, new BlobUploadOptions {{ TransferOptions = {0}, Metadata = metadata }}, token);",
            "StorageTransferOptions own = {0}; await block.UploadAsync(file, new BlobUploadOptions {{ TransferOptions = own }});",
        })
        {
            await Check.FixesOneByOneAsync(RuleFixes.Plain, InMethod(string.Format(upload, options)), InMethod(string.Format(upload, fixedOptions)));
        }
    }

    [Theory]
    [InlineData("StorageTransferOptions own = default; [|own.MaximumConcurrency = 8|];", "StorageTransferOptions own = new StorageTransferOptions { InitialTransferSize = 4 * 1024 * 1024 }; own.MaximumConcurrency = 8;")]
    [InlineData("StorageTransferOptions own = new(); [|own.MaximumTransferSize = 1 << 20|];", "StorageTransferOptions own = new() { InitialTransferSize = 4 * 1024 * 1024, MaximumConcurrency = 16 }; own.MaximumTransferSize = 1 << 20;")]
    [InlineData("var own = new StorageTransferOptions { }; [|own.MaximumConcurrency = 8|];", "var own = new StorageTransferOptions { InitialTransferSize = 4 * 1024 * 1024 }; own.MaximumConcurrency = 8;")]
    public Task In_plain_code_the_length_is_set_where_the_options_are_made(string options, string fixedOptions)
    {
        const string Upload = " await blob.UploadAsync(path, transferOptions: own);";
        return Check.FixesOneByOneAsync(RuleFixes.Plain, InMethod(options + Upload), InMethod(fixedOptions + Upload));
    }

    [Fact]
    public Task Options_in_a_field_are_changed_there() => Check.FixesOneByOneAsync(
        RuleFixes.Plain,
        InMethod("await blob.UploadAsync(path, _options);", "private readonly BlobUploadOptions _options = new() { TransferOptions = [|new StorageTransferOptions { MaximumConcurrency = 8 }|] };"),
        InMethod("await blob.UploadAsync(path, _options);", "private readonly BlobUploadOptions _options = new() { TransferOptions = new StorageTransferOptions { MaximumConcurrency = 8, InitialTransferSize = 4 * 1024 * 1024 } };"));

    [Fact]
    public Task The_runtime_takes_over_the_uploads_of_files() => Check.FixesAsync(
        RuleFixes.Runtime,
        InMethod("var options = new BlobUploadOptions { TransferOptions = [|new StorageTransferOptions { MaximumConcurrency = 8 }|] }; await blob.UploadAsync(path, options, token); await blob.UploadAsync(stream, options); await block.UploadAsync(file, options);"),
        InMethod("var options = new BlobUploadOptions { TransferOptions = new StorageTransferOptions { MaximumConcurrency = 8 } }; await blob.UploadBlocksAsync(path, options, token); await blob.UploadAsync(stream, options); await block.UploadBlocksAsync(file, options);", added: RuntimeDirective));

    [Theory]
    [Trait("Case", "NoFix")]
    // The runtime is not referenced.
    [InlineData(RuleFixes.Runtime, "await blob.UploadAsync(path, transferOptions: [|new StorageTransferOptions { MaximumConcurrency = 8 }|]);", false)]
    // Blocks so small had better not be sent.
    [InlineData(RuleFixes.Runtime, "await blob.UploadAsync(path, transferOptions: [|new StorageTransferOptions { MaximumTransferSize = 65536 }|]);", true)]
    [InlineData(RuleFixes.Plain, "await blob.UploadAsync(path, transferOptions: [|new StorageTransferOptions { MaximumTransferSize = 65536, MaximumConcurrency = 8 }|]);", true)]
    // A form that is alone is not taken for both.
    [InlineData(RuleFixes.Runtime | RuleFixes.Plain, "await blob.UploadAsync(path, transferOptions: [|new StorageTransferOptions { MaximumConcurrency = 8 }|]);", true)]
    public Task Where_it_does_not_fit_no_fix_is_offered(RuleFixes form, string body, bool referencesRuntime) =>
        Check.OffersNoFixAsync(form, InMethod(body), referencesRuntime);

    [Fact]
    [Trait("Case", "Trivia")]
    public async Task Comments_and_layout_stay()
    {
        const string Options = """
            var options = new BlobUploadOptions
                    {
                        TransferOptions = [|new StorageTransferOptions
                        {
                            // As many as there are streets.
                            MaximumConcurrency = 8, // eight
                            MaximumTransferSize = 1 << 20 // small
                        }|], // tuned
                    };
                    await blob /* here */ .UploadAsync(path, options); // done
            """;
        await Check.FixesOneByOneAsync(
            RuleFixes.Plain,
            InMethod(Options),
            InMethod(Options.Replace("[|", "").Replace("|]", "").Replace("1 << 20 // small", "1 << 20, // small\n                InitialTransferSize = 4 * 1024 * 1024")));
        await Check.FixesAsync(
            RuleFixes.Runtime,
            InMethod(Options),
            InMethod(Options.Replace("[|", "").Replace("|]", "").Replace("UploadAsync", "UploadBlocksAsync"), added: RuntimeDirective));
    }

    [Fact]
    [Trait("Case", "FixAll")]
    public Task The_runtime_takes_over_all_uploads() => Check.FixesAllAsync(
        RuleFixes.Runtime,
        [
            InMethod("await blob.UploadAsync(path, transferOptions: [|new StorageTransferOptions { MaximumConcurrency = 8 }|]); await blob.UploadAsync(file, _options);", "private readonly BlobUploadOptions _options = new() { TransferOptions = [|new StorageTransferOptions { MaximumConcurrency = 8 }|] };"),
            InMethod("await blob.UploadAsync(path, transferOptions: [|new() { MaximumTransferSize = 1 << 20 }|]);").Replace("class C", "class D"),
        ],
        [
            InMethod("await blob.UploadBlocksAsync(path, transferOptions: new StorageTransferOptions { MaximumConcurrency = 8 }); await blob.UploadBlocksAsync(file, _options);", "private readonly BlobUploadOptions _options = new() { TransferOptions = new StorageTransferOptions { MaximumConcurrency = 8 } };", RuntimeDirective),
            InMethod("await blob.UploadBlocksAsync(path, transferOptions: new() { MaximumTransferSize = 1 << 20 });", added: RuntimeDirective).Replace("class C", "class D"),
        ]);
}
