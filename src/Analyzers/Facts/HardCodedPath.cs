namespace StreamTuning.Analyzers.Facts;

/// <summary>A path that begins with the root of temporary files, written as text or read from an environment variable.</summary>
internal sealed class HardCodedPath
{
    /// <summary>What makes Windows take the rest of a path as it is.</summary>
    private const string LongPath = @"\\?\";

    private HardCodedPath(IOperation beginning, string root, bool isVariable, bool isBelow)
    {
        Beginning = beginning;
        Root = root;
        IsVariable = isVariable;
        IsBelow = isBelow;
    }

    /// <summary>The literal, the text in an interpolated string, or the call that reads the variable, with which the path begins.</summary>
    public IOperation Beginning { get; }

    /// <summary>The root as it is written; of a variable its name between percent signs.</summary>
    public string Root { get; }

    /// <summary>Whether the root is read from an environment variable.</summary>
    public bool IsVariable { get; }

    /// <summary>Whether the path goes on behind the root.</summary>
    public bool IsBelow { get; }

    /// <summary>Null where the path begins with anything else, or leads elsewhere by dots.</summary>
    public static HardCodedPath? TryRead(IOperation path, TempRoots roots, KnownTypes types) =>
        TryRead(path, goesOn: false, roots, types, hops: 0);

    private static HardCodedPath? TryRead(IOperation path, bool goesOn, TempRoots roots, KnownTypes types, int hops)
    {
        var parts = new PathParts(path.Origin() ?? path, types, followsMembers: true);
        if (hops > Provenance.MaximumHops || parts.Count == 0)
        {
            return null;
        }

        PathPart first = parts[0];
        PathPart? next = parts.Count > 1 ? parts[1] : null;
        while (first.Kept is { } kept)
        {
            if (kept.Next.Text is not null)
            {
                // It begins at a root of its own.
                first = kept.Next;
                next = null;
            }
            else if (kept.Before.Count > 0)
            {
                first = kept.Before[0];
                next = kept.Before.Count > 1 ? kept.Before[1] : null;
                goesOn = true;
            }
            else
            {
                return null;
            }
        }

        // Without a separator between them, what follows a root makes it another name.
        bool joins = next is null || (next.Text is { Length: > 0 } following && TempRoots.IsSeparator(following[0]));
        goesOn |= next is not null;
        return first.Text is { } text ? TryReadText(text, first.Origin, joins, goesOn, roots)
            : joins ? TryReadValue(first.Value!, goesOn, roots, types, hops)
            : null;
    }

    private static HardCodedPath? TryReadText(string text, IOperation? origin, bool joins, bool goesOn, TempRoots roots)
    {
        string path = text.StartsWith(LongPath, StringComparison.Ordinal) ? text.Substring(LongPath.Length) : text;
        int length = roots.LengthOfRoot(path);
        if (length == 0
            || LeadsElsewhere(path)
            || IsSocketOrPipe(path)
            || (length == path.Length && goesOn && !joins)
            || origin is not ILiteralOperation literal)
        {
            return null;
        }

        bool isBelow = goesOn || path.Substring(length).Trim('/', '\\').Length > 0;
        return new HardCodedPath(literal, path.Substring(0, length), isVariable: false, isBelow);
    }

    private static HardCodedPath? TryReadValue(IOperation value, bool goesOn, TempRoots roots, KnownTypes types, int hops)
    {
        value = value.Unwrap();
        switch (value)
        {
            case IInvocationOperation { TargetMethod: { Name: "GetEnvironmentVariable" } method,
                Arguments: { Length: > 0 } arguments } call:
                return method.ContainingType.Is(types.Environment)
                    && arguments[0].Value.Origin()?.ConstantValue is { HasValue: true, Value: string name }
                    && roots.HasVariable(name)
                        ? new HardCodedPath(call, "%" + name + "%", isVariable: true, goesOn)
                        : null;
            case IInvocationOperation { TargetMethod: { Name: "ExpandEnvironmentVariables" } method, Arguments: { Length: 1 } arguments }:
                return method.ContainingType.Is(types.Environment)
                    && TryRead(arguments[0].Value, goesOn, roots, types, hops + 1) is { } expanded
                    ? new HardCodedPath(expanded.Beginning, expanded.Root, expanded.IsVariable || expanded.Root[0] == '%', expanded.IsBelow)
                    : null;
            case IInvocationOperation { TargetMethod: { Name: "GetFullPath" or "ChangeExtension" } method, Arguments: var arguments }:
                return method.ContainingType.Is(types.Path) && arguments.Named("path") is { } changed
                    ? TryRead(changed, goesOn, roots, types, hops + 1)
                    : null;
            case IPropertyReferenceOperation { Property.Name: "FullName", Instance: { } info }:
                return info.Origin() is IObjectCreationOperation { Arguments: { Length: 1 } given } creation
                    && (creation.Type.Is(types.FileInfo) || creation.Type.Is(types.DirectoryInfo))
                        ? TryRead(given[0].Value, goesOn, roots, types, hops + 1)
                        : null;
            case ILocalReferenceOperation or IFieldReferenceOperation:
                return value.SingleValue() is { } origin ? TryRead(origin, goesOn, roots, types, hops + 1) : null;
            case ICoalesceOperation choice:
                // What stands in for a variable that is not set.
                return TryRead(choice.Value, goesOn, roots, types, hops + 1) is { IsVariable: true } variable ? variable : null;
            case IConditionalOperation { WhenFalse: { } whenFalse } choice:
                return TryRead(whenFalse, goesOn, roots, types, hops + 1) is not null
                    ? TryRead(choice.WhenTrue, goesOn, roots, types, hops + 1)
                    : null;
            default:
                return null;
        }
    }

