using System.Linq;

namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// A path that goes to another library or a process, which fills the file: nothing was there before, and the member uses the file
/// afterwards.
/// </summary>
internal static class HandedPath
{
    /// <summary>So many methods of the project may hand a path on.</summary>
    private const int MaximumDepth = 2;

    // The beginnings of names of parameters that say where a method writes.
    private static readonly string[] Targets = ["dest", "output", "target", "local", "save", "download", "export", "result"];

    private static readonly string[] Writers =
    [
        "Backup", "Capture", "Compress", "Convert", "Copy", "Download", "Dump", "Encode", "Export", "Extract", "Fetch",
        "Generate", "Output", "Pack", "Print", "Record", "Render", "Save", "Screenshot", "StartRecording", "Take", "Write", "Zip",
    ];

    // The ends of names of parameters that take a command line.
    private static readonly string[] CommandLines = ["arguments", "args", "commandLine"];

    // The names of parameters that take what is written, from a stream.
    private static readonly string[] Contents = ["source", "input", "content", "data", "inputStream", "sourceStream", "contentStream"];

    // Those of methods that do something else with such a path: they only read the file, or make its directory.
    private static readonly string[] Others =
    [
        "Check", "Clean", "Clear", "Delete", "Ensure", "Exists", "Get", "Has", "Is", "Load", "Open", "Parse", "Publish", "Read", "Remove",
        "Send", "Upload", "Validate", "Verify",
    ];

    /// <summary>The path of the file that a call, creation or assignment has filled; null if it fills none, or is in a test.</summary>
    public static TempPath? FilledBy(IOperation user, KnownTypes types) =>
        FindFilled(user, types) is { } path && !IsInTests(user) ? path : null;

    /// <summary>Whether the code is in a class with tests, whose files are as small as their authors make them.</summary>
    public static bool IsInTests(IOperation operation)
    {
        INamedTypeSymbol? type = operation.SemanticModel?.GetEnclosingSymbol(operation.Syntax.SpanStart)?.ContainingType;
        for (; type is not null; type = type.ContainingType)
        {
            foreach (ISymbol member in type.GetMembers())
            {
                foreach (AttributeData attribute in member.GetAttributes())
                {
                    if (attribute.AttributeClass is { Name: "FactAttribute" or "TheoryAttribute" or "TestAttribute" or "TestCaseAttribute"
                        or "TestMethodAttribute" })
                    {
                        return true;
                    }
                }
            }
        }

        return false;
    }

    private static TempPath? FindFilled(IOperation user, KnownTypes types)
    {
        switch (user)
        {
            case IInvocationOperation { TargetMethod: { Name: "Add", Parameters.Length: 1 }, Arguments: { Length: 1 } added } call
                when (call.Instance ?? call).Unwrap() is { } list
                && ((list as IPropertyReferenceOperation)
                    ?? (call.Parent?.Parent as IMemberInitializerOperation)?.InitializedMember as IPropertyReferenceOperation)
                    is { Property: { Name: "ArgumentList" } arguments }:
                return IsOfProcess(arguments) ? InCommandLine(added[0].Value, user, types) : null;
            case IInvocationOperation call:
                return In(call.Arguments, call.TargetMethod, user, types);
            case IObjectCreationOperation { Constructor: { } constructor } creation:
                return In(creation.Arguments, constructor, user, types);
            case ISimpleAssignmentOperation { Target: IPropertyReferenceOperation { Property: { Name: "Arguments" } property } } assignment:
                return IsOfProcess(property) ? InCommandLine(assignment.Value, user, types) : null;
            default:
                return null;
        }
    }

    private static TempPath? In(ImmutableArray<IArgumentOperation> arguments, IMethodSymbol method, IOperation user, KnownTypes types)
    {
        bool isOfProcess = IsOfProcess(method);
        if (!isOfProcess && (IsOfSystem(method.ContainingType) || PathUses.IsToldTo(method, types)))
        {
            return null;
        }

        foreach (IArgumentOperation argument in arguments)
        {
            if (argument.Parameter is { } parameter
                && (isOfProcess ? parameter.Name == "arguments" : IsCommandLine(parameter, method)) is var isCommandLine
                && (isCommandLine || (!isOfProcess && IsTarget(parameter, method, user, types, depth: 0)))
                && (isCommandLine ? InCommandLine(argument.Value, user, types)
                    : parameter.Type.SpecialType != SpecialType.System_String ? InStream(argument.Value, user, types)
                    : AtBeginning(argument.Value, user, types)) is { } path)
            {
                return path;
            }
        }

        return null;
    }

    /// <summary>The path of a file that is opened to be written.</summary>
    private static TempPath? InStream(IOperation stream, IOperation user, KnownTypes types) =>
        stream.Origin() is { } origin
        && origin.Root() == user.Root()
        && OpenedFile.Of(origin, types) is { } opening
        && new PathSinks(types, ImmutableArray<INamedTypeSymbol>.Empty).Writes(origin)
        && WrittenBytes.PathOf(opening, types) is { } path
            ? TempPath.Find(path, types)
            : null;

