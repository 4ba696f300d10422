using System.Linq;

namespace StreamTuning.Analyzers.Flow;

/// <summary>
/// Everything that a value may be: followed through variables and choices, through members of the project to what is assigned to them, to
/// what methods return, and to what they are given where they are called.
/// </summary>
internal static class Sources
{
    /// <summary>What has to be followed through more variables, choices and members counts as unknown.</summary>
    private const int MaximumSteps = 64;

    /// <summary>A method with more values to return is not followed.</summary>
    private const int MaximumReturns = 8;

    /// <summary>Whether all that the value may be passes the test: itself, or what it comes from.</summary>
    public static bool ComesOnlyFrom(this IOperation value, Func<IOperation, bool> test)
    {
        int steps = MaximumSteps;
        return ComesFrom(value, test, all: true, ref steps);
    }

    /// <summary>Whether something that the value may be, as far as it is in sight, passes the test.</summary>
    public static bool MayComeFrom(this IOperation value, Func<IOperation, bool> test)
    {
        int steps = MaximumSteps;
        return ComesFrom(value, test, all: false, ref steps);
    }

    private static bool ComesFrom(IOperation value, Func<IOperation, bool> test, bool all, ref int steps)
    {
        // A conversion may say more than the value does: that it is memory.
        while (value is IConversionOperation { OperatorMethod: null, Operand: { } converted } && !test(value))
        {
            value = converted;
        }

        if (test(value) || test(value = value.Unwrap()))
        {
            return true;
        }

        if (--steps < 0 || Of(value) is not { Count: > 0 } sources)
        {
            return false;
        }

        foreach (IOperation source in sources)
        {
            if (ComesFrom(source, test, all, ref steps) != all)
            {
                return !all;
            }
        }

        return all;
    }

    /// <summary>What the value may be, one step back; null where some of that is not in sight.</summary>
    private static List<IOperation>? Of(IOperation value) => value switch
    {
        _ when value.UnwrapAwait() is { } awaited && awaited != value => [awaited],
        IConditionalOperation { WhenFalse: { } whenFalse } choice => [choice.WhenTrue, whenFalse],
        ICoalesceOperation { WhenNull: IThrowOperation or IConversionOperation { Operand: IThrowOperation } } choice => [choice.Value],
        ICoalesceOperation choice => [choice.Value, choice.WhenNull],
        ISwitchExpressionOperation choice => [.. choice.Arms.Select(arm => arm.Value)],
        IConditionalAccessOperation access => [access.WhenNotNull],
        IConditionalAccessInstanceOperation => [value.UnwrapConditional()],
        ILocalReferenceOperation local =>
            local.IsWrittenInSightOnly() ? [.. local.AllValues().Where(each => !each.IsNull())] : null,
        IParameterReferenceOperation { Parameter.RefKind: RefKind.None } parameter when parameter.IsStable() =>
            GivenTo(parameter.Parameter, parameter),
        IFieldReferenceOperation { Field: { } field } => AssignedTo(field.OriginalDefinition, field.IsReadOnly ? null : field, value),
        IPropertyReferenceOperation { Property.OriginalDefinition: { GetMethod: not null } property } => GivenByAll(property, value),
        IInvocationOperation { TargetMethod: { Name: "FromResult", ContainingType.Name: "Task" or "ValueTask" } } and
            { Arguments: { Length: 1 } results } => [results[0].Value],
        IObjectCreationOperation { Type.Name: "ValueTask", Arguments: { Length: 1 } results } => [results[0].Value],
        IInvocationOperation call => GivenByAll(call.TargetMethod.OriginalDefinition, value),
        _ => null,
    };

    /// <summary>What a method or property gives, or all that implements it; null where some of that is not in sight.</summary>
    public static List<IOperation>? GivenByAll(ISymbol member, IOperation reference)
    {
        if (!member.IsAbstract || reference.SemanticModel is not { Compilation: { } compilation })
        {
            return GivenBy(member, reference);
        }

        var all = member.ImplementationsIn(compilation).ToList();
        var given = all.ConvertAll(each => GivenBy(each, reference));
        // An IFileService is there only for FileService.
        bool isInSight = !MemberUses.MayBeElsewhere(member, compilation)
            || (all.Count == 1 && member.ContainingType.Name == "I" + all[0].ContainingType.Name);
        return given.Contains(null) || !isInSight ? null : [.. given.SelectMany(each => each!)];
    }

    private static List<IOperation>? GivenBy(ISymbol member, IOperation reference) => member switch
    {
        IPropertySymbol { GetMethod: { } getter } property =>
            AssignedTo(property, property.SetMethod, reference) ?? ReturnedBy(getter, reference),
        IMethodSymbol method => ReturnedBy(method, reference),
        _ => null,
    };

