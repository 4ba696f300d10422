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

    /// <summary>Whether the path comes from another member: it is in a field, is returned, or is given by all callers.</summary>
    public bool IsInField => Path.Operation.Root() != _root;

    public NameKind Name => IsInField ? NameKind.Uncertain
        : _fills[0].IsOfDirectory ? NameKind.Uncertain
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
    public bool IsChecked => FreeSpaceQuestion.IsIn(_root, _types) || (IsInField && FreeSpaceQuestion.IsIn(Path.Operation.Root(), _types));

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

/// <summary>A path in the temp directory: of <c>Path.GetTempFileName</c>, or <c>Path.GetTempPath</c> with a name behind it.</summary>
internal sealed class TempPath
{
    private TempPath(IOperation operation, ImmutableArray<IOperation> parts, bool isDirectory)
    {
        Operation = operation;
        Parts = parts;
        IsDirectory = isDirectory;
    }

    /// <summary>The names of the methods that such a path comes from.</summary>
    public static WatchedNames Sources { get; } = new("GetTempFileName", "GetTempPath");

    /// <summary>The call, or the expression that puts a name behind the directory.</summary>
    public IOperation Operation { get; }

    /// <summary>Where it is used, which may be in another member.</summary>
    public IOperation Use { get; private set; } = null!;

    /// <summary>What the expression consists of, the directory first; empty where it is a call of <c>Path.GetTempFileName</c>.</summary>
    public ImmutableArray<IOperation> Parts { get; }

    /// <summary>Whether more of a name is put behind it.</summary>
    public bool IsDirectory { get; }

    /// <summary>The method that the path comes from.</summary>
    public string Source => Parts.IsEmpty ? "GetTempFileName" : "GetTempPath";

    /// <summary>Follows a path to where it gets into the temp directory; null where it is not known to.</summary>
    public static TempPath? Find(IOperation path, KnownTypes types)
    {
        TempPath? found = Find(path, types, isDirectory: false, hops: 0);
        if (found is not null)
        {
            found.Use = path;
        }

        return found;
    }

    /// <summary>Whether the value is <c>Path.GetTempPath()</c>.</summary>
    public static bool IsTempDirectory(IOperation value, KnownTypes types)
    {
        for (int hops = 0; hops < Provenance.MaximumHops; hops++)
        {
            IOperation origin = value.Origin() ?? value.Unwrap();
            if (origin is IInvocationOperation { TargetMethod: { Name: "GetTempPath" } method })
            {
                return method.ContainingType.Is(types.Path);
            }

            if (FixedMember.ValueOf(origin) is not { } given)
            {
                return false;
            }

            value = given;
        }

        return false;
    }

    /// <summary>The pieces that a path is put together from, in order; empty where it is not put together here.</summary>
    public static ImmutableArray<IOperation> PartsOf(IOperation path, KnownTypes types)
    {
        switch (path)
        {
            case IInvocationOperation { TargetMethod: { Name: "Combine" or "Join" } method } call when method.ContainingType.Is(types.Path):
                return Texts(call.Arguments);
            case IInvocationOperation { TargetMethod: { Name: "Concat", ContainingType.SpecialType: SpecialType.System_String } } call:
                return Texts(call.Arguments);
            case IBinaryOperation { OperatorKind: BinaryOperatorKind.Add, Type.SpecialType: SpecialType.System_String }:
                ImmutableArray<IOperation>.Builder operands = ImmutableArray.CreateBuilder<IOperation>();
                AddOperands(path, operands);
                return operands.ToImmutable();
            case IInterpolatedStringOperation { Parts: { Length: > 0 } contents }:
                ImmutableArray<IOperation>.Builder holes = ImmutableArray.CreateBuilder<IOperation>(contents.Length);
                foreach (IInterpolatedStringContentOperation content in contents)
                {
                    holes.Add(content is IInterpolationOperation { Alignment: null, FormatString: null } hole ? hole.Expression : content);
                }

                return holes.MoveToImmutable();
            default:
                return ImmutableArray<IOperation>.Empty;
        }
    }

