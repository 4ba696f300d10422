using System.Linq;

namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// Follows a path to all that is done with it: where it is only given to calls about files, nothing else relies on where it leads.
/// </summary>
internal sealed class PathUses
{
    /// <summary>What goes through more members counts as given to other code.</summary>
    private const int MaximumMembers = 8;

    private static readonly string[] LogNames = ["Log"];

    private readonly HashSet<ISymbol> _variables = new(SymbolEqualityComparer.Default);
    private readonly PathSinks _sinks;
    private readonly KnownTypes _types;
    private int _members;

    public PathUses(PathSinks sinks, KnownTypes types)
    {
        _sinks = sinks;
        _types = types;
    }

    /// <summary>
    /// The first method of a <c>FileInfo</c> or <c>DirectoryInfo</c> met on the way that creates or writes what it stands for; null where
    /// there is none.
    /// </summary>
    public string? WriterOfInfo { get; private set; }

    /// <summary>
    /// Whether the path, or what holds or returns it, is used in this project alone, by calls that take a path, tests, and messages to
    /// people. False if it is kept in a place that others see, or given to other code.
    /// </summary>
    public bool AreAboutFiles(IOperation path)
    {
        IOperation child = path;
        IOperation? receiver = path.Parent;
        while (receiver is IConversionOperation { OperatorMethod: null } or IParenthesizedOperation)
        {
            child = receiver;
            receiver = receiver.Parent;
        }

        switch (receiver)
        {
            case IExpressionStatementOperation or INameOfOperation:
            case IConditionalOperation { Condition: { } condition } when condition == child:
            case IIsPatternOperation:
            case IBinaryOperation { OperatorKind: not BinaryOperatorKind.Add }:
                return true;
            case IBinaryOperation or ICoalesceOperation or IConditionalOperation or ISwitchExpressionArmOperation
                or ISwitchExpressionOperation or IAwaitOperation:
            case IInterpolatedStringContentOperation or IInterpolatedStringOperation:
                return AreAboutFiles(receiver);
            case IVariableInitializerOperation { Parent: IVariableDeclaratorOperation { Symbol: { RefKind: RefKind.None } local } }:
                return AreAboutFiles(local, path);
            case ISimpleAssignmentOperation assignment:
                return assignment.Target == child
                    || (AreAboutFiles(assignment) && assignment.Target switch
                    {
                        ILocalReferenceOperation local => AreAboutFiles(local.Local, path),
                        IFieldReferenceOperation { Field: { IsReadOnly: true } field } => AreAboutFiles(field, path),
                        IPropertyReferenceOperation { Property: { SetMethod: null } property } => AreAboutFiles(property, path),
                        _ => false,
                    });
            case IFieldInitializerOperation { InitializedFields: { Length: 1 } fields }:
                return fields[0] is { IsReadOnly: true } or { IsConst: true } && AreAboutFiles(fields[0], path);
            case IPropertyInitializerOperation { InitializedProperties: { Length: 1 } properties }:
                return properties[0].SetMethod is null && AreAboutFiles(properties[0], path);
            case IReturnOperation { Kind: OperationKind.Return } end:
                return path.Type?.SpecialType == SpecialType.System_String
                    && ReturningMember(end) is { } member
                    && AreAboutFiles(member, path);
            case IArgumentOperation argument:
                return IsAboutFiles(argument);
            case IArrayInitializerOperation
                { Parent: IArrayCreationOperation { Parent: IArgumentOperation { ArgumentKind: ArgumentKind.ParamArray } argument } }:
                return IsAboutFiles(argument);
            case IInvocationOperation call when call.Instance == child:
                return IsAboutFiles(call, call);
            case IPropertyReferenceOperation property when property.Instance == child:
                return IsAboutFiles(property, property);
            case IConditionalAccessOperation access when access.Operation == child:
                return IsAboutFiles(access);
            case { } other:
                // The elements of a span, for which the oldest compiler that is supported has no operation.
                return other.Parent is IArgumentOperation { ArgumentKind: not (ArgumentKind.Explicit or ArgumentKind.DefaultValue) } span
                    && IsAboutFiles(span);
            default:
                return false;
        }
    }