    /// <summary>Every expression other than null that is assigned to a field or an automatic property.</summary>
    private static List<IOperation>? AssignedTo(ISymbol member, ISymbol? writer, IOperation reference)
    {
        if (member is not { IsVirtual: false, IsOverride: false, DeclaringSyntaxReferences: { Length: 1 } declarations }
            || reference.SemanticModel is not { Compilation: { } compilation }
            || (writer is not null && MemberUses.MayBeElsewhere(writer, compilation))
            || MemberUses.All(member, compilation) is not { } uses)
        {
            return null;
        }

        List<IOperation>? values = null;
        SyntaxNode declaration = declarations[0].GetSyntax();
        switch (declaration)
        {
            case VariableDeclaratorSyntax field:
                values = Read(field.Initializer?.Value, compilation);
                break;
            case PropertyDeclarationSyntax { AccessorList.Accessors: var accessors } property
                when accessors.All(accessor => accessor is { Body: null, ExpressionBody: null }):
                values = Read(property.Initializer?.Value, compilation);
                break;
            case ParameterSyntax parameter
                when compilation.GetSemanticModel(parameter.SyntaxTree).GetDeclaredSymbol(parameter) is { } given:
                values = GivenTo(given, reference);
                break;
        }

        foreach (IOperation use in uses)
        {
            if (use is ISimpleAssignmentOperation { IsRef: false } assignment)
            {
                values?.Add(assignment.Value);
            }
            else if (use is IAssignmentOperation || Uses.IsWrittenUnseen(use))
            {
                return null;
            }
        }

        return values?.FindAll(value => !value.IsNull());
    }

    private static List<IOperation> Read(ExpressionSyntax? value, Compilation compilation) =>
        value is not null && compilation.GetSemanticModel(value.SyntaxTree).GetOperation(value) is { } operation ? [operation] : [];

    /// <summary>What the parameter is given where its method is called; null where it may be called elsewhere, or is handed on.</summary>
    private static List<IOperation>? GivenTo(IParameterSymbol parameter, IOperation reference)
    {
        if (parameter.ContainingSymbol.OriginalDefinition is not IMethodSymbol method
            || (MemberUses.MayBeElsewhere(method, reference.SemanticModel!.Compilation)

                // A type that is derived from in other projects rarely gives them its helpers.
                && method.DeclaredAccessibility is not (Accessibility.Protected or Accessibility.ProtectedOrInternal))
            || CallsOf(method, reference) is not { } calls)
        {
            return null;
        }

        var given = new List<IOperation>();
        foreach (IOperation call in calls)
        {
            if (ArgumentsOf(call).FirstOrDefault(each => each.Parameter?.Ordinal == parameter.Ordinal) is not { } argument)
            {
                return null;
            }

            given.Add(argument.Value);
        }

        return given;
    }

    /// <summary>What a call or a constructor is given; nothing for any other operation.</summary>
    public static ImmutableArray<IArgumentOperation> ArgumentsOf(IOperation call) =>
        (call as IInvocationOperation)?.Arguments
            ?? (call as IObjectCreationOperation)?.Arguments
            ?? ImmutableArray<IArgumentOperation>.Empty;

    /// <summary>The calls of a method and its other uses; null where some are not in sight.</summary>
    /// <param name="method">A method, constructor or local function.</param>
    /// <param name="operation">An operation in it.</param>
    public static IEnumerable<IOperation>? CallsOf(IMethodSymbol method, IOperation operation) => method.MethodKind switch
    {
        MethodKind.LocalFunction => operation.Root().DescendantsAndSelf().Where(use => use switch
        {
            IInvocationOperation call => call.TargetMethod.OriginalDefinition.Is(method),
            IMethodReferenceOperation handedOn => handedOn.Method.OriginalDefinition.Is(method),
            _ => false,
        }),
        MethodKind.Ordinary or MethodKind.Constructor when operation.SemanticModel is { Compilation: { } compilation } =>
            MemberUses.Of(method, compilation),
        _ => null,
    };

    /// <summary>What a method or the getter of a property returns; null where that is not in sight, or too much.</summary>
    public static List<IOperation>? ReturnedBy(IMethodSymbol method, IOperation call)
    {
        if (method is not { IsVirtual: false, IsAbstract: false, IsOverride: false }
            || call.SemanticModel?.Compilation.BodyOf(method) is not { } body)
        {
            return null;
        }

        var returns = body.DescendantsAndSelf().OfType<IReturnOperation>()
            .Where(each => each.ReturnedValue?.Unwrap() is not (null or IThrowOperation) && each.Function() == body.Function()).ToList();
        return returns.Count <= MaximumReturns && returns.TrueForAll(each => each.Kind == OperationKind.Return)
            ? returns.ConvertAll(each => each.ReturnedValue!)
            : null;
    }
}
