using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using StreamTuning.Analyzers.Tests.Robustness;
using StreamTuning.Analyzers.Tests.Tables;
using StreamTuning.CodeFixes;
using Xunit.Abstractions;

namespace StreamTuning.Analyzers.Tests.Copying;

/// <summary>The rules about buffers do not undo one another: their fixes, in any order, end where nothing is left to fix.</summary>
public sealed class BufferRulesTests(ITestOutputHelper output)
{
    private const int Sample = 160;

    private const int FastSample = MethodsOfDocument;

    /// <summary>In one document. What a fix makes is compiled with its document: a few methods at a time cost a fraction of all together.</summary>
    private const int MethodsOfDocument = 16;

    private static readonly string?[] FileBuffers = [null, "1", "4096", "65536", "131072", "262144", "1 << 20", "4 * 1024 * 1024"];

    private static readonly string?[] CopyBuffers = [null, "512", "65536", "81920", "100000", "131072", "1 << 20", "1 << 22"];

    /// <summary>What is done with a file and a buffer, which some have none of.</summary>
    private static readonly string[] Fills =
    [
        "source.CopyTo(file{0});",
        "await stream.CopyToAsync(file{0});",
        "await request.Body.CopyToAsync(file{0});",
        "memory.CopyTo(file{0});",
        "new Derived().CopyTo(file{0});",
        "await form.CopyToAsync(file);",
        "using var response = await client.GetAsync(path, HttpCompletionOption.ResponseHeadersRead); await response.Content.CopyToAsync(file);",
        "using var gzip = new GZipStream(file, CompressionMode.Compress); await source.CopyToAsync(gzip{0});",
        "using var brotli = new BrotliStream(file, CompressionMode.Compress); stream.CopyTo(brotli{0});",
        "using var crypto = new CryptoStream(file, new ToBase64Transform(), CryptoStreamMode.Write); await request.Body.CopyToAsync(crypto{0});",
        "source.CopyTo(file{0}); stream.CopyTo(file, 131072);",
        "await request.Body.CopyToAsync(file); source.CopyTo(file{0});",
        "byte[] buffer = new byte[1{0}]; int n; while ((n = source.Read(buffer, 0, buffer.Length)) > 0) file.Write(buffer, 0, n);",
        "byte[] buffer = new byte[1{0}]; int n; while ((n = stream.Read(buffer, 0, buffer.Length)) > 0) file.Write(buffer, 0, n);",
        "byte[] buffer = new byte[1{0}]; int n; while ((n = stream.ReadAtLeast(buffer, buffer.Length, false)) > 0) file.Write(buffer, 0, n);",
        "byte[] buffer = ArrayPool<byte>.Shared.Rent(1{0}); int n; while ((n = source.Read(buffer)) > 0) file.Write(buffer, 0, n);",
        "for (int i = 0; i < data.Length; i += 131072) file.Write(data, i, Math.Min(131072, data.Length - i));",
    ];

    private static readonly (Rule Rule, RuleFixes Form)[] AllFixes =
    [
        (Rules.CopyIntoFileWithDefaultBuffer, RuleFixes.Runtime),
        (Rules.CopyIntoFileWithDefaultBuffer, RuleFixes.Plain),
        (Rules.CopyBufferTooSmall, RuleFixes.Runtime),
        (Rules.CopyBufferTooSmall, RuleFixes.Plain),
        (Rules.PresetLengthOfFile, RuleFixes.Runtime),
        (Rules.PresetLengthOfFile, RuleFixes.Plain),
        (Rules.FileBufferLargerThanWrites, RuleFixes.Runtime),
        (Rules.FileBufferLargerThanWrites, RuleFixes.Plain),
        (Rules.HttpContentCopiedInSmallWrites, RuleFixes.Runtime),
        (Rules.HttpContentCopiedInSmallWrites, RuleFixes.Plain),
        (Rules.TransformedCopyInSmallWrites, RuleFixes.Plain),
        (Rules.RawBodyCopiedInSegments, RuleFixes.Runtime),
        (Rules.RawBodyCopiedInSegments, RuleFixes.Plain),
    ];

    [Fact]
    public Task Fixes_make_no_other_rule_about_buffers_fire_and_come_to_an_end() => RunAsync(FastSample);

    [Fact]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task Fixes_of_more_combinations_come_to_an_end_too() =>
        Assert.Empty(AllFixes.Select(fix => fix.Rule.Id).Except(await RunAsync(Sample)));

