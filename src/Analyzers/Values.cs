using System.Collections.Generic;
using System.Collections.Immutable;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers;

/// <summary>Follows a value from where it is used to where it comes from: through conversions, single-assignment locals and readonly fields.</summary>
internal static class Values
{
    /// <summary>Values are followed through this many names; longer chains count as unknown.</summary>
    public const int MaximumHops = 4;

    private static readonly ConditionalWeakTable<IOperation, AssignmentFinder> LocalValues = new();

    /// <summary>The operation below built-in conversions and parentheses.</summary>
    public static IOperation Unwrap(IOperation operation)
    {
        while (true)
        {
            switch (operation)
            {
                case IConversionOperation { OperatorMethod: null } conversion:
                    operation = conversion.Operand;
                    break;
                case IParenthesizedOperation parenthesized:
                    operation = parenthesized.Operand;
                    break;
                default:
                    return operation;
            }
        }
    }

    /// <summary>The operation around built-in conversions and parentheses: what receives the value.</summary>
    public static IOperation? Receiver(IOperation operation)
    {
        IOperation? parent = operation.Parent;
        while (parent is IConversionOperation { OperatorMethod: null } or IParenthesizedOperation)
        {
            parent = parent.Parent;
        }

        return parent;
    }

    /// <summary>What stands before the <c>?.</c> where the value is that; else the value.</summary>
    public static IOperation UnwrapConditional(IOperation value)
    {
        if (Unwrap(value) is IConditionalAccessInstanceOperation instance)
        {
            IOperation child = instance;
            for (IOperation? parent = instance.Parent; parent is not null; child = parent, parent = parent.Parent)
            {
                if (parent is IConditionalAccessOperation access && access.WhenNotNull == child)
                {
                    return access.Operation;
                }
            }
        }

        return value;
    }

    /// <summary>The call whose task is waited for, with <c>await</c> or by blocking.</summary>
    public static IOperation UnwrapAwait(IOperation operation)
    {
        while (true)
        {
            operation = Unwrap(operation);
            switch (operation)
            {
                case IAwaitOperation awaited:
                    operation = awaited.Operation;
                    break;
                case IInvocationOperation { TargetMethod.Name: "ConfigureAwait" or "WaitAsync" or "GetAwaiter" or "GetResult", Instance: { } task }:
                    operation = task;
                    break;
                case IPropertyReferenceOperation { Property: { Name: "Result", ContainingType.Name: "Task" or "ValueTask" }, Instance: { } task }:
                    operation = task;
                    break;
                default:
                    return operation;
            }
        }
    }

    /// <summary>The operation that has the result of the task: the reverse of <see cref="UnwrapAwait"/>; the operation itself where nothing waits for it.</summary>
    public static IOperation Awaited(IOperation task)
    {
        while (true)
        {
            switch (Receiver(task))
            {
                case IAwaitOperation awaiting:
                    task = awaiting;
                    break;
                case IInvocationOperation { TargetMethod.Name: "ConfigureAwait" or "WaitAsync" or "GetAwaiter" or "GetResult", Instance: { } instance } call when Unwrap(instance) == task:
                    task = call;
                    break;
                case IPropertyReferenceOperation { Property: { Name: "Result", ContainingType.Name: "Task" or "ValueTask" } } result:
                    task = result;
                    break;
                default:
                    return task;
            }
        }
    }

    /// <summary>
    /// Where the value comes from: the one expression that is assigned to the local or readonly field it is read from, else the
    /// expression itself. Null where a local or readonly field has several values or one that is not visible.
    /// </summary>
    public static IOperation? Origin(IOperation value)
    {
        value = Unwrap(value);
        for (int hops = 0; hops < MaximumHops; hops++)
        {
            if (!IsFollowed(value))
            {
                return value;
            }

            if (SingleValue(value) is not { } next)
            {
                return null;
            }

            value = Unwrap(next);
        }

        return null;
    }

    /// <summary>Whether the operation reads a variable that a value is followed through: a local or readonly field.</summary>
    public static bool IsFollowed(IOperation operation) => operation is ILocalReferenceOperation or IFieldReferenceOperation { Field.IsReadOnly: true };

    /// <summary>The only expression other than null that is ever assigned to the local or readonly field; null where there is none, are several, or it is something else.</summary>
    public static IOperation? SingleValue(IOperation reference) => reference switch
    {
        ILocalReferenceOperation local => SingleValue(local),
        IFieldReferenceOperation { Field.IsReadOnly: true } field => SingleValue(field),
        _ => null,
    };

