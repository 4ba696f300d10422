using System.Linq;

namespace StreamTuning.Analyzers.Facts;

/// <summary>A copy whose destination is a file.</summary>
internal sealed class FileCopy(StreamCopy copy, TargetFile file, KnownTypes types)
{
    /// <summary>In bytes: a copy with the default buffer writes it at most in two parts, of 128 KiB each.</summary>
    private const int TwoWrites = 256 * 1024;

    public static FactTable<FileCopy> Facts { get; } = new(
        new WatchedNames(StreamCopy.Names), [OperationKind.Invocation], static (call, types) =>
            StreamCopy.Of((IInvocationOperation)call, types) is { } copy ? Of(copy, copy.Destination, types) : null);

    public StreamCopy Copy => copy;

    /// <summary>Where the file is opened, where that is visible.</summary>
    public OpenedFile? Opening => file.Opening;

    public static FileCopy? Of(IInvocationOperation call, KnownTypes types) => Facts.Of(call, types);

    /// <summary>A copy whose destination is the file, or passes on to it what it is given.</summary>
    public static FileCopy? Of(StreamCopy copy, IOperation file, KnownTypes types) =>
        TargetFile.TryRead(file, types) is { } target ? new FileCopy(copy, target, types) : null;

    /// <summary>Whether the default buffer decides about the size of the writes.</summary>
    /// <param name="enough">The buffer of a <c>FileStream</c>, in bytes, that gathers the small writes.</param>
    public bool IsWrittenWithDefaultBuffer(int enough) =>
        Copy.HasDefaultBuffer && IsWrittenInBlocks(enough)
        && !IsAtMost(Copy.Kind is CopySource.Stream or CopySource.FormFile && !types.MayRunOnNetFramework
            ? TwoWrites
            : StreamCopy.DefaultBufferSize);

    /// <summary>Whether a small buffer that the copy was given decides about the size of the writes.</summary>
    /// <param name="small">The largest buffer, in bytes, that is small.</param>
    /// <param name="enough">The buffer of a <c>FileStream</c>, in bytes, that gathers the small writes.</param>
    public bool IsWrittenWithSmallBuffer(int small, int enough) =>
        !Copy.HasDefaultBuffer
        && Copy.ConstantBufferSize is > 0 and var size
        && size <= small
        && IsWrittenInBlocks(enough)
        && !IsAtMost(size);

    /// <summary>Whether the file has, or may have, a buffer of so many bytes.</summary>
    public bool MayHaveBuffer(int enough) => file.MayHaveBuffer(enough);

    /// <summary>Whether no more than so many bytes are copied.</summary>
    public bool IsAtMost(int length) => SmallSource.IsAtMost(Copy.Source, Copy.Call, length, types);

    /// <summary>Whether large writes gain little by what the names of the source, or the path of the file, say.</summary>
    public bool GainsLittle => NamedFile.IsSmall(Copy.Source) || file.GainsLittle;

    /// <summary>Whether writes go past the buffer of the file, unless it has so many bytes, of data that arrives bit by bit.</summary>
    public bool PassesBuffer(int enough) =>
        !file.MayHaveBuffer(enough) && !Copy.IsSingleWrite && !LiveSource.Is(Copy.Source, types);

    /// <summary>Whether what the copy writes reaches the file as it is written.</summary>
    private bool IsWrittenInBlocks(int enough) =>
        Copy.Kind != CopySource.HttpContent && !Copy.IsOfRequestBody && PassesBuffer(enough);
}

/// <summary>A file that something is written into.</summary>
internal sealed class TargetFile
{
    /// <summary>A path that more methods hand on, each with a part of its own, is not followed.</summary>
    private const int MaximumCalls = 3;

    private readonly IOperation _value;
    private readonly KnownTypes _types;

    private TargetFile(IOperation value, OpenedFile? opening, KnownTypes types)
    {
        _value = value;
        _types = types;
        Opening = opening;
    }

    /// <summary>Where the file is opened, where that is visible.</summary>
    public OpenedFile? Opening { get; }

