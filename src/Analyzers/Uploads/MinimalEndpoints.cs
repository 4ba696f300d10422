using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
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
    private const string Group = "MapGroup";

    private static readonly string[] Maps = ["MapPost", "MapPut", "MapPatch", "MapDelete", "MapGet", "Map", "MapMethods", "MapFallback"];
    private static readonly NameFinder Calls = new([.. Maps, .. RequestLimits.Settings]);

    private readonly Compilation _compilation;
    private readonly KnownTypes _types;
    private readonly ConcurrentDictionary<SyntaxTree, Dictionary<(SyntaxTree Tree, TextSpan Span), RequestLimits>> _ofFiles = new();
    private SyntaxTree[]? _filesThatMap;

    public MinimalEndpoints(Compilation compilation, KnownTypes types)
    {
        _compilation = compilation;
        _types = types;
    }

    /// <summary>
    /// The limits of the requests to a handler; null where the method, local function or lambda is none. Only the files are bound that may map it: its own, and for a
    /// method those where its name is. A delegate in a variable is not followed into another file.
    /// </summary>
    public RequestLimits? LimitsOf(IMethodSymbol method, CancellationToken cancellationToken)
    {
        if (_types.EndpointRouteBuilderExtensions is null || KeyOf(method) is not { } key)
        {
            return null;
        }

        if (method.MethodKind != MethodKind.Ordinary)
        {
            return LimitsIn(key.Tree, key, cancellationToken);
        }

        RequestLimits? limits = null;
        foreach (SyntaxTree tree in _filesThatMap ??= FindFilesThatMap(cancellationToken))
        {
            if (tree.GetText(cancellationToken).ToString().IndexOf(method.Name, StringComparison.Ordinal) >= 0 && LimitsIn(tree, key, cancellationToken) is { } found)
            {
                limits = Larger(limits, found);
            }
        }

        return limits;
    }

    private RequestLimits? LimitsIn(SyntaxTree tree, (SyntaxTree Tree, TextSpan Span) handler, CancellationToken cancellationToken)
    {
        if (!_ofFiles.TryGetValue(tree, out Dictionary<(SyntaxTree Tree, TextSpan Span), RequestLimits>? handlers))
        {
            handlers = _ofFiles.GetOrAdd(tree, Find(tree, cancellationToken));
        }

        return handlers.TryGetValue(handler, out RequestLimits limits) ? limits : null;
    }

    private SyntaxTree[] FindFilesThatMap(CancellationToken cancellationToken)
    {
        var files = new List<SyntaxTree>();
        foreach (SyntaxTree tree in _compilation.SyntaxTrees)
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (Calls.IsIn(tree, cancellationToken))
            {
                files.Add(tree);
            }
        }

        return files.ToArray();
    }

    /// <summary>The handlers that a file maps, with their limits.</summary>
    private Dictionary<(SyntaxTree Tree, TextSpan Span), RequestLimits> Find(SyntaxTree tree, CancellationToken cancellationToken)
    {
        SemanticModel? model = null;
        var maps = new List<IInvocationOperation>();
        var settings = new List<IInvocationOperation>();
        foreach (SimpleNameSyntax called in Calls.Find(tree, cancellationToken))
        {
            if (NamedOperations.NodeAt(called) is InvocationExpressionSyntax { ArgumentList.Arguments.Count: > 0 } call)
            {
                string name = called.Identifier.ValueText;
#pragma warning disable RS1030 // Once a file, only where something else makes it necessary, and only those that map routes.
                model ??= _compilation.GetSemanticModel(tree);
#pragma warning restore RS1030
                if (model.GetOperation(call, cancellationToken) is IInvocationOperation { TargetMethod: { } method } operation)
                {
                    if (RequestLimits.IsNameOfSetting(name))
                    {
                        settings.Add(operation);
                    }
                    else if (Values.Is(method.ContainingType, _types.EndpointRouteBuilderExtensions))
                    {
                        maps.Add(operation);
                    }
                }
            }
        }

        var handlers = new Dictionary<(SyntaxTree Tree, TextSpan Span), RequestLimits>();
        if (maps.Count > 0)
        {
            // As they run: the last one in a chain is the one around the others.
            settings.Sort(static (left, right) => left.Syntax.Span.End.CompareTo(right.Syntax.Span.End));
            ILookup<SyntaxNode?, IInvocationOperation> settingsOf = settings.ToLookup(MappedBefore);
            foreach (IInvocationOperation map in maps)
            {
                Add(map, settingsOf, handlers);
            }
        }

        return handlers;
    }

    private void Add(IInvocationOperation map, ILookup<SyntaxNode?, IInvocationOperation> settings, Dictionary<(SyntaxTree Tree, TextSpan Span), RequestLimits> handlers)
    {
        foreach (IArgumentOperation argument in map.Arguments)
        {
            if (argument.Parameter?.Type is { SpecialType: SpecialType.System_Delegate } or { TypeKind: TypeKind.Delegate }
                && HandlerOf(argument.Value, hops: 0) is { } handler
                && KeyOf(handler) is { } key)
            {
                // What the groups say, the outer ones first, then the attributes of the handler, then what is said of the endpoint.
                RequestLimits limits = default;
                foreach (IInvocationOperation group in GroupsOf(map))
                {
                    limits = With(limits, settings[group.Syntax], _types);
                }

                limits = With(limits.With(RequestLimits.Of(handler, _types)), settings[map.Syntax], _types);
                handlers[key] = Larger(handlers.TryGetValue(key, out RequestLimits other) ? other : null, limits);
            }
        }
    }

    /// <summary>Of a handler that is mapped twice: what the larger requests do is what matters.</summary>
    private static RequestLimits Larger(RequestLimits? one, RequestLimits other) => one is { } known && known.Maximum >= other.Maximum ? known : other;

    private static RequestLimits With(RequestLimits limits, IEnumerable<IInvocationOperation> settings, KnownTypes types)
    {
        foreach (IInvocationOperation setting in settings)
        {
            limits = limits.With(setting, types);
        }

        return limits;
    }

    /// <summary>The calls of <c>MapGroup</c> that make the groups which an endpoint is mapped in, the outer ones first.</summary>
    private static IEnumerable<IInvocationOperation> GroupsOf(IInvocationOperation map) =>
        CallsBefore(map).Where(call => call.TargetMethod.Name == Group).Reverse();

    /// <summary>Where the call that maps an endpoint stands, or makes a group, which a call behind it says something about.</summary>
    private static SyntaxNode? MappedBefore(IInvocationOperation setting) =>
        CallsBefore(setting).FirstOrDefault(call => call.TargetMethod.Name == Group || IsNameOfMap(call.TargetMethod.Name))?.Syntax;

    /// <summary>The calls of extension methods whose result this one is called on, directly or in a variable, from the last one back.</summary>
    private static IEnumerable<IInvocationOperation> CallsBefore(IInvocationOperation call)
    {
        // In code that does not compile, a chain may begin with its own end.
        const int most = 64;
        for (int i = 0; i < most && call is { TargetMethod.IsExtensionMethod: true, Arguments: { Length: > 0 } arguments } && Values.Origin(arguments[0].Value) is IInvocationOperation before; i++)
        {
            yield return before;
            call = before;
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

    private static bool IsNameOfMap(string name) => Array.IndexOf(Maps, name) >= 0;
}
