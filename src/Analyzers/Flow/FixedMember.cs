using System.Linq;
using System.Runtime.CompilerServices;

namespace StreamTuning.Analyzers.Flow;

/// <summary>
/// The one expression that a constant, readonly field, property or method always gives, in whichever file it stands: a text, or a file or
/// directory.
/// </summary>
internal static class FixedMember
{
    private static readonly ConditionalWeakTable<ISymbol, StrongBox<IOperation?>> Values = new();

    /// <summary>Null if it is neither, may be several, is not in sight, or another type may replace the member.</summary>
    public static IOperation? ValueOf(IOperation reference)
    {
        ISymbol? member = reference switch
        {
            IFieldReferenceOperation { Field: { IsConst: true } or { IsReadOnly: true } } field => field.Field,
            IPropertyReferenceOperation { Property.SetMethod: null, Arguments.IsEmpty: true } property => property.Property,
            IInvocationOperation { TargetMethod.MethodKind: MethodKind.Ordinary } call => call.TargetMethod.OriginalDefinition,
            _ => null,
        };
        if (member is not { DeclaringSyntaxReferences: { Length: 1 } declarations, IsVirtual: false, IsAbstract: false, IsOverride: false }
            || reference is not { Type: { SpecialType: SpecialType.System_String } or { Name: "FileInfo" or "DirectoryInfo" },
                SemanticModel.Compilation: { } compilation }
            || !compilation.ContainsSyntaxTree(declarations[0].SyntaxTree))
        {
            return null;
        }

        return Values.GetValue(member, each => new StrongBox<IOperation?>(Read(each, compilation))).Value;
    }

    private static IOperation? Read(ISymbol member, Compilation compilation)
    {
        ExpressionSyntax? value = (member, member.DeclaringSyntaxReferences[0].GetSyntax()) switch
        {
            (IFieldSymbol { IsConst: true }, VariableDeclaratorSyntax constant) => constant.Initializer?.Value,
            (IFieldSymbol field, _) => Provenance.ValueOf(field),
            (_, PropertyDeclarationSyntax { ExpressionBody: { } body }) => body.Expression,
            (_, PropertyDeclarationSyntax { AccessorList.Accessors: { Count: 1 } getter } property) =>
                ReturnedBy(getter[0].ExpressionBody, getter[0].Body)
                    ?? (IsAssigned(member, compilation) ? null : property.Initializer?.Value),
            (_, MethodDeclarationSyntax method) => ReturnedBy(method.ExpressionBody, method.Body),
            _ => null,
        };
        return value is null ? null : compilation.GetSemanticModel(value.SyntaxTree).GetOperation(value);
    }

    private static ExpressionSyntax? ReturnedBy(ArrowExpressionClauseSyntax? expression, BlockSyntax? block) =>
        expression?.Expression
            ?? (block?.DescendantNodes().OfType<ReturnStatementSyntax>().ToList() is { Count: 1 } only && only[0].Parent == block
                ? only[0].Expression
                : null);

    private static bool IsAssigned(ISymbol property, Compilation compilation) =>
        MemberUses.All(property, compilation)?.Any(use => use is IAssignmentOperation) != false;
}