    /// <summary>Whether large writes gain little: the file is visibly on a local disk, or named as one of a few kilobytes.</summary>
    public bool GainsLittle => (Opening?.Operation ?? _value).ComesOnlyFrom(value => OpenedFile.Of(value, _types)?.Path is { } path
        && (NamedFile.IsNamed(path, NamedFile.SmallExtensions, NamedFile.SmallWords) || IsLocal(path, MaximumCalls)));

    /// <summary>Whether all that the path may be begins with a local folder; what is put together of itself begins as before.</summary>
    private bool IsLocal(IOperation path, int calls) => path.ComesOnlyFrom(value =>
        NamedFile.Edge(value, isEnd: false) is { } beginning
        && (LocalFolder.Is(beginning, _types)
            || (beginning.Syntax != value.Syntax
                && ((beginning is ILocalReferenceOperation each && each.Local.Is((path.Unwrap() as ILocalReferenceOperation)?.Local))
                    || (calls > 0 && IsLocal(beginning, calls - 1))))));

    /// <summary>Null where the value is not known to be a file.</summary>
    public static TargetFile? TryRead(IOperation value, KnownTypes types)
    {
        value = value.Unwrap();
        IOperation? origin = value.Origin();
        OpenedFile? opening = origin is null ? null : OpenedFile.Of(origin, types);
        return opening is not null || (origin?.Type).Is(types.FileStream) || IsFile(value, types)
            ? new TargetFile(value, opening, types)
            : null;
    }

    /// <summary>
    /// Whether all that the value may be is a file. Not what a constructor is given: <c>new(...)</c> and <c>base(...)</c> don't name it.
    /// </summary>
    private static bool IsFile(IOperation value, KnownTypes types)
    {
        bool isOfMethods = true;
        return value.ComesOnlyFrom(each =>
        {
            bool isFile = each.Type.Is(types.FileStream);
            isOfMethods &= isFile || !IsOfConstructor(each);
            return isFile;
        }) && isOfMethods;
    }

    private static bool IsOfConstructor(IOperation value) => value is
        IParameterReferenceOperation { Parameter.ContainingSymbol: IMethodSymbol { MethodKind: MethodKind.Constructor } }
        or IPropertyReferenceOperation { Property.ContainingType.IsRecord: true };

    /// <summary>Whether the file, or one of those it may be, was opened with a buffer that gathers small writes, or unknown.</summary>
    /// <param name="enough">In bytes.</param>
    public bool MayHaveBuffer(int enough) => (Opening?.Operation ?? _value).MayComeFrom(value => OpenedFile.Of(value, _types) is { } opening
        && !(opening.BufferSize < enough || SharedOptions.HaveDefaultBuffer(opening, _types)));
}

/// <summary>Tells what is known of <c>FileStreamOptions</c> that several calls share.</summary>
internal static class SharedOptions
{
    private const string BufferSize = "BufferSize";

    /// <summary>Whether all that the options of a file may be are built without a buffer size, and get none later.</summary>
    public static bool HaveDefaultBuffer(OpenedFile opening, KnownTypes types)
    {
        if (opening is not { BufferSize: null, GivenBufferSize: null }
            || Sources.ArgumentsOf(opening.Operation).Named("options") is not { } options)
        {
            return false;
        }

        bool areUnchanged = true;
        return options.ComesOnlyFrom(value =>
        {
            areUnchanged &= !MayBeChanged(value, types);
            return value is IObjectCreationOperation { Arguments.Length: 0 } creation
                && OpenedFile.ValueIn(creation, BufferSize) is null;
        }) && areUnchanged;
    }

