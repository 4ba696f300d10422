namespace StreamTuning.CodeFixes.Temp;

/// <summary>Fixes STRM2003 by asking the directory, where the code shows which one: what is left for the caller there.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(FreeSpaceOfDriveNotDirectoryCodeFix))]
[Shared]
internal sealed class FreeSpaceOfDriveNotDirectoryCodeFix() : StreamTuningCodeFix(Rules.FreeSpaceOfDriveNotDirectory)
{
    private const string RuntimeType = "StreamTuning.TempSpace";

    private protected override FixEdit? TryCreateRuntimeEdit(FixContext context)
    {
        KnownTypes types = KnownTypes.Of(context.Model.Compilation);
        if (context.Model.Compilation.GetTypeByMetadataName(RuntimeType) is null
            || context.Node is not MemberAccessExpressionSyntax freeSpace
            || StatementRemoval.HasCommentWithin(freeSpace, freeSpace.Span)
            || context.Model.GetOperation(
                freeSpace, context.CancellationToken) is not IPropertyReferenceOperation { Instance: { } instance } property
            || FreeSpaceQuestion.TryFindDrive(property, types) is not IObjectCreationOperation { Arguments: { Length: 1 } arguments } drive
            || DriveDirectory.TryFind(arguments[0].Value, types) is not { } directory
            || IsFailureHandled(property))
        {
            return null;
        }

        bool isInPlace = instance.Unwrap() is IObjectCreationOperation;
        if (!(isInPlace && freeSpace.Span.Contains(directory.Operation.Syntax.Span))
            && (!DriveDirectory.CanBeMoved(directory.Operation, types) || !MeansTheSame(context, directory, freeSpace)))
        {
            return null;
        }

        SyntaxToken first = freeSpace.GetFirstToken();
        FixEdit edit = Create();

        // A variable that several comparisons share goes when the last of them is fixed, or all are at once.
        List<StatementSyntax> unused = FilePaths.CanBeMoved(directory.Operation, types) ? DeclarationsOf(instance, drive, directory) : [];
        FixEdit withoutVariables = Create();
        return unused.Count > 0 && StatementRemoval.TryAdd(withoutVariables, context, unused) ? withoutVariables.Or(edit) : edit;

        FixEdit Create() => new FixEdit()
            .Replace(freeSpace.Span, "TempSpace.GetAvailableBytes(" + directory.Text + ")")
            .ExpectRuntimeCall(first.SpanStart, freeSpace.Span);
    }

    /// <summary>
    /// The declarations of the variables that hold the drive and the name of its root, if they are there for nothing but its free space.
    /// </summary>
    private static List<StatementSyntax> DeclarationsOf(IOperation instance, IObjectCreationOperation drive, DirectoryPath directory)
    {
        var declarations = new List<StatementSyntax>();
        bool driveGoes = instance.Unwrap().Syntax == drive.Syntax;
        if (instance.Unwrap() is ILocalReferenceOperation local
            && Uses.Of(local.Local, instance.Root()).All(IsFreeSpace)
            && DeclarationOf(drive) is { } declaration)
        {
            declarations.Add(declaration);
            driveGoes = true;
        }

        if (driveGoes
            && drive.Arguments[0].Value.Unwrap() is ILocalReferenceOperation root
            && Uses.IsOnlyUse(root)
            && directory.Operation.Syntax != root.Syntax
            && root.SingleValue() is { } value
            && DeclarationOf(value) is { } rootDeclaration)
        {
            declarations.Add(rootDeclaration);
        }

        return declarations;
    }

    private static bool IsFreeSpace(ILocalReferenceOperation drive) =>
        drive.Parent is IPropertyReferenceOperation { Property.Name: "AvailableFreeSpace" or "TotalFreeSpace" };

    private static StatementSyntax? DeclarationOf(IOperation value)
    {
        return value.Receiver() is IVariableInitializerOperation
            { Parent: IVariableDeclaratorOperation { Syntax: VariableDeclaratorSyntax declarator } }
            && declarator.Parent is VariableDeclarationSyntax { Variables.Count: 1, Parent: LocalDeclarationStatementSyntax statement }
            && statement.Parent is BlockSyntax or GlobalStatementSyntax
                ? statement
                : null;
    }

