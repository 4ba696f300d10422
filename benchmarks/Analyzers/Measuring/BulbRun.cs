using System.Collections.Immutable;
using System.Diagnostics;
using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Host;
using Microsoft.CodeAnalysis.Text;
using StreamTuning.EditorTests;
using static StreamTuning.Benchmarks.TextTable;

namespace StreamTuning.Benchmarks;

/// <summary>
/// How long the light bulb takes in the engine of an editor, with our package and without. What comes first loads and compiles what later
/// ones reuse, so each turn is a process of its own.
/// </summary>
internal static class BulbRun
{
    public const string Option = "--bulb";

    private const int Lines = 20_000;
    private const int Later = 30;
    private const string Package = "package";
    private const string Finding = "content.CopyToAsync(file, cancellationToken)";

    /// <summary>Starts the processes, with the package and without in turn, and writes medians.</summary>
    /// <param name="turns">How many of each.</param>
    /// <param name="writer">Gets the table.</param>
    public static async Task RunAsync(int turns, TextWriter writer)
    {
        var with = new List<TimeSpan[]>();
        var without = new List<TimeSpan[]>();
        for (int turn = 0; turn < turns; turn++)
        {
            foreach (bool hasPackage in turn % 2 == 0 ? new[] { false, true } : [true, false])
            {
                (hasPackage ? with : without).Add(await StartAsync(hasPackage));
            }
        }

        var table = new TextTable(writer, ("light bulb", 36, true), ("without us", 10, false), ("with us", 10, false));
        table.WriteHeader();
        string[] rows = ["squiggles of the file, first", "bulb at a finding, first", "bulb at a finding, later", "bulb at another line, later"];
        for (int row = 0; row < rows.Length; row++)
        {
            table.WriteRow(rows[row], MedianOf(without, row), MedianOf(with, row));
        }
    }

    /// <summary>One turn: writes the times of the rows in ticks.</summary>
    /// <param name="which">Whether the project has the package.</param>
    public static async Task MeasureAsync(string which)
    {
        CodeBase code = CodeBase.Services(seed: 1, Lines);
        using var workspace = new AdhocWorkspace(Engine.Host);
        Document document = Open(workspace, code, which == Package);
        string text = (await document.GetTextAsync()).ToString();
        var finding = new TextSpan(text.IndexOf(Finding, StringComparison.Ordinal) + 1, 0);
        var other = new TextSpan(text.IndexOf("return", StringComparison.Ordinal), 0);
        TimeSpan[] times =
        [
            await TimeAsync(() => Engine.SquigglesAsync(document)),
            await TimeAsync(() => Engine.BulbAsync(document, finding)),
            await LaterAsync(finding),
            await LaterAsync(other),
        ];
        if ((await Engine.BulbAsync(document, finding)).Any(static entry => entry.Id == "STRM1001") != (which == Package))
        {
            throw new InvalidOperationException("The bulb has a fix of STRM1001 without the package, or none with it.");
        }

        Console.WriteLine(string.Join(' ', times.Select(static time => time.Ticks.ToString(CultureInfo.InvariantCulture))));

        async Task<TimeSpan> LaterAsync(TextSpan place)
        {
            var all = new TimeSpan[Later];
            for (int i = 0; i < Later; i++)
            {
                all[i] = await TimeAsync(() => Engine.BulbAsync(document, place));
            }

            return EditorRun.Median(all);
        }
    }

    private static Document Open(AdhocWorkspace workspace, CodeBase code, bool hasPackage)
    {
        var project = ProjectId.CreateNewId();
        IAnalyzerAssemblyLoader loader = workspace.Services.GetRequiredService<IAnalyzerService>().GetLoader();
        string[] analyzers = hasPackage ? ["StreamTuning.Analyzers.dll", "StreamTuning.CodeFixes.dll"] : [];
        Solution solution = workspace.CurrentSolution.AddProject(ProjectInfo.Create(
            project,
            VersionStamp.Default,
            "Edited",
            "Edited",
            LanguageNames.CSharp,
            compilationOptions: code.Compilation.Options,
            parseOptions: code.Compilation.SyntaxTrees[0].Options,
            metadataReferences: code.Compilation.References,
            analyzerReferences:
            [
                .. analyzers.Select(file => new AnalyzerFileReference(Path.Combine(AppContext.BaseDirectory, file), loader)),
            ]));
        DocumentId? opened = null;
        foreach ((SyntaxTree tree, SourceText source) in code.Compilation.SyntaxTrees.Zip(code.Sources))
        {
            var id = DocumentId.CreateNewId(project);
            solution = solution.AddDocument(id, Path.GetFileName(tree.FilePath), source, filePath: "/" + tree.FilePath);
            if (opened is null && tree.FilePath.EndsWith("FileStore.cs", StringComparison.Ordinal)
                && source.ToString().Contains(Finding, StringComparison.Ordinal))
            {
                opened = id;
            }
        }

        if (!workspace.TryApplyChanges(solution))
        {
            throw new InvalidOperationException("The workspace does not take the project.");
        }

        workspace.OpenDocument(opened!);
        return workspace.CurrentSolution.GetDocument(opened)!;
    }

    private static async Task<TimeSpan[]> StartAsync(bool hasPackage)
    {
        var start = new ProcessStartInfo(Environment.ProcessPath!, [Option, hasPackage ? Package : "none"]) { RedirectStandardOutput = true };
        using Process process = Process.Start(start)!;
        string output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        return process.ExitCode == 0
            ? [.. output.Split(' ').Select(static ticks => TimeSpan.FromTicks(long.Parse(ticks, CultureInfo.InvariantCulture)))]
            : throw new InvalidOperationException($"The process of a turn ended with {process.ExitCode}.");
    }

    private static string MedianOf(List<TimeSpan[]> turns, int row) =>
        Time(EditorRun.Median(turns.Select(turn => turn[row])));

    private static async Task<TimeSpan> TimeAsync<T>(Func<Task<T>> action)
    {
        long start = Stopwatch.GetTimestamp();
        await action();
        return Stopwatch.GetElapsedTime(start);
    }
}
