namespace StreamTuning.CodeFixes.Temp;

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
