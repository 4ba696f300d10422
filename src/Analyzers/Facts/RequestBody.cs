using System.Linq;

namespace StreamTuning.Analyzers.Facts;

/// <summary>Tells the body of a request, as a stream or as a pipe.</summary>
internal static class RequestBody
{
    private static readonly WatchedNames Maps =
        new("MapPost", "MapPut", "MapPatch", "MapDelete", "MapGet", "Map", "MapMethods", "MapFallback");

    /// <summary>Whether a value certainly is the body of a request.</summary>
    public static bool Is(IOperation value, KnownTypes types, CancellationToken cancellationToken = default)
    {
        if (types.HttpRequest is null || value.Origin() is not { } origin)
        {
            return false;
        }

        switch (origin)
        {
            case IPropertyReferenceOperation { Property: { Name: "Body" or "BodyReader", ContainingType: { } type } }:
                return type.Is(types.HttpRequest);
            case IInvocationOperation { TargetMethod: { Name: "AsStream", ContainingType: { } type }, Instance: { } pipe }:
                return type.Is(types.PipeReader) && Is(pipe, types, cancellationToken);
            case IConditionalAccessOperation access:
                return Is(access.WhenNotNull, types, cancellationToken);
            case IParameterReferenceOperation { Parameter: { } parameter }:
                return IsBound(parameter, origin, types, cancellationToken);
            default:
                return false;
        }
    }

    /// <summary>Whether the parameter is one of an endpoint that gets the body as it is.</summary>
    private static bool IsBound(IParameterSymbol parameter, IOperation reference, KnownTypes types, CancellationToken cancellationToken) =>
        (parameter.Type.Is(types.Stream) || parameter.Type.Is(types.PipeReader))
        && parameter.ContainingSymbol is IMethodSymbol { DeclaringSyntaxReferences: { Length: > 0 } declarations } method
        && reference.SemanticModel is { } model
        && !parameter.GetAttributes().Any(attribute => attribute.AttributeClass?.Implements(types.FromServiceMetadata) == true)
        && (method.MethodKind == MethodKind.AnonymousFunction
            ? IsMapped(declarations[0].GetSyntax(cancellationToken), model, types, cancellationToken)
            : model.Compilation.SyntaxTrees.Any(tree => IsMappedIn(tree, method, model.Compilation, types, cancellationToken)));

    /// <summary>Whether a file maps the method, by its name.</summary>
    private static bool IsMappedIn(
        SyntaxTree tree, IMethodSymbol method, Compilation compilation, KnownTypes types, CancellationToken cancellationToken)
    {
        foreach (SimpleNameSyntax name in Maps.Find(tree, cancellationToken))
        {
            foreach (ArgumentSyntax argument in (NamedNodes.At(name) as InvocationExpressionSyntax)?.ArgumentList.Arguments ?? [])
            {
                if ((argument.Expression as SimpleNameSyntax ?? (argument.Expression as MemberAccessExpressionSyntax)?.Name)
                    ?.Identifier.ValueText == method.Name)
                {
#pragma warning disable RS1030 // Only where what is mapped has the name of a method that copies its parameter.
                    SemanticModel model = compilation.GetSemanticModel(tree);
#pragma warning restore RS1030
                    if (model.GetMemberGroup(argument.Expression, cancellationToken).Any(each => each.Is(method))
                        && IsMapped(argument.Expression, model, types, cancellationToken))
                    {
                        return true;
                    }
                }
            }
        }

        return false;
    }

    private static bool IsMapped(SyntaxNode handler, SemanticModel model, KnownTypes types, CancellationToken cancellationToken) =>
        handler.Parent is ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax call }
        && (model.GetSymbolInfo(call, cancellationToken).Symbol?.ContainingType).Is(types.EndpointRouteBuilderExtensions);
}
