using System.Linq;

namespace StreamTuning.Analyzers.Uploads;

/// <summary>
/// A text that a request is bound to: a property of a parameter, of what that holds, or of the controller or page itself.
/// </summary>
internal sealed class BoundText
{
    /// <summary>What is handed on more often is not followed.</summary>
    private const int MostCalls = 3;

    // The ends of names of what is sent to a program, not of what it gets as an answer.
    private static readonly string[] Messages = ["Command", "Dto", "Input", "Model", "Request"];

    private BoundText(string name, int? maximumLength, long maximumOfRequest, bool isAlone = false)
    {
        Name = name;
        IsAlone = isAlone;
        MaximumLength = maximumLength;
        MaximumOfRequest = maximumOfRequest;
    }

    /// <summary>The name of the property, or of the parameter where it is that itself.</summary>
    public string Name { get; }

    /// <summary>Whether nothing but its own name tells about it: a plain parameter, or an entry of a form or JSON object.</summary>
    public bool IsAlone { get; }

    /// <summary>The most characters that an attribute allows; null where none does.</summary>
    public int? MaximumLength { get; }

    /// <summary>The most bytes that the request may have.</summary>
    public long MaximumOfRequest { get; }

    /// <summary>The texts that a value is, or is a part of: also those that the calls of its method hand on.</summary>
    public static IEnumerable<BoundText> Follow(
        IOperation value, RequestHandlers handlers, KnownTypes types, CancellationToken cancellationToken, int calls = 0,
        Search? search = null)
    {
        search ??= new Search();
        if (value.Origin() is { } whole && IsWholeBody(whole, types, cancellationToken))
        {
            yield return new BoundText("Body", maximumLength: null, LimitAround(whole, handlers, cancellationToken));
            yield break;
        }

        value = TextOf(value, search);
        switch (value)
        {
            case IPropertyReferenceOperation { Arguments.IsEmpty: true, Property: { } property }
                when !RequestAttributes.BindElsewhere(property, types)
                    && TryGetLimits(value, handlers, types, cancellationToken) is { } limits:
                // The attributes of a collection are about the number of texts.
                yield return new BoundText(
                    property.Name,
                    property.Type.SpecialType == SpecialType.System_String ? MaximumLengths.Of(property, types) : null,
                    limits);
                break;

            case IPropertyReferenceOperation { Arguments: { Length: 1 } keys, Instance: { } values }
                when keys[0].Value.ConstantValue.Value is string key
                    && TryGetLimits(values, handlers, types, cancellationToken) is { } limits:
                yield return new BoundText(key, maximumLength: null, limits, isAlone: true);
                break;

            case IInvocationOperation { TargetMethod: { Name: "GetProperty", ContainingType.Name: "JsonElement" }, Instance: { } values,
                Arguments: { Length: 1 } keys }
                when keys[0].Value.ConstantValue.Value is string key
                    && TryGetLimits(values, handlers, types, cancellationToken) is { } limits:
                yield return new BoundText(key, maximumLength: null, limits, isAlone: true);
                break;

            case IParameterReferenceOperation { Parameter: { } parameter } reference:
                if (TryGetLimits(parameter, handlers, cancellationToken) is not { } most)
                {
                    foreach (IOperation given in GivenTo(reference, handlers, calls, cancellationToken))
                    {
                        foreach (BoundText text in Follow(given, handlers, types, cancellationToken, calls + 1, search))
                        {
                            yield return text;
                        }
                    }
                }
                else
                {
                    bool isAlone = !RequestAttributes.Has(parameter, types.FromBodyAttribute)
                        && !RequestAttributes.Has(parameter, types.FromFormAttribute);
                    if (!isAlone || (IsReadOnly((IMethodSymbol)parameter.ContainingSymbol) == false && !IsInRoute(parameter)))
                    {
                        yield return new BoundText(parameter.Name, MaximumLengths.Of(parameter, types), most, isAlone);
                    }
                }

                break;
        }
    }

    /// <summary>Whether the text is a whole body, read to its end.</summary>
    private static bool IsWholeBody(IOperation text, KnownTypes types, CancellationToken cancellationToken) =>
        text.UnwrapAwait() is IInvocationOperation { TargetMethod.Name: "ReadToEnd" or "ReadToEndAsync", Instance: { } reader }
        && reader.Origin() is IObjectCreationOperation { Type.Name: "StreamReader", Arguments: { Length: > 0 } given }
        && RequestBody.Is(given[0].Value, types, cancellationToken);