    private static bool LeadsElsewhere(string path) => path.Contains("/..") || path.Contains(@"\..");

    /// <summary>Whether the name says that it is no file.</summary>
    private static bool IsSocketOrPipe(string path) =>
        Array.Exists(["sock", "socket", "pipe", "fifo"], end => path.EndsWith(end, StringComparison.OrdinalIgnoreCase));
}

/// <summary>The directories that count as temporary: those everybody knows, with what the option adds and takes away.</summary>
internal sealed class TempRoots
{
    public static readonly TempRoots Default = new(
        ImmutableArray.Create("/tmp", "/var/tmp", @":\temp", @":\tmp", @":\windows\temp", @":\local\temp", "%TEMP%", "%TMP%", "%TMPDIR%"));

    // Paths without the separator at the end; those on a drive in lower case, without its letter and with backslashes; variables in upper
    // case.
    private readonly ImmutableArray<string> _roots;

    private TempRoots(ImmutableArray<string> roots) => _roots = roots;

    /// <summary>The roots with those entries of the option added, and those after a minus sign taken away.</summary>
    public static TempRoots Of(ImmutableArray<string> entries)
    {
        if (entries.IsEmpty)
        {
            return Default;
        }

        var roots = new List<string>(Default._roots);
        foreach (string entry in entries)
        {
            if (Normalize(entry[0] == '-' ? entry.Substring(1).TrimStart() : entry) is { } root)
            {
                roots.Remove(root);
                if (entry[0] != '-')
                {
                    roots.Add(root);
                }
            }
        }

        return new TempRoots(roots.ToImmutableArray());
    }

    /// <summary>Whether the text can be an entry of the option.</summary>
    public static bool IsEntry(string text) =>
        text.Length > 0 && Normalize(text[0] == '-' ? text.Substring(1).TrimStart() : text) is not null;

    public static bool IsSeparator(char c) => c is '/' or '\\';

    /// <summary>The length of the root that the text has at a position, up to a separator or the end; 0 where it has none there.</summary>
    public int LengthOfRoot(string text, int position = 0)
    {
        foreach (string root in _roots)
        {
            // A drive has a letter before what is kept of it.
            int start = root[0] == ':' ? position + 1 : position;
            int end = start + root.Length;
            if (text.Length >= end
                && (start == position || IsDrive(text, position))
                && IsAt(text, start, root)
                && (text.Length == end || IsSeparator(text[end])))
            {
                return end - position;
            }
        }

        return 0;
    }

    /// <summary>Whether the environment variable of that name holds a root.</summary>
    public bool HasVariable(string name) => _roots.Contains("%" + name.ToUpperInvariant() + "%");

    private static bool IsAt(string text, int start, string root) => root[0] == '/'
        ? string.CompareOrdinal(text, start, root, 0, root.Length) == 0
        : text.Substring(start, root.Length).Replace('/', '\\').Equals(root, StringComparison.OrdinalIgnoreCase);

    private static bool IsDrive(string text, int position = 0) =>
        text.Length > position + 1 && text[position + 1] == ':' && text[position] is (>= 'a' and <= 'z') or (>= 'A' and <= 'Z');

    private static string? Normalize(string root)
    {
        string path = root.TrimEnd('/', '\\');
        if (path.Length > 2 && path[0] == '%' && path[path.Length - 1] == '%' && path.IndexOf('%', 1) == path.Length - 1)
        {
            return path.ToUpperInvariant();
        }

        if (path.Length > 1 && path[0] == '/')
        {
            return path;
        }

        return path.Length > 3 && IsDrive(path) && IsSeparator(path[2]) ? path.Substring(1).Replace('/', '\\').ToLowerInvariant() : null;
    }
}
