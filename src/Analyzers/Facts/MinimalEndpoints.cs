using System.Collections.Concurrent;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.Analyzers.Facts;

/// <summary>The methods, local functions and lambdas that a compilation maps to routes, by <c>MapPost</c> and the like.</summary>
internal sealed class MinimalEndpoints
{
    /// <summary>The methods that say something of an endpoint or a group.</summary>
    public static readonly string[] Settings = ["WithMetadata", "WithFormOptions"];

    private const string Group = "MapGroup";

    private static readonly string[] Maps = ["MapPost", "MapPut", "MapPatch", "MapDelete", "MapGet", "Map", "MapMethods", "MapFallback"];
    private static readonly WatchedNames Calls = new([.. Maps, .. Settings]);
    private static readonly ConditionalWeakTable<Compilation, MinimalEndpoints> Known = new();

    private readonly Compilation _compilation;
    private readonly KnownTypes _types;
    private readonly ConcurrentDictionary<SyntaxTree, ILookup<(SyntaxTree Tree, TextSpan Span), Endpoint>> _ofFiles = new();
    private SyntaxTree[]? _filesThatMap;

    private MinimalEndpoints(Compilation compilation)
    {
        _compilation = compilation;
        _types = KnownTypes.Of(compilation);
    }

    public static MinimalEndpoints Of(Compilation compilation) => Known.GetValue(compilation, static c => new MinimalEndpoints(c));

    /// <summary>Whether a method, local function or lambda handles requests.</summary>
    public bool Map(IMethodSymbol method, CancellationToken cancellationToken) => EndpointsOf(method, cancellationToken).Any();

    /// <summary>
    /// The endpoints that a method, local function or lambda is mapped to. Only the files are bound that may map it: its own, and for a
    /// method those where its name is. A delegate in a variable is not followed into another file.
    /// </summary>
    public IEnumerable<Endpoint> EndpointsOf(IMethodSymbol method, CancellationToken cancellationToken)
    {
        if (_types.EndpointRouteBuilderExtensions is null
            || method.MethodKind is not (MethodKind.Ordinary or MethodKind.LocalFunction or MethodKind.AnonymousFunction)
            || KeyOf(method) is not { } key)
        {
            return [];
        }

        return method.MethodKind != MethodKind.Ordinary
            ? In(key.Tree, cancellationToken)[key]
            : (_filesThatMap ??= _compilation.SyntaxTrees.Where(tree => Calls.Find(tree, cancellationToken).Any()).ToArray())
                .Where(tree => tree.GetText(cancellationToken).ToString().IndexOf(method.Name, StringComparison.Ordinal) >= 0)
                .SelectMany(tree => In(tree, cancellationToken)[key]);
    }

    private ILookup<(SyntaxTree Tree, TextSpan Span), Endpoint> In(SyntaxTree tree, CancellationToken cancellationToken) =>
        _ofFiles.TryGetValue(tree, out ILookup<(SyntaxTree Tree, TextSpan Span), Endpoint>? known)
            ? known
            : _ofFiles.GetOrAdd(tree, Find(tree, cancellationToken));

    /// <summary>The endpoints that a file maps, by their handlers.</summary>
    private ILookup<(SyntaxTree Tree, TextSpan Span), Endpoint> Find(SyntaxTree tree, CancellationToken cancellationToken)
    {
        SemanticModel? model = null;
        var maps = new List<IInvocationOperation>();
        var settings = new List<IInvocationOperation>();
        foreach (SimpleNameSyntax called in Calls.Find(tree, cancellationToken))
        {
            if (NamedNodes.At(called) is InvocationExpressionSyntax { ArgumentList.Arguments.Count: > 0 } call)
            {
#pragma warning disable RS1030 // Once a file, only where something else makes it necessary, and only those that map routes.
                model ??= _compilation.GetSemanticModel(tree);
#pragma warning restore RS1030
                if (model.GetOperation(call, cancellationToken) is IInvocationOperation { TargetMethod: { } method } operation)
                {
                    if (Array.IndexOf(Settings, called.Identifier.ValueText) >= 0)
                    {
                        settings.Add(operation);
                    }
                    else if (method.ContainingType.Is(_types.EndpointRouteBuilderExtensions))
                    {
                        maps.Add(operation);
                    }
                }
            }
        }

        // As they run: the last one in a chain is the one around the others.
        settings.Sort(static (left, right) => left.Syntax.Span.End.CompareTo(right.Syntax.Span.End));
        ILookup<SyntaxNode?, IInvocationOperation> settingsOf = settings.ToLookup(MappedBefore);
        return maps.SelectMany(map => EndpointsOf(map, settingsOf)).ToLookup(each => each.Key, each => each.Endpoint);
    }

    private static IEnumerable<((SyntaxTree Tree, TextSpan Span) Key, Endpoint Endpoint)> EndpointsOf(
        IInvocationOperation map, ILookup<SyntaxNode?, IInvocationOperation> settings)
    {
        foreach (IArgumentOperation argument in map.Arguments)
        {
            if (argument.Parameter?.Type is { SpecialType: SpecialType.System_Delegate } or { TypeKind: TypeKind.Delegate }
                && HandlerOf(argument.Value, hops: 0) is { } handler
                && KeyOf(handler) is { } key)
            {
                yield return (key, new Endpoint(
                    handler, GroupsOf(map).SelectMany(group => settings[group.Syntax]).ToArray(), settings[map.Syntax].ToArray()));
            }
        }
    }

    /// <summary>The calls of <c>MapGroup</c> that make the groups which an endpoint is mapped in, the outer ones first.</summary>
    private static IEnumerable<IInvocationOperation> GroupsOf(IInvocationOperation map) =>
        CallsBefore(map).Where(call => call.TargetMethod.Name == Group).Reverse();

    /// <summary>Where the call that maps an endpoint stands, or makes a group, which a call behind it says something about.</summary>
    private static SyntaxNode? MappedBefore(IInvocationOperation setting) =>
        CallsBefore(setting).FirstOrDefault(
            call => call.TargetMethod.Name == Group || Array.IndexOf(Maps, call.TargetMethod.Name) >= 0)?.Syntax;

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

    private static IMethodSymbol? HandlerOf(IOperation value, int hops) => value.Unwrap() switch
    {
        IDelegateCreationOperation { Target: { } target } => HandlerOf(target, hops),
        IAnonymousFunctionOperation lambda => lambda.Symbol,
        IMethodReferenceOperation reference => reference.Method,
        ILocalReferenceOperation or IFieldReferenceOperation
            when hops < Provenance.MaximumHops && value.Origin() is { } origin && origin != value => HandlerOf(origin, hops + 1),
        _ => null,
    };

    private static (SyntaxTree Tree, TextSpan Span)? KeyOf(IMethodSymbol method)
    {
        method = method.OriginalDefinition;
        method = method.PartialDefinitionPart ?? method;
        return method.DeclaringSyntaxReferences is { Length: > 0 } declarations ? (declarations[0].SyntaxTree, declarations[0].Span) : null;
    }
}

/// <summary>A handler at one route.</summary>
internal sealed class Endpoint(
    IMethodSymbol handler, IReadOnlyList<IInvocationOperation> groupSettings, IReadOnlyList<IInvocationOperation> settings)
{
    public IMethodSymbol Handler => handler;

    /// <summary>The calls that say something of the groups which it is mapped in, those of the outer ones first.</summary>
    public IReadOnlyList<IInvocationOperation> GroupSettings => groupSettings;

    /// <summary>The calls that say something of itself.</summary>
    public IReadOnlyList<IInvocationOperation> Settings => settings;
}
