using System.Collections.Generic;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.Analyzers.Uploads;

/// <summary>The methods, local functions and lambdas that a compilation maps to routes, by <c>MapPost</c> and the like.</summary>
internal sealed class MinimalEndpoints
{
    private readonly Dictionary<(SyntaxTree Tree, TextSpan Span), RequestLimits> _limits = new();
    private readonly List<IMethodSymbol> _handlers = new();

    private MinimalEndpoints()
    {
    }

    /// <summary>The handlers, each once.</summary>
    public IReadOnlyList<IMethodSymbol> Handlers => _handlers;

    /// <summary>Finds them: what handles requests may be mapped in another file.</summary>
    public static MinimalEndpoints Find(Compilation compilation, KnownTypes types, CancellationToken cancellationToken)
    {
        var endpoints = new MinimalEndpoints();
        if (types.EndpointRouteBuilderExtensions is null)
        {
            return endpoints;
        }

        foreach (SyntaxTree tree in compilation.SyntaxTrees)
        {
            SemanticModel? model = null;
            foreach (SyntaxNode node in tree.GetRoot(cancellationToken).DescendantNodes())
            {
                if (node is InvocationExpressionSyntax { ArgumentList.Arguments.Count: > 0 } call && MayMap(call))
                {
#pragma warning disable RS1030 // Once a compilation, only where something else makes it necessary, and only the trees that map routes.
                    model ??= compilation.GetSemanticModel(tree);
#pragma warning restore RS1030
                    if (model.GetOperation(call, cancellationToken) is IInvocationOperation map && Values.Is(map.TargetMethod.ContainingType, types.EndpointRouteBuilderExtensions))
                    {
                        endpoints.Add(map, types);
                    }
                }
            }
        }

        return endpoints;
    }

    /// <summary>The limits of the requests to a handler; null where it is none.</summary>
    public RequestLimits? LimitsOf(IMethodSymbol method) =>
        KeyOf(method) is { } key && _limits.TryGetValue(key, out RequestLimits limits) ? limits : null;

    private void Add(IInvocationOperation map, KnownTypes types)
    {
        foreach (IArgumentOperation argument in map.Arguments)
        {
            if (argument.Parameter?.Type is { SpecialType: SpecialType.System_Delegate } or { TypeKind: TypeKind.Delegate }
                && HandlerOf(argument.Value, hops: 0) is { } handler
                && KeyOf(handler) is { } key)
            {
                RequestLimits limits = RequestLimits.Of(handler, types).With(map, types);
                if (!_limits.TryGetValue(key, out RequestLimits other))
                {
                    _limits.Add(key, limits);
                    _handlers.Add(handler);
                }
                else if (other.Maximum < limits.Maximum)
                {
                    // Mapped twice: what the larger requests do is what matters.
                    _limits[key] = limits;
                }
            }
        }
    }

    private static IMethodSymbol? HandlerOf(IOperation value, int hops) => Values.Unwrap(value) switch
    {
        IDelegateCreationOperation { Target: { } target } => HandlerOf(target, hops),
        IAnonymousFunctionOperation lambda => lambda.Symbol,
        IMethodReferenceOperation reference => reference.Method,
        ILocalReferenceOperation or IFieldReferenceOperation when hops < Values.MaximumHops && Values.Origin(value) is { } origin && origin != value => HandlerOf(origin, hops + 1),
        _ => null,
    };

    private static (SyntaxTree Tree, TextSpan Span)? KeyOf(IMethodSymbol method)
    {
        method = method.OriginalDefinition;
        method = method.PartialDefinitionPart ?? method;
        return method.DeclaringSyntaxReferences is { Length: > 0 } declarations ? (declarations[0].SyntaxTree, declarations[0].Span) : null;
    }

    private static bool MayMap(InvocationExpressionSyntax call) => call.Expression switch
    {
        MemberAccessExpressionSyntax access => IsNameOfMap(access.Name.Identifier.ValueText),
        MemberBindingExpressionSyntax binding => IsNameOfMap(binding.Name.Identifier.ValueText),
        IdentifierNameSyntax name => IsNameOfMap(name.Identifier.ValueText),
        _ => false,
    };

    private static bool IsNameOfMap(string name) =>
        name is "MapPost" or "MapPut" or "MapPatch" or "MapDelete" or "MapGet" or "Map" or "MapMethods" or "MapFallback";
}
