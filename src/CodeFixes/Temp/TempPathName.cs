namespace StreamTuning.CodeFixes.Temp;

/// <summary>
/// What is known of the first name below a root of temporary files, to tell whether two paths may lead to the same place.
/// </summary>
internal readonly struct TempPathName
{
    private readonly string _text;
    private readonly bool _isWhole;
    private readonly string _code;

    private TempPathName(string text, bool isWhole, string code)
    {
        _text = text;
        _isWhole = isWhole;
        _code = code;
    }

    /// <summary>How two names may be the same.</summary>
    public enum Likeness
    {
        /// <summary>They are certainly different.</summary>
        Different,

        /// <summary>One of them is not known.</summary>
        Unknown,

        /// <summary>They are the same, or begin alike.</summary>
        Same,
    }

    /// <summary>Whether there is no name: the directory itself is meant.</summary>
    private bool IsNone => _isWhole && _text.Length == 0;

    private bool IsMadeUnique => !_isWhole && (_code.Contains(".NewGuid()") || _code.Contains(".GetRandomFileName()"));

    /// <summary>The name in a text behind the root.</summary>
    public static TempPathName Of(string text, bool isWhole) => Of(text, isWhole, code: "");

    public static TempPathName Of(TempPathExpression path) =>
        path.IsRoot && TempDirectoryCall.TryRead(path.Whole) is { Rest: { Count: > 0 } rest } ? Of(rest)
            : Of(path.Beginning, path.Constant is not null, path.Code);

    public Likeness CompareTo(TempPathName other)
    {
        if (IsMadeUnique || other.IsMadeUnique)
        {
            // Nobody else can have it, but a search through the directory may find it.
            return IsNone || other.IsNone ? Likeness.Unknown : Likeness.Different;
        }

        if (_isWhole && other._isWhole)
        {
            return IsNone || other.IsNone
                ? Likeness.Unknown
                : string.Equals(_text, other._text, StringComparison.OrdinalIgnoreCase)
                ? Likeness.Same
                : Likeness.Different;
        }

        if (!_isWhole && !other._isWhole && _code == other._code)
        {
            return Likeness.Same;
        }

        if (_text.Length == 0 || other._text.Length == 0)
        {
            return Likeness.Unknown;
        }

        return (!other._isWhole && _text.StartsWith(other._text, StringComparison.OrdinalIgnoreCase))
            || (!_isWhole && other._text.StartsWith(_text, StringComparison.OrdinalIgnoreCase))
            ? Likeness.Same
            : Likeness.Different;
    }

    private static TempPathName Of(IReadOnlyList<ArgumentSyntax> names) => names[0].Expression switch
    {
        LiteralExpressionSyntax { Token.Value: string text } => Of(text, isWhole: true),
        InterpolatedStringExpressionSyntax { Contents: { Count: > 0 } contents } when contents[0] is InterpolatedStringTextSyntax text =>
            Of(text.TextToken.ValueText, isWhole: false, string.Join(",", names)),
        _ => new TempPathName("", isWhole: false, string.Join(",", names)),
    };

    private static TempPathName Of(string text, bool isWhole, string code)
    {
        string name = text.TrimStart('/', '\\');
        int end = name.IndexOfAny(new[] { '/', '\\' });
        return end < 0 ? new TempPathName(name, isWhole, code) : new TempPathName(name.Substring(0, end), isWhole: true, code);
    }
}