    /// <summary>The path of a new file in a text, or in several.</summary>
    private static TempPath? InCommandLine(IOperation value, IOperation user, KnownTypes types)
    {
        if (value.Origin() is { } texts)
        {
            foreach (IOperation part in texts.DescendantsAndSelf())
            {
                if (At(part, user, texts, types) is { } path)
                {
                    return path;
                }
            }
        }

        return At(value, user, value, types);
    }

    /// <summary>The path of a new file or directory that a path is, or begins with.</summary>
    private static TempPath? AtBeginning(IOperation path, IOperation user, KnownTypes types)
    {
        IOperation? beginning = path;
        IOperation text = path;
        for (int hops = 0; hops < Provenance.MaximumHops && beginning is not null; hops++)
        {
            if (At(beginning, user, text, types) is { } found)
            {
                return found;
            }

            text = beginning.Origin() ?? text;
            beginning = TempPath.BeginningOf(text, types);
        }

        return null;
    }

    private static TempPath? At(IOperation value, IOperation user, IOperation text, KnownTypes types) =>
        (value.Unwrap() is IMemberReferenceOperation
            || (value.Unwrap() is ILocalReferenceOperation { Local.Name: var name } && !PathSinks.BeginsWithWord(name, ["log"])))
        && TempPath.Find(value, types) is { } path
        && IsNewAndUsed(value.Unwrap(), path, user, text, types)
            ? path
            : null;

    /// <summary>Whether a method runs a program with what a parameter takes: a text, or several, but not to be put into another.</summary>
    private static bool IsCommandLine(IParameterSymbol parameter, IMethodSymbol method) =>
        Array.Exists(CommandLines, end => parameter.Name.EndsWith(end, StringComparison.OrdinalIgnoreCase))
        && (parameter.Type switch
        {
            IArrayTypeSymbol array => array.ElementType,
            INamedTypeSymbol { Name: "IEnumerable", TypeArguments: { Length: 1 } elements } => elements[0],
            var type => type,
        }).SpecialType == SpecialType.System_String
        && !method.Parameters.Any(each => each.Name is "format" or "message" && each.Ordinal < parameter.Ordinal)
        && !PathSinks.BeginsWithWord(method.Name, Others);

    /// <summary>Whether the names, or the body, say that a method writes to the path or stream that a parameter takes.</summary>
    private static bool IsTarget(IParameterSymbol parameter, IMethodSymbol method, IOperation user, KnownTypes types, int depth)
    {
        bool isStream = parameter.Type.DerivesFrom(types.Stream);
        if ((isStream ? StreamCopy.IsCandidate(method) : parameter.Type.SpecialType != SpecialType.System_String)
            || PathSinks.BeginsWithWord(method.Name, Others))
        {
            return false;
        }

        if (Array.Exists(Targets, word => parameter.Name.StartsWith(word, StringComparison.OrdinalIgnoreCase)))
        {
            return !IsReportedIn(method, parameter, user, types);
        }

        if (!isStream && !PathSinks.IsPathName(parameter.Name))
        {
            return false;
        }

        string name = method.MethodKind == MethodKind.Constructor ? method.ContainingType.Name : method.Name;
        return method.IsAbstract || method.DeclaringSyntaxReferences.IsEmpty
            ? method.MethodKind == MethodKind.Constructor
                ? name.EndsWith("Writer", StringComparison.Ordinal)
                : PathSinks.BeginsWithWord(name, Writers) && !(isStream && Array.IndexOf(Contents, parameter.Name) >= 0)
            : !isStream
                && depth < MaximumDepth
                && IsFilledIn(method, parameter, user, types, depth)
                && !IsReportedIn(method, parameter, user, types);
    }

