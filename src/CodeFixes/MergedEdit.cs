namespace StreamTuning.CodeFixes;

/// <summary>Edits of one document as one, with the imports that they need.</summary>
internal sealed class MergedEdit
{
    public MergedEdit(
        SourceText newText,
        List<TextChange> changes,
        IReadOnlyDictionary<TextChange, string> imports,
        List<(int Position, TextSpan? Replaced)> calls,
        List<int> types,
        bool enlargesBuffer)
    {
        NewText = newText;
        Changes = changes;
        Imports = imports;
        Calls = calls;
        Types = types;
        EnlargesBuffer = enlargesBuffer;
    }

    public SourceText NewText { get; }

    /// <summary>All changes, those of imports too, in order.</summary>
    public List<TextChange> Changes { get; }

    /// <summary>The changes that import a namespace, with its name.</summary>
    public IReadOnlyDictionary<TextChange, string> Imports { get; }

    /// <inheritdoc cref="FixEdit.RuntimeCalls"/>
    public List<(int Position, TextSpan? Replaced)> Calls { get; }

    /// <inheritdoc cref="FixEdit.RuntimeTypes"/>
    public List<int> Types { get; }

    /// <inheritdoc cref="FixEdit.EnlargesBuffer"/>
    public bool EnlargesBuffer { get; }

    /// <summary>Where the character at a position of the old text stands in the new one.</summary>
    public int PositionAfter(int position)
    {
        int shift = 0;
        foreach (TextChange change in Changes)
        {
            if (change.Span.Start < position || (change.Span.Start == position && change.Span.IsEmpty))
            {
                shift += (change.NewText?.Length ?? 0) - change.Span.Length;
            }
        }

        return position + shift;
    }

    /// <summary>The span in the new text of code whose first and last characters are not changed.</summary>
    public TextSpan SpanAfter(TextSpan span) => TextSpan.FromBounds(PositionAfter(span.Start), PositionAfter(span.End - 1) + 1);
}
