namespace Microsoft.CodeAnalysis.Testing;

/// <summary>How marks in the sources of a state are read.</summary>
public enum MarkupMode
{
    /// <summary>There are no marks: the sources are taken as they are.</summary>
    None,

    /// <summary>Marks are removed and mean nothing.</summary>
    Ignore,

    /// <summary>Marks are removed; those of fixable diagnostics mean nothing.</summary>
    IgnoreFixable,

    /// <summary>Marks are removed and become expected diagnostics.</summary>
    Allow,
}
