using System.Linq;

namespace StreamTuning.Analyzers.Uploads;

/// <summary>
/// STRM4001: files of a form that are bound to the handler of a request, or taken from the form that has been read, and then stored.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class BufferedFormFileAnalyzer() : StreamTuningAnalyzer(Rules.BufferedFormFile, Files, FormFiles.Names, Forms)
{
    private static readonly WatchedNames Files = new("Files");

    /// <summary>What is bound to a form may be a model of another project, with its files.</summary>
    private static readonly WatchedNames Forms = new("FromForm");

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types.FormFile is null)
        {
            return;
        }

        RequestHandlers handlers = RequestHandlers.Of(context.Compilation);
        context.RegisterSemanticModelAction(file => AnalyzeVariables(file, handlers, types));
        if (types.FormCollection is not null)
        {
            context.RegisterNamedOperationAction(
                Rule, Files, operation => AnalyzeFiles(operation, handlers, types), OperationKind.PropertyReference);
        }
    }

    /// <summary>The parameters and properties of a file that get files of a form, which are stored.</summary>
    private static void AnalyzeVariables(SemanticModelAnalysisContext context, RequestHandlers handlers, KnownTypes types)
    {
        SyntaxTree tree = context.SemanticModel.SyntaxTree;
        int small = Options.SmallUploadBytes.Read(context.Options, tree, Rules.BufferedFormFile);
        foreach (ISymbol variable in handlers.StoredFiles.DeclaredIn(tree, context.CancellationToken))
        {
            if (MaximumOf(variable, handlers, types, context.CancellationToken) > small
                && (variable is not IPropertySymbol property || IsFirst(property, small, handlers, types, context.CancellationToken)))
            {
                context.ReportDiagnostic(
                    Diagnostic.Create(Rules.BufferedFormFile.Descriptor, variable.Locations[0], variable.Name));
            }
        }
    }

    /// <summary>Whether the property is the first that is reported of its type: one form is buffered, with all of its files.</summary>
    private static bool IsFirst(
        IPropertySymbol property, int small, RequestHandlers handlers, KnownTypes types, CancellationToken cancellationToken)
    {
        return property.ContainingType.GetMembers().FirstOrDefault(
            member => member is IPropertySymbol && handlers.StoredFiles.AreFrom(member, cancellationToken)
                && MaximumOf(member, handlers, types, cancellationToken) > small).Is(property);
    }

    /// <summary>The most, in bytes, that a form may hold whose files a parameter or property is bound to; null where it is not.</summary>
    private static long? MaximumOf(ISymbol variable, RequestHandlers handlers, KnownTypes types, CancellationToken cancellationToken)
    {
        switch (variable)
        {
            case IParameterSymbol { ContainingSymbol: IMethodSymbol { PartialDefinitionPart: null } method } parameter
                // A file, or a model of another project.
                when FormFiles.IsFileOrFiles(parameter.Type, types)
                    || BoundModels.FilesElsewhereOf(parameter.Type, types, method.ContainingAssembly).Any():
                return handlers.SourceOf(parameter, cancellationToken) == BindingSource.Form
                    ? handlers.LimitsOf(method, cancellationToken).Maximum
                    : method is { MethodKind: MethodKind.Ordinary, DeclaredAccessibility: not Accessibility.Private }
                        && !method.ContainingType.DerivesFrom(types.ControllerBase)
                        && IsFromElsewhere(parameter) ? RequestLimits.Of(method, types).Maximum
                    : null;

            case IPropertySymbol { IsStatic: false, DeclaredAccessibility: Accessibility.Public, ContainingType: { } type } property
                when FormFiles.IsFileOrFiles(property.Type, types) && !RequestAttributes.Has(property, types.BindNeverAttribute):
                return handlers.IsBoundProperty(property) ? RequestLimits.Of(type, types).Maximum
                    : BoundModels.IsSet(property) || BoundModels.IsCollectionKept(property)
                        ? handlers.Forms(cancellationToken).MaximumOf(type)
                            ?? (type.DeclaredAccessibility == Accessibility.Public && IsFromElsewhere(property)
                                ? RequestLimits.Of(type, types).Maximum
                                : null)
                    : null;

            default:
                return null;
        }

        // The handlers, and the bound models, are in another project.
        bool IsFromElsewhere(ISymbol received) => handlers.AreElsewhere(cancellationToken)
            && !handlers.StoredFiles.AreGivenTo(received, cancellationToken);
    }

    private static void AnalyzeFiles(Finding finding, RequestHandlers handlers, KnownTypes types)
    {
        var reference = (IPropertyReferenceOperation)finding.Operation;
        if (!FormOfRequest.IsFiles(reference, handlers, types, finding.CancellationToken)
            || FormOfRequest.IsReadBefore(reference, handlers, types, finding.CancellationToken)
            || !handlers.StoredFiles.AreFromForm(reference, finding.CancellationToken))
        {
            return;
        }

        if (handlers.HandlerAround(reference, finding.ContainingMember, finding.CancellationToken) is { } handler)
        {
            // Its parameters are reported.
            if (handler.Parameters.Any(parameter => handlers.StoredFiles.AreFrom(parameter, finding.CancellationToken))
                || handlers.LimitsOf(handler, finding.CancellationToken).Maximum <= Options.SmallUploadBytes.Read(
                    finding.Options, reference.Syntax.SyntaxTree, Rules.BufferedFormFile))
            {
                return;
            }
        }

        finding.Report(reference.Property.Name);
    }
}

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
