using System.Collections.Concurrent;
using System.Linq;
using System.Runtime.CompilerServices;

namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// A path that goes to another library or a process, which fills the file: nothing was there before, and the member uses the file
/// afterwards.
/// </summary>
internal static class HandedPath
{
    /// <summary>So many methods of the project may hand a path on, and so many texts may be made of one with it.</summary>
    private const int MaximumDepth = 2;

    // The beginnings of names of parameters that say where a method writes, and of those that can mean nothing else.
    private static readonly string[] Targets = ["dest", "output", "target", "local", "save", "download", "export", "result"];
    private static readonly string[] Outputs = ["dest", "output"];

    private static readonly string[] Writers =
    [
        "Backup", "Capture", "Clone", "Compress", "Concat", "Convert", "Copy", "CreateArchive", "CreateBackup", "CreateFrom", "CreatePdf",
        "CreateVideo", "CreateWave", "CreateZip", "DecodeTo", "Decrypt", "Download", "Dump", "Encode", "Encrypt", "Export", "Extract",
        "Fetch", "Generate", "ImWrite", "Merge", "Output", "Pack", "PdfAsync", "Print", "Record", "Render", "Save", "Screenshot",
        "SetOutput", "SetOutputToWaveFile", "Snapshot", "StartRecording", "Synthesize", "Take", "ToFile", "Transcode", "Unpack", "Unzip",
        "Write", "Zip",
    ];

    // The ends of names of types whose constructors open a file to write it.
    private static readonly string[] WriterTypes = ["Recorder", "WStream", "Writer"];

    // The ends of names of parameters that take a command line.
    private static readonly string[] CommandLines = ["arguments", "args", "commandLine"];

    // The names of parameters that take what is written, from a stream.
    private static readonly string[] Contents = ["source", "input", "content", "data", "inputStream", "sourceStream", "contentStream"];

    // The beginnings of names of parameters that say what is copied.
    private static readonly string[] Sources = ["from", "source", "src"];

    // Those of methods that do something else with such a path: they only read the file, or make its directory.
    private static readonly string[] Others =
    [
        "Check", "Clean", "Cleanup", "Clear", "Delete", "Ensure", "Exists", "Get", "Has", "Is", "Load", "Open", "Parse", "Publish", "Read",
        "Remove", "Send", "TryDelete", "Upload", "Validate", "Verify",
    ];

    // Those of methods that tell a path to people.
    private static readonly string[] Logs = ["Debug", "Error", "Info", "Information", "Log", "Print", "Trace", "Warn", "Write"];

    private static readonly string[] Deletions = ["Clean", "Cleanup", "Delete", "Remove", "TryDelete"];

    /// <summary>A path that is used more often in one method is not followed.</summary>
    private const int MaximumUses = 64;

    // The beginnings of names of variables, and the extensions, of files of a few kilobytes.
    private static readonly string[] SmallWords =
    [
        .. NamedFile.SmallWords, "config", "flag", "lock", "log", "manifest", "marker", "pid", "script", "socket", "status", "thumb",
        "thumbnail",
    ];

    private static readonly string[] SmallExtensions =
    [
        .. NamedFile.SmallExtensions, ".ass", ".bat", ".cmd", ".css", ".flag", ".htm", ".html", ".js", ".json", ".key", ".lock", ".log",
        ".m3u8", ".marker", ".md", ".pid", ".plist", ".ps1", ".py", ".reg", ".sh", ".sock", ".toml", ".txt", ".vbs", ".xml", ".yaml",
        ".yml",
    ];

    // What says that a file is larger: a member that keeps such a path is worth a report.
    private static readonly string[] LargeWords =
        ["archive", "audio", "backup", "download", "export", "extract", "output", "recording", "screenshot", "update", "video"];

    private static readonly string[] LargeExtensions =
    [
        ".7z", ".aac", ".apk", ".avi", ".bak", ".bmp", ".csv", ".dmg", ".docx", ".dump", ".epub", ".exe", ".flac", ".gz", ".img", ".iso",
        ".m4a", ".mkv", ".mov", ".mp3", ".mp4", ".msi", ".nupkg", ".ogg", ".onnx", ".opus", ".pcm", ".pdf", ".png", ".pptx", ".raw", ".sql",
        ".tar", ".tgz", ".tif", ".tiff", ".wav", ".webm", ".wmv", ".xlsx", ".zip",
    ];

    // Each path that goes through an interface would search for its implementations again.
    private static readonly ConditionalWeakTable<Compilation, ConcurrentDictionary<ISymbol, ISymbol[]>> Implementations = new();

    /// <summary>Whether the extension says that a file is small, or the name of a variable with the path if there's none.</summary>
    public static bool IsSmall(IOperation path) => NamedFile.IsNamed(path, SmallExtensions, SmallWords);

