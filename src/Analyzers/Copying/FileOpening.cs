using System;
using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Copying;

/// <summary>A call or constructor that opens a file as a <c>FileStream</c>, and what it says about the file.</summary>
internal sealed class FileOpening
{
    /// <summary>The buffer of a <c>FileStream</c> when none is given, in bytes.</summary>
    public const int DefaultBufferSize = 4096;

    /// <summary>The names of the methods.</summary>
    public static string[] Methods { get; } = ["Create", "Open", "OpenWrite", "OpenRead"];

    /// <summary>The name of the type.</summary>
    public static string[] Types { get; } = ["FileStream"];

    private FileOpening(
        IOperation operation, IOperation? path, FileMode? mode, IOperation? givenAccess, int? bufferSize, IOperation? givenBufferSize, FileOptions? options, bool preallocates)
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
        WriteThrough = unchecked((int)0x8000_0000),
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

    /// <summary>Reads an operation, most of which are told by their name before any symbol is looked at; null where it opens no file.</summary>
    public static FileOpening? TryRead(IOperation value, KnownTypes types)
    {
        switch (value)
        {
            case IObjectCreationOperation { Constructor: { } constructor } creation when Values.Is(constructor.ContainingType, types.FileStream):
                return Read(creation, creation.Arguments, defaultMode: null, types);

            case IInvocationOperation { TargetMethod: { Name: "Create" or "Open" or "OpenWrite" or "OpenRead" } method } call:
                bool opensInfo = Values.Is(method.ContainingType, types.FileInfo);
                if (!opensInfo && !Values.Is(method.ContainingType, types.File))
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
        options = Values.Unwrap(options);
        if (options is ILocalReferenceOperation local)
        {
            options = Values.SingleValue(local) is { } value && LocalUses.IsOnlyUse(local) ? Values.Unwrap(value) : options;
        }

        return options is IObjectCreationOperation { Arguments.Length: 0 } creation ? creation : null;
    }

    /// <summary>Where the opened file goes: into a variable that never holds another, or into a call; false where it goes anywhere else.</summary>
    public bool TryGetReceiver(out ILocalSymbol? variable, out IInvocationOperation? call)
    {
        variable = null;
        call = null;
        switch (Values.Receiver(Operation))
        {
            case IArgumentOperation { Parent: IInvocationOperation invocation }:
                call = invocation;
                return true;
            case IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator }:
                variable = declarator.Symbol;
                break;
            case ISimpleAssignmentOperation { Target: ILocalReferenceOperation target }:
                variable = target.Local;
                break;
            default:
                return false;
        }

        return Values.SingleValue(variable, Values.Root(Operation)) is { } value && Values.Unwrap(value) == Operation;
    }

    private static FileOpening Read(IOperation operation, ImmutableArray<IArgumentOperation> arguments, FileMode? defaultMode, KnownTypes types)
    {
        IOperation? path = Values.Argument(arguments, "path");
        if (Values.Argument(arguments, "options") is { } options && Values.Is(options.Type, types.FileStreamOptions))
        {
            return ReadOptions(operation, path, options);
        }

        IOperation? bufferSize = Values.Argument(arguments, "bufferSize");
        IOperation? mode = Values.Argument(arguments, "mode");
        return new FileOpening(
            operation,
            path,
            mode is null ? defaultMode : (FileMode?)Values.ConstantInt32(mode),
            Values.Argument(arguments, "access"),
            bufferSize is null ? DefaultBufferSize : Values.ConstantInt32(bufferSize),
            bufferSize,
            path is null && operation is IObjectCreationOperation ? null : ReadFlags(arguments),
            preallocates: false);
    }

    private static FileOptions? ReadFlags(ImmutableArray<IArgumentOperation> arguments)
    {
        if (Values.Argument(arguments, "useAsync") is { } useAsync)
        {
            return useAsync.ConstantValue is { HasValue: true, Value: bool isAsync } ? isAsync ? FileOptions.Asynchronous : FileOptions.None : null;
        }

        return Values.Argument(arguments, "options") is { } options ? (FileOptions?)Values.ConstantInt32(options) : FileOptions.None;
    }

    /// <summary>Reads options whose building can be seen; of any others nothing is known.</summary>
    private static FileOpening ReadOptions(IOperation operation, IOperation? path, IOperation options)
    {
        if (FindOptions(options) is not { } creation)
        {
            return new FileOpening(operation, path, mode: null, givenAccess: null, bufferSize: null, givenBufferSize: null, options: null, preallocates: true);
        }

        FileMode? mode = FileMode.Open;
        IOperation? access = null;
        IOperation? bufferSize = null;
        FileOptions? flags = FileOptions.None;
        bool preallocates = false;
        foreach (IOperation initializer in creation.Initializer?.Initializers ?? ImmutableArray<IOperation>.Empty)
        {
            if (initializer is ISimpleAssignmentOperation { Target: IPropertyReferenceOperation { Property.Name: { } name }, Value: { } value })
            {
                switch (name)
                {
                    case "Mode":
                        mode = (FileMode?)Values.ConstantInt32(value);
                        break;
                    case "Access":
                        access = value;
                        break;
                    case "BufferSize":
                        bufferSize = value;
                        break;
                    case "Options":
                        flags = (FileOptions?)Values.ConstantInt32(value);
                        break;
                    case "PreallocationSize":
                        preallocates = true;
                        break;
                }
            }
        }

        return new FileOpening(
            operation, path, mode, access, bufferSize is null ? DefaultBufferSize : Values.ConstantInt32(bufferSize), bufferSize, flags, preallocates);
    }
}
