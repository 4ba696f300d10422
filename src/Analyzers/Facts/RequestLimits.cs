namespace StreamTuning.Analyzers.Facts;

/// <summary>The limits that attributes and endpoint metadata set for the requests that a handler takes, where they are constants.</summary>
internal readonly struct RequestLimits
{
    private const string MetadataSetting = "WithMetadata";
    private const string FormSetting = "WithFormOptions";

    private RequestLimits(long? request, bool isRequestUnlimited, long? multipartBody)
    {
        Request = request;
        IsRequestUnlimited = isRequestUnlimited;
        MultipartBody = multipartBody;
    }

    /// <summary>What <c>[RequestSizeLimit]</c> allows for a whole request, in bytes; null where it is not there or not known.</summary>
    public long? Request { get; }

    /// <summary>Whether <c>[DisableRequestSizeLimit]</c> takes the limit of the server away.</summary>
    private bool IsRequestUnlimited { get; }

    /// <summary>What <c>[RequestFormLimits]</c> allows for each part of a form, in bytes; null where it is left to its default.</summary>
    public long? MultipartBody { get; }

    /// <summary>The most that a file can have, in bytes; the largest number there is where no limit is set here.</summary>
    public long Maximum => Math.Min(Request ?? long.MaxValue, MultipartBody ?? long.MaxValue);

    /// <summary>
    /// The limits of a method, local function or lambda: its own before those of its class, and these before those of base classes.
    /// </summary>
    public static RequestLimits Of(IMethodSymbol method, KnownTypes types)
    {
        var reader = new Reader(types);
        for (IMethodSymbol? current = method; current is not null; current = current.OverriddenMethod)
        {
            reader.Read(current.GetAttributes());
        }

        return method.MethodKind == MethodKind.Ordinary ? Of(method.ContainingType, reader) : reader.Limits;
    }

    /// <summary>
    /// The limits of a handler that is mapped: of the endpoint that takes the largest requests, as these are what matters; null where it is
    /// mapped to none.
    /// </summary>
    public static RequestLimits? OfEndpoints(
        IMethodSymbol method, KnownTypes types, Compilation compilation, CancellationToken cancellationToken)
    {
        RequestLimits? limits = null;
        foreach (MinimalEndpoints.Endpoint endpoint in MinimalEndpoints.Of(compilation).EndpointsOf(method, cancellationToken))
        {
            // What the groups say, then the attributes of the handler, then what is said of the endpoint.
            RequestLimits own =
                default(RequestLimits).With(endpoint.GroupSettings, types).With(Of(endpoint.Handler, types)).With(endpoint.Settings, types);
            limits = limits is { } known && known.Maximum >= own.Maximum ? known : own;
        }

        return limits;
    }

    /// <summary>The limits of a controller or page model.</summary>
    public static RequestLimits Of(INamedTypeSymbol type, KnownTypes types) => Of(type, new Reader(types));

    /// <summary>These limits, but others first, where they are set there.</summary>
    public RequestLimits With(RequestLimits others)
    {
        bool isRequestSet = others.IsRequestUnlimited || others.Request is not null;
        return new(
            isRequestSet
                ? others.Request
                : Request, isRequestSet
                ? others.IsRequestUnlimited
                : IsRequestUnlimited, others.MultipartBody ?? MultipartBody);
    }

    /// <summary>These limits, but those first that a call adds to the metadata of an endpoint or of a group of them.</summary>
    private RequestLimits With(IInvocationOperation setting, KnownTypes types) => setting.TargetMethod.Name switch
    {
        MetadataSetting => With(setting.Arguments, types),
        FormSetting when setting.Arguments.Named("multipartBodyLengthLimit") is { } limit =>
            new(Request, IsRequestUnlimited, limit.ConstantInt64()),
        _ => this,
    };

    private RequestLimits With(IEnumerable<IInvocationOperation> settings, KnownTypes types)
    {
        RequestLimits limits = this;
        foreach (IInvocationOperation setting in settings)
        {
            limits = limits.With(setting, types);
        }

        return limits;
    }

    private static RequestLimits Of(INamedTypeSymbol type, Reader reader)
    {
        for (INamedTypeSymbol? current = type; current is not null; current = current.BaseType)
        {
            reader.Read(current.GetAttributes());
        }

        return reader.Limits;
    }

    private RequestLimits With(ImmutableArray<IArgumentOperation> arguments, KnownTypes types)
    {
        RequestLimits limits = this;
        foreach (IArgumentOperation argument in arguments)
        {
            if (argument.Value is IArrayCreationOperation { Initializer.ElementValues: var values })
            {
                foreach (IOperation value in values)
                {
                    limits = limits.With(value.Unwrap(), types);
                }
            }
        }

        return limits;
    }

    private RequestLimits With(IOperation metadata, KnownTypes types)
    {
        if (metadata is not IObjectCreationOperation { Type: { } type } creation)
        {
            return this;
        }

        if (type.Is(types.RequestSizeLimitAttribute))
        {
            return new(creation.Arguments.Length == 1 ? creation.Arguments[0].Value.ConstantInt64() : null, false, MultipartBody);
        }

        return type.Is(types.DisableRequestSizeLimitAttribute) ? new(null, true, MultipartBody)
            : type.Is(types.RequestFormLimitsAttribute) ? new(Request, IsRequestUnlimited, MultipartBodyOf(creation))
            : this;
    }

    private static long? MultipartBodyOf(IObjectCreationOperation creation)
    {
        if (creation.Initializer is { } initializer)
        {
            foreach (IOperation member in initializer.Initializers)
            {
                if (member is ISimpleAssignmentOperation
                    { Target: IPropertyReferenceOperation { Property.Name: MultipartBodyName } } assignment)
                {
                    return assignment.Value.ConstantInt64();
                }
            }
        }

        return null;
    }

    private const string MultipartBodyName = "MultipartBodyLengthLimit";

    /// <summary>Reads attributes from the most specific to the least: the first of a kind is the one that counts.</summary>
    private sealed class Reader(KnownTypes types)
    {
        private bool _hasRequest;
        private bool _hasForm;

        public RequestLimits Limits { get; private set; }

        public void Read(ImmutableArray<AttributeData> attributes)
        {
            bool hasRequest = _hasRequest;
            bool hasForm = _hasForm;
            foreach (AttributeData attribute in attributes)
            {
                if (!hasRequest && attribute.AttributeClass.Is(types.RequestSizeLimitAttribute))
                {
                    _hasRequest = true;
                    Limits = new(Number(attribute.ConstructorArguments), false, Limits.MultipartBody);
                }
                else if (!hasRequest && attribute.AttributeClass.Is(types.DisableRequestSizeLimitAttribute))
                {
                    _hasRequest = true;
                    Limits = new(null, true, Limits.MultipartBody);
                }
                else if (!hasForm && attribute.AttributeClass.Is(types.RequestFormLimitsAttribute))
                {
                    _hasForm = true;
                    Limits = new(Limits.Request, Limits.IsRequestUnlimited, MultipartBodyOf(attribute));
                }
            }
        }

        private static long? MultipartBodyOf(AttributeData attribute)
        {
            foreach (var argument in attribute.NamedArguments)
            {
                if (argument.Key == MultipartBodyName)
                {
                    return argument.Value is { Kind: TypedConstantKind.Primitive, Value: long number } ? number : null;
                }
            }

            return null;
        }

        private static long? Number(ImmutableArray<TypedConstant> arguments) =>
            arguments.Length == 1 && arguments[0] is { Kind: TypedConstantKind.Primitive, Value: long number } ? number : null;
    }
}