    /// <summary>The path of the file that a call, creation or assignment has filled; null if it fills none.</summary>
    public static TempPath? FilledBy(IOperation user, KnownTypes types)
    {
        switch (user)
        {
            case IInvocationOperation { TargetMethod: { Name: "Add" or "Append" } add, Arguments: { Length: > 0 } added }
                when IsOfSystem(add.ContainingType):
                return InCommandLine(added[0].Value, user, types) is { } path && IsInCommand(added[0].Value, depth: 0) ? path : null;
            case IInvocationOperation call:
                return In(call.Arguments, call.TargetMethod, user, types);
            case IObjectCreationOperation { Constructor: { } constructor } creation:
                return In(creation.Arguments, constructor, user, types);
            case IDynamicInvocationOperation or IInvalidOperation:
                return UnboundCall.TargetsOf(user).Select(target => target.Type?.SpecialType == SpecialType.System_String
                    ? AtBeginning(target, user, isSure: false, types)
                    : InStream(target, user, types)).FirstOrDefault(path => path is not null);
            case IAssignmentOperation { Target: IPropertyReferenceOperation property } assignment:
                return property.Property.Name != "Arguments" ? InProperty(assignment.Value, property, user, types)
                    : IsOfProcess(property.Property) ? InCommandLine(assignment.Value, user, types)
                    : null;
            default:
                return null;
        }
    }

    /// <summary>The path that options keep for a library, or for a method of the project that fills the file.</summary>
    private static TempPath? InProperty(IOperation value, IPropertyReferenceOperation target, IOperation user, KnownTypes types)
    {
        IPropertySymbol property = target.Property.OriginalDefinition;
        bool isOutput = StartsWithAny(property.Name, Outputs);
        return property.Type.SpecialType == SpecialType.System_String
            && (isOutput || PathSinks.IsPathName(property.Name))
            && !IsOfSystem(property.ContainingType)
            && target.Instance is not IInstanceReferenceOperation { ReferenceKind: InstanceReferenceKind.ContainingTypeInstance }
            && AtBeginning(value, user, isSure: false, types) is { } path
            && (property.DeclaringSyntaxReferences.IsEmpty
                ? isOutput || IsOfWriter(user)
                : user.SemanticModel is { Compilation: { } compilation }
                    && AreFilling(MemberUses.Of(property, compilation), types, depth: 0))
                ? path
                : null;
    }

    /// <summary>Whether options are made for a method that writes.</summary>
    private static bool IsOfWriter(IOperation set) =>
        set.Parent?.Parent is IObjectCreationOperation options
        && options.Receiver() is IArgumentOperation { Parent: IInvocationOperation { TargetMethod: { Name: var name } } }
        && PathSinks.BeginsWithWord(name, Writers)
        && !PathSinks.BeginsWithWord(name, Others);

    private static TempPath? In(ImmutableArray<IArgumentOperation> arguments, IMethodSymbol method, IOperation user, KnownTypes types)
    {
        bool isOfProcess = IsOfProcess(method);
        if (!isOfProcess
            && ((IsOfSystem(method) && method.Name != "SetOutputToWaveFile") || PathUses.IsToldTo(method, types)))
        {
            return null;
        }

        foreach (IArgumentOperation argument in arguments)
        {
            if (argument.Parameter is { } parameter
                && (IsCommandLine(parameter, method) ? InCommandLine(argument.Value, user, types)
                    : isOfProcess ? null
                    : InTarget(argument.Value, parameter, method, user, types) ?? InText(argument.Value, parameter, method, user, types))
                    is { } path)
            {
                return arguments.Any(IsOwnSource) ? null : path;
            }
        }

        return null;
    }

    /// <summary>Whether a method is given files of the program to copy.</summary>
    private static bool IsOwnSource(IArgumentOperation argument) =>
        argument.Parameter is { Type.SpecialType: SpecialType.System_String } parameter
        && StartsWithAny(parameter.Name, Sources)
        && TempFill.IsOwn(NamedFile.Edge(argument.Value, isEnd: false));

    /// <summary>The path that a parameter takes, if the method writes there.</summary>
    private static TempPath? InTarget(
        IOperation value, IParameterSymbol parameter, IMethodSymbol method, IOperation user, KnownTypes types)
    {
        // Bodies are looked into for paths alone.
        bool? isTarget = IsTarget(parameter, method, types);
        bool isSure = method.MethodKind != MethodKind.Constructor
            && (StartsWithAny(parameter.Name, Outputs)
                || method.Name.IndexOf("ToFile", StringComparison.Ordinal) >= 0
                || (isTarget is null && GivesNames(user.Awaited())));
        value = IsInfo(parameter.Type) && value.Unwrap() is IObjectCreationOperation { Arguments: { Length: 1 } info }
            ? info[0].Value
            : value;
        return isTarget != false
            && (parameter.Type.DerivesFrom(types.Stream) ? InStream(value, user, types)
                : AtBeginning(value, user, isSure, types)) is { } path
            && (isTarget
                ?? (IsFilledIn(method, parameter, user, types, depth: 0)
                    || (StartsWithAny(parameter.Name, Targets) && IsHandedOnIn(method, parameter, user))))
            && !IsReportedIn(method, parameter, user, types)
            && !CopiesOnlySmall(method, user, types)
                ? path
                : null;
    }

