namespace StreamTuning.Architecture.Tests;

/// <summary>Arrows point down: entry points, engines, options, files; areas, facts, flow, API, names; and fixes use facts, not the reverse.</summary>
public sealed class ArrowTests
{
    private static readonly string[] _areas = ["Copying", "Temp", "Blobs", "Uploads", "Configuration"];

    /// <summary>The folders from the lowest up, and those that each may use, besides itself.</summary>
    private static readonly OrderedDictionary<string, string[]> _below = new()
    {
        ["Analyzers/Names"] = [],
        ["Analyzers/Api"] = ["Analyzers/Names"],
        ["Analyzers/Flow"] = ["Analyzers/Api", "Analyzers/Names"],
        ["Analyzers/Facts"] = ["Analyzers/Flow", "Analyzers/Api", "Analyzers/Names"],
        ["Analyzers"] = ["Analyzers/Facts", "Analyzers/Flow", "Analyzers/Api", "Analyzers/Names"],
        ["CodeFixes/Edits"] = ["Analyzers", "Analyzers/Facts", "Analyzers/Flow", "Analyzers/Api", "Analyzers/Names"],
        ["CodeFixes"] = ["CodeFixes/Edits", "Analyzers", "Analyzers/Facts", "Analyzers/Flow", "Analyzers/Api", "Analyzers/Names"],

        ["Measuring/Statistics"] = [],
        ["Measuring/Fitting"] = ["Measuring/Statistics"],
        ["Measuring/Probing"] = ["Measuring/Fitting", "Measuring/Statistics"],
        ["Measuring"] = ["Measuring/Probing", "Measuring/Fitting", "Measuring/Statistics"],
        ["Measuring/Advice"] = ["Measuring", "Measuring/Probing", "Measuring/Fitting", "Measuring/Statistics"],

        ["Tool"] = [],
        ["Tool/Loading"] = ["Tool"],
        ["Tool/Costs"] = ["Tool"],
        ["Tool/Scanning"] = ["Tool/Costs", "Tool/Loading", "Tool"],
        ["Tool/Fixing"] = ["Tool/Scanning", "Tool/Loading", "Tool"],
        ["Tool/Measuring"] = ["Tool"],
        ["Tool/Reports"] = ["Tool/Measuring", "Tool/Scanning", "Tool/Costs", "Tool"],
        ["Tool/Blobs"] = ["Tool/Reports", "Tool/Measuring", "Tool/Costs", "Tool"],
        ["Tool/CommandLine"] =
        [
            "Tool/Blobs", "Tool/Measuring", "Tool/Reports", "Tool/Fixing", "Tool/Scanning", "Tool/Costs", "Tool/Loading", "Tool",
        ],

        ["Runtime/Diagnostics"] = [],
        ["Runtime/Files"] = [],
        ["Runtime/Copying/Options"] = ["Runtime/Files"],
        ["Runtime/Copying/Engine"] = ["Runtime/Copying/Options", "Runtime/Files", "Runtime/Diagnostics"],
        ["Runtime/Copying"] = ["Runtime/Copying/Engine", "Runtime/Copying/Options", "Runtime/Files"],
        ["Runtime/Temp/Files"] = ["Runtime/Copying/Engine", "Runtime/Files"],
        ["Runtime/Temp/Roots"] = ["Runtime/Temp/Files", "Runtime/Files", "Runtime/Diagnostics"],
        ["Runtime/Temp/Staging"] =
            ["Runtime/Temp/Roots", "Runtime/Temp/Files", "Runtime/Copying/Engine", "Runtime/Copying/Options", "Runtime/Files"],
        ["Runtime/Temp"] = ["Runtime/Temp/Staging", "Runtime/Temp/Roots", "Runtime/Temp/Files"],
        ["Runtime/Blocks/Store"] = [],
        ["Runtime/Blocks/Options"] = [],
        ["Runtime/Blocks/Engine"] = ["Runtime/Blocks/Options", "Runtime/Blocks/Store", "Runtime/Copying/Engine", "Runtime/Diagnostics"],
        ["Runtime/Blocks"] = ["Runtime/Blocks/Engine", "Runtime/Blocks/Options", "Runtime/Blocks/Store", "Runtime/Copying/Engine"],
        ["Runtime.AspNetCore/Options"] = [],
        ["Runtime.AspNetCore/Forms"] = ["Runtime.AspNetCore/Options"],
        ["Runtime.AspNetCore/Binding"] = ["Runtime.AspNetCore/Forms"],
        ["Runtime.AspNetCore"] = ["Runtime.AspNetCore/Binding", "Runtime.AspNetCore/Forms", "Runtime.AspNetCore/Options"],
        ["Runtime.AzureBlobs/Options"] = [],
        ["Runtime.AzureBlobs/Engine"] = ["Runtime.AzureBlobs/Options"],
        ["Runtime.AzureBlobs"] = ["Runtime.AzureBlobs/Engine", "Runtime.AzureBlobs/Options"],
    };

