using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.EditorTests;

/// <summary>The package in the engine of an editor, which asks for the light bulb at each move of the caret, and opens it now and then.</summary>
public sealed class LightBulbTests : IDisposable
{
    private const string Source = """
        using System.IO;
        using System.Threading.Tasks;

        public class Photos
        {
            public async Task Save(Stream photo, string path)
            {
                await using var file = File.Create(path);
                await photo.CopyToAsync(file);
            }

            public async Task Append(Stream photo, string path)
            {
                await using var file = File.OpenWrite(path);
                await photo.CopyToAsync(file, 4096);
            }

            public void Keep(byte[] photo) => File.WriteAllBytes("/tmp/last.jpg", photo);
        }

        """;

    private readonly Editor _editor = new(Source);

    private static readonly string[] Found = ["Create", "CopyToAsync(file)", "OpenWrite", "CopyToAsync(file, 4096)", "/tmp/last.jpg"];

    public static TheoryData<string> Places => [.. Found];

    public void Dispose() => _editor.Dispose();

    [Fact]
    public async Task Squiggles_stand_under_the_findings() => Assert.Equal(
        [
            "STRM1006: Create",
            "STRM1001: photo.CopyToAsync(file)",
            "STRM1006: OpenWrite",
            "STRM1002: photo.CopyToAsync(file, 4096)",
            "STRM2001: \"/tmp/last.jpg\"",
        ],
        await SquigglesAsync());

    [Theory]
    [MemberData(nameof(Places))]
    public async Task A_fix_that_is_taken_ends_its_finding(string place)
    {
        string[] before = await SquigglesAsync();
        BulbEntry entry = (await FixesAsync(place)).First();
        await _editor.TakeAsync(entry.Action);
        Assert.NotEqual(Source, _editor.Text);
        Assert.Equal(Count(before, entry.Id) - 1, Count(await SquigglesAsync(), entry.Id));
    }

    [Fact]
    public async Task All_findings_of_a_rule_are_fixed_at_once()
    {
        _editor.Show((await Engine.FixAllAsync(_editor.Document, "STRM1006")).Project.Solution);
        Assert.Equal(2, _editor.Text.Split("FileOptions.Asynchronous").Length - 1);
        Assert.Equal(0, Count(await SquigglesAsync(), "STRM1006"));
    }

    [Fact]
    public async Task A_finding_is_suppressed_in_the_source()
    {
        BulbEntry suppression = (await BulbAsync("CopyToAsync(file)")).First(entry => entry.Provider == "CSharpSuppressionCodeFixProvider");
        await _editor.TakeAsync(suppression.Action.NestedActions[0]);
        Assert.Contains("#pragma warning disable STRM1001", _editor.Text, StringComparison.Ordinal);
        Assert.Equal(0, Count(await SquigglesAsync(), "STRM1001"));
    }

    [Fact]
    public async Task Sixty_moves_of_the_caret_leave_one_copy_of_each_fix()
    {
        string[] once =
        [
            "STRM1001.Plain", "STRM1001.Runtime", "STRM1002.Plain", "STRM1002.Runtime",
            "STRM1006.Plain", "STRM1006.Plain", "STRM2001.Plain", "STRM2001.Runtime",
        ];
        Assert.Equal(once, await KeysAsync());
        for (int move = 0; move < 60; move++)
        {
            await Engine.BulbAsync(_editor.Document, new TextSpan(Source.Length * move / 60, 0));
        }

        Assert.Equal(once, await KeysAsync());

        async Task<string?[]> KeysAsync()
        {
            var keys = new List<string?>();
            foreach (string place in Found)
            {
                keys.AddRange((await FixesAsync(place)).Select(entry => entry.Action.EquivalenceKey));
            }

            return [.. keys.Order()];
        }
    }

