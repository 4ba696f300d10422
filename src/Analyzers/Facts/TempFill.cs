using System.Linq;

namespace StreamTuning.Analyzers.Facts;

/// <summary>A copy, or a write in a loop, that fills a file in the temp directory with data whose size is not constant.</summary>
internal sealed class TempFill
{
    /// <summary>What is certainly no more than this, in bytes, fits anywhere.</summary>
    private const int SmallSize = 1 << 20;

    private TempFill(IOperation call, IOperation whole, TempPath path, string? expectedLength)
    {
        IsOfDirectory = call is IInvocationOperation { TargetMethod.Name: "ExtractToDirectory" or "ExtractToDirectoryAsync" };
        Call = call;
        Whole = whole;
        Path = path;
        ExpectedLength = expectedLength;
    }

    /// <summary>The names of the methods that fill what is at a path: a download, an archive, or what is in one.</summary>
    public static string[] NamesOfPaths { get; } =
    [
        "DownloadTo", "DownloadToAsync", "DownloadFile", "DownloadFileAsync", "DownloadFileTaskAsync", "CreateFromDirectory",
        "CreateFromDirectoryAsync", "ExtractToDirectory", "ExtractToDirectoryAsync", "ExtractToFile", "ExtractToFileAsync",
    ];

    // The properties that say where the program is.
    private static readonly string[] OwnDirectories =
        ["BaseDirectory", "ContentRootPath", "ExecutablePath", "Location", "ProcessPath", "StartupPath", "WebRootPath"];

    /// <summary>The call, creation or assignment that has the file filled.</summary>
    public IOperation Call { get; }

    /// <summary>Whether files are put into a directory.</summary>
    public bool IsOfDirectory { get; }

    /// <summary>The loop that the call fills the file in; else the call.</summary>
    public IOperation Whole { get; }

    public TempPath Path { get; }

    /// <summary>How much it writes, in bytes and in C#; null where nothing says so. What comes from outside may be wrong.</summary>
    public string? ExpectedLength { get; }

    /// <summary>Whether the name and number of parameters may be those of a copy or write; asked before any symbol is looked at.</summary>
    public static bool IsCandidate(IMethodSymbol method) =>
        StreamCopy.IsCandidate(method) || BlockWrite.IsCandidate(method) || method.Name is "CopyToFile" or "CopyToFileAsync"
        || Array.IndexOf(NamesOfPaths, method.Name) >= 0;

    public static TempFill? TryRead(IInvocationOperation call, KnownTypes types)
    {
        switch (call.TargetMethod.Name)
        {
            case "CopyTo" or "CopyToAsync":
                return StreamCopy.Of(call, types) is { } copy ? OfCopy(copy, types) : null;
            case "Write" or "WriteAsync":
                return OfWrite(call, types);
            case "CopyToFile" or "CopyToFileAsync":
                return OfTunedCopy(call, types);
            default:
                return OfPath(call, types);
        }
    }

    /// <summary>All that fill the same file below the root, in the order of the code.</summary>
    /// <param name="path">The path of the file.</param>
    /// <param name="root">The member.</param>
    /// <param name="types">The types.</param>
    /// <param name="handed">Whether another library or a process is among those that fill it.</param>
    public static List<TempFill> FindAll(TempPath path, IOperation root, KnownTypes types, bool handed = true)
    {
        var fills = new List<TempFill>();
        foreach (IOperation operation in root.DescendantsAndSelf())
        {
            TempFill? fill = operation is IInvocationOperation call && IsCandidate(call.TargetMethod) ? TryRead(call, types) : null;
            fill ??= handed ? OfHanded(operation, types) : null;
            if (fill?.Path.Key == path.Key)
            {
                fills.Add(fill);
            }
        }

        return fills;
    }

    /// <summary>What puts files into an archive, writes an array, or has another library or a process fill the file.</summary>
    public static TempFill? OfHanded(IOperation user, KnownTypes types)
    {
        TempPath? path;
        switch (user)
        {
            case IInvocationOperation { TargetMethod.Name: "CreateEntryFromFile"
                or "CreateEntryFromFileAsync", Arguments: { Length: > 0 } arguments } entry:
                path = FindFile(ReachedFile.Of(entry.Instance ?? arguments[0].Value, entry, types), types);
                break;
            case IInvocationOperation { TargetMethod: { Name: "WriteAllBytes" or "WriteAllBytesAsync" or "WriteAllText"
                or "WriteAllTextAsync" } method, Arguments: var written } when method.ContainingType.Is(types.File):
                path = IsOfAnySize(user, types) && written.Named("path") is { } target ? TempPath.Find(target, types) : null;
                path = path is not null && written.Named("contents") is not null && NamedFile.ExtensionOf(path.Operation) != ".sql"
                    ? null
                    : path;
                break;
            case IInvocationOperation { TargetMethod: { Name: "Copy" or "CopyTo" } method, Arguments: var copied } copy
                when method.ContainingType.Is(types.File) || method.ContainingType.Is(types.FileInfo):
                path = copied.Named("destFileName") is { } copyPath
                    && !HandedPath.IsSmall(copyPath)
                    && IsOfAnyFile(copied.Named("sourceFileName") ?? copy.Instance, types)
                        ? TempPath.Find(copyPath, types)
                        : null;
                break;
            default:
                path = HandedPath.FilledBy(user, types) ?? KeptFile.PathOf(user, types);
                break;
        }

        return path is null ? null : new TempFill(user, user, path, expectedLength: null);
    }

