using System.Linq;

namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// The calls that create or write the file or directory at a path: those of .NET, and those of types that an option adds.
/// </summary>
internal sealed class PathSinks
{
    private static readonly string[] Packing =
        ["CreateFromDirectory", "CreateFromDirectoryAsync", "ExtractToDirectory", "ExtractToDirectoryAsync"];

    private static readonly string[] Unpacking = ["ExtractToFile", "ExtractToFileAsync"];

    private static readonly Dictionary<string, string[]> Methods = new()
    {
        ["File"] =
        [
            "Create", "CreateText", "AppendText", "OpenWrite", "Open", "OpenHandle", "WriteAllText", "WriteAllTextAsync", "WriteAllLines",
            "WriteAllLinesAsync", "WriteAllBytes", "WriteAllBytesAsync", "AppendAllText", "AppendAllTextAsync", "AppendAllLines",
            "AppendAllLinesAsync", "AppendAllBytes", "AppendAllBytesAsync", "Copy", "Move", "Replace", "CreateSymbolicLink",
        ],
        ["FileInfo"] = ["Create", "CreateText", "AppendText", "OpenWrite", "Open", "CopyTo", "MoveTo", "Replace"],
        ["Directory"] = ["CreateDirectory", "CreateSymbolicLink", "Move"],
        ["DirectoryInfo"] = ["Create", "CreateSubdirectory", "MoveTo"],
        ["FileSystemInfo"] = ["CreateAsSymbolicLink"],
        ["MemoryMappedFile"] = ["CreateFromFile"],
        ["ZipFile"] = ["Open", "OpenAsync", .. Packing],
        ["ZipFileExtensions"] = [.. Packing, .. Unpacking],
        ["TarFile"] = Packing,
        ["TarEntry"] = Unpacking,
        ["BlobBaseClient"] = ["DownloadTo", "DownloadToAsync"],
        ["WebClient"] = ["DownloadFile", "DownloadFileAsync", "DownloadFileTaskAsync"],
    };

    // What added types do with a path other than to write there.
    private static readonly string[] Readers =
        ["Read", "Load", "Exists", "Delete", "Remove", "Find", "Get", "Is", "Has", "Contains", "TryRead", "TryLoad", "TryDelete",
            "TryRemove", "TryFind", "TryGet"];

    private static readonly string[] PathNames =
        ["path", "file", "filename", "filepath", "directory", "directoryname", "folder", "foldername", "dir"];

    private readonly KnownTypes _types;
    private readonly ImmutableArray<INamedTypeSymbol> _added;

    /// <param name="types">The types.</param>
    /// <param name="added">The types that the option adds.</param>
    public PathSinks(KnownTypes types, ImmutableArray<INamedTypeSymbol> added)
    {
        _types = types;
        _added = added;
    }

    /// <summary>The names of the methods, without those of types that are added.</summary>
    public static string[] Names { get; } = [.. Methods.Values.SelectMany(each => each).Distinct()];

    /// <summary>The types of which a constructor writes.</summary>
    public static string[] Types { get; } = ["FileStream", "StreamWriter"];

    /// <summary>Whether the text can be an entry of the option.</summary>
    public static bool IsTypeName(string text) =>
        Array.TrueForAll(text.ToCharArray(), c => char.IsLetterOrDigit(c) || c is '_' or '.' or '+' or '`')
        && text.Length > 0
        && text == text.Trim('.');

    /// <summary>
    /// Whether a call or constructor creates or writes what is at a path: one of its arguments, or the path of its <c>FileInfo</c> or
    /// <c>DirectoryInfo</c>.
    /// </summary>
    public bool Writes(IOperation user) => user switch
    {
        IInvocationOperation { TargetMethod: { ContainingType: { } type, Name: { } name } } =>
            IsAdded(type)
                ? !BeginsWithWord(name, Readers)
                : Methods.TryGetValue(type.Name, out string[]? methods)
                    && Array.IndexOf(methods, name) >= 0
                    && (IsOfPlatform(type) || type.Is(_types.BlobBaseClient))
                    && (name is not ("Open" or "OpenAsync" or "OpenHandle" or "CreateFromFile") || IsOpenedToWrite(user)),
        IObjectCreationOperation { Constructor.ContainingType: { } type } =>
            IsAdded(type) || type.Is(_types.StreamWriter) || (type.Is(_types.FileStream) && IsOpenedToWrite(user)),
        _ => false,
    };