    [Fact]
    public async Task A_bulb_that_is_not_opened_compiles_nothing()
    {
        await SquigglesAsync();
        int compilations = _editor.Compilations;
        foreach (string place in Found)
        {
            Assert.NotEmpty(await FixesAsync(place));
        }

        Assert.Equal(compilations, _editor.Compilations);
    }

    [Fact]
    public async Task A_hundred_keystrokes_compile_a_hundred_times()
    {
        await SquigglesAsync();
        int compilations = _editor.Compilations;
        int position = Source.IndexOf("await photo.CopyToAsync(file, 4096)", StringComparison.Ordinal);
        for (int stroke = 0; stroke < 100; stroke++)
        {
            _editor.Type(position + stroke, stroke == 99 ? "\n" : "/");
            await Engine.SquigglesAsync(_editor.Document, new TextSpan(position + stroke, 0));
            await Engine.BulbAsync(_editor.Document, new TextSpan(position + stroke, 0));
        }

        Assert.Equal(compilations + 100, _editor.Compilations);
        Assert.Single(await FixesAsync("OpenWrite"));
    }

    [Fact]
    public async Task What_another_file_says_of_a_source_is_read_anew_when_it_changes()
    {
        using var editor = new Editor(
            """
            using System.IO;
            using System.Threading.Tasks;

            public class Photos
            {
                public async Task Save(string path)
                {
                    await using var file = File.Create(path);
                    await Source.Open().CopyToAsync(file);
                }
            }
            """);
        DocumentId other = editor.Add("Source.cs", SourceThatOpens("new MemoryStream(new byte[10])"));
        Assert.DoesNotContain(await Engine.SquigglesAsync(editor.Document), squiggle => squiggle.Id == "STRM1001");

        editor.Change(other, SourceThatOpens("File.OpenRead(\"photo\")"));
        Assert.Contains(await Engine.SquigglesAsync(editor.Document), squiggle => squiggle.Id == "STRM1001");

        editor.Change(other, SourceThatOpens("new MemoryStream(new byte[20])"));
        Assert.DoesNotContain(await Engine.SquigglesAsync(editor.Document), squiggle => squiggle.Id == "STRM1001");

        static string SourceThatOpens(string stream) =>
            $"using System.IO; internal static class Source {{ public static Stream Open() => {stream}; }}";
    }

    [Fact]
    public async Task A_bulb_that_is_given_up_leaves_nothing_behind()
    {
        for (int time = 0; time < 20; time++)
        {
            using var source = new CancellationTokenSource();
            Task<ImmutableArray<BulbEntry>> bulb = Engine.BulbAsync(_editor.Document, SpanOf("Create"), source.Token);
            await source.CancelAsync();
            try
            {
                await bulb;
            }
            catch (OperationCanceledException)
            {
            }
        }

        Assert.Single(await FixesAsync("Create"));
    }

    private static int Count(string[] squiggles, string id) =>
        squiggles.Count(squiggle => squiggle.StartsWith(id, StringComparison.Ordinal));

    private async Task<string[]> SquigglesAsync()
    {
        string text = _editor.Text;
        return
        [
            .. (await Engine.SquigglesAsync(_editor.Document))
                .OrderBy(squiggle => squiggle.Span)
                .Select(squiggle => $"{squiggle.Id}: {text.Substring(squiggle.Span.Start, squiggle.Span.Length)}"),
        ];
    }

    /// <summary>The fixes in the bulb at a place, without those that suppress and configure.</summary>
    private async Task<IEnumerable<BulbEntry>> FixesAsync(string place) =>
        (await BulbAsync(place)).Where(entry => entry.Provider.EndsWith("CodeFix", StringComparison.Ordinal));

    private Task<ImmutableArray<BulbEntry>> BulbAsync(string place) => Engine.BulbAsync(_editor.Document, SpanOf(place));

    private TextSpan SpanOf(string place) => new(_editor.Text.IndexOf(place, StringComparison.Ordinal) + 1, 0);
}
