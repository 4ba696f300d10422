namespace StreamTuning.Analyzers.Facts;

/// <summary>A file in the temp directory that is filled with data whose size is not constant.</summary>
internal sealed class TempFile
{
    private readonly List<TempFill> _fills;
    private readonly IOperation _root;
    private readonly KnownTypes _types;

    private TempFile(TempPath path, IOperation root, List<TempFill> fills, KnownTypes types)
    {
        Path = path;
        _root = root;
        _fills = fills;
        _types = types;
        (Name, IsUnique) = IsInField || fills[0].IsOfDirectory ? (NameKind.Uncertain, false) : ReadName(path, types);
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

    public NameKind Name { get; }

    /// <summary>Whether a part of the name was made unique for this path, and nothing else has got it.</summary>
    public bool IsUnique { get; }

    /// <summary>What fills the file first.</summary>
    public IOperation Fill => _fills[0].Call;

    /// <summary>How many bytes will be written, in C#, where one copy or loop writes all of them.</summary>
    public string? ExpectedLength =>
        !IsInField && _fills.Count == 1 && !_fills[0].Whole.IsRepeatedAfter(Path.Operation) ? _fills[0].ExpectedLength : null;

    /// <summary>Whether the code asks how much room there is.</summary>
    public bool IsChecked => FreeSpaceQuestion.IsIn(_root, _types) || (IsInField && FreeSpaceQuestion.IsIn(Path.Operation.Root(), _types));

    /// <summary>The file that a call fills; null where the call fills none.</summary>
    public static TempFile? FilledBy(IInvocationOperation call, KnownTypes types) =>
        TempFill.IsCandidate(call.TargetMethod) && TempFill.TryRead(call, types) is { } fill ? Of(fill.Path, call.Root(), types) : null;

    /// <summary>The file that another library or a process is to fill; null if it fills none.</summary>
    public static TempFile? HandedTo(IOperation user, KnownTypes types) =>
        TempFill.OfHanded(user, types) is { } fill ? Of(fill.Path, user.Root(), types) : null;

    /// <summary>
    /// The file that an expression is the path of; null where it is none, or of a file that is not filled in the same member.
    /// </summary>
    public static TempFile? At(IOperation path, KnownTypes types) =>
        TempPath.Find(path, types) is { } found && found.Operation.Syntax == path.Syntax ? Of(found, path.Root(), types) : null;

    private static TempFile? Of(TempPath path, IOperation root, KnownTypes types) =>
        TempFill.FindAll(path, root, types) is { Count: > 0 } fills ? new TempFile(fills[0].Path, root, fills, types) : null;

    /// <summary>What is certain about the name, and whether it is unique.</summary>
    private static (NameKind Kind, bool IsUnique) ReadName(TempPath path, KnownTypes types)
    {
        if (path.Directory is null)
        {
            return (NameKind.NewFile, true);
        }

        var parts = new PathParts(path.Operation, types, followsMembers: true);
        string name = "";
        bool isUnique = false;
        for (int i = 1; i < parts.Count; i++)
        {
            if (parts[i] is { Text: null, IsName: false })
            {
                return (NameKind.Uncertain, false);
            }

            name += parts[i].Text ?? "*";
            isUnique |= parts[i].IsUnique && IsOnlyFor(path, parts[i].Value!);
        }

        string[] names = name.TrimStart('/', '\\').Split('/', '\\');
        return parts[0].Kept is not null || Array.Exists(names, each => each.Trim('.', ' ').Length == 0 || each.IndexOf(':') >= 0)
            ? (NameKind.Uncertain, false)
            : (path.IsDirectory ? NameKind.Directory : names.Length == 1 ? NameKind.Plain : NameKind.BelowDirectories, isUnique);
    }

    /// <summary>Whether a value is made in the path, or in a variable that is read for it alone.</summary>
    private static bool IsOnlyFor(TempPath path, IOperation value) =>
        path.Operation.Contains(value) || (value.ReceivingLocal() is { } local && Uses.Of(local, value.Root()).Count == 1);
}

/// <summary>A path in the temp directory: of <c>Path.GetTempFileName</c>, or <c>Path.GetTempPath</c> with a name behind it.</summary>
internal sealed class TempPath
{
    /// <summary>A path is followed to the callers of a method, but not to theirs: their number would multiply.</summary>
    private const int HopsToCaller = 2;

    private TempPath(IOperation operation, IOperation? directory, bool isDirectory)
    {
        Operation = operation;
        Directory = directory;
        IsDirectory = isDirectory;
    }

    /// <summary>The names of the methods that such a path comes from.</summary>
    public static string[] SourceNames { get; } = ["GetTempFileName", "GetTempPath"];

    /// <summary>The call, or the expression that puts a name behind the directory.</summary>
    public IOperation Operation { get; }

    /// <summary>Where it is used, which may be in another member.</summary>
    public IOperation Use { get; private set; } = null!;

    /// <summary>The node that identifies the file: where its path is put together, in the member that uses it if possible.</summary>
    public SyntaxNode Key { get; private set; } = null!;

