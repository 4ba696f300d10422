namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// The file that a stream or archive writes to, opened in the same method: directly, or through others that change what is written.
/// </summary>
internal sealed class ReachedFile
{
    private ReachedFile(IOperation operation, OpenedFile? opening, IOperation? path, bool isFiltered, bool isArchive)
    {
        Operation = operation;
        Opening = opening;
        Path = path;
        IsFiltered = isFiltered;
        IsArchive = isArchive;
    }

    /// <summary>What opens the file.</summary>
    public IOperation Operation { get; }

    /// <summary>The same, as a stream; null where it is opened as an archive.</summary>
    public OpenedFile? Opening { get; }

    /// <summary>The path of the file, where it is visible.</summary>
    public IOperation? Path { get; }

    /// <summary>Whether another stream or an archive is in between.</summary>
    public bool IsFiltered { get; }

    /// <summary>Whether the file is an archive: what is put into it is another file.</summary>
    public bool IsArchive { get; }

    public static ReachedFile? Of(IOperation stream, IOperation use, KnownTypes types)
    {
        bool isFiltered = false;
        bool isArchive = false;
        for (int hops = 0; hops < Provenance.MaximumHops && stream.Origin() is { } origin; hops++)
        {
            if (OpenedFile.Of(origin, types) is { } opening)
            {
                return origin.Root() == use.Root()
                    ? new ReachedFile(origin, opening, WrittenBytes.PathOf(opening, types), isFiltered, isArchive)
                    : null;
            }

            if (origin.UnwrapAwait() is IInvocationOperation { TargetMethod: { Name: "Open"
                or "OpenAsync", ContainingType.Name: "ZipFile" }, Arguments: var opened } archive)
            {
                return opened.Named("archiveFileName") is { } path && opened.Named("mode")?.ConstantInt32() > 0
                    ? new ReachedFile(archive, opening: null, path, isFiltered: true, isArchive: true)
                    : null;
            }

            if (TargetOf(origin, types) is not { } target)
            {
                return null;
            }

            isFiltered = true;
            isArchive |= origin.Type is { Name: "ZipArchive" or "ZipOutputStream" };
            stream = target;
        }

        return null;
    }

    /// <summary>What a stream around another, an archive, or an entry of one writes to.</summary>
    private static IOperation? TargetOf(IOperation stream, KnownTypes types) => stream switch
    {
        IObjectCreationOperation { Arguments: { Length: > 0 } arguments } wrapper
            when wrapper.Type is { Name: "ZipArchive" } || wrapper.Type?.DerivesFrom(types.Stream) == true =>
            arguments[0].Parameter?.Ordinal == 0 ? arguments[0].Value : null,
        IInvocationOperation { TargetMethod: { Name: "Open", ContainingType: { } type }, Instance: { } entry }
            when type.Is(types.ZipArchiveEntry) => entry,
        IInvocationOperation { TargetMethod: { Name: "CreateEntry", ContainingType.Name: "ZipArchive" }, Instance: { } archive } => archive,
        _ => null,
    };
}