    /// <summary>Whether the options in a variable are used for anything but opening files and setting other properties.</summary>
    private static bool MayBeChanged(IOperation variable, KnownTypes types)
    {
        IEnumerable<IOperation>? uses = variable switch
        {
            ILocalReferenceOperation local => Uses.Of(local.Local, local.Root()),
            IParameterReferenceOperation parameter => Uses.Of(parameter.Parameter, parameter.Root()),
            IFieldReferenceOperation { Field: { DeclaredAccessibility: Accessibility.Private } field,
                SemanticModel.Compilation: { } compilation } => MemberUses.Of(field, compilation),
            IFieldReferenceOperation => null,

            // One that has a field of its own is the same object each time.
            IPropertyReferenceOperation { Property: { } property } =>
                property.ContainingType.GetMembers().OfType<IFieldSymbol>().Any(field => field.AssociatedSymbol.Is(property)) ? null : [],
            _ => [],
        };
        return uses?.All(use => use.Receiver() switch
        {
            IArgumentOperation { Parameter: { } parameter } =>
                parameter.Type.Is(types.FileStreamOptions) && parameter.ContainingType?.ContainingNamespace.Name == "IO",
            IPropertyReferenceOperation { Property.Name: not BufferSize } => true,
            ISimpleAssignmentOperation assignment => assignment.Target == use,
            _ => false,
        }) != true;
    }
}

/// <summary>Tells files that are small, a few kilobytes, by their names.</summary>
internal static class NamedFile
{
    /// <summary>A path is put together of no more than this.</summary>
    private const int MaximumSteps = 32;

    public static string[] SmallWords { get; } = ["favicon", "lyrics", "settings", "subtitle", "subtitles"];

    /// <summary>The extensions of settings, subtitles, keys, and links.</summary>
    public static string[] SmallExtensions { get; } =
    [
        ".cer", ".cfg", ".conf", ".config", ".crt", ".ico", ".ini", ".lnk", ".lrc", ".md5", ".pem", ".sha256", ".srt", ".url", ".vtt",
    ];

    /// <summary>Whether the name of a variable or member begins with a word that says so.</summary>
    public static bool IsSmall(IOperation value) => BeginsWith(value, SmallWords);

    /// <summary>Whether the name of a variable or member begins with one of the words.</summary>
    public static bool BeginsWith(IOperation value, string[] words) =>
        NameOf(value) is { } name
        && Array.Exists(words, word => name.StartsWith(word, StringComparison.OrdinalIgnoreCase)
            && (name.Length == word.Length || !char.IsLower(name[word.Length])));

    /// <summary>The name of a variable or member, without underscores before it; null if the value is neither.</summary>
    public static string? NameOf(IOperation value) => (value.UnwrapConditional() switch
    {
        ILocalReferenceOperation local => local.Local.Name,
        IParameterReferenceOperation parameter => parameter.Parameter.Name,
        IPropertyReferenceOperation { Property.Name: "FullName", Instance: { } info } => NameOf(info),
        IMemberReferenceOperation member => member.Member.Name,
        _ => null,
    })?.TrimStart('_');

    /// <summary>The extension that a path certainly ends with, in lower case; null if that isn't known.</summary>
    public static string? ExtensionOf(IOperation? path) =>
        Edge(path, isEnd: true)?.ConstantValue.Value is string end && end.LastIndexOf('.') is >= 0 and var dot
            ? end.Substring(dot).ToLowerInvariant()
            : null;

    /// <summary>Whether a path ends with one of the extensions, or its name begins with one of the words if it has none.</summary>
    public static bool IsNamed(IOperation path, string[] extensions, string[] words) =>
        ExtensionOf(path) is { } extension ? Array.IndexOf(extensions, extension) >= 0 : BeginsWith(path, words);

