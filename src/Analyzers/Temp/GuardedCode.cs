namespace StreamTuning.Analyzers.Temp;

/// <summary>What code does that a condition guards, on both of its sides.</summary>
internal sealed class GuardedCode : OperationWalker
{
    private readonly KnownTypes _types;
    private bool _acts;
    private bool _choosesPlace;
    private bool _throwsForDisk;

    public GuardedCode(IConditionalOperation choice, KnownTypes types)
    {
        _types = types;
        Visit(choice.WhenTrue);
        Visit(choice.WhenFalse);
        WritesFiles = AreFilesWrittenIn(choice.WhenTrue, types) || (choice.WhenFalse is { } other && AreFilesWrittenIn(other, types));
    }

    /// <summary>Whether what follows may not be reached.</summary>
    public bool Leaves { get; private set; }

    /// <summary>Whether files are written.</summary>
    public bool WritesFiles { get; }

    /// <summary>Whether it is decided where to write, or that it cannot be done for want of room.</summary>
    public bool IsAboutWriting => WritesFiles || _choosesPlace || _throwsForDisk;

    /// <summary>Whether anything is done but to report.</summary>
    public bool DoesMoreThanReport => Leaves || _acts;

    /// <summary>Whether the value may be a path, and is no text for people.</summary>
    public static bool IsPlace(IOperation? value, KnownTypes types)
    {
        value = value is null ? null : value.Unwrap();
        return value switch
        {
            { ConstantValue: { HasValue: true, Value: string text } } => text.IndexOfAny(['/', '\\']) >= 0,
            { Type: { } type } when type.Is(types.DirectoryInfo) || type.Is(types.FileInfo) || type.Is(types.DriveInfo) => true,
            { Type.SpecialType: not SpecialType.System_String } => false,
            ILocalReferenceOperation or IParameterReferenceOperation or IFieldReferenceOperation or IPropertyReferenceOperation => true,
            IInvocationOperation { TargetMethod.ContainingType: { } type } =>
                type.Is(types.Path) || type.Is(types.Directory) || type.Name is "Environment",
            _ => false,
        };
    }

    /// <summary>Whether the name of a method is one of those that tell people or machines about something.</summary>
    public static bool IsReport(IMethodSymbol method)
    {
        string name = method.Name;
        return method.ContainingType.Name is "Console" or "Debug" or "Trace" or "TextWriter" or "Interlocked" or "String" or "string"
            || name is "Add" or "Set" or "Increment" or "Observe" or "ToString" or "Format" or "Concat" or "Join"
            || StartsWith(name, "Log")
            || StartsWith(name, "Warn")
            || StartsWith(name, "Report")
            || StartsWith(name, "Record")
            || StartsWith(name, "Track")
            || StartsWith(name, "Notify")
            || StartsWith(name, "Alert")
            || StartsWith(name, "Publish")
            || StartsWith(name, "Print")
            || name is "Information" or "Info" or "Error" or "Debug" or "Trace" or "Fatal" or "Critical" or "Verbose" or "WriteLine";
    }

    /// <summary>Whether code writes files.</summary>
    public static bool AreFilesWrittenIn(IOperation operation, KnownTypes types) => operation.Has<IOperation>(each => each switch
    {
        IObjectCreationOperation creation => IsOpenedToWrite(creation, types)
            || (creation.Type.Is(types.StreamWriter)
                && creation.Arguments.Length > 0
                && creation.Arguments[0].Value.Type?.SpecialType == SpecialType.System_String),
        IInvocationOperation call => IsWrite(call, types),
        _ => false,
    });

    public override void VisitReturn(IReturnOperation operation)
    {
        Leaves = true;
        _choosesPlace |= IsPlace(operation.ReturnedValue, _types);
        base.VisitReturn(operation);
    }

    public override void VisitBranch(IBranchOperation operation) => Leaves = true;

    public override void VisitThrow(IThrowOperation operation)
    {
        Leaves = true;
        for (ITypeSymbol? type = operation.Exception is { } exception
            ? exception.Unwrap().Type
            : null; type is not null; type = type.BaseType)
        {
            _throwsForDisk |= type.Is(_types.IOException);
        }

        _throwsForDisk |= operation.Exception is not null && SpeaksOfSpace(operation.Exception);

        base.VisitThrow(operation);
    }

    public override void VisitSimpleAssignment(ISimpleAssignmentOperation operation)
    {
        _acts = true;
        // What goes by a key is told, not gone to.
        _choosesPlace |= operation.Target is not IPropertyReferenceOperation { Arguments.IsEmpty: false }
            && IsPlace(operation.Value, _types);
        base.VisitSimpleAssignment(operation);
    }

    public override void VisitCompoundAssignment(ICompoundAssignmentOperation operation)
    {
        _acts = true;
        base.VisitCompoundAssignment(operation);
    }

    public override void VisitInvocation(IInvocationOperation operation)
    {
        _acts |= !IsReport(operation.TargetMethod);
        base.VisitInvocation(operation);
    }

    // What a function does that is only made here is done elsewhere.
    public override void VisitAnonymousFunction(IAnonymousFunctionOperation operation)
    {
    }

    /// <summary>Whether a text in the expression says that there is no space.</summary>
    private static bool SpeaksOfSpace(IOperation exception)
    {
        foreach (IOperation part in exception.DescendantsAndSelf())
        {
            if (part.ConstantValue is { HasValue: true, Value: string text }
                && text.IndexOf("space", StringComparison.OrdinalIgnoreCase) >= 0)
            {
                return true;
            }
        }

        return false;
    }

    private static bool StartsWith(string name, string word) => name.StartsWith(word, StringComparison.Ordinal);

    private static bool IsWrite(IInvocationOperation call, KnownTypes types)
    {
        INamedTypeSymbol type = call.TargetMethod.ContainingType;
        return call.TargetMethod.Name switch
        {
            "Create" or "Open" or "OpenWrite" => IsOpenedToWrite(call, types),
            "Copy" or "Move" or "Replace" or "CreateText" or "AppendText" or "CopyTo" or "MoveTo"
                or "WriteAllBytes" or "WriteAllBytesAsync" or "WriteAllText" or "WriteAllTextAsync" or "WriteAllLines"
                    or "WriteAllLinesAsync"
                or "AppendAllText" or "AppendAllTextAsync" or "AppendAllLines" or "AppendAllLinesAsync" or "AppendAllBytes"
                    or "AppendAllBytesAsync" =>
                type.Is(types.File) || type.Is(types.FileInfo) || StreamCopy.Of(call, types) is not null,
            "CopyToAsync" => StreamCopy.Of(call, types) is not null,
            "CopyToFile" or "CopyToFileAsync" => type.Is(types.FileCopyExtensions),
            "ExtractToDirectory" or "ExtractToFile" or "CreateFromDirectory" or "DownloadFile" or "DownloadFileAsync"
                or "DownloadFileTaskAsync" => true,
            _ => false,
        };
    }

    private static bool IsOpenedToWrite(IOperation operation, KnownTypes types) =>
        OpenedFile.Of(operation, types) is { Mode: not OpenedFile.FileMode.Open };
}
