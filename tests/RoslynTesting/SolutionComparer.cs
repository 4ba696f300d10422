using System.Text;

namespace Microsoft.CodeAnalysis.Testing;

/// <summary>Compares the files of two solutions to the character.</summary>
internal static class SolutionComparer
{
    /// <summary>What differs, or null.</summary>
    public static async Task<string?> CompareAsync(Solution expected, Solution actual, CancellationToken cancellationToken)
    {
        var text = new StringBuilder();
        var expectedFiles = await FilesAsync(expected, cancellationToken);
        var actualFiles = await FilesAsync(actual, cancellationToken);
        foreach (string file in expectedFiles.Keys.Union(actualFiles.Keys).Order(StringComparer.Ordinal))
        {
            if (!actualFiles.TryGetValue(file, out var actualFile))
            {
                text.AppendLine($"{file} is expected, but not there.");
            }
            else if (!expectedFiles.TryGetValue(file, out var expectedFile))
            {
                text.AppendLine($"{file} is there, but not expected:").AppendLine(actualFile.Text);
            }
            else if (TextDiff.Describe(expectedFile.Text, actualFile.Text) is { } diff)
            {
                text.AppendLine($"{file} differs.").AppendLine(diff);
            }
            else if (expectedFile.Form != actualFile.Form)
            {
                text.AppendLine($"{file} differs in form: expected {expectedFile.Form}, actual {actualFile.Form}.");
            }
        }

        return text.Length == 0 ? null : text.ToString().TrimEnd();
    }

    private static async Task<Dictionary<string, (string Text, string Form)>> FilesAsync(Solution solution, CancellationToken cancellationToken)
    {
        var files = new Dictionary<string, (string, string)>(StringComparer.Ordinal);
        foreach (var project in solution.Projects)
        {
            var documents = project.Documents.Select(static document => ("source", (TextDocument)document))
                .Concat(project.AdditionalDocuments.Select(static document => ("additional file", document)))
                .Concat(project.AnalyzerConfigDocuments.Select(static document => ("configuration", (TextDocument)document)));
            foreach (var (kind, document) in documents)
            {
                var source = await document.GetTextAsync(cancellationToken);
                string name = $"{project.Name}: {kind} {string.Concat(document.Folders.Select(static folder => "/" + folder))}/{document.Name}";
                for (int copy = 2; files.ContainsKey(name); copy++)
                {
                    name += $" ({copy})";
                }

                files.Add(name, (source.ToString(), $"encoding {source.Encoding?.WebName ?? "none"}, checksum {source.ChecksumAlgorithm}"));
            }
        }

        return files;
    }
}
