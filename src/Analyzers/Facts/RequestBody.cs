namespace StreamTuning.Analyzers.Facts;

/// <summary>Tells the body of a request, as a stream or as a pipe.</summary>
internal static class RequestBody
{
    /// <summary>Whether a value certainly is the body of a request.</summary>
    public static bool Is(IOperation value, KnownTypes types)
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
                return type.Is(types.PipeReader) && Is(pipe, types);
            case IConditionalAccessOperation access:
                return Is(access.WhenNotNull, types);
            case IParameterReferenceOperation parameter:
                return IsBound(parameter, types);
            default:
                return false;
        }
    }

    /// <summary>Whether the parameter is one of an endpoint that gets the body as it is.</summary>
    private static bool IsBound(IParameterReferenceOperation reference, KnownTypes types) =>
        (reference.Type.Is(types.Stream) || reference.Type.Is(types.PipeReader))
        && reference is { Parameter: { ContainingSymbol: IMethodSymbol method } parameter, SemanticModel: { } model }
        && !IsService(parameter, types)
        && IsMapped(method, reference, model, types);

    /// <summary>Whether a call in the same file maps the method or lambda to a route.</summary>
    private static bool IsMapped(IMethodSymbol method, IOperation within, SemanticModel model, KnownTypes types)
    {
        if (types.EndpointRouteBuilderExtensions is null)
        {
            return false;
        }

        if (method.MethodKind == MethodKind.AnonymousFunction)
        {
            IOperation? function = within;
            while (function is not null && !((function as IAnonymousFunctionOperation)?.Symbol).Is(method))
            {
                function = function.Parent;
            }

            return function is not null && IsHandler(function, types);
        }

        foreach (IOperation named in ProjectMethods.NamedAs(method, model.SyntaxTree.GetRoot(), model))
        {
            if (named is IMethodReferenceOperation { Method: { } handler } && handler.Is(method) && IsHandler(named, types))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether the function is an argument of a call that maps it, itself or in a variable.</summary>
    private static bool IsHandler(IOperation function, KnownTypes types)
    {
        IOperation value = function.Parent as IDelegateCreationOperation ?? function;
        return IsGivenToMap(value, types)
            || (value.ReceivingLocal() is { } variable && Uses.Of(variable, value.Root()).Exists(use => IsGivenToMap(use, types)));
    }

    private static bool IsGivenToMap(IOperation handler, KnownTypes types) =>
        handler.Receiver() is IArgumentOperation { Parent: IInvocationOperation { TargetMethod.ContainingType: { } type } }
        && type.Is(types.EndpointRouteBuilderExtensions);

    private static bool IsService(IParameterSymbol parameter, KnownTypes types)
    {
        foreach (AttributeData attribute in parameter.GetAttributes())
        {
            if (attribute.AttributeClass?.Implements(types.FromServiceMetadata) == true)
            {
                return true;
            }
        }

        return false;
    }
}
