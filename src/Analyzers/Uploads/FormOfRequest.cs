using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Uploads;

/// <summary>Tells the files of the form that a request carries.</summary>
internal static class FormOfRequest
{
    /// <summary>Whether a property is that of the files of a request's form.</summary>
    public static bool IsFiles(IPropertyReferenceOperation reference, RequestHandlers handlers, KnownTypes types, CancellationToken cancellationToken) =>
        reference is { Property: { Name: "Files", ContainingType: { } type }, Instance: { } form }
        && Values.Is(type, types.FormCollection)
        && Values.Origin(Values.UnwrapConditional(form)) is { } origin
        && IsForm(Values.UnwrapAwait(origin), handlers, types, cancellationToken);

    /// <summary>Whether the same member takes the files of a form further up too: it reads the form once.</summary>
    public static bool IsReadBefore(IPropertyReferenceOperation reference, RequestHandlers handlers, KnownTypes types, CancellationToken cancellationToken)
    {
        var finder = new Finder(reference, candidate => IsFiles(candidate, handlers, types, cancellationToken));
        finder.Visit(Values.Function(reference));
        return finder.Found;
    }

    private static bool IsForm(IOperation value, RequestHandlers handlers, KnownTypes types, CancellationToken cancellationToken) => value switch
    {
        IPropertyReferenceOperation { Property: { Name: "Form", ContainingType: { } type } } => Values.Is(type, types.HttpRequest),
        IInvocationOperation { TargetMethod: { Name: "ReadFormAsync", ContainingType: { } type } } => Values.Is(type, types.HttpRequest) || Values.Is(type, types.RequestFormReaderExtensions),
        IParameterReferenceOperation { Parameter: { } parameter } => handlers.SourceOf(parameter, cancellationToken) == BindingSource.Form,
        _ => false,
    };

    private sealed class Finder(IPropertyReferenceOperation last, System.Func<IPropertyReferenceOperation, bool> isFiles) : OperationWalker
    {
        public bool Found { get; private set; }

        public override void VisitPropertyReference(IPropertyReferenceOperation operation)
        {
            Found |= operation.Property.Name == "Files" && operation.Syntax.SpanStart < last.Syntax.SpanStart && isFiles(operation);
            base.VisitPropertyReference(operation);
        }
    }
}