    /// <summary>What a path begins or ends with; null where it isn't known.</summary>
    public static IOperation? Edge(IOperation? path, bool isEnd)
    {
        for (int steps = 0; steps < MaximumSteps && path is not null; steps++)
        {
            IOperation origin = path.Origin() ?? path.Unwrap();
            switch (origin)
            {
                case { ConstantValue.HasValue: true }:
                    return origin;
                case IBinaryOperation { OperatorKind: BinaryOperatorKind.Add } sum:
                    path = isEnd ? sum.RightOperand : sum.LeftOperand;
                    break;
                case IInterpolatedStringOperation { Parts: { Length: > 0 } parts }:
                    IInterpolatedStringContentOperation part = parts[isEnd ? parts.Length - 1 : 0];
                    path = (part as IInterpolatedStringTextOperation)?.Text ?? (part as IInterpolationOperation)?.Expression;
                    break;
                case IInvocationOperation { TargetMethod: { Name: "Combine" or "Join" or "Concat" or "ChangeExtension"
                    or "GetFullPath", ContainingType.Name: "Path" or "String" } method, Arguments: { Length: > 0 } parts }:
                    path = parts[isEnd && method.Name != "GetFullPath" ? parts.Length - 1 : 0].Value;
                    // Five parts and more are in an array or span.
                    path = isEnd || path.Type?.SpecialType == SpecialType.System_String ? path
                        : path.Unwrap() is IArrayCreationOperation { Initializer.ElementValues: { Length: > 0 } all } ? all[0]
                        : path.Unwrap().ChildOperations.FirstOrDefault();
                    break;
                case IInvocationOperation { TargetMethod: { Name: "Replace", ContainingType.Name: "String" }, Instance: { } text } replaced
                    when replaced.Arguments[0].Value.ConstantValue.Value is "\\" or "/" or '\\' or '/':
                    path = text;
                    break;
                default:
                    if (FixedMember.ValueOf(origin) is not { } value)
                    {
                        return origin;
                    }

                    path = value;
                    break;
            }
        }

        return null;
    }
}

/// <summary>Tells folders that are on a disk of this machine.</summary>
internal static class LocalFolder
{
    /// <summary>The values of <c>Environment.SpecialFolder</c> for the system, its programs, and the data of programs.</summary>
    private static readonly int[] Special = [26, 28, 32, 35, 36, 37, 38, 41, 42, 43, 44];

    public static bool Is(IOperation beginning, KnownTypes types) => beginning switch
    {
        IInvocationOperation { TargetMethod: { Name: "GetTempPath" or "GetTempFileName" } method } => method.ContainingType.Is(types.Path),
        IInvocationOperation { TargetMethod.ContainingType.Name: "TempSpace" } => true,
        IInvocationOperation { TargetMethod: { Name: "GetFolderPath" } method, Arguments: { Length: > 0 } given } =>
            method.ContainingType.Is(types.Environment) && Array.IndexOf(Special, given[0].Value.ConstantInt32() ?? -1) >= 0,
        IPropertyReferenceOperation { Property: { } property } => (property.ContainingType.Name, property.Name) is
            ("Environment", "SystemDirectory") or ("FileSystem" or "IFileSystem", "CacheDirectory" or "AppDataDirectory"),
        _ => (beginning.ConstantValue.Value as string)?.Replace('\\', '/') is { } text
            && (text is "" or "/tmp" || text.StartsWith("/tmp/", StringComparison.Ordinal)
                || (text.Length > 3 && text[0] is 'C' or 'c' or 'D' or 'd' && text[1] == ':' && text[2] == '/'
                    && string.Compare(text + "/", 2, "/home/", 0, 6, StringComparison.OrdinalIgnoreCase) != 0)), // A share of app services.
    };
}

/// <summary>Tells what a program says while it runs: in small pieces, and whoever follows the file wants each of them at once.</summary>
internal static class LiveSource
{
    private static readonly WatchedNames Outputs = new("StandardOutput", "StandardError");

    public static bool Is(IOperation source, KnownTypes types) =>
        source.SemanticModel is { Compilation: { } compilation }
        && Outputs.IsIn(compilation, CancellationToken.None)
        && !source.Type.Is(types.FormFile)
        && source.ComesOnlyFrom(origin => IsOutput(origin, types));

    private static bool IsOutput(IOperation stream, KnownTypes types) =>
        stream is IPropertyReferenceOperation { Property.Name: "BaseStream", Instance: { } reader }
        && reader.UnwrapConditional().Origin() is IPropertyReferenceOperation { Property: { } output }
        && output.Name is "StandardOutput" or "StandardError" && output.ContainingType.Is(types.Process);
}
