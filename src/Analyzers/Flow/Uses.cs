using System.Linq;
using System.Runtime.CompilerServices;

namespace StreamTuning.Analyzers.Flow;

/// <summary>What a member does with its locals and parameters: found in one walk, whichever of them is asked for.</summary>
internal sealed class Uses
{
    private static readonly ConditionalWeakTable<IOperation, Uses> Members = new();

    private readonly Dictionary<ISymbol, List<IOperation>> _references = new(SymbolEqualityComparer.Default);
    private readonly Dictionary<ISymbol, ImmutableArray<IOperation>> _values = new(SymbolEqualityComparer.Default);
    private readonly HashSet<ISymbol> _writtenUnseen = new(SymbolEqualityComparer.Default);

    private Uses(IOperation root)
    {
        foreach (IOperation operation in root.DescendantsAndSelf())
        {
            switch (operation)
            {
                case ILocalReferenceOperation local:
                    Add(local, local.Local);
                    break;
                case IParameterReferenceOperation parameter:
                    Add(parameter, parameter.Parameter);
                    break;
                case IVariableDeclaratorOperation declarator when declarator.GetVariableInitializer()?.Value is { } value:
                    AddValue(declarator.Symbol, value);
                    break;
                case IDeclarationPatternOperation { DeclaredSymbol: { } declared } pattern:
                    AddMatch(declared, pattern);
                    break;
                case IRecursivePatternOperation { DeclaredSymbol: { } declared } pattern:
                    AddMatch(declared, pattern);
                    break;
            }
        }
    }

    /// <summary>Every reference to the local in the operation, in the order of the code.</summary>
    public static List<ILocalReferenceOperation> Of(ILocalSymbol local, IOperation within) =>
        In(within)._references.TryGetValue(local, out List<IOperation>? references)
            ? [.. references.Where(each => within.Parent is null || within.Contains(each)).Cast<ILocalReferenceOperation>()]
            : [];

    /// <summary>Every expression other than null that is assigned to the variable where it can be seen.</summary>
    public static ImmutableArray<IOperation> ValuesOf(ISymbol variable, IOperation within) =>
        In(within)._values.TryGetValue(variable, out ImmutableArray<IOperation> values) ? values : ImmutableArray<IOperation>.Empty;

    /// <summary>Whether the variable may get a value in another way than by a simple assignment; a parameter, by any.</summary>
    public static bool AreWrittenUnseen(ISymbol variable, IOperation within) => In(within)._writtenUnseen.Contains(variable);

    /// <summary>Every reference to the parameter in the member, in the order of the code.</summary>
    public static IReadOnlyList<IOperation> Of(IParameterSymbol parameter, IOperation within) =>
        In(within)._references.TryGetValue(parameter, out List<IOperation>? references) ? references : [];

    /// <summary>Whether the operation compares with null, by an operator or a pattern.</summary>
    public static bool IsNullTest(IOperation operation) => operation switch
    {
        IBinaryOperation comparison => comparison.LeftOperand.IsNull() || comparison.RightOperand.IsNull(),
        IIsPatternOperation { Pattern: IConstantPatternOperation or INegatedPatternOperation { Pattern: IConstantPatternOperation } } =>
            true,
        _ => false,
    };

    /// <summary>Whether the local is read here and nowhere else, and never written to after its declaration.</summary>
    public static bool IsOnlyUse(ILocalReferenceOperation reference) => Of(reference.Local, reference.Root()).Count == 1;

    private static Uses In(IOperation operation) => Members.GetValue(operation.Root(), static root => new Uses(root));

    /// <summary>Whether the reference may write to its variable in another way than a simple assignment; to a parameter, in any.</summary>
    internal static bool IsWrittenUnseen(IOperation reference) => reference.Parent switch
    {
        IArgumentOperation argument => argument.Parameter?.RefKind is RefKind.Ref or RefKind.Out,
        ISimpleAssignmentOperation assignment =>
            assignment.IsRef || (assignment.Target == reference && reference is IParameterReferenceOperation),
        IAssignmentOperation assignment => assignment.Target == reference,
        IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator } => declarator.Symbol.RefKind != RefKind.None,
        ITupleOperation { Parent: ITupleOperation or IDeconstructionAssignmentOperation or IDeclarationExpressionOperation } => true,
        IIncrementOrDecrementOperation or IAddressOfOperation or IDeclarationExpressionOperation => true,
        _ => false,
    };

    private void Add(IOperation reference, ISymbol variable)
    {
        if (!_references.TryGetValue(variable, out List<IOperation>? references))
        {
            _references.Add(variable, references = []);
        }

        references.Add(reference);
        if (IsWrittenUnseen(reference))
        {
            _writtenUnseen.Add(variable);
        }

        if (reference.Parent is ISimpleAssignmentOperation assignment && assignment.Target == reference)
        {
            AddValue(variable, assignment.Value);
        }
    }

    /// <summary>Adds the variable of a pattern, which is what is tested, unless it is a part of that.</summary>
    private void AddMatch(ISymbol variable, IPatternOperation pattern)
    {
        IOperation? test = pattern.Parent is INegatedPatternOperation negation ? negation.Parent : pattern.Parent;
        switch (test)
        {
            case IIsPatternOperation match:
                AddValue(variable, match.Value);
                break;
            case IPatternCaseClauseOperation { Parent.Parent: ISwitchOperation choice }:
                AddValue(variable, choice.Value);
                break;
            default:
                _writtenUnseen.Add(variable);
                break;
        }
    }

    private void AddValue(ISymbol variable, IOperation value)
    {
        bool isOfStruct = value.Unwrap() is IDefaultValueOperation { Type.OriginalDefinition: { IsValueType: true,
            SpecialType: not SpecialType.System_Nullable_T } };
        if (isOfStruct || !value.IsNull())
        {
            _values[variable] = _values.TryGetValue(variable, out ImmutableArray<IOperation> values)
                ? values.Add(value)
                : ImmutableArray.Create(value);
        }
    }
}