    /// <summary>Whether the code takes texts from a call, such as the names of the files that it wrote.</summary>
    private static bool GivesNames(IOperation result) =>
        result is { Type: { SpecialType: SpecialType.None } type, Parent: not IExpressionStatementOperation }
        && type is IArrayTypeSymbol or INamedTypeSymbol { Name: "IEnumerable" or "IReadOnlyList" or "IList" or "List" }
        && ElementOf(type).SpecialType == SpecialType.System_String;

    /// <summary>The type of what a list or array holds; else the type.</summary>
    private static ITypeSymbol ElementOf(ITypeSymbol type) => type switch
    {
        IArrayTypeSymbol array => array.ElementType,
        INamedTypeSymbol { TypeArguments: { Length: 1 } elements } => elements[0],
        _ => type,
    };

    /// <summary>The path in a text that a method of the project runs a program with, whatever the name of the parameter is.</summary>
    private static TempPath? InText(
        IOperation value, IParameterSymbol parameter, IMethodSymbol method, IOperation user, KnownTypes types) =>
        !method.DeclaringSyntaxReferences.IsEmpty
        && !PathSinks.BeginsWithWord(method.Name, Others)
        && value.Origin() is IInterpolatedStringOperation or IBinaryOperation { OperatorKind: BinaryOperatorKind.Add }
            or IArrayCreationOperation
        && InCommandLine(value, user, types) is { } path
        && IsRunIn(method, parameter, user, depth: 0)
            ? path
            : null;

    /// <summary>The path of a file that is opened to be written.</summary>
    private static TempPath? InStream(IOperation stream, IOperation user, KnownTypes types) =>
        stream.Origin() is { } origin
        && origin.Root() == user.Root()
        && OpenedFile.Of(origin, types) is { } opening
        && new PathSinks(types, ImmutableArray<INamedTypeSymbol>.Empty).Writes(origin)
        && WrittenBytes.PathOf(opening, types) is { } path
        && !IsSmall(path)
            ? TempPath.Find(path, types)
            : null;

    /// <summary>The path of a new file in a text, or in several, or in one of which a text is made.</summary>
    private static TempPath? InCommandLine(IOperation value, IOperation user, KnownTypes types, int depth = 0)
    {
        if (value.Origin() is { } texts)
        {
            foreach (IOperation part in texts.DescendantsAndSelf())
            {
                if ((At(part, user, texts, isSure: false, types, out _)
                    ?? (depth < MaximumDepth
                        && part is ILocalReferenceOperation { Type.SpecialType: SpecialType.System_String }
                        && part.Origin() is IInterpolatedStringOperation or IBinaryOperation { OperatorKind: BinaryOperatorKind.Add }
                            ? InCommandLine(part, user, types, depth + 1)
                            : null)) is { } path)
                {
                    return path;
                }
            }
        }

        return At(value, user, value, isSure: false, types, out _);
    }

    /// <summary>The path of a new file or directory that a path is, or begins with.</summary>
    private static TempPath? AtBeginning(IOperation path, IOperation user, bool isSure, KnownTypes types)
    {
        IOperation? beginning = IsSmall(path) ? null : path;
        IOperation text = path;
        for (int hops = 0; hops < Provenance.MaximumHops && beginning is not null; hops++)
        {
            if (At(beginning, user, text, isSure || IsKnownToOthers(beginning, types), types, out bool isOld) is { } found)
            {
                return found;
            }

            // Its directory would be another matter.
            if (isOld)
            {
                return null;
            }

            text = beginning.Origin() ?? text;
            beginning = TempPath.BeginningOf(text, types);
        }

        return null;
    }

    /// <summary>Whether a local holds a path that another member makes, and gives to others that use the file.</summary>
    private static bool IsKnownToOthers(IOperation path, KnownTypes types) =>
        LocalOf(path.Unwrap())?.Origin() is IInvocationOperation { TargetMethod: { } maker } made
        && !maker.DeclaringSyntaxReferences.IsEmpty
        && TempPath.Find(made, types) is { } found
        && found.Operation.Root() != path.Root();