    /// <summary>The most bytes of a request to the method around an operation.</summary>
    private static long LimitAround(IOperation operation, RequestHandlers handlers, CancellationToken cancellationToken) =>
        (operation.SemanticModel?.GetEnclosingSymbol(operation.Syntax.SpanStart, cancellationToken) is IMethodSymbol handler
            ? handlers.LimitsOf(handler, cancellationToken).Request
            : null) ?? long.MaxValue;

    /// <summary>What a method that handles no requests itself is given for a parameter where the project calls it.</summary>
    private static IEnumerable<IOperation> GivenTo(
        IParameterReferenceOperation reference, RequestHandlers handlers, int calls, CancellationToken cancellationToken)
    {
        if (calls == MostCalls
            || reference.Parameter is not { RefKind: RefKind.None, ContainingSymbol: IMethodSymbol method }
            || handlers.KindOf(method, cancellationToken) is not null)
        {
            yield break;
        }

        foreach (IOperation call in Sources.CallsOf(method.OriginalDefinition, reference) ?? [])
        {
            if (call is IInvocationOperation { Arguments: { } arguments } && ValueFor(reference.Parameter, arguments) is { } given)
            {
                yield return given;
            }
        }
    }

    private static IOperation? ValueFor(IParameterSymbol parameter, ImmutableArray<IArgumentOperation> arguments) =>
        arguments.FirstOrDefault(argument => argument.Parameter?.Ordinal == parameter.Ordinal)?.Value;

    /// <summary>The text that a value is, or that it is cut out of: behind the comma of a data URI, for instance.</summary>
    private static IOperation TextOf(IOperation value, Search search)
    {
        value = value is IConversionOperation { OperatorMethod.Name: "op_Implicit" or "op_Explicit" } conversion
            ? conversion.Operand.Unwrap()
            : value.Unwrap();
        if (--search.Steps < 0)
        {
            return value;
        }

        switch (value)
        {
            case ILocalReferenceOperation { Local.IsForEach: true }:
                return FormFileSources.SequenceOf(value) is { } texts ? TextOf(texts, search) : value;
            case IParameterReferenceOperation element:
                return SequenceOf(element) is { } sequence ? TextOf(sequence, search) : value;
            case ILocalReferenceOperation or IFieldReferenceOperation:
                return value.Origin() is { } origin ? origin != value ? TextOf(origin, search) : value
                    : value is ILocalReferenceOperation local ? TextOfAll(local, search) : value;
            case ICoalesceOperation choice:
                return TextOf(choice.Value, search);
            case IConditionalAccessOperation access:
                return TextOf(access.WhenNotNull, search);
            case IConditionalAccessInstanceOperation:
                return value.UnwrapConditional() is { } before && before != value ? TextOf(before, search) : value;
            case IConditionalOperation { WhenFalse: { } otherwise } choice:
                // With its prefix, or without it.
                IOperation first = TextOf(choice.WhenTrue, search);
                return first is IPropertyReferenceOperation or IParameterReferenceOperation ? first : TextOf(otherwise, search);
            case IInvocationOperation { Instance: { } instance,
                TargetMethod: { ContainingType.SpecialType: SpecialType.System_String, Name: "Substring" or "Replace" or "Remove" or "Trim"
                    or "TrimStart" or "TrimEnd" or "Split" or "ToCharArray" or "PadRight" }
                    or { Name: "ToString", Parameters.IsEmpty: true } or { Name: "GetString", ContainingType.Name: "JsonElement" } }:
                return TextOf(instance, search);
            case IInvocationOperation { Arguments: { Length: > 0 } arguments, TargetMethod: { Name: "Replace" or "Match",
                ContainingType: { Name: "Regex", ContainingNamespace.Name: "RegularExpressions" } } }:
                return TextOf(arguments[0].Value, search);
            case IInvocationOperation { Arguments: { Length: > 0 } arguments,
                TargetMethod: { IsExtensionMethod: true, Name: "AsSpan" or "Last" or "LastOrDefault" or "First" or "ElementAt"
                    or "Where" or "Take" or "Skip" or "ToList" or "ToArray" } }:
                return TextOf(arguments[0].Value, search);
            case IInvocationOperation { TargetMethod: { ReturnType.SpecialType: SpecialType.System_String } } call:
                return PartGivenTo(call, search) is { } given ? TextOf(given, search) : value;
            case IArrayElementReferenceOperation part:
                return TextOf(part.ArrayReference, search);
            case IPropertyReferenceOperation { Instance: { } instance,
                Property.ContainingType: { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T }
                    or { Name: "Capture" or "GroupCollection" or "Match", ContainingNamespace.Name: "RegularExpressions" } }:
                return TextOf(instance, search);
            case IImplicitIndexerReferenceOperation part:
                return TextOf(part.Instance, search);
            default:
                return value;
        }
    }