    public static TheoryData<string> Compiled => new() { "Rules", "Runtimes", "Tool" };

    [Theory]
    [MemberData(nameof(Compiled))]
    public void No_file_names_a_type_of_a_folder_above_it(string sources)
    {
        string[] up =
        [
            .. Of(sources).References
                .SelectMany(file => file)
                .Where(reference => !MayUse(Sources.FolderOf(reference.From), Sources.FolderOf(reference.To)))
                .Select(reference => $"{reference.From} -> {reference.Type} ({Sources.FolderOf(reference.To)})")
                .Order(StringComparer.Ordinal),
        ];
        Assert.True(up.Length == 0, string.Join("\n", up));
    }

    /// <summary>An arrow from a name that nobody finds would be missed.</summary>
    [Theory]
    [MemberData(nameof(Compiled))]
    public void Every_name_is_found(string sources)
    {
        string[] missed =
        [
            .. Of(sources).Trees.SelectMany(Of(sources).DiagnosticsOf)
                .Where(each => each.Id is "CS0103" or "CS0234" or "CS0246" or "CS1061")
                .Select(each => each.ToString()),
        ];
        Assert.True(missed.Length == 0, string.Join("\n", missed));
    }

    [Fact]
    public void There_is_no_circle()
    {
        foreach ((string folder, string[] used) in _below)
        {
            Assert.All(used, each => Assert.InRange(_below.IndexOf(each), 0, _below.IndexOf(folder) - 1));
        }
    }

    private static Sources Of(string name) => name switch
    {
        "Rules" => Sources.Rules,
        "Runtimes" => Sources.Runtimes,
        _ => Sources.Tool,
    };

    private static bool MayUse(string from, string to)
    {
        if (from == to || IsOfAnotherPackage(from, to))
        {
            return true;
        }

        if (_below.TryGetValue(from, out string[]? below))
        {
            return below.Contains(to);
        }

        // An area uses what all areas have below them, and no other area; a fix also the rule of its own.
        string[] parts = from.Split('/');
        return parts[0] == "CodeFixes"
            ? IsBelowRules(to) || to == $"Analyzers/{parts[1]}"
            : parts[0] == "Analyzers" && _areas.Contains(parts[1]) && IsBelowRules(to) && ProjectOf(to) != "CodeFixes";
    }

    private static bool IsBelowRules(string folder) => _below.ContainsKey(folder) && (ProjectOf(folder) is "Analyzers" or "CodeFixes");

    /// <summary>Whether a package uses another one that is below it.</summary>
    private static bool IsOfAnotherPackage(string from, string to) => (ProjectOf(from), ProjectOf(to)) switch
    {
        ("Runtime.AspNetCore" or "Runtime.AzureBlobs", "Runtime") => true,
        ("Tool", "Analyzers" or "CodeFixes" or "Measuring" or "Runtime" or "Runtime.AzureBlobs") => true,
        ("Measuring", "Runtime") => true,
        _ => false,
    };

    private static string ProjectOf(string folder) => folder.Split('/')[0];
}
