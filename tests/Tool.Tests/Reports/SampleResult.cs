using Microsoft.CodeAnalysis;
using StreamTuning.Analyzers;
using StreamTuning.Tool.Scanning;

namespace StreamTuning.Tool.Tests.Reports;

/// <summary>A result made up for tests of reports, with names and code that a report has to escape.</summary>
internal static class SampleResult
{
    public const string Hostile = "<script>alert('1 & 2')</script> | \"quoted\" `code` [a](b)";

    public static string Root { get; } = Path.Combine(Path.GetTempPath(), "sample #1");

    /// <param name="findings">How many; warnings of STRM1001 and suggestions of STRM1006 in turn.</param>
    public static ScanResult Create(int findings) => new()
    {
        Target = Path.Combine(Root, "All.slnx"),
        Root = Root,
        Projects =
        [
            new ProjectResult("App/App.csproj", ProjectState.Incomplete, ["net10.0", "net8.0"], 2, []),
            new ProjectResult("Bad/Bad.csproj", ProjectState.Failed, [], 0, [$"NU1101: {Hostile}"]),
            new ProjectResult("Other/Other.fsproj", ProjectState.Skipped, [], 0, ["Only C# projects are scanned."]),
        ],
        Findings = [.. Enumerable.Range(0, findings).Select(Finding)],
        Suppressed = 1,
        Known = 2,
        Failures = [$"The rule STRM1002 failed: {Hostile}"],
        Fixed = [new RuleCount(Rules.CopyBufferTooSmall, 3, ["App/A.cs"])],
    };

    private static Finding Finding(int index) => new()
    {
        Rule = index % 2 == 0 ? Rules.CopyIntoFileWithDefaultBuffer : Rules.FileNotOpenedForAsync,
        Severity = index % 2 == 0 ? DiagnosticSeverity.Warning : DiagnosticSeverity.Info,
        Message = Hostile,
        Path = Path.Combine(Root, "App", $"<b> {index / 7}.cs"),
        File = $"App/<b> {index / 7}.cs",
        StartLine = 10,
        StartColumn = 5,
        EndLine = 10,
        EndColumn = 9,
        Excerpt = ["    if (a < b && c)", "    </script><script>alert(1)</script>", "\t}"],
        ExcerptLine = 9,
        Fingerprint = $"{index:x32}",
        Projects = ["App/App.csproj"],
        Frameworks = ["net10.0", "net8.0"],
    };
}
