using System.Runtime.CompilerServices;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Uploads;

/// <summary>Tells requests whose bodies have no limit: it was taken away for their handler, for one request, or for the server.</summary>
internal static class UnlimitedRequests
{
    private const string Limit = "MaxRequestBodySize";

    private static readonly ConditionalWeakTable<Compilation, object> Servers = new();

    /// <summary>Whether the request that an operation reads visibly has no limit.</summary>
    /// <param name="operation">The operation.</param>
    /// <param name="containing">The member that the operation is in.</param>
    /// <param name="handlers">What handles requests.</param>
    /// <param name="types">The known types.</param>
    /// <param name="cancellationToken">Ends the search.</param>
    public static bool Include(IOperation operation, ISymbol containing, RequestHandlers handlers, KnownTypes types, CancellationToken cancellationToken)
    {
        var finder = new LimitFinder(operation, types);
        finder.Visit(Values.Root(operation));
        if (finder.IsLimited is { } isLimited)
        {
            return !isLimited;
        }

        RequestLimits? limits = handlers.LimitsAround(operation, containing, cancellationToken);
        return limits switch
        {
            { IsRequestUnlimited: true } => true,
            { Request: { } most } => IsNone(most),
            _ => operation.SemanticModel is { } model && (bool)Servers.GetValue(model.Compilation, compilation => IsTakenFromServer(compilation, types, cancellationToken)),
        };
    }

    /// <summary>Whether the number stands for no limit.</summary>
    private static bool IsNone(long limit) => limit is int.MaxValue or uint.MaxValue or long.MaxValue;

    private static bool IsNone(IOperation limit) => Values.IsNull(limit) || (Values.ConstantInt64(limit) is { } number && IsNone(number));

    /// <summary>Whether the options of the server in which the application runs are given no limit anywhere.</summary>
    private static bool IsTakenFromServer(Compilation compilation, KnownTypes types, CancellationToken cancellationToken)
    {
        foreach (SyntaxTree tree in compilation.SyntaxTrees)
        {
            SemanticModel? model = null;
            foreach (SyntaxNode node in tree.GetRoot(cancellationToken).DescendantNodes())
            {
                if (node is AssignmentExpressionSyntax { RawKind: (int)SyntaxKind.SimpleAssignmentExpression, Left: { } left } assignment
                    && left is MemberAccessExpressionSyntax { Name.Identifier.ValueText: Limit } or IdentifierNameSyntax { Identifier.ValueText: Limit })
                {
#pragma warning disable RS1030 // Once a compilation, only where something else makes it necessary, and only the trees that set such a limit.
                    model ??= compilation.GetSemanticModel(tree);
#pragma warning restore RS1030
                    if (model.GetOperation(assignment, cancellationToken) is ISimpleAssignmentOperation { Target: IPropertyReferenceOperation { Property.ContainingType: { } type }, Value: { } value }
                        && (Values.Is(type, types.KestrelServerLimits) || Values.Is(type, types.IISServerOptions))
                        && IsNone(value))
                    {
                        return true;
                    }
                }
            }
        }

        return false;
    }

    /// <summary>Finds what the code before an operation sets the limit of its request to.</summary>
    private sealed class LimitFinder(IOperation last, KnownTypes types) : OperationWalker
    {
        /// <summary>Null where it leaves the limit alone.</summary>
        public bool? IsLimited { get; private set; }

        public override void VisitSimpleAssignment(ISimpleAssignmentOperation operation)
        {
            if (operation is { Target: IPropertyReferenceOperation { Property: { Name: Limit, ContainingType: { } type } } }
                && operation.Syntax.SpanStart < last.Syntax.SpanStart
                && Values.Is(type, types.MaxRequestBodySizeFeature)
                && Values.Contains(Values.Function(operation), last))
            {
                IsLimited = !IsNone(operation.Value);
            }

            base.VisitSimpleAssignment(operation);
        }
    }
}