    /// <summary>Whether a member holds it that has had, or may have, another value.</summary>
    public bool IsKept { get; private set; }

    /// <summary>The directory that the expression begins with; null where it is a call of <c>Path.GetTempFileName</c>.</summary>
    public IOperation? Directory { get; }

    /// <summary>Whether more of a name is put behind it.</summary>
    public bool IsDirectory { get; }

    /// <summary>The method that the path comes from.</summary>
    public string Source => Directory is null ? "GetTempFileName" : "GetTempPath";

    /// <summary>Follows a path to where it gets into the temp directory; null where it is not known to.</summary>
    public static TempPath? Find(IOperation path, KnownTypes types)
    {
        TempPath? found = Find(path, types, isDirectory: false, hops: 0);
        if (found is not null)
        {
            found.Use = path;
            found.Key = path.Origin() is { } origin
                && origin is not (IMemberReferenceOperation or IParameterReferenceOperation)
                && origin.Root() == path.Root()
                && found.Operation.Root() != path.Root()
                    ? origin.Syntax
                    : found.Operation.Syntax;
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

            if ((PathOfInfo(origin, types) ?? FixedMember.ValueOf(origin)) is not { } given)
            {
                return false;
            }

            value = given;
        }

        return false;
    }

    /// <summary>
    /// The path that a <c>FileInfo</c> or <c>DirectoryInfo</c> is made of; null where the value is neither, nor its path.
    /// </summary>
    private static IOperation? PathOfInfo(IOperation value, KnownTypes types)
    {
        if (value is IPropertyReferenceOperation { Property.Name: "FullName", Instance: { } instance })
        {
            value = instance.Origin() ?? instance.Unwrap();
            value = FixedMember.ValueOf(value) ?? value;
        }

        return value.Unwrap() is IObjectCreationOperation { Arguments: { Length: 1 } arguments, Type: { } type }
            && (type.Is(types.FileInfo) || type.Is(types.DirectoryInfo))
                ? arguments[0].Value
                : null;
    }

    /// <summary>What a path begins with that is put together here; null where it is not put together.</summary>
    public static IOperation? BeginningOf(IOperation path, KnownTypes types)
    {
        switch (path)
        {
            case IInvocationOperation { TargetMethod: { Name: "Combine" or "Join" or "Concat" } method } call
                when method.ContainingType.Is(types.Path) || method.ContainingType.SpecialType == SpecialType.System_String:
                return PathParts.JoinedTexts(call) is { Count: > 1 } texts ? texts[0] : null;
            case IBinaryOperation { OperatorKind: BinaryOperatorKind.Add, Type.SpecialType: SpecialType.System_String } sum:
                return sum.LeftOperand.Unwrap() is IBinaryOperation left && !left.ConstantValue.HasValue
                    ? BeginningOf(left, types)
                    : sum.LeftOperand;
            case IInterpolatedStringOperation { Parts: { Length: > 1 } contents }:
                return (contents[0] as IInterpolationOperation)?.Expression;
            default:
                return null;
        }
    }

    /// <param name="path">The path.</param>
    /// <param name="types">The types.</param>
    /// <param name="isDirectory">Whether more of a name is put behind it.</param>
    /// <param name="hops">The names that have been followed.</param>
    /// <param name="within">The call whose method returns what is made of the path, and the names that had been followed before.</param>
    private static TempPath? Find(
        IOperation path, KnownTypes types, bool isDirectory, int hops, (IInvocationOperation Maker, int Hops)? within = null)
    {
        path = path.Unwrap();
        bool isFollowed = hops < Provenance.MaximumHops;
        if (path is IParameterReferenceOperation parameter)
        {
            return within is var (maker, before) && maker.TargetMethod.OriginalDefinition.Is(parameter.Parameter.ContainingSymbol)
                ? parameter.IsStable() && maker.Arguments.Named(parameter.Parameter.Name) is { } given
                    ? FindAt(given, types, isDirectory, before + 1)
                    : null
                : hops < HopsToCaller ? FindGiven(parameter, types, isDirectory) : null;
        }

        IOperation? value = isFollowed
            ? path.SingleValue() ?? PathOfInfo(path, types) ?? FixedMember.ValueOf(path) ?? SetBefore(path)
            : null;
        if (value is not null)
        {
            return Find(value, types, isDirectory, hops + 1, path is IInvocationOperation made ? (made, hops) : within);
        }

        if (path is IMemberReferenceOperation || path.IsFollowed())
        {
            return !isFollowed ? null
                : path is ILocalReferenceOperation local ? FindOneOfAll(local, types, isDirectory, hops)
                : FindKept(path, types, isDirectory, hops);
        }

        if (path is IInvocationOperation { TargetMethod.Name: "GetTempFileName" } call && call.TargetMethod.ContainingType.Is(types.Path))
        {
            return new TempPath(call, directory: null, isDirectory: false);
        }

        return ChangedBy(path, types) is { } same ? Find(same, types, isDirectory, hops, within)
            : BeginningOf(path, types) is not { } beginning ? null
            : IsTempDirectory(beginning, types) ? new TempPath(path, beginning, isDirectory)
            : Find(beginning, types, isDirectory: true, hops, within);
    }

