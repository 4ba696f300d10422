using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Uploads;

/// <summary>Tells requests whose bodies have no limit: it was taken away for their handler, for one request, for all actions, or for the server.</summary>
internal static class UnlimitedRequests
{
    private const string Limit = "MaxRequestBodySize";

    private static readonly NameFinder Settings = new(Limit, "Filters");
    private static readonly ConditionalWeakTable<Compilation, Application> Applications = new();

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
            _ => operation.SemanticModel is { } model
                && Applications.GetValue(model.Compilation, compilation => Application.Find(compilation, types, cancellationToken)).IsUnlimited(mayBeEndpoint: limits is null, IsOfMvc(containing, types)),
        };
    }

    private static bool IsOfMvc(ISymbol containing, KnownTypes types) =>
        containing.ContainingType is { } type && (ControllerActions.IsController(type, types) || PageHandlers.IsPageModel(type, types));

    /// <summary>Whether the number stands for no limit.</summary>
    private static bool IsNone(long limit) => limit is int.MaxValue or uint.MaxValue or long.MaxValue;

    private static bool IsNone(IOperation limit) => Values.IsNull(limit) || (Values.ConstantInt64(limit) is { } number && IsNone(number));

    /// <summary>What an application says about the limits of all its requests.</summary>
    private sealed class Application
    {
        private bool _isTakenFromServer;
        private bool _isTakenByFilter;
        private bool _isSetByFilter;

        /// <param name="mayBeEndpoint">Whether it is not known what handles the request.</param>
        /// <param name="isOfMvc">Whether an action or a page does, for which the filters are.</param>
        public bool IsUnlimited(bool mayBeEndpoint, bool isOfMvc) =>
            !(_isSetByFilter && (isOfMvc || mayBeEndpoint)) && (_isTakenFromServer || (_isTakenByFilter && isOfMvc));

        public static Application Find(Compilation compilation, KnownTypes types, CancellationToken cancellationToken)
        {
            var application = new Application();
            foreach (SyntaxTree tree in compilation.SyntaxTrees)
            {
                cancellationToken.ThrowIfCancellationRequested();
                SemanticModel? model = null;
                foreach (SimpleNameSyntax name in Settings.Find(tree, cancellationToken))
                {
                    foreach (SyntaxNode node in SettingsAt(name))
                    {
#pragma warning disable RS1030 // Once a compilation, only where something else makes it necessary, and only the trees that set such a limit.
                        model ??= compilation.GetSemanticModel(tree);
#pragma warning restore RS1030
                        application.Add(model.GetOperation(node, cancellationToken), types);
                    }
                }
            }

            return application;
        }

        /// <summary>The assignment of a limit, or the filters that are added, where the name is about that.</summary>
        private static IEnumerable<SyntaxNode> SettingsAt(SimpleNameSyntax name)
        {
            var access = name.Parent as MemberAccessExpressionSyntax;
            if (name.Identifier.ValueText == Limit)
            {
                ExpressionSyntax target = access is not null && access.Name == name ? access : name;
                if (target.Parent is AssignmentExpressionSyntax { RawKind: (int)SyntaxKind.SimpleAssignmentExpression } assignment && assignment.Left == target)
                {
                    yield return assignment;
                }
            }
            else if (access is { Parent: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Add", Parent: InvocationExpressionSyntax call } } && access.Name == name)
            {
                foreach (ArgumentSyntax argument in call.ArgumentList.Arguments)
                {
                    if (argument.Expression is ObjectCreationExpressionSyntax creation)
                    {
                        yield return creation;
                    }
                }
            }
        }

        private void Add(IOperation? setting, KnownTypes types)
        {
            switch (setting)
            {
                // The options of the server in which the application runs.
                case ISimpleAssignmentOperation { Target: IPropertyReferenceOperation { Property.ContainingType: { } type }, Value: { } value }:
                    _isTakenFromServer |= (Values.Is(type, types.KestrelServerLimits) || Values.Is(type, types.IISServerOptions)) && IsNone(value);
                    break;

                case IObjectCreationOperation { Type: { } type }:
                    _isTakenByFilter |= Values.Is(type, types.DisableRequestSizeLimitAttribute);
                    _isSetByFilter |= Values.Is(type, types.RequestSizeLimitAttribute);
                    break;
            }
        }
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
