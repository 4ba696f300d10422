namespace StreamTuning.Analyzers.Facts;

/// <summary>A piece of a path: a text, or a value that is not known.</summary>
internal sealed class PathPart
{
    public string? Text { get; private set; }

    public IOperation? Value { get; private set; }

    /// <summary>Where the text begins; null where it is a separator that <c>Path.Combine</c> puts there.</summary>
    public IOperation? Origin { get; private set; }

    /// <summary>Whether the value was made unique in this method.</summary>
    public bool IsUnique { get; private set; }

    /// <summary>Whether the value cannot begin at a root.</summary>
    public bool IsName { get; private set; }

    /// <summary>
    /// Of what <c>Path.Combine</c> keeps of its first arguments: those, and what stands there in their place if it begins at a root.
    /// </summary>
    public (List<PathPart> Before, PathPart Next)? Kept { get; private set; }

    public bool IsUnrooted => Text is { Length: > 0 } text ? text[0] is not ('/' or '\\') && text.IndexOf(':') < 0 : IsName;

    public static PathPart Of(string text, IOperation? origin) => new() { Text = text, Origin = origin };

    public static PathPart Of(IOperation value, bool isUnique = false, bool isName = false) =>
        new() { Value = value, IsUnique = isUnique, IsName = isName };

    public static PathPart OfKept(IOperation call, List<PathPart> before, PathPart next) => new() { Value = call, Kept = (before, next) };

    public bool IsSameAs(PathPart other) => (Kept, other.Kept) switch
    {
        _ when Text is not null => Text == other.Text,
        ({ } kept, { } otherKept) => kept.Next.IsSameAs(otherKept.Next) && AreSame(kept.Before, otherKept.Before),
        _ => other.Value is { } value && AreSame(Value!, value),
    };

    private static bool AreSame(List<PathPart> first, List<PathPart> second)
    {
        for (int i = 0; i < first.Count; i++)
        {
            if (i == second.Count || !first[i].IsSameAs(second[i]))
            {
                return false;
            }
        }

        return first.Count == second.Count;
    }

    private static bool AreSame(IOperation first, IOperation second) => (first, second) switch
    {
        _ when first == second => true,
        (IPropertyReferenceOperation { Property: { Name: "FullName" } property, Instance: { } a },
            IPropertyReferenceOperation { Property: { } other, Instance: { } b }) =>
            SymbolEqualityComparer.Default.Equals(property, other)
                && property.ContainingType.Name is "FileSystemInfo" or "FileInfo"
                && AreSame(a.Unwrap(), b.Unwrap()),
        _ => first.IsSameAs(second) && first.IsStable(),
    };
}
