using System.Globalization;

namespace StreamTuning.Tour.Tests;

/// <summary>A tour whose steps take no time: the results are those of a real one, unless a test changes them.</summary>
internal sealed class RecordedWork : ITourWork
{
    // Rule, severity, found, left.
    private const string Results = """
        STRM0001 warning 1 1
        STRM1001 warning 14 0
        STRM1002 suggestion 2 0
        STRM1003 warning 4 0
        STRM1004 warning 1 0
        STRM1005 suggestion 1 0
        STRM1006 suggestion 11 0
        STRM1008 warning 3 0
        STRM1012 suggestion 1 1
        STRM1013 warning 1 0
        STRM2001 warning 1 0
        STRM2002 suggestion 1 0
        STRM2003 suggestion 1 0
        STRM3001 warning 1 0
        STRM3002 warning 1 0
        STRM3003 suggestion 1 0
        STRM3004 suggestion 1 0
        STRM3005 suggestion 1 1
        STRM3006 suggestion 1 0
        STRM4001 suggestion 2 2
        STRM4002 suggestion 1 1
        STRM4003 warning 1 0
        STRM4004 warning 2 0
        STRM4006 suggestion 1 0
        STRM4008 warning 1 0
        STRM4009 suggestion 1 0
        """;

    // The two places of a time are before and after.
    private const string Times = """
        step import to share 1702.4 38.1
        step receive on disk 55.0 28.0
        step publish to share 1976.3 143.2
        step album on share 1053.1 135.9
        step take in on disk 12.1 11.8
        step archive on disk 32.7 19.0
        step back up to blobs 6051.8 3105.2
        step upload to disk 770.0 269.3
        step upload to share 5077.9 42.0
        total 16746.3 3814.4
        allocated 335.0 47.2
        """;

    private static readonly Dictionary<string, string> _files = new()
    {
        ["STRM1008"] = "Import.cs",
        ["STRM1005"] = "Inbox.cs",
        ["STRM3001"] = "Backup.cs",
    };

    // Longer than a line of any screen, and with brackets, which mean a style to the console.
    private static readonly string _longMessage = $"'File' has a [message] {new string('m', 200)}";

    private readonly List<string> _calls = [];
    private bool _isFixed;

    /// <summary>Called before each step.</summary>
    public Action<string> OnStep { get; set; } = static _ => { };

    public List<Finding> Found { get; } = [.. Findings(column: 2)];

    public List<Finding> Left { get; } = [.. Findings(column: 3)];

    /// <summary>Before and after change places.</summary>
    public bool IsSlower { get; set; }

    /// <summary>Only the memory does.</summary>
    public bool TakesMore { get; set; }

    public bool ChangesNothing { get; set; }

    /// <summary>The steps in the order in which they were taken.</summary>
    public IReadOnlyList<string> Calls => _calls;

    public Task PackAsync() => Step("pack");

    public Task CopySampleAsync() => Step("copy");

    public async Task<IReadOnlyList<Finding>> BuildAsync()
    {
        await Step("build");
        return _isFixed ? Left : Found;
    }

    public Task BuildScanToolAsync() => Step("build tool");

    public Task FixAsync()
    {
        _isFixed = true;
        return Step("fix");
    }

    public async Task<Timings> RaceAsync()
    {
        await Step("race");
        return Timings.FromRuns([RunOf(0), RunOf(0)], [RunOf(1), RunOf(1)], new RaceConditions("mounted", "emulated"));
    }

    public IReadOnlyDictionary<string, string> ReadSources() => Found.GroupBy(finding => finding.File).ToDictionary(
        findings => findings.Key,
        findings => string.Concat(Enumerable.Range(1, 100).Select(line =>
            _isFixed && !ChangesNothing && findings.Any(finding => finding.Line == line) ? $"    Fixed{line}();\n" : $"    Line{line}();\n")));

    private static IEnumerable<Finding> Findings(int column) =>
        from line in Results.Split('\n')
        let parts = line.Split(' ')
        from i in Enumerable.Range(0, int.Parse(parts[column], CultureInfo.InvariantCulture))
        select new Finding(_files.GetValueOrDefault(parts[0], "Gallery.cs"), 20 + (3 * i), parts[0], parts[1], _longMessage);

    private Run RunOf(int column)
    {
        bool swapsTimes = IsSlower;
        bool swapsMemory = IsSlower || TakesMore;
        return Run.TryParse([.. Times.Split('\n').Select(line =>
        {
            string[] parts = line.Split(' ');
            bool swaps = parts[0] == "allocated" ? swapsMemory : swapsTimes;
            return $"{string.Join(' ', parts[..^2])} {parts[^2..][swaps ? 1 - column : column]}";
        })])!;
    }

    private Task Step(string name)
    {
        _calls.Add(name);
        OnStep(name);
        return Task.CompletedTask;
    }
}
