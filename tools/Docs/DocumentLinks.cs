namespace StreamTuning.Docs;

/// <summary>The links between the files of the repository.</summary>
internal static class DocumentLinks
{
    /// <summary>Every link to a file or a heading that is not there, as a line for each.</summary>
    public static IEnumerable<string> Broken(string root, Documents documents) =>
        from document in documents.All
        from link in document.Links
        let reason = ReasonOf(root, documents, document, link.Target)
        where reason is not null
        select $"{document.Path}({link.Line}): {link.Target}: {reason}";

    private static string? ReasonOf(string root, Documents documents, Document document, string link)
    {
        if (Uri.TryCreate(link, UriKind.Absolute, out Uri? absolute) && !absolute.IsFile)
        {
            return null;
        }

        string[] parts = link.Split('#', 2);
        if (parts[0].StartsWith('/') || parts[0].Contains('\\', StringComparison.Ordinal))
        {
            return "must be relative, and written with /";
        }

        string target = document.Path;
        if (parts[0].Length > 0)
        {
            string full = Path.GetFullPath(Path.Combine(root, Path.GetDirectoryName(document.Path)!, Uri.UnescapeDataString(parts[0])));
            target = Path.GetRelativePath(root, full).Replace('\\', '/');
            if (target == ".." || target.StartsWith("../", StringComparison.Ordinal))
            {
                return "leads out of the repository";
            }

            if (!File.Exists(full) && !Directory.Exists(full))
            {
                return "there is no such file";
            }
        }

        return parts is [_, { } anchor] && documents.Find(target) is { } found && !found.Anchors.Contains(anchor) ? $"{target} has no such heading" : null;
    }
}