    /// <param name="value">The path.</param>
    /// <param name="user">What is given the path.</param>
    /// <param name="text">What is made of the path.</param>
    /// <param name="isSure">Whether the user certainly writes there: then nothing has to use the file afterwards.</param>
    /// <param name="types">The types.</param>
    /// <param name="isOld">Whether it's a path at which the code writes, or asks, itself.</param>
    private static TempPath? At(
        IOperation value, IOperation user, IOperation text, bool isSure, KnownTypes types, out bool isOld)
    {
        value = value.Unwrap();
        isOld = false;
        bool isVariable = (LocalOf(value) ?? value) is IMemberReferenceOperation or ILocalReferenceOperation;
        return (isVariable || (isSure && TempPath.BeginningOf(value, types) is not null))
            && TempPath.Find(value, types) is { } path
            && !IsSmall(value)
            && (!isVariable || IsNewAndUsed(value, path, user, text, isSure, types, out isOld))
                ? path
                : null;
    }

    /// <summary>Whether a method runs a program with what a parameter takes: a text, or several, but not to be put into another.</summary>
    private static bool IsCommandLine(IParameterSymbol parameter, IMethodSymbol method) => IsOfProcess(method)
        ? parameter.Name == "arguments"
        : Array.Exists(CommandLines, end => parameter.Name.EndsWith(end, StringComparison.OrdinalIgnoreCase))
            && ElementOf(parameter.Type).SpecialType == SpecialType.System_String
            && !method.Parameters.Any(each => each.Name is "format" or "message" && each.Ordinal < parameter.Ordinal)
            && !PathSinks.BeginsWithWord(method.Name, Others);

    /// <summary>
    /// Whether the names say that a method writes to the path or stream that a parameter takes; null if only its body can say so.
    /// </summary>
    private static bool? IsTarget(IParameterSymbol parameter, IMethodSymbol method, KnownTypes types)
    {
        bool isStream = parameter.Type.DerivesFrom(types.Stream);
        bool isOwn = !method.DeclaringSyntaxReferences.IsEmpty;
        if ((isStream ? StreamCopy.IsCandidate(method)
                : parameter.Type.SpecialType != SpecialType.System_String
                    && !(IsInfo(parameter.Type) && (method.IsAbstract || !isOwn)))
            || PathSinks.BeginsWithWord(method.Name, Others))
        {
            return false;
        }

        if (StartsWithAny(parameter.Name, Targets))
        {
            return isOwn && !method.IsAbstract && !isStream ? null : true;
        }

        return (method.IsAbstract || !isOwn)
            && (isStream || PathSinks.IsPathName(parameter.Name))
            && (method.MethodKind == MethodKind.Constructor
                ? Array.Exists(WriterTypes, end => method.ContainingType.Name.EndsWith(end, StringComparison.Ordinal))
                : PathSinks.BeginsWithWord(method.Name, Writers) && !(isStream && Array.IndexOf(Contents, parameter.Name) >= 0))
                ? true
                : isOwn && !isStream ? null : false;
    }

    /// <summary>Whether the body of a method fills the file whose path a parameter takes, or hands it to what does.</summary>
    private static bool IsFilledIn(IMethodSymbol method, IParameterSymbol parameter, IOperation user, KnownTypes types, int depth)
    {
        if (depth >= MaximumDepth || user.SemanticModel is not { Compilation: { } compilation })
        {
            return false;
        }

        // The parameters of a record are its properties.
        return UsesIn(method, parameter, compilation).Any(uses => AreFilling(uses, types, depth))
            || (method is { MethodKind: MethodKind.Constructor, ContainingType.IsRecord: true }
                && method.ContainingType.GetMembers(parameter.Name).FirstOrDefault() is IPropertySymbol property
                && AreFilling(MemberUses.Of(property, compilation), types, depth + 1));
    }

    /// <summary>Whether the body of a method hands a path on to code that isn't the framework's, or puts names behind it.</summary>
    private static bool IsHandedOnIn(IMethodSymbol method, IParameterSymbol parameter, IOperation user) =>
        user.SemanticModel is { Compilation: { } compilation }
        && UsesIn(method, parameter, compilation).Any(uses => uses.Any(use =>
            IsArgumentOf(use, "Combine")
            || (use.Receiver() is IArgumentOperation { Parameter.ContainingSymbol.ContainingType: { } taker } && !IsOfSystem(taker))));

    /// <summary>What a method does with a parameter, or each that implements it.</summary>
    private static IEnumerable<IReadOnlyList<IOperation>> UsesIn(IMethodSymbol method, IParameterSymbol parameter, Compilation compilation)
    {
        foreach (ISymbol each in !method.IsAbstract ? [method.OriginalDefinition]
            : Implementations.GetOrCreateValue(compilation).GetOrAdd(
                method.OriginalDefinition, member => [.. member.ImplementationsIn(compilation)]))
        {
            if (each is IMethodSymbol own && compilation.BodyOf(own) is { } body)
            {
                yield return Uses.Of(own.Parameters[parameter.Ordinal], body);
            }
        }
    }