    /// <summary>Follows what a method is given, which may be the temp directory itself.</summary>
    private static TempPath? FindAt(IOperation given, KnownTypes types, bool isDirectory, int hops) =>
        Find(given, types, isDirectory, hops)
            ?? (isDirectory && IsTempDirectory(given, types) ? new TempPath(given.Unwrap(), given, isDirectory) : null);

    /// <summary>The path that a call only changes the extension or form of, or that makes it drop what comes before.</summary>
    private static IOperation? ChangedBy(IOperation path, KnownTypes types)
    {
        if (path is not IInvocationOperation { TargetMethod: { } method } call || !method.ContainingType.Is(types.Path))
        {
            return path switch
            {
                IInvocationOperation { TargetMethod.Name: "Replace",
                    Instance: IInvocationOperation { TargetMethod.Name: "GetTempFileName" } name } => name,
                IInvocationOperation { TargetMethod: { Name: "TrimEnd", ContainingType.SpecialType: SpecialType.System_String } } trim =>
                    trim.Instance,
                _ => null,
            };
        }

        if (method.Name != "Combine" || PathParts.JoinedTexts(call) is not { Count: > 1 } texts)
        {
            return method.Name is "ChangeExtension" or "GetFullPath" ? call.Arguments.Named("path") : null;
        }

        IOperation last = texts[texts.Count - 1];
        return (BeginningOf(last, types) ?? last).Origin() is IInvocationOperation { TargetMethod.Name: "GetTempFileName" } ? last : null;
    }

    /// <summary>What the method sets a field or property to before, if it does so once, and in any case.</summary>
    private static IOperation? SetBefore(IOperation reference)
    {
        IOperation? value = null;
        if (reference is IMemberReferenceOperation { Type.SpecialType: SpecialType.System_String,
            Instance: null or IInstanceReferenceOperation } member)
        {
            foreach (IOperation operation in reference.Function().Descendants())
            {
                if (operation is not IAssignmentOperation { Target: IMemberReferenceOperation target } assignment
                    || !target.Member.Is(member.Member)
                    || target == reference
                    || assignment.Value.IsNull())
                {
                    continue;
                }

                if (value is not null
                    || target.Instance is not (null or IInstanceReferenceOperation)
                    || assignment is not ISimpleAssignmentOperation { Parent: IExpressionStatementOperation { Parent: { } block } }
                    || assignment.Syntax.SpanStart > reference.Syntax.SpanStart
                    || !block.Contains(reference))
                {
                    return null;
                }

                value = assignment.Value;
            }
        }

        return value;
    }

    /// <summary>The first path that a local is given, if all are in the temp directory or made of the local itself.</summary>
    private static TempPath? FindOneOfAll(ILocalReferenceOperation local, KnownTypes types, bool isDirectory, int hops)
    {
        TempPath? first = null;
        if (local.IsWrittenInSightOnly())
        {
            foreach (IOperation value in local.AllValues())
            {
                if (value.ConstantValue is { HasValue: true, Value: "" } || ChangedBy(value.Unwrap(), types)?.IsSameAs(local) == true)
                {
                    continue;
                }

                if (Find(value, types, isDirectory, hops + 1) is not { } path)
                {
                    return null;
                }

                first ??= path;
            }
        }

        return first;
    }

    /// <summary>The first path that a field or property gets, if only its class sets it, and always to one in the temp directory.</summary>
    private static TempPath? FindKept(IOperation member, KnownTypes types, bool isDirectory, int hops)
    {
        TempPath? first = null;
        if (member.Type?.SpecialType == SpecialType.System_String
            && member switch
            {
                IFieldReferenceOperation { Field: var field } => field.IsReadOnly || field.DeclaredAccessibility == Accessibility.Private,
                IPropertyReferenceOperation { Property: var property } =>
                    property.DeclaredAccessibility == Accessibility.Private
                    || property.SetMethod is null or { DeclaredAccessibility: Accessibility.Private },
                _ => false,
            }
            && member.ComesOnlyFrom(IsInTemp)
            && first is not null)
        {
            first.IsKept = true;
            return first;
        }

        return null;

        bool IsInTemp(IOperation value)
        {
            if (value is IMemberReferenceOperation { Member: not { Name: "Empty", ContainingType.SpecialType: SpecialType.System_String } })
            {
                return false;
            }

            TempPath? path = Find(value, types, isDirectory, hops + 1);
            first ??= path;
            return path is not null || value is IMemberReferenceOperation || value.ConstantValue is { HasValue: true, Value: "" };
        }
    }

    /// <summary>The path that a method is given, if all calls in the project give one in the temp directory.</summary>
    private static TempPath? FindGiven(IParameterReferenceOperation reference, KnownTypes types, bool isDirectory)
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
                || FindAt(given, types, isDirectory, HopsToCaller) is not { } path)
            {
                return null;
            }

            // The files of a project come in any order.
            found = found is null || string.CompareOrdinal(path.Source, found.Source) < 0 ? path : found;
        }

        return found;
    }
}
