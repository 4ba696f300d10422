using System.Collections.Concurrent;
using System.Linq;

namespace StreamTuning.Analyzers.Facts;

/// <summary>The methods, local functions and lambdas that a compilation maps to routes, by <c>MapPost</c> and the like.</summary>
internal sealed class MinimalEndpoints(Compilation compilation)
{
    private const string Group = "MapGroup";

    private static readonly string[] Maps = ["MapPost", "MapPut", "MapPatch", "MapDelete", "MapGet", "Map", "MapMethods", "MapFallback"];

    /// <summary>The methods that say something of an endpoint or a group.</summary>
    private static readonly string[] Settings = ["WithMetadata", "WithFormOptions"];

    private static readonly WatchedNames Calls = new([.. Maps, .. Settings]);

    private readonly KnownTypes _types = KnownTypes.Of(compilation);
    private readonly ConcurrentDictionary<SyntaxTree, ILookup<SyntaxNode, RequestLimits>> _ofFiles = new();

    /// <summary>
    /// The limits of a method, local function or lambda that is mapped: of the endpoint that takes the largest requests, as these are what
    /// matters; null where it is mapped to none. Only the files are bound that may map it: its own, and for a method those where its name
    /// is. A delegate in a variable is not followed into another file.
    /// </summary>
    public RequestLimits? LimitsOf(IMethodSymbol method, CancellationToken cancellationToken)
    {
        if (_types.EndpointRouteBuilderExtensions is null
            || method.MethodKind is not (MethodKind.Ordinary or MethodKind.LocalFunction or MethodKind.AnonymousFunction)
            || DeclarationOf(method) is not { } handler)
        {
            return null;
        }

        IEnumerable<SyntaxTree> files = method.MethodKind != MethodKind.Ordinary
            ? [handler.SyntaxTree]
            : compilation.SyntaxTrees.Where(tree => Calls.Find(tree, cancellationToken).Any()
                && tree.GetText(cancellationToken).ToString().IndexOf(method.Name, StringComparison.Ordinal) >= 0);
        RequestLimits? largest = null;
        foreach (RequestLimits limits in files.SelectMany(tree => In(tree, cancellationToken)[handler]))
        {
            largest = largest?.Maximum >= limits.Maximum ? largest : limits;
        }

        return largest;
    }

    /// <summary>Whether a file maps an endpoint to a delegate.</summary>
    public bool AreIn(SyntaxTree tree, CancellationToken cancellationToken) =>
        _types.EndpointRouteBuilderExtensions is not null && In(tree, cancellationToken).Count > 0;

    private ILookup<SyntaxNode, RequestLimits> In(SyntaxTree tree, CancellationToken cancellationToken) =>
        _ofFiles.TryGetValue(tree, out ILookup<SyntaxNode, RequestLimits>? known)
            ? known
            : _ofFiles.GetOrAdd(tree, Find(tree, cancellationToken));

    /// <summary>The limits of the endpoints that a file maps, by their handlers.</summary>
    private ILookup<SyntaxNode, RequestLimits> Find(SyntaxTree tree, CancellationToken cancellationToken)
    {
        SemanticModel? model = null;
#pragma warning disable RS1030 // Once a file, only where something else makes it necessary, and only those that map routes.
        ILookup<bool, IInvocationOperation> calls = Calls.Find(tree, cancellationToken)
            .Select(NamedNodes.At)
            .OfType<InvocationExpressionSyntax>()
            .Where(static call => call.ArgumentList.Arguments.Count > 0)
            .Select(call => (model ??= compilation.GetSemanticModel(tree)).GetOperation(call, cancellationToken))
            .OfType<IInvocationOperation>()
            .ToLookup(static call => Array.IndexOf(Settings, call.TargetMethod.Name) >= 0);
#pragma warning restore RS1030

        // As they run: the last one in a chain is the one around the others.
        ILookup<SyntaxNode?, IInvocationOperation> settings =
            calls[true].OrderBy(static call => call.Syntax.Span.End).ToLookup(MappedBefore);
        return calls[false]
            .Where(map => map.TargetMethod.ContainingType.Is(_types.EndpointRouteBuilderExtensions))
            .SelectMany(map => map.Arguments, (map, argument) => (Map: map, Handler: HandlerOf(argument)))
            .Where(static each => each.Handler is not null && DeclarationOf(each.Handler) is not null)
            .ToLookup(static each => DeclarationOf(each.Handler!)!, each => RequestLimits.OfEndpoint(
                each.Handler!,
                // The groups that it is mapped in, the outer ones first.
                CallsBefore(each.Map).Where(IsGroup).Reverse().SelectMany(group => settings[group.Syntax]),
                settings[each.Map.Syntax],
                _types));
    }

    /// <summary>Where the call that maps an endpoint stands, or makes a group, which a call behind it says something about.</summary>
    private static SyntaxNode? MappedBefore(IInvocationOperation setting) =>
        CallsBefore(setting).FirstOrDefault(call => IsGroup(call) || Array.IndexOf(Maps, call.TargetMethod.Name) >= 0)?.Syntax;

    private static bool IsGroup(IInvocationOperation call) => call.TargetMethod.Name == Group;

    /// <summary>
    /// The calls of extension methods whose result this one is called on, directly or in a variable, from the last one back.
    /// </summary>
    private static IEnumerable<IInvocationOperation> CallsBefore(IInvocationOperation call)
    {
        // In code that does not compile, a chain may begin with its own end.
        const int most = 64;
        for (int i = 0; i < most
            && call is { TargetMethod.IsExtensionMethod: true, Arguments: { Length: > 0 } arguments }
            && arguments[0].Value.Origin() is IInvocationOperation before; i++)
        {
            yield return before;
            call = before;
        }
    }

    private static IMethodSymbol? HandlerOf(IArgumentOperation argument) =>
        argument.Parameter?.Type is { SpecialType: SpecialType.System_Delegate } or { TypeKind: TypeKind.Delegate }
            ? HandlerOf(argument.Value, hops: 0)
            : null;

    private static IMethodSymbol? HandlerOf(IOperation value, int hops) => value.Unwrap() switch
    {
        IDelegateCreationOperation { Target: { } target } => HandlerOf(target, hops),
        IAnonymousFunctionOperation lambda => lambda.Symbol,
        IMethodReferenceOperation reference => reference.Method,
        ILocalReferenceOperation or IFieldReferenceOperation
            when hops < Provenance.MaximumHops && value.Origin() is { } origin && origin != value => HandlerOf(origin, hops + 1),
        _ => null,
    };

    private static SyntaxNode? DeclarationOf(IMethodSymbol method)
    {
        method = method.OriginalDefinition;
        return (method.PartialDefinitionPart ?? method).DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax();
    }
}