    /// <summary>What a constant or readonly field always holds, where it is declared in the same file; null where that is several values, or not visible.</summary>
    public static IOperation? ValueOf(IFieldReferenceOperation reference)
    {
        if (!reference.Field.IsConst)
        {
            return reference.Field.IsReadOnly ? SingleValue(reference) : null;
        }

        return reference.SemanticModel is { } model
            && reference.Field.DeclaringSyntaxReferences is { Length: 1 } declarations
            && declarations[0].SyntaxTree == model.SyntaxTree
            && declarations[0].GetSyntax() is VariableDeclaratorSyntax { Initializer.Value: { } value }
                ? model.GetOperation(value)
                : null;
    }

    /// <summary>The only expression other than null that is ever assigned to the local, or null where there is none or are several.</summary>
    public static IOperation? SingleValue(ILocalReferenceOperation reference) => SingleValue(reference.Local, Root(reference));

    /// <summary>The only expression other than null that is assigned to the local anywhere below the root.</summary>
    public static IOperation? SingleValue(ILocalSymbol local, IOperation root) =>
        Assignments(root).Single(local);

    /// <summary>Every expression other than null that is assigned to the local where it can be seen.</summary>
    public static ImmutableArray<IOperation> AllValues(ILocalReferenceOperation reference) => Assignments(Root(reference)).All(reference.Local);

    /// <summary>Whether the local gets its values by simple assignments only, so that <see cref="AllValues"/> are all there are.</summary>
    public static bool IsWrittenInSightOnly(ILocalReferenceOperation reference) => !Assignments(Root(reference)).MayHaveOthers(reference.Local);

    public static bool Contains(IOperation ancestor, IOperation? operation)
    {
        while (operation is not null && operation != ancestor)
        {
            operation = operation.Parent;
        }

        return operation is not null;
    }

    public static IOperation Root(IOperation operation)
    {
        while (operation.Parent is { } parent)
        {
            operation = parent;
        }

        return operation;
    }

    /// <summary>The innermost method, lambda or local function around the operation.</summary>
    public static IOperation Function(IOperation operation)
    {
        while (operation.Parent is { } parent && operation is not (IAnonymousFunctionOperation or ILocalFunctionOperation))
        {
            operation = parent;
        }

        return operation;
    }