    /// <summary>Whether the body of a method fills the file whose path a parameter takes, or has another method fill it.</summary>
    private static bool IsFilledIn(IMethodSymbol method, IParameterSymbol parameter, IOperation user, KnownTypes types, int depth)
    {
        if (BodyOf(method, user) is not { } body)
        {
            return false;
        }

        var sinks = new PathSinks(types, ImmutableArray<INamedTypeSymbol>.Empty);
        foreach (IOperation use in Uses.Of(parameter.OriginalDefinition, body))
        {
            if (use.Receiver() is not IArgumentOperation { Parameter: { } taken, Parent: { } opening })
            {
                continue;
            }

            IMethodSymbol? called = (opening as IInvocationOperation)?.TargetMethod ?? (opening as IObjectCreationOperation)?.Constructor;
            if (called is null || called.Name == "Exists")
            {
                return false;
            }

            if (!IsOfSystem(called.ContainingType) ? IsTarget(taken, called, opening, types, depth + 1)
                : sinks.Writes(opening)
                && sinks.IsWritten(taken)
                && (Array.IndexOf(TempFill.NamesOfPaths, called.Name) >= 0
                    || body.Has<IInvocationOperation>(call => IsFill(call, opening, types))))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether a call copies, or writes in a loop, into a file that was opened.</summary>
    private static bool IsFill(IInvocationOperation call, IOperation opening, KnownTypes types) => call.TargetMethod.Name switch
    {
        "CopyTo" or "CopyToAsync" => StreamCopy.Of(call, types)?.Destination.Origin() == opening,
        "Write" or "WriteAsync" => LoopRound.Innermost(call) is not null && call.Instance?.Origin() == opening,
        _ => false,
    };

    /// <summary>Whether the method's body fills the file, and all callers give one in the temp directory: it's reported there.</summary>
    private static bool IsReportedIn(IMethodSymbol method, IParameterSymbol parameter, IOperation user, KnownTypes types) =>
        BodyOf(method, user) is { } body
        && Uses.Of(parameter.OriginalDefinition, body) is { Count: > 0 } uses
        && TempPath.Find(uses[0], types) is { } path
        && TempFill.FindAll(path, body, types, handed: false).Count > 0;

    private static IOperation? BodyOf(IMethodSymbol method, IOperation user) =>
        method.DeclaringSyntaxReferences is { Length: 1 } declarations
        && user.SemanticModel?.Compilation is { } compilation
        && compilation.ContainsSyntaxTree(declarations[0].SyntaxTree)
            ? compilation.GetSemanticModel(declarations[0].SyntaxTree).GetOperation(declarations[0].GetSyntax())
            : null;

    /// <summary>Whether nothing has used the file before the user, and something does afterwards.</summary>
    private static bool IsNewAndUsed(IOperation variable, TempPath path, IOperation user, IOperation text, KnownTypes types)
    {
        // What a member keeps is used by other methods.
        ISymbol? member = (variable as IMemberReferenceOperation)?.Member;
        bool isUsed = member is not null;
        var sinks = new PathSinks(types, ImmutableArray<INamedTypeSymbol>.Empty);
        if (isUsed && path.Operation.Root() != variable.Root())
        {
            return false;
        }

        foreach (IOperation use in variable is ILocalReferenceOperation local ? Uses.Of(local.Local, variable.Root())
            : variable.Root().DescendantsAndSelf().Where(each => (each as IMemberReferenceOperation)?.Member.Is(member) == true
                && each.Syntax.SpanStart > path.Operation.Syntax.SpanStart))
        {
            bool isBefore = use.Syntax.SpanStart < user.Syntax.SpanStart;
            bool isOfAnother = isBefore && (IsArgumentOf(use, "Combine") || IsArgumentOf(use, "Join"));
            if (user.Contains(use) || text.Contains(use) || !(isOfAnother || IsUseOfFile(use, types)))
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

            // A function may be called at any time. Another file in the directory may be written, or the file itself, later.
            if (isOfAnother
                || !use.Function().Contains(user)
                || (isBefore ? !IsArgumentOf(use, "Delete")
                    : use.Receiver() is IArgumentOperation { Parent: { } writer } argument
                        && sinks.IsWritten(argument.Parameter)
                        && sinks.Writes(writer)))
            {
                return false;
            }

            isUsed |= !isBefore;
        }

        return isUsed;
    }

    private static bool IsUseOfFile(IOperation use, KnownTypes types) => use.Receiver() switch
    {
        IArgumentOperation { Parent: IInvocationOperation { TargetMethod: var method } } =>
            !method.ContainingType.Is(types.Path)
            && method.ContainingType.SpecialType != SpecialType.System_String
            && !method.ContainingType.Name.EndsWith("InterpolatedStringHandler", StringComparison.Ordinal)
            && method.Name != "CreateDirectory"
            && !PathUses.IsToldTo(method, types),
        IArgumentOperation { Parent: IObjectCreationOperation { Type.Name: "UnixDomainSocketEndPoint" } } => false,
        IArgumentOperation or IReturnOperation or IArrayInitializerOperation => true,
        ISimpleAssignmentOperation assignment => assignment.Target != use,

        // In the middle of a command line.
        _ => use.Parent is IInterpolationOperation { Parent: IInterpolatedStringOperation text }
            && (text.ReceivingLocal() is { } local ? Uses.Of(local, text.Root()).Exists(IsCommand) : IsCommand(text)),
    };

    private static bool IsCommand(IOperation text) => text.Receiver() switch
    {
        IArgumentOperation { Parameter: { ContainingSymbol: IMethodSymbol method } parameter } =>
            IsOfProcess(method) || IsCommandLine(parameter, method),
        ISimpleAssignmentOperation { Target: IPropertyReferenceOperation { Property: { Name: "Arguments" } property } } =>
            IsOfProcess(property),
        _ => false,
    };

    private static bool IsArgumentOf(IOperation use, string method) =>
        use.Receiver() is IArgumentOperation { Parent: IInvocationOperation call } && call.TargetMethod.Name == method;

    private static bool IsOfProcess(ISymbol member) =>
        member.ContainingType is { Name: "Process" or "ProcessStartInfo" } type && IsOfSystem(type);

    private static bool IsOfSystem(INamedTypeSymbol type) => type.RootNamespace() == "System";
}