    private static TempFill? OfCopy(StreamCopy copy, KnownTypes types)
    {
        if (ReachedFile.Of(copy.Destination, copy.Call, types) is not { } file
            || FindFile(file, types) is not { } path
            || IsSmall(copy.Source, copy.Call, types))
        {
            return null;
        }

        return new TempFill(
            copy.Call, copy.Call, path, file.IsFiltered
                ? null
                : LengthOf(KnownLength.Of(copy, types)) ?? LengthOfForm(copy) ?? ContentLengthOf(copy.Source, types));
    }

    private static TempFill? OfWrite(IInvocationOperation call, KnownTypes types)
    {
        bool isOnce = LoopRound.Innermost(call) is null;
        if (call.Instance is not { } stream
            || (isOnce && (BufferPart.Of(call) is not { CoversArray: true, Buffer: { } array } || !IsArrayOfAnySize(array, types)))
            || ReachedFile.Of(stream, call, types) is not { Opening: { } opening } file
            || FindFile(file, types) is not { } path)
        {
            return null;
        }

        if (isOnce)
        {
            return new TempFill(call, call, path, expectedLength: null);
        }

        if (BlockWrite.Of(call, types) is { Reads: { IsEmpty: false } reads } block)
        {
            // A file that is opened in each round holds one block.
            return block.Loop.Contains(opening.Operation) || (reads[0].Instance is { } source && IsSmall(source, call, types))
                ? null
                : new TempFill(
                    call, block.Loop, path, file.IsFiltered
                        ? null
                        : LengthOf(FillingLoop.TryRead(call, opening.Operation, types)?.Length)
                            ?? ContentLengthOf(reads[0].Instance, types));
        }

        return IsOfEachElement(call, opening) ? new TempFill(call, call, path, expectedLength: null) : null;
    }

    /// <summary>The runtime's copy, as the fixes of other rules write it.</summary>
    private static TempFill? OfTunedCopy(IInvocationOperation call, KnownTypes types)
    {
        if (!call.TargetMethod.ContainingType.Is(types.FileCopyExtensions)
            || call.Arguments.Named("source") is not { } source
            || call.Arguments.Named("destination") is not { } destination)
        {
            return null;
        }

        source = source.Unwrap();
        TempPath? path = destination.Type?.SpecialType == SpecialType.System_String
            ? TempPath.Find(destination, types)
            : FindFile(ReachedFile.Of(destination, call, types), types);
        return path is null || IsSmall(source, call, types)
            ? null
            : new TempFill(
                call, call, path, LengthOf(KnownLength.OfStream(source, source.Origin(), call, types)) ?? ContentLengthOf(source, types));
    }

    /// <summary>A call that is given the path.</summary>
    private static TempFill? OfPath(IInvocationOperation call, KnownTypes types)
    {
        var sinks = new PathSinks(types, ImmutableArray<INamedTypeSymbol>.Empty);
        if (sinks.Writes(call))
        {
            foreach (IArgumentOperation argument in call.Arguments)
            {
                if (sinks.IsWritten(argument.Parameter) && TempPath.Find(argument.Value, types) is { } path)
                {
                    return new TempFill(call, call, path, expectedLength: null);
                }
            }
        }

        return null;
    }

    /// <summary>The temporary file that a stream or archive writes to.</summary>
    private static TempPath? FindFile(ReachedFile? file, KnownTypes types) =>
        file?.Path is { } path ? TempPath.Find(path, types) : null;