    /// <summary>Whether the operation is part of an expression tree, which is data and not run here.</summary>
    public static bool IsInExpressionTree(IOperation operation)
    {
        for (IOperation? parent = operation.Parent; parent is not null; parent = parent.Parent)
        {
            if (parent is IAnonymousFunctionOperation { Parent: { } conversion }
                && conversion.Type is { Name: "Expression", ContainingNamespace: { Name: "Expressions", ContainingNamespace.Name: "Linq" } })
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether reading the expression again has no effect and gives the same object: a local, parameter, <c>this</c> or a field of these.</summary>
    public static bool IsRepeatable(IOperation operation) => Unwrap(operation) switch
    {
        ILocalReferenceOperation or IParameterReferenceOperation or IInstanceReferenceOperation => true,
        IFieldReferenceOperation field => field.Instance is null || IsRepeatable(field.Instance),
        _ => false,
    };

    /// <summary>Whether the expression has one value throughout: a constant, a readonly field, or a local or parameter that is never assigned again.</summary>
    public static bool IsStable(IOperation operation)
    {
        operation = Unwrap(operation);
        switch (operation)
        {
            case { ConstantValue.HasValue: true }:
                return true;
            case IFieldReferenceOperation { Field.IsReadOnly: true } field:
                return field.Instance is null || IsStable(field.Instance);
            case IInstanceReferenceOperation:
                return true;
            case ILocalReferenceOperation local:
                return local.Local is { IsForEach: true, RefKind: RefKind.None } || SingleValue(local) is not null;
            case IParameterReferenceOperation parameter:
                var finder = new WriteFinder(parameter.Parameter);
                finder.Visit(Root(operation));
                return !finder.Found;
            default:
                return false;
        }
    }

    /// <summary>Whether both read the same local, parameter or field, or are the same constant.</summary>
    public static bool AreSame(IOperation first, IOperation second)
    {
        first = Unwrap(first);
        second = Unwrap(second);
        if (first.ConstantValue is { HasValue: true, Value: { } value })
        {
            return second.ConstantValue is { HasValue: true, Value: { } other } && value.Equals(other);
        }

        return (first, second) switch
        {
            (ILocalReferenceOperation a, ILocalReferenceOperation b) => SymbolEqualityComparer.Default.Equals(a.Local, b.Local),
            (IParameterReferenceOperation a, IParameterReferenceOperation b) => SymbolEqualityComparer.Default.Equals(a.Parameter, b.Parameter),
            (IInstanceReferenceOperation, IInstanceReferenceOperation) => true,
            (IFieldReferenceOperation a, IFieldReferenceOperation b) => SymbolEqualityComparer.Default.Equals(a.Field, b.Field)
                && (a.Instance, b.Instance) switch
                {
                    (null, null) => true,
                    ({ } x, { } y) => AreSame(x, y),
                    _ => false,
                },
            _ => false,
        };
    }

    /// <summary>The argument of a parameter by name, or null where it is not given.</summary>
    public static IOperation? Argument(IEnumerable<IArgumentOperation> arguments, string parameter)
    {
        foreach (IArgumentOperation argument in arguments)
        {
            if (argument.Parameter?.Name == parameter)
            {
                return argument.ArgumentKind == ArgumentKind.DefaultValue ? null : argument.Value;
            }
        }

        return null;
    }

    /// <summary>Whether a loop runs the operation several times for one run of the other, which comes before it.</summary>
    public static bool IsRepeatedAfter(IOperation operation, IOperation first)
    {
        for (IOperation? parent = operation.Parent; parent is not null; parent = parent.Parent)
        {
            if (parent is ILoopOperation)
            {
                return !Contains(parent, first);
            }
        }

        return false;
    }

    /// <summary>The number that the expression has throughout: a constant, or what the one assignment of a local or readonly field says.</summary>
    public static int? ConstantInt32(IOperation operation)
    {
        Optional<object?> constant = operation.ConstantValue.HasValue ? operation.ConstantValue : Origin(operation)?.ConstantValue ?? default;
        return constant is { HasValue: true, Value: int value } ? value : null;
    }

    /// <summary>The same of a number that may be larger.</summary>
    public static long? ConstantInt64(IOperation operation)
    {
        Optional<object?> constant = operation.ConstantValue.HasValue ? operation.ConstantValue : Origin(operation)?.ConstantValue ?? default;
        return constant is { HasValue: true, Value: long value } ? value : ConstantInt32(operation);
    }

    public static bool Is(ISymbol? symbol, ISymbol? known) => known is not null && SymbolEqualityComparer.Default.Equals(symbol, known);

    /// <summary>Whether a type is <c>System.BinaryData</c>, which comes with packages of several names.</summary>
    public static bool IsBinaryData(ITypeSymbol? type) => type is { Name: "BinaryData", ContainingNamespace: { Name: "System", ContainingNamespace.IsGlobalNamespace: true } };

    /// <summary>Whether a type is the other, or a class derived from it.</summary>
    public static bool DerivesFrom(ITypeSymbol? type, ITypeSymbol? known)
    {
        for (; type is not null; type = type.BaseType)
        {
            if (Is(type, known))
            {
                return true;
            }
        }

        return false;
    }

    public static bool IsNull(IOperation operation) =>
        Unwrap(operation) is IDefaultValueOperation or { ConstantValue: { HasValue: true, Value: null } };

    private static AssignmentFinder Assignments(IOperation root) => LocalValues.GetValue(root, static r => new AssignmentFinder(r));

    private static IOperation? SingleValue(IFieldReferenceOperation reference)
    {
        IFieldSymbol field = reference.Field;
        if (reference.SemanticModel is not { } model
            || field.DeclaringSyntaxReferences.Length != 1
            || field.ContainingType.DeclaringSyntaxReferences.Length != 1
            || field.DeclaringSyntaxReferences[0].SyntaxTree != model.SyntaxTree
            || field.DeclaringSyntaxReferences[0].GetSyntax() is not VariableDeclaratorSyntax { Parent.Parent.Parent: TypeDeclarationSyntax type } declarator)
        {
            return null;
        }

        ExpressionSyntax? value = declarator.Initializer?.Value;
        int values = value is null ? 0 : 1;
        foreach (MemberDeclarationSyntax member in type.Members)
        {
            // A readonly field is assigned in constructors and, if required, in init accessors: nowhere else.
            if (member is not (ConstructorDeclarationSyntax or PropertyDeclarationSyntax))
            {
                continue;
            }

            foreach (SyntaxNode node in member.DescendantNodes())
            {
                if (node is IdentifierNameSyntax name && name.Identifier.ValueText == field.Name && IsWritten(name, out ExpressionSyntax? written))
                {
                    value = written;
                    values++;
                }
            }
        }

        return values == 1 && value is not null ? model.GetOperation(value) : null;
    }

    /// <summary>Whether the name is written to, and the value, where that is visible.</summary>
    private static bool IsWritten(IdentifierNameSyntax name, out ExpressionSyntax? value)
    {
        ExpressionSyntax target = name.Parent is MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax } access && access.Name == name ? access : name;
        var assignment = target.Parent as AssignmentExpressionSyntax;
        value = assignment is not null && assignment.Left == target && assignment.IsKind(SyntaxKind.SimpleAssignmentExpression) ? assignment.Right : null;
        return assignment is not null
            ? assignment.Left == target
            : target.Parent is ArgumentSyntax argument && (!argument.RefKindKeyword.IsKind(SyntaxKind.None) || argument.Parent is TupleExpressionSyntax);
    }

    /// <summary>Whether the reference may write to its variable in another way than a simple assignment.</summary>
    private static bool IsWrittenUnseen(IOperation reference) => reference.Parent switch
    {
        IArgumentOperation argument => argument.Parameter?.RefKind is RefKind.Ref or RefKind.Out,
        ISimpleAssignmentOperation assignment => assignment.IsRef,
        IAssignmentOperation assignment => assignment.Target == reference,
        IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator } => declarator.Symbol.RefKind != RefKind.None,
        IIncrementOrDecrementOperation or ITupleOperation or IAddressOfOperation or IDeclarationExpressionOperation => true,
        _ => false,
    };

