namespace StreamTuning.Analyzers.Facts;

/// <summary>A file in the temp directory that is filled with data whose size is not constant.</summary>
internal sealed class TempFile
{
    private readonly List<TempFill> _fills;
    private readonly IOperation _root;
    private readonly KnownTypes _types;
    private readonly TempName? _name;

    private TempFile(TempPath path, IOperation root, List<TempFill> fills, KnownTypes types)
    {
        Path = path;
        _root = root;
        _fills = fills;
        _types = types;
        _name = path.Parts.IsEmpty || IsInField ? null : TempName.Of(path, types);
    }

    /// <summary>What is certain about the name behind the temp directory.</summary>
    public enum NameKind
    {
        /// <summary>Nothing, or it is held by a field.</summary>
        Uncertain,

        /// <summary>There is no name: the path is that of a new, empty file.</summary>
        NewFile,

        /// <summary>It names a file in the temp directory.</summary>
        Plain,

        /// <summary>It names a file below other directories.</summary>
        BelowDirectories,

        /// <summary>It names a directory that the file is in.</summary>
        Directory,
    }

    public TempPath Path { get; }

    /// <summary>Whether the path is held by a field, which other members may use too.</summary>
    public bool IsInField => Path.Operation.Root() != _root;

    public NameKind Name => IsInField ? NameKind.Uncertain
        : _name is not { } name ? NameKind.NewFile
        : name.Kind == TempName.Form.Uncertain ? NameKind.Uncertain
        : Path.IsDirectory ? NameKind.Directory
        : name.Kind == TempName.Form.Name ? NameKind.Plain
        : NameKind.BelowDirectories;

    /// <summary>Whether the name was made unique for this path.</summary>
    public bool IsUnique => _name is { IsUnique: true };

    /// <summary>The first call that fills the file.</summary>
    public IInvocationOperation Fill => _fills[0].Call;

    /// <summary>How many bytes will be written, in C#, where one copy or loop writes all of them.</summary>
    public string? ExpectedLength =>
        !IsInField && _fills.Count == 1 && !_fills[0].Whole.IsRepeatedAfter(Path.Operation) ? _fills[0].ExpectedLength : null;

    /// <summary>Whether the code asks how much room there is.</summary>
    public bool IsChecked => SpaceCheck.IsIn(_root, _types) || (IsInField && SpaceCheck.IsIn(Path.Operation.Root(), _types));

    /// <summary>The file that a call fills; null where the call fills none.</summary>
    public static TempFile? FilledBy(IInvocationOperation call, KnownTypes types) =>
        TempFill.IsCandidate(call.TargetMethod) && TempFill.TryRead(call, types) is { } fill ? Of(fill.Path, call.Root(), types) : null;

    /// <summary>
    /// The file that an expression is the path of; null where it is none, or of a file that is not filled in the same member.
    /// </summary>
    public static TempFile? At(IOperation path, KnownTypes types) =>
        TempPath.Find(path, types) is { } found && found.Operation.Syntax == path.Syntax ? Of(found, path.Root(), types) : null;

    private static TempFile? Of(TempPath path, IOperation root, KnownTypes types) =>
        TempFill.FindAll(path, root, types) is { Count: > 0 } fills ? new TempFile(fills[0].Path, root, fills, types) : null;
}
