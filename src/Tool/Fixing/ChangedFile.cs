using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.Tool.Fixing;

/// <summary>A file, and its text as it is and as it is to be.</summary>
internal sealed record ChangedFile(string Path, SourceText Before, SourceText After)
{
    /// <summary>The files that differ between two solutions.</summary>
    public static async Task<IReadOnlyList<ChangedFile>> CompareAsync(Solution before, Solution after, CancellationToken cancellationToken)
    {
        var files = new SortedDictionary<string, ChangedFile>(StringComparer.Ordinal);
        foreach (DocumentId id in after.GetChanges(before).GetProjectChanges().SelectMany(static project => project.GetChangedDocuments()))
        {
            Document document = after.GetDocument(id)!;
            SourceText old = await before.GetDocument(id)!.GetTextAsync(cancellationToken);
            SourceText text = await document.GetTextAsync(cancellationToken);
            if (!text.ContentEquals(old))
            {
                files.TryAdd(document.FilePath!, new ChangedFile(document.FilePath!, old, text));
            }
        }

        return [.. files.Values];
    }

    /// <summary>The difference in the unified format, as git applies it.</summary>
    /// <param name="root">The folder that the names in it are relative to.</param>
    public IEnumerable<string> Diff(string root)
    {
        string name = Files.Relative(root, Path);
        return [$"--- a/{name}", $"+++ b/{name}", .. LineDiff.Unified(Before.ToString(), After.ToString())];
    }

    /// <summary>Writes the new text in the encoding of the old one, with a byte order mark where that has one.</summary>
    /// <exception cref="ToolException">The file has changed, cannot be read or written, or cannot hold the text.</exception>
    public async Task WriteAsync(CancellationToken cancellationToken)
    {
        Encoding encoding = Before.Encoding ?? new UTF8Encoding(encoderShouldEmitUTF8Identifier: false);
        byte[] old;
        try
        {
            old = await File.ReadAllBytesAsync(Path, cancellationToken);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ToolException($"'{Path}' was not fixed: it can't be read again: {e.Message}");
        }

        byte[] mark = encoding.GetPreamble() is { Length: > 0 } preamble && old.AsSpan().StartsWith(preamble) ? preamble : [];
        byte[] expected = [.. mark, .. encoding.GetBytes(Before.ToString())];
        if (!old.AsSpan().SequenceEqual(expected))
        {
            throw new ToolException(
                $"'{Path}' was not fixed: it has changed since it was read, or is in an encoding that would not be kept. "
                + "Run the command again, or save the file as UTF-8.");
        }

        await Files.WriteAsync(Path, [.. mark, .. encoding.GetBytes(After.ToString())], cancellationToken);
    }
}