    private bool AreAboutFiles(ILocalSymbol local, IOperation user) =>
        !_variables.Add(local) || Uses.Of(local, user.Root()).TrueForAll(AreAboutFiles);

    /// <summary>
    /// Whether a field, property or method is used in this project only, and what it gives as the path may be. What a method returns goes
    /// along with the path, whoever calls it; a constant or property may be agreed upon.
    /// </summary>
    private bool AreAboutFiles(ISymbol member, IOperation user)
    {
        if (!_variables.Add(member))
        {
            return true;
        }

        return user.SemanticModel?.Compilation is { } compilation
            && ++_members <= MaximumMembers
            && (member is IMethodSymbol || !MemberUses.MayBeElsewhere(member, compilation))
            && MemberUses.Of(member, compilation)?.All(AreAboutFiles) == true;
    }

    /// <summary>The method or property that returns the value; null if that is a local function or lambda.</summary>
    private static ISymbol? ReturningMember(IOperation end)
    {
        ISymbol? around = end.SemanticModel?.GetEnclosingSymbol(end.Syntax.SpanStart);
        return around is IMethodSymbol { MethodKind: MethodKind.Ordinary } ? around : (around as IMethodSymbol)?.AssociatedSymbol;
    }

    /// <summary>Whether a method of the project does nothing else with a path that it is given, and does something.</summary>
    private bool AreAboutFiles(IParameterSymbol parameter, Compilation compilation)
    {
        if (!_variables.Add(parameter))
        {
            return true;
        }

        if (parameter is not { RefKind: RefKind.None, ContainingSymbol: IMethodSymbol { MethodKind: MethodKind.Ordinary,
            IsAbstract: false, IsVirtual: false, IsOverride: false } method }
            || ++_members > MaximumMembers
            || compilation.BodyOf(method) is not { } body)
        {
            return false;
        }

        IReadOnlyList<IOperation> uses = Uses.Of(parameter, body);
        return uses.Count > 0 && uses.All(AreAboutFiles);
    }

    /// <summary>What is done with a path by way of <c>?.</c></summary>
    private bool IsAboutFiles(IConditionalAccessOperation access)
    {
        // What is behind the last dot decides; what comes before it is asked in its own turn.
        IOperation last = access.WhenNotNull.Unwrap();
        return last switch
        {
            IInvocationOperation { Instance: { } instance } call => IsStep(instance) && IsAboutFiles(call, access),
            IPropertyReferenceOperation { Instance: { } instance } property => IsStep(instance) && IsAboutFiles(property, access),
            _ => false,
        };

        static bool IsStep(IOperation instance) => instance.Unwrap() is IConditionalAccessInstanceOperation;
    }

    /// <summary>What a call makes of the path that it is called on: a text, a <c>FileInfo</c> or a <c>DirectoryInfo</c>.</summary>
    private bool IsAboutFiles(IInvocationOperation call, IOperation result)
    {
        if (IsInfo(call.TargetMethod.ContainingType)
            && call.TargetMethod.Name is not ("CopyTo" or "MoveTo" or "Replace")
            && _sinks.Writes(call))
        {
            WriterOfInfo ??= call.TargetMethod.Name;
        }

        return IsInfo(call.Type) ? call.TargetMethod.Name is "CopyTo" || AreAboutFiles(result)
            : call.Type is { SpecialType: SpecialType.System_String } ? AreAboutFiles(result)
            : IsInfo(call.TargetMethod.ContainingType) || call.Type is { SpecialType: not (SpecialType.None or SpecialType.System_Object) };
    }

    private bool IsAboutFiles(IPropertyReferenceOperation property, IOperation result) => property.Property.Name switch
    {
        "FullName" or "DirectoryName" or "Directory" or "Parent" or "Result" => AreAboutFiles(result),
        _ => true,
    };

