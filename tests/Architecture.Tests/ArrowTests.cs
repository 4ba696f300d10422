namespace StreamTuning.Architecture.Tests;

/// <summary>Arrows point down: areas, facts, flow, API, names; and fixes use facts, not the reverse.</summary>
public sealed class ArrowTests
{
    private static readonly string[] _areas = ["Copying", "Temp", "Blobs", "Uploads", "Configuration"];

    /// <summary>The folders that each may use, besides itself.</summary>
    private static readonly Dictionary<string, string[]> _below = new()
    {
        ["Analyzers/Names"] = [],
        ["Analyzers/Api"] = ["Analyzers/Names"],
        ["Analyzers/Flow"] = ["Analyzers/Api", "Analyzers/Names"],
        ["Analyzers/Facts"] = ["Analyzers/Flow", "Analyzers/Api", "Analyzers/Names"],
        ["Analyzers"] = ["Analyzers/Facts", "Analyzers/Flow", "Analyzers/Api", "Analyzers/Names"],
        ["CodeFixes/Edits"] = ["Analyzers", "Analyzers/Facts", "Analyzers/Flow", "Analyzers/Api", "Analyzers/Names"],
        ["CodeFixes"] = ["CodeFixes/Edits", "Analyzers", "Analyzers/Facts", "Analyzers/Flow", "Analyzers/Api", "Analyzers/Names"],
    };

    [Fact]
    public void No_file_names_a_type_of_a_folder_above_it()
    {
        string[] up =
        [
            .. Sources.References
                .SelectMany(file => file)
                .Where(reference => !MayUse(Sources.FolderOf(reference.From), Sources.FolderOf(reference.To)))
                .Select(reference => $"{reference.From} -> {reference.Type} ({Sources.FolderOf(reference.To)})")
                .Order(StringComparer.Ordinal),
        ];
        Assert.Equal("", string.Join("\n", up));
    }

    private static bool MayUse(string from, string to)
    {
        if (from == to)
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
            ? _below.ContainsKey(to) || to == $"Analyzers/{parts[1]}"
            : _areas.Contains(parts[1]) && _below.ContainsKey(to) && !to.StartsWith("CodeFixes", StringComparison.Ordinal);
    }
}