    private sealed class WriteFinder(IParameterSymbol parameter) : OperationWalker
    {
        public bool Found { get; private set; }

        public override void VisitParameterReference(IParameterReferenceOperation operation)
        {
            if (SymbolEqualityComparer.Default.Equals(operation.Parameter, parameter))
            {
                Found |= IsWrittenUnseen(operation) || (operation.Parent is ISimpleAssignmentOperation assignment && assignment.Target == operation);
            }
        }
    }

    /// <summary>What is assigned to the locals below a root: found in one walk, whichever local is asked for.</summary>
    private sealed class AssignmentFinder : OperationWalker
    {
        private readonly Dictionary<ILocalSymbol, ImmutableArray<IOperation>> _values = new(SymbolEqualityComparer.Default);
        private readonly HashSet<ILocalSymbol> _writtenUnseen = new(SymbolEqualityComparer.Default);

        public AssignmentFinder(IOperation root) => Visit(root);

        public ImmutableArray<IOperation> All(ILocalSymbol local) =>
            _values.TryGetValue(local, out ImmutableArray<IOperation> values) ? values : ImmutableArray<IOperation>.Empty;

        public bool MayHaveOthers(ILocalSymbol local) => _writtenUnseen.Contains(local);

        public IOperation? Single(ILocalSymbol local) =>
            All(local) is { Length: 1 } values && !MayHaveOthers(local) ? values[0] : null;

        public override void VisitVariableDeclarator(IVariableDeclaratorOperation operation)
        {
            if (operation.GetVariableInitializer()?.Value is { } value)
            {
                Add(operation.Symbol, value);
            }

            base.VisitVariableDeclarator(operation);
        }

        public override void VisitSimpleAssignment(ISimpleAssignmentOperation operation)
        {
            if (operation.Target is ILocalReferenceOperation target)
            {
                Add(target.Local, operation.Value);
            }

            base.VisitSimpleAssignment(operation);
        }

        public override void VisitLocalReference(ILocalReferenceOperation operation)
        {
            if (IsWrittenUnseen(operation))
            {
                _writtenUnseen.Add(operation.Local);
            }
        }

        public override void VisitDeclarationPattern(IDeclarationPatternOperation operation)
        {
            AddUnseen(operation.DeclaredSymbol);
            base.VisitDeclarationPattern(operation);
        }

        public override void VisitRecursivePattern(IRecursivePatternOperation operation)
        {
            AddUnseen(operation.DeclaredSymbol);
            base.VisitRecursivePattern(operation);
        }

        private void AddUnseen(ISymbol? symbol)
        {
            if (symbol is ILocalSymbol local)
            {
                _writtenUnseen.Add(local);
            }
        }

        private void Add(ILocalSymbol local, IOperation value)
        {
            if (!IsNull(value))
            {
                _values[local] = All(local).Add(value);
            }
        }
    }
}