    /// <summary>
    /// Whether a drive that does not exist, or is none, is treated by a <c>catch</c> of its own: another path gives other exceptions.
    /// </summary>
    private static bool IsFailureHandled(IOperation freeSpace)
    {
        for (IOperation? parent = freeSpace.Parent; parent is not null; parent = parent.Parent)
        {
            if (parent is ITryOperation attempt
                && attempt.Catches.Any(
                    clause => clause.ExceptionType?.Name is "DriveNotFoundException" or "ArgumentException" || clause.Filter is not null))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether every name in the path means the same at the place where the path will be read, and is there.</summary>
    private static bool MeansTheSame(FixContext context, DirectoryPath directory, ExpressionSyntax place)
    {
        foreach (IdentifierNameSyntax name in directory.Operation.Syntax.DescendantNodesAndSelf().OfType<IdentifierNameSyntax>())
        {
            if ((name.Parent is MemberAccessExpressionSyntax access && access.Name == name) || name.Parent is NameColonSyntax)
            {
                continue;
            }

            ISymbol? symbol = context.Model.GetSymbolInfo(name, context.CancellationToken).Symbol;
            if (symbol is null
                || !context.Model.LookupSymbols(place.SpanStart, name: name.Identifier.ValueText).Any(
                    candidate => SymbolEqualityComparer.Default.Equals(candidate, symbol))
                || (symbol is ILocalSymbol { DeclaringSyntaxReferences: { Length: 1 } declarations }
                    && declarations[0].Span.Start > place.SpanStart))
            {
                return false;
            }
        }

        return true;
    }
}

/// <summary>
/// Finds the directory whose drive is asked about: of <c>new DriveInfo(Path.GetPathRoot(directory))</c> and its relatives.
/// </summary>
internal static class DriveDirectory
{
    /// <summary>
    /// The path of the directory, or of something in it, and what of the code it is; null where only the name of a drive is known.
    /// </summary>
    /// <param name="drive">What the <c>DriveInfo</c> is made of.</param>
    /// <param name="types">The types.</param>
    public static DirectoryPath? TryFind(IOperation drive, KnownTypes types)
    {
        drive = drive.Unwrap();
        return OfRoot(drive.Origin() ?? drive, types)
            ?? (IsDirectory(drive, types) ? new DirectoryPath(WithoutFullPath(drive, types)) : null);
    }

    /// <summary>
    /// Whether the path can be read at another place of the same function, as far as its parts are concerned: they have one value
    /// throughout.
    /// </summary>
    public static bool CanBeMoved(IOperation path, KnownTypes types)
    {
        if (!FilePaths.CanBeMoved(path, types))
        {
            return false;
        }

        IOperation[] parts =
        [
            .. path.DescendantsAndSelf().Where(
                part =>
                    part is ILocalReferenceOperation or IParameterReferenceOperation or IFieldReferenceOperation
                        or IPropertyReferenceOperation),
        ];

        // Nothing that the path is read from is assigned once more in the same member.
        return !path.Root().Has<IOperation>(operation => operation switch
        {
            IAssignmentOperation assignment => parts.Any(part => ReadsSame(part, assignment.Target) && !IsFirst(part, assignment)),
            IArgumentOperation { Parameter.RefKind: RefKind.Ref or RefKind.Out } argument =>
                parts.Any(part => ReadsSame(part, argument.Value)),
            _ => false,
        });
    }

    /// <summary>The path that the root is taken of.</summary>
    private static DirectoryPath? OfRoot(IOperation root, KnownTypes types)
    {
        switch (root)
        {
            case IInvocationOperation { TargetMethod: { Name: "GetPathRoot" or "GetDirectoryRoot" } method,
                Arguments: { Length: 1 } arguments }
                when (method.ContainingType.Is(types.Path) || method.ContainingType.Is(types.Directory)) && IsText(arguments[0].Value):
                return new DirectoryPath(WithoutFullPath(arguments[0].Value.Unwrap(), types));
            case IInvocationOperation { TargetMethod.Name: "ToString", Arguments.IsEmpty: true, Instance: { } instance }:
                return OfRootInfo(instance.Unwrap(), types);
            case IPropertyReferenceOperation { Property.Name: "FullName" or "Name", Instance: { } instance }:
                return OfRootInfo(instance.Unwrap(), types);
            default:
                return null;
        }
    }

    /// <summary><c>directory.Root</c>, <c>file.Directory.Root</c></summary>
    private static DirectoryPath? OfRootInfo(IOperation root, KnownTypes types)
    {
        if (root.Origin() is not IPropertyReferenceOperation { Property: { Name: "Root" } property, Instance: { } instance }
            || !property.ContainingType.Is(types.DirectoryInfo))
        {
            return null;
        }

        instance = instance.Unwrap();
        if (instance is IPropertyReferenceOperation { Property: { Name: "Directory" } directory, Instance: { } file }
            && directory.ContainingType.Is(types.FileInfo))
        {
            instance = file.Unwrap();
        }

        return instance is IObjectCreationOperation { Arguments: { Length: 1 } arguments } && IsText(arguments[0].Value)
            ? new DirectoryPath(WithoutFullPath(arguments[0].Value.Unwrap(), types))
            : new DirectoryPath(instance, ".FullName");
    }

    private static bool IsText(IOperation value) => value.Type?.SpecialType == SpecialType.System_String;

    private static IOperation WithoutFullPath(IOperation path, KnownTypes types) =>
        path is IInvocationOperation { TargetMethod: { Name: "GetFullPath" } method, Arguments: { Length: 1 } arguments }
            && method.ContainingType.Is(types.Path)
            ? arguments[0].Value.Unwrap()
            : path;

    /// <summary>
    /// Whether what a drive is named by is a whole path, and not the letter of the drive: it is put together, is asked for as a path, or is
    /// called one.
    /// </summary>
    private static bool IsDirectory(IOperation value, KnownTypes types)
    {
        if (value.ConstantValue is { HasValue: true, Value: string text })
        {
            return text.TrimStart('/').Length > 0 && (text[0] == '/' || (text.Length > 3 && text[1] == ':'));
        }

        return (value.Origin() ?? value) switch
        {
            { ConstantValue: { HasValue: true } } constant when constant != value => IsDirectory(constant, types),
            IInvocationOperation { TargetMethod: { Name: { } name, ContainingType: { } type } } =>
                (type.Is(types.Path) && name != "GetPathRoot")
                    || (type.Is(types.Directory) && name == "GetCurrentDirectory")
                    || (type.Name == "Environment" && name == "GetFolderPath"),
            IPropertyReferenceOperation { Property: { Name: { } name, ContainingType: { } type } property } =>
                name is "FullName" && (type.Is(types.DirectoryInfo) || type.Is(types.FileInfo) || type.Name == "FileSystemInfo")
                    || (type.Name, name) is ("Environment", "CurrentDirectory") or ("AppContext", "BaseDirectory")
                    || (property.Type.SpecialType == SpecialType.System_String && IsNamedDirectory(name)),
            ILocalReferenceOperation local => IsNamedDirectory(local.Local.Name),
            IParameterReferenceOperation parameter => IsNamedDirectory(parameter.Parameter.Name),
            IFieldReferenceOperation field => IsNamedDirectory(field.Field.Name),
            _ => value is ILocalReferenceOperation local && IsNamedDirectory(local.Local.Name),
        };
    }

    private static bool IsNamedDirectory(string name) =>
        !Holds(name, "drive")
            && !Holds(name, "letter")
            && !Holds(name, "volume")
            && (Holds(name, "dir") || Holds(name, "folder") || Holds(name, "path"));

    private static bool Holds(string name, string word) => name.IndexOf(word, StringComparison.OrdinalIgnoreCase) >= 0;

    private static bool IsFirst(IOperation part, IAssignmentOperation assignment) =>
        part is ILocalReferenceOperation local && local.SingleValue() is { } value && value == assignment.Value;

    private static bool ReadsSame(IOperation part, IOperation target) => (part, target.Unwrap()) switch
    {
        (IMemberReferenceOperation a, IMemberReferenceOperation b) => a.Member.Is(b.Member),
        (var a, var b) => a.IsSameAs(b),
    };
}

/// <summary>A path in the code.</summary>
/// <param name="operation">The path, or an object that has it.</param>
/// <param name="property">The property that has it, with its dot; empty where it is a text.</param>
internal sealed class DirectoryPath(IOperation operation, string property = "")
{
    public IOperation Operation => operation;

    public string Text => operation.Syntax + property;
}