    /// <summary>
    /// Whether a call is given the path to do something with a file, to make another path of it, or to tell it to people.
    /// </summary>
    private bool IsAboutFiles(IArgumentOperation argument)
    {
        (IMethodSymbol? method, ITypeSymbol? result) = argument.Parent switch
        {
            IInvocationOperation call => (call.TargetMethod, call.Type),
            IObjectCreationOperation creation => (creation.Constructor, creation.Type),
            _ => (null, null),
        };
        if (method?.ContainingType is not { } type || argument.Parent is not { } user)
        {
            return false;
        }

        bool isWritten = _sinks.IsWritten(argument.Parameter) && _sinks.Writes(user);
        if (type.Name.EndsWith("InterpolatedStringHandler", StringComparison.Ordinal))
        {
            return IsTold(user, _types);
        }

        if (type.Is(_types.Path)
            || type.SpecialType == SpecialType.System_String
            || (method.Name == "ExpandEnvironmentVariables" && type.Is(_types.Environment)))
        {
            bool isName = method.Name is "GetFileName" or "GetFileNameWithoutExtension" or "GetExtension";
            return isName || result is { SpecialType: SpecialType.System_String }
                ? isName || AreAboutFiles(user)
                : result is { SpecialType: SpecialType.System_Boolean or SpecialType.System_Int32 or SpecialType.System_Void };
        }

        return IsPathOfFile(argument.Parameter, type) ? !IsInfo(result) || AreAboutFiles(user)
            : isWritten
                || (_sinks.IsAdded(type) && _sinks.IsWritten(argument.Parameter))
                || IsToldTo(method, _types)
                || (user.SemanticModel is { } model
                    && argument.Parameter is { } parameter
                    && AreAboutFiles(parameter.OriginalDefinition, model.Compilation));
    }

    /// <summary>Whether the parameter takes the path of a file: not what is written, nor what is looked for.</summary>
    private static bool IsPathOfFile(IParameterSymbol? parameter, INamedTypeSymbol type) =>
        PathSinks.IsOfPlatform(type)
        && parameter is { Type.SpecialType: SpecialType.System_String, Name: { } name }
        && (name.EndsWith("path", StringComparison.OrdinalIgnoreCase) || name.EndsWith("Name", StringComparison.Ordinal) || name == "path1")
        && name is not ("entryName" or "mapName" or "pathToTarget");

    /// <summary>Whether a value, or the text that a handler builds of it, is for people alone.</summary>
    public static bool IsTold(IOperation part, KnownTypes types)
    {
        for (IOperation? parent = part.Parent; parent is not null and not IExpressionStatementOperation; parent = parent.Parent)
        {
            if (parent is IArgumentOperation { Parent: IInvocationOperation call }
                && !call.TargetMethod.ContainingType.Name.EndsWith("InterpolatedStringHandler", StringComparison.Ordinal))
            {
                return IsToldTo(call.TargetMethod, types)
                    && (call.TargetMethod.ReturnsVoid || call.Awaited().Parent is IExpressionStatementOperation)
                    && !call.TargetMethod.ContainingType.DerivesFrom(types.Exception)
                    && !call.Has<IThrowOperation>(_ => true);
            }
        }

        return false;
    }

    /// <summary>Whether the method logs or prints what it is given, or makes an exception of it.</summary>
    public static bool IsToldTo(IMethodSymbol method, KnownTypes types)
    {
        INamedTypeSymbol type = method.ContainingType;
        return type.Name is "Console" or "Debug" or "Trace" or "TraceSource" or "Log"
            || PathSinks.BeginsWithWord(method.Name, LogNames)
            || type.Name.EndsWith("Logger", StringComparison.Ordinal)
            || type.Name.EndsWith("LoggerExtensions", StringComparison.Ordinal)
            || type.DerivesFrom(types.Exception);
    }

    private bool IsInfo(ITypeSymbol? type) =>
        type.Is(_types.FileInfo) || type.Is(_types.DirectoryInfo) || type.Is(_types.FileSystemInfo);
}