    /// <summary>Whether one of the uses of a path fills the file, or hands it to what does, and none asks if it's there already.</summary>
    private static bool AreFilling(IEnumerable<IOperation>? uses, KnownTypes types, int depth)
    {
        var sinks = new PathSinks(types, ImmutableArray<INamedTypeSymbol>.Empty);
        foreach (IOperation use in uses ?? [])
        {
            if (use.Receiver() is ISimpleAssignmentOperation { Target: IMemberReferenceOperation { Member: var kept } target } set
                && set.Value.Unwrap() == use
                && depth < MaximumDepth
                && target.SemanticModel is { Compilation: { } compilation }
                && AreFilling(MemberUses.Of(kept.OriginalDefinition, compilation), types, depth + 1))
            {
                return true;
            }

            if (use.Receiver() is IPropertyReferenceOperation { Property.Name: "Exists" })
            {
                return false;
            }

            if (use.Receiver() is not IArgumentOperation { Parameter: { } taken, Parent: { } opening })
            {
                if (IsInCommand(use, depth) || UnboundCall.TargetsOf(use.Receiver()).Any(target => target.Unwrap() == use))
                {
                    return true;
                }

                continue;
            }

            // What is put behind a directory is a file in it.
            if (TempPath.BeginningOf(opening, types)?.Unwrap() == use
                && !IsSmall(opening)
                && AreFilling(
                    opening.ReceivingLocal() is not { } file ? [opening]
                        : file.SingleValue(opening.Root()) is null ? []
                        : Uses.Of(file, opening.Root()).Where(each => each.Syntax.SpanStart >= opening.Syntax.Span.End),
                    types,
                    depth))
            {
                return true;
            }

            IMethodSymbol? called = (opening as IInvocationOperation)?.TargetMethod ?? (opening as IObjectCreationOperation)?.Constructor;
            if (called is null || (called.Name == "Exists" && !IsDeletion(use) && !IsResumption(use)))
            {
                return false;
            }

            if (IsInfo(called.ContainingType)
                && opening.ReceivingLocal() is { } info
                && depth < MaximumDepth
                && AreFilling(
                    Uses.Of(info, opening.Root()).Select(PathIn), types, depth + 1))
            {
                return true;
            }

            if ((!IsOfSystem(called)
                ? IsTarget(taken, called, types) ?? IsFilledIn(called, taken, opening, types, depth + 1)
                : sinks.Writes(opening)
                    && sinks.IsWritten(taken)
                    && (IsMoveOfPart(opening, use, types)
                        || Array.IndexOf(TempFill.NamesOfPaths, called.Name) >= 0
                        || (called.Name.StartsWith("WriteAllBytes", StringComparison.Ordinal) && TempFill.IsOfAnySize(opening, types))
                        || opening.Root().Has<IOperation>(call => IsFill(call, opening, types))))
                || IsInCommand(use, depth))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>
    /// Whether a call moves a file to the path whose name begins with that path, or a temporary one that the method fills: it was filled
    /// under another name.
    /// </summary>
    private static bool IsMoveOfPart(IOperation call, IOperation path, KnownTypes types) =>
        call is IInvocationOperation { TargetMethod.Name: "Move" or "Copy", Arguments: var moved } move
        && moved.Named("sourceFileName") is { } source
        && ((move.TargetMethod.Name == "Move" && NamedFile.Edge(source, isEnd: false)?.IsSameAs(path) == true)
            || (TempPath.Find(source, types) is { } part && TempFill.FindAll(part, call.Root(), types, handed: false).Count > 0));

    /// <summary>Whether a call copies, writes in a loop, or has a library write, into a file that was opened.</summary>
    private static bool IsFill(IOperation user, IOperation opening, KnownTypes types) => user switch
    {
        IInvocationOperation { TargetMethod.Name: "CopyTo" or "CopyToAsync" } call => StreamCopy.Of(call, types) is { } copy
            && copy.Destination.Origin() == opening
            && !TempFill.IsSmall(copy.Source, call, types),
        IInvocationOperation { TargetMethod.Name: "Write" or "WriteAsync" } call when call.Instance?.Origin() == opening =>
            LoopRound.Innermost(call) is not null,
        IInvocationOperation { TargetMethod: { } method, Arguments: var given } => !IsOfSystem(method)
            && given.Any(argument => argument.Parameter is { } parameter
                && parameter.Type.DerivesFrom(types.Stream)
                && argument.Value.Origin() == opening
                && IsTarget(parameter, method, types) == true),
        _ => UnboundCall.TargetsOf(user).Any(target => target.Origin() == opening),
    };

    /// <summary>Whether a method of the project copies streams, such as resources of the program, and all of them are small.</summary>
    private static bool CopiesOnlySmall(IMethodSymbol method, IOperation user, KnownTypes types)
    {
        bool isAny = false;
        if (user.SemanticModel?.Compilation.BodyOf(method) is { } body)
        {
            foreach (IOperation operation in body.Descendants())
            {
                if (operation is IInvocationOperation call && StreamCopy.Of(call, types) is { } copy)
                {
                    if (!TempFill.IsSmall(copy.Source, call, types))
                    {
                        return false;
                    }

                    isAny = true;
                }
            }
        }

        return isAny;
    }

    /// <summary>Whether the method's body fills the file, and all callers give one in the temp directory: it's reported there.</summary>
    private static bool IsReportedIn(IMethodSymbol method, IParameterSymbol parameter, IOperation user, KnownTypes types) =>
        user.SemanticModel?.Compilation.BodyOf(method) is { } body
        && Uses.Of(parameter.OriginalDefinition, body) is { Count: > 0 } uses
        && TempPath.Find(uses[0], types) is { } path
        && TempFill.FindAll(path, body, types, handed: false).Count > 0;

    /// <summary>Whether nothing has used the file before the user, and something does afterwards.</summary>
    private static bool IsNewAndUsed(
        IOperation variable, TempPath path, IOperation user, IOperation text, bool isSure, KnownTypes types, out bool isOld)
    {
        isOld = false;

        // What a member keeps is used by other methods, and what writes the file fills it later.
        ISymbol? member = LocalOf(variable) is null ? (variable as IMemberReferenceOperation)?.Member : null;
        bool isUsed = isSure
            || member is not null
            || (user is IObjectCreationOperation { Type: { } writerType }
                && Array.Exists(WriterTypes, end => writerType.Name.EndsWith(end, StringComparison.Ordinal))
                && user.Receiver() is ISimpleAssignmentOperation { Target: IFieldReferenceOperation or IPropertyReferenceOperation });
        var sinks = new PathSinks(types, ImmutableArray<INamedTypeSymbol>.Empty);
        bool isKept = member is not null && (path.IsKept || path.Operation.Root() != variable.Root());
        if (isKept && !((isSure || IsLarge(variable, path)) && IsFilledByOthers(member!, variable, sinks)))
        {
            return false;
        }

        List<IOperation> all = LocalOf(variable) is { } local ? PathsOf(local, variable)
            : [.. variable.Root().DescendantsAndSelf().Where(each => (each as IMemberReferenceOperation)?.Member.Is(member) == true
                && (isKept || each.Syntax.SpanStart > path.Operation.Syntax.SpanStart))];
        if (all.Count > MaximumUses)
        {
            return false;
        }

        foreach (IOperation use in all)
        {
            bool isBefore = use.Syntax.SpanStart < user.Syntax.SpanStart;
            bool isOfAnother = isBefore && (IsArgumentOf(use, "Combine") || IsArgumentOf(use, "Join"));
            isUsed |= !isBefore
                && use.Receiver() != user
                && UnboundCall.NameOf(use.Receiver()) is { } unbound
                && !PathSinks.BeginsWithWord(unbound, Logs);
            // What the user calls when it's done uses the file afterwards.
            if ((user.Contains(use) && !user.Contains(use.Function()))
                || text.Contains(use)
                || !(isOfAnother || IsUseOfFile(use, types) || IsUseOfInfo(use)))
            {
                continue;
            }

            // Lists keep what is deleted in the end.
            if (isBefore && use.Receiver() is IArgumentOperation { Parent: IInvocationOperation { TargetMethod.Name: "Add" } added }
                && IsOfSystem(added.TargetMethod.ContainingType))
            {
                isUsed = true;
                continue;
            }

            // A function may be called at any time, unless it's made afterwards. Another file in the directory may be written, or the file
            // itself, later.
            if (isOfAnother
                || (!use.Function().Contains(user) && (isBefore || use.Function() is not IAnonymousFunctionOperation))
                || (isBefore ? !IsDeletion(use)
                    : use.Receiver() is IArgumentOperation { Parent: { } writer } argument
                        && sinks.IsWritten(argument.Parameter)
                        && sinks.Writes(writer)))
            {
                isOld = true;
                return false;
            }

            isUsed |= !isBefore;
        }

        return isUsed;
    }

    /// <summary>The variable with a path, or with the <c>FileInfo</c> or <c>DirectoryInfo</c> whose path it is.</summary>
    private static ILocalReferenceOperation? LocalOf(IOperation path) =>
        (path is IPropertyReferenceOperation { Property.Name: "FullName", Instance: { } info } ? info : path).Unwrap()
            as ILocalReferenceOperation;

    /// <summary>
    /// The uses of a variable, or of the path of what it holds; with those of the path that a <c>FileInfo</c> is made of, and of one that
    /// is made of the path.
    /// </summary>
    private static List<IOperation> PathsOf(ILocalReferenceOperation variable, IOperation user)
    {
        var uses = new List<IOperation>();
        Add(variable.Local);
        if (variable.Origin() is IObjectCreationOperation { Arguments: { Length: 1 } made } creation
            && IsInfo(creation.Type)
            && made[0].Value.Unwrap() is ILocalReferenceOperation path)
        {
            Add(path.Local);
            uses.RemoveAll(use => creation.Contains(use));
        }

        return uses;

        void Add(ILocalSymbol each)
        {
            foreach (ILocalReferenceOperation use in Uses.Of(each, user.Root()))
            {
                uses.Add(PathIn(use));
                if (use.Receiver() is IArgumentOperation { Parent: IObjectCreationOperation creation }
                    && IsInfo(creation.Type)
                    && creation.ReceivingLocal() is { } info
                    && !info.Is(variable.Local))
                {
                    uses.AddRange(Uses.Of(info, user.Root()).Select(PathIn));
                }
            }
        }
    }

    /// <summary>The path of the <c>FileInfo</c> or <c>DirectoryInfo</c> that a local holds, where it's asked for; else the local.</summary>
    private static IOperation PathIn(ILocalReferenceOperation use) =>
        use.Parent is IPropertyReferenceOperation { Property.Name: "FullName" } path ? path : use;

    private static bool IsInfo(ITypeSymbol? type) => type is { Name: "FileInfo" or "DirectoryInfo" };

    /// <summary>Whether a use does something with the file of a <c>FileInfo</c>, or asks for it.</summary>
    private static bool IsUseOfInfo(IOperation use) =>
        IsInfo(use.Type)
        && use.Receiver() is IInvocationOperation { TargetMethod.Name: not ("Refresh" or "ToString") }
            or IPropertyReferenceOperation { Property.Name: "Exists" or "Length" };

    private static bool IsUseOfFile(IOperation use, KnownTypes types) => use.Receiver() switch
    {
        IArgumentOperation { Parent: IInvocationOperation { TargetMethod: var method } } =>
            !method.ContainingType.Is(types.Path)
            && method.ContainingType.SpecialType != SpecialType.System_String
            && !method.ContainingType.Name.EndsWith("InterpolatedStringHandler", StringComparison.Ordinal)
            && method.Name != "CreateDirectory"
            && !PathUses.IsToldTo(method, types),
        IArgumentOperation { Parent: IObjectCreationOperation { Type.Name: "UnixDomainSocketEndPoint" } } => false,
        IConditionalOperation or ICoalesceOperation => use.Receiver() is { } choice && IsUseOfFile(choice, types),
        IArgumentOperation or IReturnOperation or IArrayInitializerOperation => true,
        ISimpleAssignmentOperation assignment => assignment.Target != use,

        // In the middle of a command line.
        _ => use.Parent is IInterpolationOperation && IsInCommand(use, depth: 0),
    };

    /// <summary>Whether the file that a member keeps the path of is one that is worth a question.</summary>
    public static bool IsLarge(IOperation variable, TempPath path) =>
        (NamedFile.ExtensionOf(path.Operation) ?? NamedFile.ExtensionOf(variable)) is { } extension
            ? Array.IndexOf(LargeExtensions, extension) >= 0
            : NamedFile.NameOf(variable) is { } name
                && Array.Exists(LargeWords, word => name.IndexOf(word, StringComparison.OrdinalIgnoreCase) is >= 0 and var index
                    && (index == 0 || char.IsUpper(name[index]))
                    && (index + word.Length == name.Length || !char.IsLower(name[index + word.Length])));

    /// <summary>Whether no call of the program writes the file that a member keeps the path of.</summary>
    private static bool IsFilledByOthers(ISymbol member, IOperation variable, PathSinks sinks) =>
        variable.SemanticModel is { Compilation: { } compilation }
        && MemberUses.Of(member.OriginalDefinition, compilation) is { } uses
        && uses.All(use => use.Receiver() is not IArgumentOperation { Parent: { } writer } argument
            || !sinks.IsWritten(argument.Parameter)
            || !sinks.Writes(writer)
            || writer is IInvocationOperation { TargetMethod.Name: "CreateDirectory" });

    /// <summary>Whether a value is what a program is run with, or a part of that.</summary>
    private static bool IsInCommand(IOperation value, int depth)
    {
        IOperation text = value;
        while (!IsCommand(text, depth))
        {
            switch (text.Parent)
            {
                case IConversionOperation or IInterpolationOperation or IInterpolatedStringOperation or IArrayInitializerOperation
                    or IArrayCreationOperation or IBinaryOperation { OperatorKind: BinaryOperatorKind.Add }:
                    text = text.Parent;
                    break;
                case IArgumentOperation { Parent: IInvocationOperation { Type.SpecialType: SpecialType.System_String } call }
                    when call.TargetMethod.ContainingType.Name != "Path":
                    text = call;
                    break;
                case IInvocationOperation { Type.SpecialType: SpecialType.System_String } call when call.Instance == text:
                    text = call;
                    break;
                case IArgumentOperation { Parent: IInvocationOperation { TargetMethod.Name: "Add" or "Append", Instance: { } list } }
                    when list.Unwrap() is ILocalReferenceOperation all:
                    return depth < MaximumDepth
                        && Uses.Of(all.Local, all.Root()).Exists(use => use != all && IsInCommand(use, depth + 1));
                default:
                    return depth < MaximumDepth
                        && text.ReceivingLocal() is { } local
                        && Uses.Of(local, text.Root()).Exists(use => IsInCommand(use, depth + 1));
            }
        }

        return true;
    }

    private static bool IsCommand(IOperation text, int depth) => text.Receiver() switch
    {
        IArgumentOperation { Parameter: { ContainingSymbol: IMethodSymbol method } parameter, Parent: { } user } =>
            IsCommandLine(parameter, method)
            || (user is IInvocationOperation call && IsArgumentList(call))
            || (depth < MaximumDepth && IsRunIn(method, parameter, user, depth + 1)),
        IAssignmentOperation { Target: IPropertyReferenceOperation { Property: { Name: "Arguments" } property } } => IsOfProcess(property),
        _ => false,
    };

    /// <summary>Whether the body of a method runs a program with what a parameter takes.</summary>
    private static bool IsRunIn(IMethodSymbol method, IParameterSymbol parameter, IOperation user, int depth) =>
        !method.DeclaringSyntaxReferences.IsEmpty
        && user.SemanticModel is { Compilation: { } compilation }
        && UsesIn(method, parameter, compilation).Any(uses => uses.Any(use => IsInCommand(use, depth)));

    /// <summary>Whether a call adds to the arguments of a program.</summary>
    private static bool IsArgumentList(IInvocationOperation call) =>
        (((call.Instance ?? call).Unwrap() as IPropertyReferenceOperation)
            ?? (call.Parent?.Parent as IMemberInitializerOperation)?.InitializedMember as IPropertyReferenceOperation)
            is { Property: { Name: "ArgumentList" } arguments }
        && IsOfProcess(arguments);

    /// <summary>Whether a use deletes the file, or looks if it exists to delete it, or if the directory does to create it.</summary>
    private static bool IsDeletion(IOperation use)
    {
        if ((use.Receiver() is IArgumentOperation { Parent: { } taker } ? taker : use.Receiver()) is not IInvocationOperation call)
        {
            return false;
        }

        IOperation? around = call;
        while (around is not (null or IConditionalOperation))
        {
            around = around.Parent;
        }

        return PathSinks.BeginsWithWord(call.TargetMethod.Name, Deletions)
            || (call.TargetMethod.Name == "Exists"
                && around is IConditionalOperation choice
                && choice.Condition.Contains(call)
                && (choice.WhenTrue.Has<IInvocationOperation>(each => PathSinks.BeginsWithWord(each.TargetMethod.Name, Deletions))
                    || (choice.WhenFalse is null && IsCreation(choice.WhenTrue, use))));
    }

    /// <summary>Whether a statement only creates the directory.</summary>
    private static bool IsCreation(IOperation statement, IOperation directory) =>
        (statement is IBlockOperation { Operations: { Length: 1 } only } ? only[0] : statement) is IExpressionStatementOperation
            { Operation: IInvocationOperation { TargetMethod.Name: "CreateDirectory", Arguments: { Length: > 0 } created } }
        && created[0].Value.IsSameAs(directory);

    /// <summary>Whether a use asks for the length of a file that exists, to append the rest of a download.</summary>
    private static bool IsResumption(IOperation use) =>
        use.Receiver()?.Parent?.Parent is IConditionalOperation { WhenTrue: var length, Syntax: ConditionalExpressionSyntax }
        && length.Unwrap() is IPropertyReferenceOperation { Property.Name: "Length", Instance: IObjectCreationOperation info }
        && info.Type is { Name: "FileInfo" }
        && info.Arguments[0].Value.IsSameAs(use)
        && use.Root().Has<IFieldReferenceOperation>(mode => mode.Field is { Name: "Append", ContainingType.Name: "FileMode" });

    private static bool StartsWithAny(string name, string[] words) =>
        Array.Exists(words, word => name.StartsWith(word, StringComparison.OrdinalIgnoreCase));

    private static bool IsArgumentOf(IOperation use, string method) =>
        use.Receiver() is IArgumentOperation { Parent: IInvocationOperation call } && call.TargetMethod.Name == method;

    private static bool IsOfProcess(ISymbol member) =>
        member.ContainingType is { Name: "Process" or "ProcessStartInfo" } type && IsOfSystem(type);

    /// <summary>Whether a method is one of .NET, whose ways to write files are known; images are saved as libraries do.</summary>
    private static bool IsOfSystem(IMethodSymbol method) =>
        IsOfSystem(method.ContainingType) && !(method is { Name: "Save", ContainingType.Name: "Image" or "BitmapEncoder" });

    private static bool IsOfSystem(INamedTypeSymbol type) => type.RootNamespace() == "System";
}
