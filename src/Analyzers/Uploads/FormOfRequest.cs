namespace StreamTuning.Analyzers.Uploads;

/// <summary>Tells the files of the form that a request carries.</summary>
internal static class FormOfRequest
{
    /// <summary>Whether a property is that of the files of a request's form.</summary>
    public static bool IsFiles(
        IPropertyReferenceOperation reference, RequestHandlers handlers, KnownTypes types, CancellationToken cancellationToken) =>
        reference is { Property: { Name: "Files", ContainingType: { } type }, Instance: { } form }
        && type.Is(types.FormCollection)
        && form.UnwrapConditional().Origin() is { } origin
        && IsForm(origin.UnwrapAwait(), handlers, types, cancellationToken);

    /// <summary>Whether the same member takes the files of a form further up too: it reads the form once.</summary>
    public static bool IsReadBefore(
        IPropertyReferenceOperation reference, RequestHandlers handlers, KnownTypes types, CancellationToken cancellationToken) =>
        reference.Function().Has<IPropertyReferenceOperation>(other =>
            other.Property.Name == "Files"
                && other.Syntax.SpanStart < reference.Syntax.SpanStart
                && IsFiles(other, handlers, types, cancellationToken));

    private static bool IsForm(IOperation value, RequestHandlers handlers, KnownTypes types, CancellationToken cancellationToken) =>
        value switch
    {
        IPropertyReferenceOperation { Property: { Name: "Form", ContainingType: { } type } } => type.Is(types.HttpRequest),
        IInvocationOperation { TargetMethod: { Name: "ReadFormAsync", ContainingType: { } type } } =>
            type.Is(types.HttpRequest) || type.Is(types.RequestFormReaderExtensions),
        IParameterReferenceOperation { Parameter: { } parameter } => handlers.SourceOf(parameter, cancellationToken) == BindingSource.Form,
        _ => false,
    };
}