    /// <returns>The ids that were reported.</returns>
    private async Task<HashSet<string>> RunAsync(int sample)
    {
        var random = new Random(Seed.Value);
        output.WriteLine($"STREAMTUNING_SEED={Seed.Value}");
        var reported = new HashSet<string>();
        foreach (string[] methods in Combinations(random, sample).Chunk(MethodsOfDocument))
        {
            Document start = await FixRunner.DocumentAsync(InClass(methods));
            Assert.Empty((await start.Project.GetCompilationAsync())!.GetDiagnostics().Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error));
            ImmutableArray<Diagnostic> diagnostics = await FixRunner.DiagnosticsAsync(start);
            reported.UnionWith(diagnostics.Select(diagnostic => diagnostic.Id));

            // Each fix first, and then the others in some order.
            foreach ((Rule Rule, RuleFixes Form) first in AllFixes)
            {
                (Rule, RuleFixes)[] rest = [.. AllFixes];
                random.Shuffle(rest);
                await FixToTheEndAsync(start, diagnostics, [first, .. rest]);
            }
        }

        return reported;
    }

    private static async Task FixToTheEndAsync(Document document, ImmutableArray<Diagnostic> before, (Rule Rule, RuleFixes Form)[] fixes)
    {
        string trail = "";
        for (int round = 0; ; round++)
        {
            Assert.True(round < AllFixes.Length, "The fixes do not come to an end:" + trail);
            bool changed = false;
            foreach ((Rule rule, RuleFixes form) in fixes)
            {
                if (await ((StreamTuningCodeFix)FixRunner.FixOf(rule)!).FixAsync(document, before.Where(diagnostic => diagnostic.Id == rule.Id), form, CancellationToken.None) is not { } after)
                {
                    continue;
                }

                trail += $" {rule.Id}.{form}";
                ImmutableArray<Diagnostic> left = await FixRunner.DiagnosticsAsync(after);
                AssertNothingElseFires(rule, form, Ids(before), Ids(left), trail);
                (document, before) = (after, left);
                changed = true;
            }

            if (!changed)
            {
                return;
            }
        }
    }

    /// <summary>
    /// A file that is written in large blocks, or in the blocks of a copy instead of its own, may be told to set its length, which is another matter. And
    /// blocks of a loop that a large buffer no longer gathers may be told to be larger, after which they go straight to the file.
    /// </summary>
    private static void AssertNothingElseFires(Rule rule, RuleFixes form, ILookup<string, string> before, ILookup<string, string> after, string trail)
    {
        Rule[] followers = form != RuleFixes.Plain ? []
            : rule == Rules.FileBufferLargerThanWrites ? [Rules.CopyBufferTooSmall, Rules.PresetLengthOfFile]
            : rule == Rules.CopyIntoFileWithDefaultBuffer ? [Rules.PresetLengthOfFile]
            : [];
        foreach (IGrouping<string, string> method in after)
        {
            IEnumerable<string> added = method.Except(before[method.Key]).Where(id => !followers.Any(follower => follower.Id == id));
            Assert.True(!added.Any(), $"{method.Key}: {string.Join(", ", added)} after{trail}");
        }
    }

    /// <summary>The ids that are reported in each method.</summary>
    private static ILookup<string, string> Ids(ImmutableArray<Diagnostic> diagnostics) => diagnostics.ToLookup(
        diagnostic => diagnostic.Location.SourceTree!.GetRoot().FindNode(diagnostic.Location.SourceSpan).FirstAncestorOrSelf<MethodDeclarationSyntax>()!.Identifier.ValueText,
        diagnostic => diagnostic.Id);

    private static string[] Combinations(Random random, int sample)
    {
        string[] bodies =
        [
            .. from fill in Fills
               from fileBuffer in FileBuffers
               from copyBuffer in fill.Contains("{0}", StringComparison.Ordinal) ? CopyBuffers : [null]
               where !fill.Contains("1{0}", StringComparison.Ordinal) || copyBuffer is not null
               let file = $"new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None{(fileBuffer is null ? "" : ", " + fileBuffer)})"
               let body = fill.Contains("1{0}", StringComparison.Ordinal) ? fill.Replace("1{0}", copyBuffer) : fill.Replace("{0}", copyBuffer is null ? "" : ", " + copyBuffer)
               select $"using var file = {file};\n        {body}\n        await Task.CompletedTask;",
        ];
        if (!Seed.TakesAll)
        {
            // Every file buffer under a response, whose copies are too few for a sample to be sure of one.
            random.Shuffle(bodies);
            bodies = [.. bodies.OrderByDescending(body => body.Contains("response", StringComparison.Ordinal)).Take(sample)];
        }

        return [.. bodies.Select((body, index) => $$"""
                async Task M{{index}}(FileStream source, Stream stream, MemoryStream memory, HttpRequest request, IFormFile form, HttpClient client, byte[] data, string path)
                {
                    {{body}}
                }
            """)];
    }

    private static string InClass(string[] methods) =>
        $$"""
            using System;
            using System.Buffers;
            using System.IO;
            using System.IO.Compression;
            using System.Net.Http;
            using System.Security.Cryptography;
            using System.Threading.Tasks;
            using Microsoft.AspNetCore.Http;
            using StreamTuning;

            class Derived : MemoryStream
            {
            }

            class C
            {
            {{string.Join("\n\n", methods)}}
            }

            """;
}
