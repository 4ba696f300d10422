using System.Linq;

namespace StreamTuning.Analyzers.Facts;

/// <summary>The limits that attributes and endpoint metadata set for the requests that a handler takes, where they are constants.</summary>
internal readonly struct RequestLimits
{
    private const string MultipartBodyName = "MultipartBodyLengthLimit";

    private RequestLimits(long? request, long? multipartBody)
    {
        Request = request;
        MultipartBody = multipartBody;
    }

    /// <summary>
    /// What <c>[RequestSizeLimit]</c> allows for a whole request, in bytes; the largest number if that is not known, or if
    /// <c>[DisableRequestSizeLimit]</c> takes the limit of the server away; null if neither is set.
    /// </summary>
    public long? Request { get; }

    /// <summary>What <c>[RequestFormLimits]</c> allows for each part of a form, in bytes; null if it is left to its default.</summary>
    public long? MultipartBody { get; }

    /// <summary>The most that a file can have, in bytes; the largest number there is where no limit is set here.</summary>
    public long Maximum => Math.Min(Request ?? long.MaxValue, MultipartBody ?? long.MaxValue);

    /// <summary>
    /// The limits of a method, local function or lambda: its own before those of its class, and these before those of base classes.
    /// </summary>
    public static RequestLimits Of(IMethodSymbol method, KnownTypes types)
    {
        RequestLimits limits = default;
        for (IMethodSymbol? current = method; current is not null; current = current.OverriddenMethod)
        {
            limits = default(RequestLimits).With(current.GetAttributes(), types).With(limits);
        }

        return method.MethodKind == MethodKind.Ordinary ? Of(method.ContainingType, types).With(limits) : limits;
    }

    /// <summary>The limits of a controller or page model.</summary>
    public static RequestLimits Of(INamedTypeSymbol type, KnownTypes types) =>
        (type.BaseType is { } inherited ? Of(inherited, types) : default).With(type.GetAttributes(), types);

    /// <summary>
    /// The limits of a handler that is mapped: of the endpoint that takes the largest requests, as these are what matters; null where it is
    /// mapped to none.
    /// </summary>
    public static RequestLimits? OfEndpoints(
        IMethodSymbol method, KnownTypes types, Compilation compilation, CancellationToken cancellationToken)
    {
        RequestLimits? limits = null;
        foreach (Endpoint endpoint in MinimalEndpoints.Of(compilation).EndpointsOf(method, cancellationToken))
        {
            // What the groups say, then the attributes of the handler, then what is said of the endpoint.
            RequestLimits own =
                default(RequestLimits).With(endpoint.GroupSettings, types).With(Of(endpoint.Handler, types)).With(endpoint.Settings, types);
            limits = limits is { } known && known.Maximum >= own.Maximum ? known : own;
        }

        return limits;
    }

    /// <summary>These limits, but others first, where they are set there.</summary>
    private RequestLimits With(RequestLimits others) => new(others.Request ?? Request, others.MultipartBody ?? MultipartBody);

    private RequestLimits With(ImmutableArray<AttributeData> attributes, KnownTypes types)
    {
        RequestLimits limits = this;
        foreach (AttributeData attribute in attributes)
        {
            // An attribute may be given an array, which has no value.
            long? request = attribute.ConstructorArguments.FirstOrDefault() is { Kind: TypedConstantKind.Primitive, Value: long value }
                ? value
                : null;
            TypedConstant part = attribute.NamedArguments.FirstOrDefault(static each => each.Key == MultipartBodyName).Value;
            limits = limits.With(Of(attribute.AttributeClass, request, part.Value as long?, types));
        }

        return limits;
    }

    /// <summary>These limits, but those first that calls add to the metadata of an endpoint or of a group of them.</summary>
    private RequestLimits With(IEnumerable<IInvocationOperation> settings, KnownTypes types)
    {
        RequestLimits limits = this;
        foreach (IInvocationOperation setting in settings)
        {
            if (setting.Arguments.Named("multipartBodyLengthLimit") is { } limit)
            {
                limits = new(limits.Request, limit.ConstantInt64());
            }

            foreach (IObjectCreationOperation metadata in setting.Arguments.SelectMany(
                argument => argument.Value.DescendantsAndSelf().OfType<IObjectCreationOperation>()))
            {
                IOperation? part = metadata.Initializer?.Initializers.OfType<ISimpleAssignmentOperation>().FirstOrDefault(
                    static each => each.Target is IPropertyReferenceOperation { Property.Name: MultipartBodyName })?.Value;
                limits = limits.With(
                    Of(metadata.Type, metadata.Arguments.FirstOrDefault()?.Value.ConstantInt64(), part?.ConstantInt64(), types));
            }
        }

        return limits;
    }

    /// <summary>The limits that an attribute sets.</summary>
    /// <param name="attribute">Its class.</param>
    /// <param name="request">Its argument, if that is known.</param>
    /// <param name="multipartBody">What it allows for a part of a form, if that is known.</param>
    /// <param name="types">The known types.</param>
    private static RequestLimits Of(ITypeSymbol? attribute, long? request, long? multipartBody, KnownTypes types) =>
        attribute.Is(types.RequestSizeLimitAttribute) ? new(request ?? long.MaxValue, null)
        : attribute.Is(types.DisableRequestSizeLimitAttribute) ? new(long.MaxValue, null)
        : attribute.Is(types.RequestFormLimitsAttribute) ? new(null, multipartBody)
        : default;
}
