namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// The calls that create or write the file or directory at a path: those of .NET, and those of types that an option adds.
/// </summary>
internal sealed class PathSinks
{
    private static readonly Dictionary<string, Owners> Methods = new()
    {
        ["Create"] = Owners.File | Owners.FileInfo | Owners.DirectoryInfo,
        ["CreateText"] = Owners.File | Owners.FileInfo,
        ["AppendText"] = Owners.File | Owners.FileInfo,
        ["OpenWrite"] = Owners.File | Owners.FileInfo,
        ["Open"] = Owners.File | Owners.FileInfo | Owners.ZipFile | Owners.OfMode,
        ["OpenAsync"] = Owners.ZipFile | Owners.OfMode,
        ["OpenHandle"] = Owners.File | Owners.OfMode,
        ["CreateFromFile"] = Owners.MemoryMappedFile | Owners.OfMode,
        ["WriteAllText"] = Owners.File,
        ["WriteAllTextAsync"] = Owners.File,
        ["WriteAllLines"] = Owners.File,
        ["WriteAllLinesAsync"] = Owners.File,
        ["WriteAllBytes"] = Owners.File,
        ["WriteAllBytesAsync"] = Owners.File,
        ["AppendAllText"] = Owners.File,
        ["AppendAllTextAsync"] = Owners.File,
        ["AppendAllLines"] = Owners.File,
        ["AppendAllLinesAsync"] = Owners.File,
        ["AppendAllBytes"] = Owners.File,
        ["AppendAllBytesAsync"] = Owners.File,
        ["Copy"] = Owners.File,
        ["CopyTo"] = Owners.FileInfo,
        ["Move"] = Owners.File | Owners.Directory,
        ["MoveTo"] = Owners.FileInfo | Owners.DirectoryInfo,
        ["Replace"] = Owners.File | Owners.FileInfo,
        ["CreateSymbolicLink"] = Owners.File | Owners.Directory,
        ["CreateAsSymbolicLink"] = Owners.FileSystemInfo,
        ["CreateDirectory"] = Owners.Directory,
        ["CreateSubdirectory"] = Owners.DirectoryInfo,
        ["CreateFromDirectory"] = Owners.ZipFile | Owners.TarFile,
        ["CreateFromDirectoryAsync"] = Owners.ZipFile | Owners.TarFile,
        ["ExtractToDirectory"] = Owners.ZipFile | Owners.ZipFileExtensions | Owners.TarFile,
        ["ExtractToDirectoryAsync"] = Owners.ZipFile | Owners.ZipFileExtensions | Owners.TarFile,
        ["ExtractToFile"] = Owners.ZipFileExtensions | Owners.TarEntry,
        ["ExtractToFileAsync"] = Owners.ZipFileExtensions | Owners.TarEntry,
        ["DownloadTo"] = Owners.Blob,
        ["DownloadToAsync"] = Owners.Blob,
        ["DownloadFile"] = Owners.WebClient,
        ["DownloadFileAsync"] = Owners.WebClient,
        ["DownloadFileTaskAsync"] = Owners.WebClient,
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

    [Flags]
    private enum Owners
    {
        None = 0,
        File = 1,
        FileInfo = 2,
        DirectoryInfo = 4,
        FileSystemInfo = 8,
        Directory = 16,
        ZipFile = 32,
        ZipFileExtensions = 64,
        TarFile = 128,
        TarEntry = 256,
        MemoryMappedFile = 512,

        /// <summary>It depends on the mode whether the call writes.</summary>
        OfMode = 1024,

        Blob = 2048,
        WebClient = 4096,
    }

    /// <summary>The names of the methods, without those of types that are added.</summary>
    public static string[] Names { get; } = [.. Methods.Keys];

    /// <summary>The types of which a constructor writes.</summary>
    public static string[] Types { get; } = ["FileStream", "StreamWriter"];

    /// <summary>Whether the text can be an entry of the option.</summary>
    public static bool IsTypeName(string text)
    {
        foreach (char c in text)
        {
            if (!char.IsLetterOrDigit(c) && c is not ('_' or '.' or '+' or '`'))
            {
                return false;
            }
        }

        return text.Length > 0 && text[0] != '.' && text[text.Length - 1] != '.';
    }

    /// <summary>
    /// Whether a call creates or writes what is at a path: one of its arguments, or the path of its <c>FileInfo</c> or
    /// <c>DirectoryInfo</c>.
    /// </summary>
    public bool Writes(IInvocationOperation call) =>
        (Methods.TryGetValue(call.TargetMethod.Name, out Owners owners)
            && IsOwner(owners, call.TargetMethod.ContainingType)
            && ((owners & Owners.OfMode) == 0 || IsOpenedToWrite(call)))
        || (IsAdded(call.TargetMethod.ContainingType) && !IsReader(call.TargetMethod.Name));

    /// <summary>Whether a constructor creates or writes what is at a path that it is given.</summary>
    public bool Writes(IObjectCreationOperation creation)
    {
        INamedTypeSymbol? type = creation.Constructor?.ContainingType;
        return type?.Name switch
        {
            null => false,
            "FileStream" when type.Is(_types.FileStream) => IsOpenedToWrite(creation),
            "StreamWriter" when type.Is(_types.StreamWriter) => true,
            _ => IsAdded(type),
        };
    }

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
    public bool IsAdded(INamedTypeSymbol? type)
    {
        foreach (INamedTypeSymbol added in _added)
        {
            if ((type?.OriginalDefinition).Is(added))
            {
                return true;
            }
        }

        return false;
    }

    private static bool IsReader(string method)
    {
        foreach (string reader in Readers)
        {
            // Whole words: Load, LoadAsync and LoadFrom, but not Loader.
            if (method.StartsWith(reader, StringComparison.Ordinal)
                && (method.Length == reader.Length || char.IsUpper(method[reader.Length])))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>
    /// Whether the name of a parameter ends in a word for a path, and does not begin with one for where something comes from.
    /// </summary>
    private static bool IsPathName(string name)
    {
        if (name.StartsWith("source", StringComparison.OrdinalIgnoreCase) || name.StartsWith("input", StringComparison.OrdinalIgnoreCase))
        {
            return false;
        }

        foreach (string word in PathNames)
        {
            int start = name.Length - word.Length;
            if (start == 0 ? name.Equals(word, StringComparison.OrdinalIgnoreCase)
                : start > 0 && char.IsUpper(name[start]) && name.EndsWith(word, StringComparison.OrdinalIgnoreCase))
            {
                return true;
            }
        }

        return name.StartsWith("dest", StringComparison.OrdinalIgnoreCase);
    }

    private bool IsOwner(Owners owners, INamedTypeSymbol type)
    {
        return Is(Owners.File, _types.File)
            || Is(Owners.FileInfo, _types.FileInfo)
            || Is(Owners.DirectoryInfo, _types.DirectoryInfo)
            || Is(Owners.FileSystemInfo, _types.FileSystemInfo)
            || Is(Owners.Directory, _types.Directory)
            || Is(Owners.ZipFile, _types.ZipFile)
            || Is(Owners.ZipFileExtensions, _types.ZipFileExtensions)
            || Is(Owners.TarFile, _types.TarFile)
            || Is(Owners.TarEntry, _types.TarEntry)
            || Is(Owners.MemoryMappedFile, _types.MemoryMappedFile)
            || Is(Owners.WebClient, _types.WebClient)
            || ((owners & Owners.Blob) != 0 && type.DerivesFrom(_types.BlobBaseClient));

        bool Is(Owners owner, INamedTypeSymbol? known) => (owners & owner) != 0 && type.Is(known);
    }

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
        null => false,
        // Without an access it may be both, but is usually to read.
        OpenedFile.FileMode.Open => access is not null && access.ConstantInt32() is 2 or 3,
        _ => true,
    };
}
