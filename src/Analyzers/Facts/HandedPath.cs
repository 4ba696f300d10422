namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// A path that goes to another library or a process, which fills the file: nothing was there before, and the member uses the file
/// afterwards.
/// </summary>
internal static class HandedPath
{
    // The beginnings of names of parameters that say where a method writes.
    private static readonly string[] Targets = ["dest", "output", "target", "local", "save", "download", "export", "result"];

    private static readonly string[] Writers =
    [
        "Backup", "Capture", "Compress", "Convert", "Copy", "Download", "Dump", "Encode", "Export", "Extract", "Fetch",
        "Generate", "Pack", "Print", "Record", "Render", "Save", "Screenshot", "Take", "Write", "Zip",
    ];

    // Those of methods that do something else with such a path: they only read the file, or make its directory.
    private static readonly string[] Others =
    [
        "Check", "Clean", "Clear", "Delete", "Ensure", "Exists", "Get", "Has", "Is", "Load", "Open", "Parse", "Publish", "Read", "Remove",
        "Send", "Upload", "Validate", "Verify",
    ];

    /// <summary>
    /// The local with the path of the file that a call, creation or assignment has filled; null if it fills none, or is in a test.
    /// </summary>
    public static ILocalReferenceOperation? FilledBy(IOperation user, KnownTypes types) =>
        FindFilled(user, types) is { } local && !IsInTests(user) ? local : null;

    /// <summary>Whether the code is in a class with tests, whose files are as small as their authors make them.</summary>
    private static bool IsInTests(IOperation operation)
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

    private static ILocalReferenceOperation? FindFilled(IOperation user, KnownTypes types)
    {
        switch (user)
        {
            case IInvocationOperation { TargetMethod: { Name: "Add" } method, Instance: IPropertyReferenceOperation list } call:
                return list.Property.Name == "ArgumentList" && IsOfProcess(list.Property) && method.Parameters.Length == 1
                    ? In(call.Arguments[0].Value, user, types)
                    : null;
            case IInvocationOperation call:
                return In(call.Arguments, call.TargetMethod, user, types);
            case IObjectCreationOperation { Constructor: { } constructor } creation:
                return In(creation.Arguments, constructor, user, types);
            case ISimpleAssignmentOperation { Target: IPropertyReferenceOperation { Property: { Name: "Arguments" } property } } assignment:
                return IsOfProcess(property) ? In(assignment.Value, user, types) : null;
            default:
                return null;
        }
    }

    private static ILocalReferenceOperation? In(
        ImmutableArray<IArgumentOperation> arguments, IMethodSymbol method, IOperation user, KnownTypes types)
    {
        bool isOfProcess = IsOfProcess(method);
        if (!isOfProcess && (IsOfSystem(method.ContainingType) || PathUses.IsToldTo(method, types)))
        {
            return null;
        }

        foreach (IArgumentOperation argument in arguments)
        {
            if (argument.Parameter is { Type.SpecialType: SpecialType.System_String } parameter
                && (isOfProcess ? parameter.Name == "arguments" : IsTarget(parameter, method, user, types))
                && In(argument.Value, user, types) is { } path)
            {
                return path;
            }
        }

        return null;
    }

    /// <summary>The local with the path, which is the value or, of a command line, a part of it.</summary>
    private static ILocalReferenceOperation? In(IOperation value, IOperation user, KnownTypes types)
    {
        if (value.Unwrap() is ILocalReferenceOperation local && TempPath.Find(local, types) is not null)
        {
            return IsNewAndUsed(local, user, types) ? local : null;
        }

        if (value.Origin() is (IBinaryOperation or IInterpolatedStringOperation) and { } text)
        {
            foreach (IOperation part in text.DescendantsAndSelf())
            {
                if (part is ILocalReferenceOperation inside
                    && TempPath.Find(inside, types) is not null
                    && IsNewAndUsed(inside, user, types))
                {
                    return inside;
                }
            }
        }

        return null;
    }

    /// <summary>Whether the names say that a method writes to the path that a parameter takes.</summary>
    private static bool IsTarget(IParameterSymbol parameter, IMethodSymbol method, IOperation user, KnownTypes types)
    {
        if (Array.Exists(Targets, word => parameter.Name.StartsWith(word, StringComparison.OrdinalIgnoreCase)))
        {
            return !PathSinks.BeginsWithWord(method.Name, Others) && !IsReportedIn(method, parameter, user, types);
        }

        string name = method.MethodKind == MethodKind.Constructor ? method.ContainingType.Name : method.Name;
        return (method.IsAbstract || method.DeclaringSyntaxReferences.IsEmpty)
            && PathSinks.IsPathName(parameter.Name)
            && (method.MethodKind == MethodKind.Constructor
                ? name.EndsWith("Writer", StringComparison.Ordinal)
                : PathSinks.BeginsWithWord(name, Writers));
    }

    /// <summary>Whether the method's body fills the file, and all callers give one in the temp directory: it's reported there.</summary>
    private static bool IsReportedIn(IMethodSymbol method, IParameterSymbol parameter, IOperation user, KnownTypes types)
    {
        if (method.DeclaringSyntaxReferences is not { Length: 1 } declarations
            || user.SemanticModel?.Compilation is not { } compilation
            || !compilation.ContainsSyntaxTree(declarations[0].SyntaxTree)
            || compilation.GetSemanticModel(declarations[0].SyntaxTree).GetOperation(declarations[0].GetSyntax()) is not { } body)
        {
            return false;
        }

        IReadOnlyList<IOperation> uses = Uses.Of(parameter.OriginalDefinition, body);
        return uses.Count > 0 && TempPath.Find(uses[0], types) is { } path && TempFill.FindAll(path, body, types, handed: false).Count > 0;
    }

    /// <summary>Whether nothing has used the file before the user, and something does afterwards.</summary>
    private static bool IsNewAndUsed(ILocalReferenceOperation path, IOperation user, KnownTypes types)
    {
        bool isUsed = false;
        foreach (ILocalReferenceOperation use in Uses.Of(path.Local, path.Root()))
        {
            bool isBefore = use.Syntax.SpanStart < user.Syntax.SpanStart;
            bool isOfAnother = isBefore && (IsArgumentOf(use, "Combine") || IsArgumentOf(use, "Join"));
            if (user.Contains(use) || !(isOfAnother || IsUseOfFile(use, types)))
            {
                continue;
            }

            // A function may be called at any time. Another file in the directory may be written.
            if (isOfAnother || !use.Function().Contains(user) || (isBefore && !IsArgumentOf(use, "Delete")))
            {
                return false;
            }

            isUsed |= !isBefore;
        }

        return isUsed;
    }

    private static bool IsUseOfFile(ILocalReferenceOperation use, KnownTypes types) => use.Receiver() switch
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
        _ => false,
    };

    private static bool IsArgumentOf(IOperation use, string method) =>
        use.Receiver() is IArgumentOperation { Parent: IInvocationOperation call } && call.TargetMethod.Name == method;

    private static bool IsOfProcess(ISymbol member) =>
        member.ContainingType is { Name: "Process" or "ProcessStartInfo" } type && IsOfSystem(type);

    private static bool IsOfSystem(INamedTypeSymbol type)
    {
        INamespaceSymbol space = type.ContainingNamespace;
        while (space.ContainingNamespace is { IsGlobalNamespace: false } around)
        {
            space = around;
        }

        return space.Name == "System";
    }
}