    /// <summary>What a method of the project is given that returns it, or a part of it.</summary>
    private static IOperation? PartGivenTo(IInvocationOperation call, Search search)
    {
        IMethodSymbol method = call.TargetMethod.OriginalDefinition;
        IOperation? given = null;
        if (search.Methods.Add(method))
        {
            foreach (IOperation returned in Sources.ReturnedBy(method, call) ?? [])
            {
                if (given is null
                    && TextOf(returned, search) is IParameterReferenceOperation { Parameter: { } parameter }
                    && parameter.ContainingSymbol.Is(method))
                {
                    given = ValueFor(parameter, call.Arguments);
                }
            }

            search.Methods.Remove(method);
        }

        return given;
    }

    /// <summary>
    /// The text that a local has first, where all that is assigned to it later is a part of what it has: <c>text = text.Split(',')[1]</c>.
    /// </summary>
    private static IOperation TextOfAll(ILocalReferenceOperation local, Search search)
    {
        ImmutableArray<IOperation> values = local.AllValues();
        if (values.Length < 2 || !local.IsWrittenInSightOnly())
        {
            return local;
        }

        for (int i = 1; i < values.Length; i++)
        {
            if (!IsPartOf(values[i], local))
            {
                return local;
            }
        }

        return TextOf(values[0], search);
    }

    private static bool IsPartOf(IOperation value, ILocalReferenceOperation local)
    {
        for (int hops = 0; hops < Provenance.MaximumHops; hops++)
        {
            value = value.Unwrap();
            switch (value)
            {
                case ILocalReferenceOperation { Local: { } same }:
                    return same.Is(local.Local);
                case IInvocationOperation { Instance: { } instance, TargetMethod.ContainingType.SpecialType: SpecialType.System_String }:
                    value = instance;
                    break;
                case IInvocationOperation { Arguments: { Length: > 0 } arguments,
                    TargetMethod: { IsExtensionMethod: true, ContainingType.Name: "Enumerable" } }:
                    value = arguments[0].Value;
                    break;
                case IArrayElementReferenceOperation part:
                    value = part.ArrayReference;
                    break;
                case IImplicitIndexerReferenceOperation part:
                    value = part.Instance;
                    break;
                default:
                    return false;
            }
        }

        return false;
    }

    private static long? TryGetLimits(IParameterSymbol parameter, RequestHandlers handlers, CancellationToken cancellationToken)
    {
        BindingSource source = handlers.SourceOf(parameter, cancellationToken);
        if (source == BindingSource.Other
            || parameter.ContainingSymbol is not IMethodSymbol handler
            || (source == BindingSource.Form && IsReadOnly(handler) == true))
        {
            return null;
        }

        RequestLimits limits = handlers.LimitsOf(handler, cancellationToken);
        return source == BindingSource.Form ? limits.Maximum : limits.Request ?? long.MaxValue;
    }

    /// <summary>
    /// Whether the handler is for requests without a body: what is said to come from the form comes from the query then. Null if nothing
    /// says so, nor the opposite, or both are said.
    /// </summary>
    private static bool? IsReadOnly(IMethodSymbol handler)
    {
        bool reads = handler.Name.StartsWith("OnGet", StringComparison.Ordinal);
        bool writes = handler.Name.StartsWith("OnP", StringComparison.Ordinal);
        foreach (AttributeData attribute in handler.GetAttributes())
        {
            switch (attribute.AttributeClass?.Name)
            {
                case "HttpGetAttribute" or "HttpHeadAttribute":
                    reads = true;
                    break;
                case "HttpPostAttribute" or "HttpPutAttribute" or "HttpPatchAttribute":
                    writes = true;
                    break;
                case "AcceptVerbsAttribute":
                    foreach (TypedConstant verb in attribute.ConstructorArguments.SelectMany(
                        static each => each.Kind == TypedConstantKind.Array ? each.Values : ImmutableArray.Create(each)))
                    {
                        bool isRead = (verb.Value as string)?.ToUpperInvariant() is "GET" or "HEAD";
                        reads |= isRead;
                        writes |= !isRead;
                    }

                    break;
            }
        }

        return reads == writes ? null : reads;
    }