    /// <summary>Whether a <c>foreach</c> over elements that are not listed here writes each of them, or what it makes of them.</summary>
    private static bool IsOfEachElement(IInvocationOperation write, OpenedFile opening)
    {
        if (write.Arguments.Length == 0)
        {
            return false;
        }

        for (IOperation? parent =
            write.Parent; parent is not null and not (IAnonymousFunctionOperation or ILocalFunctionOperation); parent = parent.Parent)
        {
            if (parent is IForEachLoopOperation loop
                && !loop.Contains(opening.Operation)
                && loop.Collection.Origin() is IParameterReferenceOperation or IMemberReferenceOperation
                    or IInvocationOperation { TargetMethod.Name: not ("Range" or "Repeat") }
                && (IsMadeOf(write.Arguments[0], loop) || write.Arguments[0].Value.Origin() is { } made && IsMadeOf(made, loop)))
            {
                return true;
            }
        }

        return false;
    }

    private static bool IsMadeOf(IOperation value, IForEachLoopOperation loop) => value.Has<ILocalReferenceOperation>(
        local => local.Local.IsForEach && loop.Locals.IndexOf(local.Local, 0, SymbolEqualityComparer.Default) >= 0);

    /// <summary>Whether a call writes an array that may have any size, or all that is read from a stream or process as text.</summary>
    public static bool IsOfAnySize(IOperation write, KnownTypes types) =>
        write is IInvocationOperation { TargetMethod.Name: var name, Arguments: var arguments }
        && (name.StartsWith("WriteAllBytes", StringComparison.Ordinal)
            ? arguments.Named("bytes") is { } bytes && (IsArrayOfAnySize(bytes, types) || IsOfEachElement(bytes, arguments.Named("path")))
            : name.StartsWith("WriteAllText", StringComparison.Ordinal)
                && arguments.Named("contents") is { } text
                && !IsLengthCompared(text)
                && text.Origin()?.UnwrapAwait() is IInvocationOperation
                    { TargetMethod.Name: "ReadToEnd" or "ReadToEndAsync", Instance: { } reader }
                && reader.Origin() switch
                {
                    IPropertyReferenceOperation { Property: { Name: "StandardOutput" } output } => output.ContainingType.Is(types.Process),
                    IObjectCreationOperation { Arguments: { Length: > 0 } read } opened =>
                        opened.Type is { Name: "StreamReader" }
                        && read[0].Value.Type?.DerivesFrom(types.Stream) == true
                        && !(read[0].Value.Origin() ?? read[0].Value).Type.Is(types.MemoryStream)
                        && !IsOwn(read[0].Value.Origin())
                        && !IsSmall(read[0].Value, write, types),
                    _ => false,
                });

    /// <summary>Whether an array is a property of each element of a list that the method is given.</summary>
    private static bool IsOfEachElement(IOperation array, IOperation? path)
    {
        if (path is null
            || HandedPath.IsSmall(path)
            || IsLengthCompared(array)
            || array.Unwrap() is not IPropertyReferenceOperation
                { Type: IArrayTypeSymbol, Instance: ILocalReferenceOperation element, Property: { } property }
            || property.ContainingType.RootNamespace() == "System"
            || !new ContentNames(ImmutableArray<string>.Empty).Match(property.Name)
            || array.Root().Has<IPropertyReferenceOperation>(size => size.Instance is ILocalReferenceOperation owner
                && owner.Local.Is(element.Local)
                && (size.Property.Name.EndsWith("Size", StringComparison.Ordinal)
                    || size.Property.Name.EndsWith("Length", StringComparison.Ordinal))
                && size.Parent is IBinaryOperation or IConversionOperation { Parent: IBinaryOperation }))
        {
            return false;
        }

        IOperation? loop = array;
        while (loop is not (null or IForEachLoopOperation { Locals: { Length: 1 } }))
        {
            loop = loop.Parent;
        }

        IOperation? list = (loop as IForEachLoopOperation)?.Collection.Unwrap();
        list = (list as ICoalesceOperation)?.Value.Unwrap() ?? list;
        while (list is IPropertyReferenceOperation { Instance: { } owner })
        {
            list = owner.Unwrap();
        }

        return list is IParameterReferenceOperation && loop is ILoopOperation { Locals: var locals } && element.Local.Is(locals[0]);
    }

    /// <summary>Whether an array, whose length nothing is compared with, is a download or the content of base64 or of a stream.</summary>
    private static bool IsArrayOfAnySize(IOperation array, KnownTypes types) =>
        !IsLengthCompared(array)
        && array.Origin()?.UnwrapAwait() switch
        {
            IPropertyReferenceOperation { Property: { Name: "data", ContainingType.Name: "DownloadHandler" } } => true,
            IInvocationOperation { TargetMethod.Name: var name } when Array.IndexOf(DownloadInMemory.Names, name) >= 0 => true,
            IInvocationOperation download when DownloadInMemory.IsGivenByOther(download, types) => true,
            IInvocationOperation { TargetMethod.Name: "FromBase64String", Arguments: { Length: 1 } text } =>
                text[0].Value.Origin() is { ConstantValue.HasValue: false },
            IInvocationOperation { TargetMethod.Name: "ToArray", Instance: ILocalReferenceOperation memory } =>
                memory.Type.Is(types.MemoryStream)
                && !IsSmall(memory, array, types)
                && memory.Root().Has<IInvocationOperation>(call =>
                    StreamCopy.Of(call, types) is { Destination: ILocalReferenceOperation target } copy
                    && target.Local.Is(memory.Local)
                    && !IsSmall(copy.Source, call, types)),
            _ => false,
        };

