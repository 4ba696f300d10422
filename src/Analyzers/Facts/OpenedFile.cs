using System.Linq;

namespace StreamTuning.Analyzers.Facts;

/// <summary>A call or constructor that opens a file as a <c>FileStream</c>, and what it says about the file.</summary>
internal sealed class OpenedFile
{
    /// <summary>The buffer of a <c>FileStream</c> when none is given, in bytes.</summary>
    public const int DefaultBufferSize = 4096;

    /// <summary>The names of the methods.</summary>
    public static string[] Methods { get; } = ["Create", "Open", "OpenWrite", "OpenRead"];

    /// <summary>The name of the type.</summary>
    public static string[] Types { get; } = ["FileStream"];

    public static WatchedNames Names { get; } = new(Methods, Types);

    public static OperationKind[] Kinds { get; } = [OperationKind.ObjectCreation, OperationKind.Invocation];

    public static FactTable<OpenedFile> Facts { get; } = new(Names, Kinds, TryRead, IsCandidate);

    private OpenedFile(
        IOperation operation, IOperation? path, FileMode? mode, IOperation? givenAccess, int? bufferSize, IOperation? givenBufferSize,
        FileOptions? options, bool preallocates)
    {
        Operation = operation;
        Path = path;
        Mode = mode;
        GivenAccess = givenAccess;
        BufferSize = bufferSize;
        Options = options;
        GivenBufferSize = givenBufferSize;
        Preallocates = preallocates;
    }

    /// <summary>The values of <c>System.IO.FileMode</c>.</summary>
    public enum FileMode
    {
        CreateNew = 1,
        Create = 2,
        Open = 3,
        OpenOrCreate = 4,
        Truncate = 5,
        Append = 6,
    }

    /// <summary>The values of <c>System.IO.FileOptions</c> that rules ask for.</summary>
    [Flags]
    public enum FileOptions
    {
        None = 0,
        Asynchronous = 0x4000_0000,
    }

    public IOperation Operation { get; }

    /// <summary>The path, where it is an argument.</summary>
    public IOperation? Path { get; }

    /// <summary>Null where it is not a constant.</summary>
    public FileMode? Mode { get; }

    /// <summary>The argument or initializer that says the access, where one does.</summary>
    public IOperation? GivenAccess { get; }

    /// <summary>In bytes; null where it is not a constant.</summary>
    public int? BufferSize { get; }

    /// <summary>Null where they are not constant, or the file was opened before: as a handle.</summary>
    public FileOptions? Options { get; }

    /// <summary>The argument or initializer that says the buffer size, where one does.</summary>
    public IOperation? GivenBufferSize { get; }

    /// <summary>Whether a preallocation size is, or may be, set.</summary>
    public bool Preallocates { get; }

    /// <summary>Whether the file is empty when it has been opened.</summary>
    public bool StartsEmpty => Mode is FileMode.Create or FileMode.CreateNew or FileMode.Truncate;

    /// <summary>Null where an operation opens no file.</summary>
    public static OpenedFile? Of(IOperation value, KnownTypes types) => Facts.Of(value, types);

    private static bool IsCandidate(IOperation value) =>
        value is IObjectCreationOperation or IInvocationOperation { TargetMethod.Name: "Create" or "Open" or "OpenWrite" or "OpenRead" };

    private static OpenedFile? TryRead(IOperation value, KnownTypes types)
    {
        switch (value)
        {
            case IObjectCreationOperation { Constructor: { } constructor } creation when constructor.ContainingType.Is(types.FileStream):
                return Read(creation, creation.Arguments, defaultMode: null, types);

            case IInvocationOperation { TargetMethod: { } method } call:
                bool opensInfo = method.ContainingType.Is(types.FileInfo);
                if (!opensInfo && !method.ContainingType.Is(types.File))
                {
                    return null;
                }

                return Read(call, call.Arguments, method.Name switch
                {
                    "Create" => FileMode.Create,
                    "OpenWrite" => FileMode.OpenOrCreate,
                    "OpenRead" => FileMode.Open,
                    _ => null,
                }, types);

            default:
                return null;
        }
    }

    /// <summary>
    /// Where options are built that are used for one call only: in the call itself, or in a local that is used for nothing else. Null
    /// where they come from elsewhere or may be changed in between.
    /// </summary>
    public static IObjectCreationOperation? FindOptions(IOperation options)
    {
        options = options.Unwrap();
        if (options is ILocalReferenceOperation local)
        {
            options = local.SingleValue() is { } value && Uses.IsOnlyUse(local) ? value.Unwrap() : options;
        }

        return options is IObjectCreationOperation { Arguments.Length: 0 } creation ? creation : null;
    }

    private static OpenedFile Read(
        IOperation operation, ImmutableArray<IArgumentOperation> arguments, FileMode? defaultMode, KnownTypes types)
    {
        IOperation? path = arguments.Named("path");
        if (arguments.Named("options") is { } options && options.Type.Is(types.FileStreamOptions))
        {
            return ReadOptions(operation, path, options);
        }

        IOperation? bufferSize = arguments.Named("bufferSize");
        IOperation? mode = arguments.Named("mode");
        return new OpenedFile(
            operation,
            path,
            mode is null ? defaultMode : (FileMode?)mode.ConstantInt32(),
            arguments.Named("access"),
            bufferSize is null ? DefaultBufferSize : bufferSize.ConstantInt32(),
            bufferSize,
            path is null && operation is IObjectCreationOperation ? null : ReadFlags(arguments),
            preallocates: false);
    }

    private static FileOptions? ReadFlags(ImmutableArray<IArgumentOperation> arguments)
    {
        if (arguments.Named("useAsync") is { } useAsync)
        {
            return useAsync.ConstantValue.Value is bool isAsync ? isAsync ? FileOptions.Asynchronous : FileOptions.None : null;
        }

        return arguments.Named("options") is { } options ? (FileOptions?)options.ConstantInt32() : FileOptions.None;
    }

    /// <summary>Reads options whose building can be seen; of any others nothing is known.</summary>
    private static OpenedFile ReadOptions(IOperation operation, IOperation? path, IOperation options)
    {
        if (FindOptions(options) is not { } creation)
        {
            return new OpenedFile(
                operation, path, mode: null, givenAccess: null, bufferSize: null, givenBufferSize: null, options: null, preallocates: true);
        }

        IOperation? bufferSize = ValueIn(creation, "BufferSize");
        return new OpenedFile(
            operation,
            path,
            ValueIn(creation, "Mode") is { } mode ? (FileMode?)mode.ConstantInt32() : FileMode.Open,
            ValueIn(creation, "Access"),
            bufferSize is null ? DefaultBufferSize : bufferSize.ConstantInt32(),
            bufferSize,
            ValueIn(creation, "Options") is { } flags ? (FileOptions?)flags.ConstantInt32() : FileOptions.None,
            preallocates: ValueIn(creation, "PreallocationSize") is not null);
    }

    /// <summary>What the initializer of options sets a property to; null where it doesn't.</summary>
    public static IOperation? ValueIn(IObjectCreationOperation options, string property) =>
        options.Initializer?.Initializers.OfType<ISimpleAssignmentOperation>().FirstOrDefault(
            set => set.Target is IPropertyReferenceOperation reference && reference.Property.Name == property)?.Value;
}