    /// <summary>Whether the template of a route, of the handler or its class, has a place with the name of the parameter.</summary>
    private static bool IsInRoute(IParameterSymbol parameter)
    {
        for (ISymbol? owner = parameter.ContainingSymbol; owner is not null;
            owner = owner is ITypeSymbol type ? type.BaseType : owner.ContainingType)
        {
            if (owner.GetAttributes().Any(attribute => attribute.ConstructorArguments
                .Concat(attribute.NamedArguments.Select(static named => named.Value))
                .Any(each => each is { Kind: TypedConstantKind.Primitive, Value: string template }
                    && template.Split('{').Skip(1).Any(part =>
                        part.TrimStart('*').Split('}', ':', '?', '=')[0].Equals(parameter.Name, StringComparison.OrdinalIgnoreCase)))))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>
    /// Whether a service is given what a request was bound to in another project, by its name, with a text that is named after base64.
    /// </summary>
    private static bool IsMessage(IParameterSymbol parameter, IPropertySymbol? text) =>
        text?.Name.IndexOf("base64", StringComparison.OrdinalIgnoreCase) >= 0
        && parameter is { Type: { Name: { } name }, ContainingSymbol: IMethodSymbol
            { MethodKind: MethodKind.Ordinary, DeclaredAccessibility: Accessibility.Public } }
        && Array.Exists(Messages, end => name.EndsWith(end, StringComparison.OrdinalIgnoreCase));

    /// <summary>The most bytes of the request that what a value belongs to is bound to; null where it is bound to none.</summary>
    /// <param name="owner">The value, then what it belongs to.</param>
    /// <param name="handlers">The handlers of requests.</param>
    /// <param name="types">The known types.</param>
    /// <param name="cancellationToken">Ends the search.</param>
    /// <param name="last">The property of the owner.</param>
    /// <param name="calls">How often the owner has been handed on.</param>
    private static long? TryGetLimits(
        IOperation? owner, RequestHandlers handlers, KnownTypes types, CancellationToken cancellationToken,
        IPropertySymbol? last = null, int calls = 0)
    {
        IPropertySymbol? text = last;
        for (int hops = 0; owner is not null && hops <= 4 * Provenance.MaximumHops; hops++)
        {
            owner = owner.UnwrapAwait();
            switch (owner)
            {
                case IParameterReferenceOperation { Parameter: { } parameter } reference:
                    if (TryGetLimits(parameter, handlers, cancellationToken) is { } limits)
                    {
                        return limits;
                    }

                    if (last is not null && RequestAttributes.Has(parameter, types.AsParametersAttribute))
                    {
                        // Its properties are parameters themselves.
                        bool isBound = ModelProperties.Has(last, types.FromBodyAttribute)
                            || ModelProperties.Has(last, types.FromFormAttribute);
                        return isBound
                            && parameter.ContainingSymbol is IMethodSymbol endpoint
                            && handlers.KindOf(endpoint, cancellationToken) == HandlerKind.Endpoint
                            ? handlers.LimitsOf(endpoint, cancellationToken).Request ?? long.MaxValue
                            : null;
                    }

                    if (last is not null
                        && parameter.ContainingSymbol is IMethodSymbol { MethodKind: MethodKind.Ordinary } method
                        && handlers.KindOf(method, cancellationToken) is null
                        && ElementOf(parameter.Type) is INamedTypeSymbol type
                        && handlers.ValidatedBodies(cancellationToken).MaximumOf(type) is { } maximum)
                    {
                        // What a controller hands on, to a service for instance.
                        return maximum;
                    }

                    if (SequenceOf(reference) is not { } sequence)
                    {
                        return GivenTo(reference, handlers, calls, cancellationToken)
                            .Max(given => TryGetLimits(given, handlers, types, cancellationToken, last, calls + 1))
                            ?? (IsMessage(parameter, text) && handlers.AreElsewhere(cancellationToken) ? long.MaxValue : null);
                    }

                    owner = sequence;
                    break;

                case IPropertyReferenceOperation { Property: { Name: "Body" or "Form", ContainingType: { } request } }
                    when request.Is(types.HttpRequest):
                    return long.MaxValue;

                case IPropertyReferenceOperation { Instance: IInstanceReferenceOperation, Property: { } bound }:
                    return handlers.IsBoundProperty(bound) && handlers.SourceOf(bound) != BindingSource.Other
                        ? RequestLimits.Of(bound.ContainingType, types).Maximum
                        : null;

                case IPropertyReferenceOperation { Instance: { } instance, Property: { } part }:
                    if (RequestAttributes.BindElsewhere(part, types))
                    {
                        return null;
                    }

                    last = part;
                    text ??= part;
                    owner = instance;
                    break;

                case IArrayElementReferenceOperation element:
                    owner = element.ArrayReference;
                    break;

                case IConditionalAccessInstanceOperation:
                    owner = owner.UnwrapConditional() is { } before && before != owner ? before : null;
                    break;

                case IConditionalAccessOperation access:
                    owner = access.WhenNotNull;
                    break;

                case ICoalesceOperation choice:
                    owner = choice.Value;
                    break;

                case ILocalReferenceOperation { Local: { IsForEach: true } } element:
                    owner = FormFileSources.SequenceOf(element);
                    break;

                case ILocalReferenceOperation or IFieldReferenceOperation:
                    owner = owner.Origin() is { } origin && origin != owner ? origin : null;
                    break;

                case IObjectCreationOperation { Type.Name: "StreamReader", Arguments: { Length: > 0 } arguments }:
                    owner = arguments[0].Value;
                    break;

                case IInvocationOperation { TargetMethod.Name: "ReadFromJsonAsync" } call:
                    return FormFileSources.ObjectOf(call)?.Type.Is(types.HttpRequest) == true ? long.MaxValue : null;

                // A part, or what is made of the text of a body.
                case IInvocationOperation { TargetMethod.Name: "First" or "FirstOrDefault" or "Single" or "SingleOrDefault" or "Last"
                    or "LastOrDefault" or "ElementAt" or "Where" or "Take" or "Skip" or "ToList" or "ToArray" or "Deserialize"
                    or "DeserializeAsync" or "DeserializeObject" or "ReadToEnd" or "ReadToEndAsync" } call:
                    owner = FormFileSources.ObjectOf(call);
                    break;

                default:
                    return null;
            }
        }

        return null;
    }

    private static ITypeSymbol ElementOf(ITypeSymbol type) => type switch
    {
        IArrayTypeSymbol array => array.ElementType,
        INamedTypeSymbol { IsGenericType: true, DeclaringSyntaxReferences.IsEmpty: true, TypeArguments: { Length: 1 } elements } =>
            elements[0],
        _ => type,
    };

    /// <summary>What a method takes the elements from that it hands to a lambda: one of LINQ, or a loop in the form of a call.</summary>
    private static IOperation? SequenceOf(IParameterReferenceOperation element)
    {
        for (IOperation? parent = element.Parent; parent is not null; parent = parent.Parent)
        {
            if (parent is IAnonymousFunctionOperation lambda
                && SymbolEqualityComparer.Default.Equals(lambda.Symbol, element.Parameter.ContainingSymbol))
            {
                IOperation? receiver = lambda.Parent is IDelegateCreationOperation creation ? creation.Receiver() : null;
                return receiver is not IArgumentOperation { Parent: IInvocationOperation call } argument ? null
                    : call.TargetMethod switch
                    {
                        { IsExtensionMethod: true, ContainingType.Name: "Enumerable" or "ParallelEnumerable" }
                            or { Name: "ForEach" or "ForEachAsync", ContainingType.Name: "Parallel" } =>
                            argument != call.Arguments[0] ? call.Arguments[0].Value : null,
                        { Name: "ForEach", ContainingType.Name: "List" } => call.Instance,
                        _ => null,
                    };
            }
        }

        return null;
    }

    /// <summary>What is left of one search, and the methods that it is in.</summary>
    internal sealed class Search
    {
        /// <summary>What needs more steps is unknown.</summary>
        public int Steps { get; set; } = 128;

        public HashSet<ISymbol> Methods { get; } = new(SymbolEqualityComparer.Default);
    }
}

/// <summary>Reads the attributes that limit a text or an array.</summary>
internal static class MaximumLengths
{
    /// <summary>
    /// The greatest length that <c>[MaxLength]</c>, <c>[StringLength]</c> or <c>[Length]</c> allow; null where none is there.
    /// </summary>
    public static int? Of(IPropertySymbol property, KnownTypes types) =>
        Find(property, types) ?? (ModelProperties.ParameterOf(property) is { } parameter ? Find(parameter, types) : null);

    /// <inheritdoc cref="Of(IPropertySymbol, KnownTypes)"/>
    public static int? Of(IParameterSymbol parameter, KnownTypes types) => Find(parameter, types);

    private static int? Find(ISymbol symbol, KnownTypes types)
    {
        int? most = null;
        foreach (AttributeData attribute in symbol.GetAttributes())
        {
            int position = attribute.AttributeClass.Is(types.LengthAttribute) ? 1
                : attribute.AttributeClass.Is(types.MaxLengthAttribute) || attribute.AttributeClass.Is(types.StringLengthAttribute) ? 0
                : -1;
            if (position >= 0
                && attribute.ConstructorArguments.Length > position
                && attribute.ConstructorArguments[position] is { Kind: TypedConstantKind.Primitive, Value: int length and >= 0 })
            {
                most = most is { } known && known < length ? known : length;
            }
        }

        return most;
    }
}