    /// <summary>Whether a file that is copied is none of the program's own, of its temporary ones, or of those that are small.</summary>
    private static bool IsOfAnyFile(IOperation? source, KnownTypes types)
    {
        if (source is { Type.SpecialType: not SpecialType.System_String }
            && source.Origin() is IObjectCreationOperation { Arguments: { Length: 1 } info })
        {
            source = info[0].Value;
        }

        IOperation? loop = source;
        while (loop is not (null or IForEachLoopOperation))
        {
            loop = loop.Parent;
        }

        return source is not null
            && !HandedPath.IsSmall(source)
            && !IsLengthCompared(source)
            && TempPath.Find(source, types) is null
            && NamedFile.Edge(source, isEnd: false) is not { ConstantValue.HasValue: true } and var beginning
            && (beginning?.Origin() ?? beginning) is not IInvocationOperation { TargetMethod.ContainingType.Name: "TempSpace" }
            && !IsTemplate(source)
            && source.Origin()?.Has<IOperation>(IsTemplate) != true
            && !IsOwn(beginning)
            && !IsOwn((loop as IForEachLoopOperation)?.Collection.Origin());
    }

    private static bool IsTemplate(IOperation path) =>
        (NamedFile.NameOf(path) ?? (path as IInvocationOperation)?.TargetMethod.Name) is { } name
        && name.IndexOf("template", StringComparison.OrdinalIgnoreCase) >= 0;

    /// <summary>Whether a directory is put together of where the program is.</summary>
    public static bool IsOwn(IOperation? directory) => directory?.Has<IPropertyReferenceOperation>(
        property => Array.IndexOf(OwnDirectories, property.Property.Name) >= 0
            || property.Property is { Name: "FileName", ContainingType.Name: "ProcessModule" }) == true;

    /// <summary>Whether the member compares the length of an array or stream with anything.</summary>
    private static bool IsLengthCompared(IOperation array) => array.Root().Has<IBinaryOperation>(test =>
        test.Type?.SpecialType == SpecialType.System_Boolean
        && (test.LeftOperand.Unwrap() is IPropertyReferenceOperation { Property.Name: "Length" }
            || test.RightOperand.Unwrap() is IPropertyReferenceOperation { Property.Name: "Length" }));

    /// <summary>Whether a source has a constant length, or a small one.</summary>
    public static bool IsSmall(IOperation source, IOperation use, KnownTypes types)
    {
        source = source.UnwrapConditional();
        return SmallSource.IsConstant(source, types) || SmallSource.IsAtMost(source, use, SmallSize, types);
    }

    private static string? LengthOf(KnownLength? length) => length is not { Expression: { } expression } ? null
        : length.Condition is { } condition ? condition + " ? " + expression + " : null"
        : expression;

    /// <summary>The length of a form file that is a property of something.</summary>
    private static string? LengthOfForm(StreamCopy copy) =>
        copy.Kind == CopySource.FormFile && copy.Source.IsReadable() ? copy.Source.Syntax + ".Length" : null;

    /// <summary>What the header of an HTTP message says.</summary>
    private static string? ContentLengthOf(IOperation? source, KnownTypes types)
    {
        if (source is null || source.Origin() is not { } origin)
        {
            return source is not null && source.IsReadable() && source.Unwrap().Type.Is(types.HttpContent)
                ? source.Syntax + ".Headers.ContentLength"
                : null;
        }

        origin = origin.UnwrapAwait();
        return origin switch
        {
            IPropertyReferenceOperation { Property: { Name: "Body" or "BodyReader" } property, Instance: { } request }
                when property.ContainingType.Is(types.HttpRequest) =>
                request.IsReadable() ? request.Syntax + ".ContentLength" : null,
            IInvocationOperation { TargetMethod: { Name: "ReadAsStream" or "ReadAsStreamAsync" } method, Instance: { } content }
                when method.ContainingType.Is(types.HttpContent) =>
                content.IsReadable() ? content.Syntax + ".Headers.ContentLength" : null,
            _ => source.IsReadable() && origin.Type.Is(types.HttpContent) ? source.Unwrap().Syntax + ".Headers.ContentLength" : null,
        };
    }
}