    private static TempPath? Find(IOperation path, KnownTypes types, bool isDirectory, int hops)
    {
        path = path.Unwrap();
        bool isFollowed = hops < Provenance.MaximumHops;
        if (path is IParameterReferenceOperation parameter)
        {
            return isFollowed ? FindGiven(parameter, types, isDirectory, hops) : null;
        }

        IOperation? value = isFollowed ? path.SingleValue() ?? FixedMember.ValueOf(path) : null;
        if (value is not null || path.IsFollowed())
        {
            return value is null ? null : Find(value, types, isDirectory, hops + 1);
        }

        if (path is IInvocationOperation { TargetMethod: { Name: "GetTempFileName" or "ChangeExtension" or "GetFullPath" } method } call
            && method.ContainingType.Is(types.Path))
        {
            return method.Name == "GetTempFileName" ? new TempPath(call, ImmutableArray<IOperation>.Empty, isDirectory: false)
                : ArgumentOf(call.Arguments, 0) is { } first ? Find(first, types, isDirectory, hops)
                : null;
        }

        ImmutableArray<IOperation> parts = PartsOf(path, types);
        return parts.Length < 2 ? null
            : IsTempDirectory(parts[0], types) ? new TempPath(path, parts, isDirectory)
            : Find(parts[0], types, isDirectory: true, hops);
    }

    /// <summary>The path that a method is given, if all calls in the project give one in the temp directory.</summary>
    private static TempPath? FindGiven(IParameterReferenceOperation reference, KnownTypes types, bool isDirectory, int hops)
    {
        if (reference is not { Parameter: { RefKind: RefKind.None,
            ContainingSymbol: IMethodSymbol { MethodKind: MethodKind.Ordinary } method } parameter,
                SemanticModel.Compilation: { } compilation }
            || !reference.IsStable()
            || MemberUses.MayBeElsewhere(method, compilation)
            || MemberUses.Of(method.OriginalDefinition, compilation) is not { } calls)
        {
            return null;
        }

        TempPath? found = null;
        foreach (IOperation call in calls)
        {
            if ((call as IInvocationOperation)?.Arguments.Named(parameter.Name) is not { } given
                || Find(given, types, isDirectory, hops + 1) is not { } path)
            {
                return null;
            }

            found ??= path;
        }

        return found;
    }

    /// <summary>The arguments in the order of the parameters; empty where one of them is no text.</summary>
    private static ImmutableArray<IOperation> Texts(ImmutableArray<IArgumentOperation> arguments)
    {
        ImmutableArray<IOperation>.Builder texts = ImmutableArray.CreateBuilder<IOperation>();
        for (int i = 0; i < arguments.Length; i++)
        {
            if (ArgumentOf(arguments, i) is not { } value)
            {
                return ImmutableArray<IOperation>.Empty;
            }

            if (value.Type?.SpecialType == SpecialType.System_String)
            {
                texts.Add(value);
                continue;
            }

            // The elements of params: of an array, or of a span as a collection expression, which this version of Roslyn has no name for.
            value = value.Unwrap();
            foreach (IOperation element in value is IArrayCreationOperation { Initializer: { } array }
                ? array.ChildOperations
                : value.ChildOperations)
            {
                if (element.Type?.SpecialType != SpecialType.System_String)
                {
                    return ImmutableArray<IOperation>.Empty;
                }

                texts.Add(element);
            }
        }

        return texts.ToImmutable();
    }

    private static IOperation? ArgumentOf(ImmutableArray<IArgumentOperation> arguments, int ordinal)
    {
        foreach (IArgumentOperation argument in arguments)
        {
            if (argument.Parameter?.Ordinal == ordinal)
            {
                return argument.Value;
            }
        }

        return null;
    }

    private static void AddOperands(IOperation operand, ImmutableArray<IOperation>.Builder operands)
    {
        if (operand.Unwrap() is IBinaryOperation { OperatorKind: BinaryOperatorKind.Add,
            Type.SpecialType: SpecialType.System_String } concatenation
            && !concatenation.ConstantValue.HasValue)
        {
            AddOperands(concatenation.LeftOperand, operands);
            AddOperands(concatenation.RightOperand, operands);
        }
        else
        {
            operands.Add(operand);
        }
    }
}