    /// <summary>Whether the parameter of a call that writes is the path where it does.</summary>
    public bool IsWritten(IParameterSymbol? parameter)
    {
        if (parameter is not { Type.SpecialType: SpecialType.System_String, Name: { } name })
        {
            return false;
        }

        return IsAdded(parameter.ContainingType)
            ? IsPathName(name)
            : name is "path" or "archiveFileName"
                || name.StartsWith("dest", StringComparison.Ordinal)
                || (name == "fileName" && parameter.ContainingType.Is(_types.WebClient));
    }

    /// <summary>Whether a type is one of those that the option adds.</summary>
    public bool IsAdded(INamedTypeSymbol? type) =>
        type is not null && _added.IndexOf(type.OriginalDefinition, 0, SymbolEqualityComparer.Default) >= 0;

    /// <summary>Whether a name begins with a whole word: Load, LoadAsync and LoadFrom, but not Loader.</summary>
    public static bool BeginsWithWord(string name, string[] words) => Array.Exists(
        words, word => name.StartsWith(word, StringComparison.Ordinal) && (name.Length == word.Length || char.IsUpper(name[word.Length])));

    /// <summary>
    /// Whether the name of a parameter ends in a word for a path, and does not begin with one for where something comes from.
    /// </summary>
    public static bool IsPathName(string name)
    {
        if (name.StartsWith("source", StringComparison.OrdinalIgnoreCase) || name.StartsWith("input", StringComparison.OrdinalIgnoreCase))
        {
            return false;
        }

        return name.StartsWith("dest", StringComparison.OrdinalIgnoreCase)
            || Array.Exists(PathNames, word => name.EndsWith(word, StringComparison.OrdinalIgnoreCase)
                && (name.Length == word.Length || char.IsUpper(name[name.Length - word.Length])));
    }

    /// <summary>Whether the type is one of .NET for files, directories, archives and downloads.</summary>
    public static bool IsOfPlatform(INamedTypeSymbol type) => type.ContainingNamespace switch
    {
        { Name: "IO" or "Net", ContainingNamespace: { Name: "System", ContainingNamespace.IsGlobalNamespace: true } } => true,
        { Name: "Compression" or "MemoryMappedFiles", ContainingNamespace: { Name: "IO", ContainingNamespace.Name: "System" } } => true,
        { Name: "Tar", ContainingNamespace: { Name: "Formats", ContainingNamespace.Name: "System" } } => true,
        _ => false,
    };

    /// <summary>Whether the mode, and for an existing file the access, are known and say that something is created or written.</summary>
    private bool IsOpenedToWrite(IOperation opening)
    {
        if (opening is IInvocationOperation { TargetMethod: { ContainingType: { } type } } call)
        {
            if (type.Is(_types.ZipFile))
            {
                // ZipArchiveMode: Read, Create, Update.
                return call.Arguments.Named("mode") is { } archiveMode && archiveMode.ConstantInt32() is 1 or 2;
            }

            if (call.TargetMethod.Name != "Open")
            {
                // File.OpenHandle and MemoryMappedFile.CreateFromFile open what exists where they are not told the mode.
                return call.Arguments.Named("mode") is { } mode
                    && IsWriting((OpenedFile.FileMode?)mode.ConstantInt32(), type.Is(_types.File) ? call.Arguments.Named("access") : null);
            }
        }

        return OpenedFile.Of(opening, _types) is { } file && IsWriting(file.Mode, file.GivenAccess);
    }

    private static bool IsWriting(OpenedFile.FileMode? mode, IOperation? access) => mode switch
    {
        // It depends, as where a download may go on: opened for writing alone, it's written anyhow.
        null => access is not null && access.ConstantInt32() == 2,
        // Without an access it may be both, but is usually to read.
        OpenedFile.FileMode.Open => access is not null && access.ConstantInt32() is 2 or 3,
        _ => true,
    };
}
