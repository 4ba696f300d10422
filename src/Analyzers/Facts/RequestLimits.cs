using System.Linq;

namespace StreamTuning.Analyzers.Facts;

/// <summary>The limits that attributes and endpoint metadata set for the requests that a handler takes, where they are constants.</summary>
internal readonly struct RequestLimits(long? request, long? multipartBody)
{
    private const string MultipartBodyName = "MultipartBodyLengthLimit";

    /// <summary>
    /// What <c>[RequestSizeLimit]</c> allows for a whole request, in bytes; the largest number if that is not known, or if
    /// <c>[DisableRequestSizeLimit]</c> takes the limit of the server away; null if neither is set.
    /// </summary>
    public long? Request => request;

    /// <summary>What <c>[RequestFormLimits]</c> allows for each part of a form, in bytes; null if it is left to its default.</summary>
    public long? MultipartBody => multipartBody;

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
            limits = default(RequestLimits).With(Of(current.GetAttributes(), types)).With(limits);
        }

        return method.MethodKind == MethodKind.Ordinary ? Of(method.ContainingType, types).With(limits) : limits;
    }

    /// <summary>The limits of a controller or page model.</summary>
    public static RequestLimits Of(INamedTypeSymbol type, KnownTypes types) =>
        (type.BaseType is { } inherited ? Of(inherited, types) : default).With(Of(type.GetAttributes(), types));

    /// <summary>
    /// The limits of an endpoint: what calls say of its groups, then the attributes of the handler, then what calls say of itself.
    /// </summary>
    public static RequestLimits OfEndpoint(
        IMethodSymbol handler, IEnumerable<IInvocationOperation> ofGroups, IEnumerable<IInvocationOperation> ofItself, KnownTypes types) =>
        default(RequestLimits).With(Of(ofGroups, types)).With(Of(handler, types)).With(Of(ofItself, types));

    /// <summary>These limits, but others first, where they are set there.</summary>
    private RequestLimits With(RequestLimits others) => new(others.Request ?? Request, others.MultipartBody ?? MultipartBody);

    private RequestLimits With(IEnumerable<RequestLimits> others) => others.Aggregate(this, static (limits, other) => limits.With(other));

    /// <summary>What attributes set. One may be given an array, which has no value.</summary>
    private static IEnumerable<RequestLimits> Of(ImmutableArray<AttributeData> attributes, KnownTypes types) =>
        attributes.Select(attribute => Of(
            attribute.AttributeClass,
            attribute.ConstructorArguments.FirstOrDefault() is { Kind: TypedConstantKind.Primitive, Value: long value } ? value : null,
            attribute.NamedArguments.FirstOrDefault(static each => each.Key == MultipartBodyName).Value.Value as long?,
            types));

    /// <summary>What calls add to the metadata of an endpoint or of a group of them, by an argument or in an attribute.</summary>
    private static IEnumerable<RequestLimits> Of(IEnumerable<IInvocationOperation> settings, KnownTypes types) =>
        from setting in settings
        from limits in setting.Descendants().OfType<IObjectCreationOperation>().Select(metadata => Of(
            metadata.Type,
            metadata.Arguments.FirstOrDefault()?.Value.ConstantInt64(),
            metadata.Initializer?.Initializers.OfType<ISimpleAssignmentOperation>().FirstOrDefault(
                static each => each.Target is IPropertyReferenceOperation { Property.Name: MultipartBodyName })?.Value.ConstantInt64(),
            types)).Prepend(
                new(null, setting.Arguments.Named("multipartBodyLengthLimit") is { } limit ? limit.ConstantInt64() ?? long.MaxValue : null))
        select limits;

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
