namespace StreamTuning.Analyzers.Uploads;

/// <summary>
/// STRM4001: files of a form that are bound to the handler of a request, or taken from the form that has been read, and then stored.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class BufferedFormFileAnalyzer() : StreamTuningAnalyzer(Rules.BufferedFormFile, Files, FormFileDeclarations.Names)
{
    private static readonly WatchedNames Files = new("Files");

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { FormFile: null })
        {
            return;
        }

        RequestHandlers handlers = RequestHandlers.Of(context.Compilation);
        context.RegisterSemanticModelAction(file =>
        {
            AnalyzeDeclarations(file, handlers, types);
            AnalyzeFunctions(file, handlers, types);
        });
        if (types.FormCollection is not null)
        {
            context.RegisterNamedOperationAction(
                Rule, Files, operation => AnalyzeFiles(operation, handlers, types), OperationKind.PropertyReference);
        }
    }

    /// <summary>
    /// The parameters of methods and the properties of a file. They are found by the names of their types, as there are many others.
    /// </summary>
    private static void AnalyzeDeclarations(SemanticModelAnalysisContext context, RequestHandlers handlers, KnownTypes types)
    {
        foreach (SyntaxNode declaration in handlers.FormFileDeclarations.In(context.SemanticModel.SyntaxTree, context.CancellationToken))
        {
            switch (context.SemanticModel.GetDeclaredSymbol(declaration, context.CancellationToken))
            {
                case IParameterSymbol { ContainingSymbol: IMethodSymbol { MethodKind: MethodKind.Ordinary,
                    PartialDefinitionPart: null } method } parameter:
                    AnalyzeParameter(
                        parameter, method, handlers, types, context.Options, context.ReportDiagnostic, context.CancellationToken);
                    break;
                case { } declared when ModelProperties.DeclaredBy(declared) is { } property:
                    AnalyzeProperty(context, property, handlers, types);
                    break;
            }
        }
    }

    /// <summary>
    /// The parameters of lambdas and local functions, whose types may be left out. Only a file that maps routes makes them endpoints.
    /// </summary>
    private static void AnalyzeFunctions(SemanticModelAnalysisContext context, RequestHandlers handlers, KnownTypes types)
    {
        SemanticModel model = context.SemanticModel;
        CancellationToken token = context.CancellationToken;
        if (!handlers.FormFileDeclarations.MayBeIn(model.SyntaxTree, token) || !handlers.MayMapIn(model.SyntaxTree, token))
        {
            return;
        }

        foreach (SyntaxNode node in model.SyntaxTree.GetRoot(token).DescendantNodes())
        {
            ISymbol? function = node switch
            {
                AnonymousFunctionExpressionSyntax => model.GetSymbolInfo(node, token).Symbol,
                LocalFunctionStatementSyntax => model.GetDeclaredSymbol(node, token),
                _ => null,
            };
            if (function is IMethodSymbol method)
            {
                foreach (IParameterSymbol parameter in method.Parameters)
                {
                    AnalyzeParameter(parameter, method, handlers, types, context.Options, context.ReportDiagnostic, token);
                }
            }
        }
    }

    private static void AnalyzeParameter(
        IParameterSymbol parameter,
        IMethodSymbol method,
        RequestHandlers handlers,
        KnownTypes types,
        AnalyzerOptions options,
        System.Action<Diagnostic> report,
        CancellationToken cancellationToken)
    {
        if (FormFiles.IsFileOrFiles(parameter.Type, types)
            && parameter.Locations is { Length: > 0 } locations
            && locations[0].SourceTree is { } tree
            && handlers.SourceOf(parameter, cancellationToken) == BindingSource.Form
            && handlers.LimitsOf(method, cancellationToken).Maximum > Options.SmallUploadBytes.Read(options, tree, Rules.BufferedFormFile)
            && handlers.StoredFiles(cancellationToken).AreFrom(parameter))
        {
            report(Diagnostic.Create(Rules.BufferedFormFile.Descriptor, locations[0], parameter.Name));
        }
    }

    private static void AnalyzeProperty(
        SemanticModelAnalysisContext context, IPropertySymbol property, RequestHandlers handlers, KnownTypes types)
    {
        if (property.Locations is not { Length: > 0 } locations || locations[0].SourceTree is not { } tree)
        {
            return;
        }

        int small = Options.SmallUploadBytes.Read(context.Options, tree, Rules.BufferedFormFile);
        if (!IsStoredAfterBuffering(property, small, handlers, types, context.CancellationToken))
        {
            return;
        }

        // One form is buffered, with all of its files: the first of them is reported.
        foreach (ISymbol member in property.ContainingType.GetMembers())
        {
            if (SymbolEqualityComparer.Default.Equals(member, property))
            {
                context.ReportDiagnostic(Diagnostic.Create(Rules.BufferedFormFile.Descriptor, locations[0], property.Name));
                return;
            }

            if (member is IPropertySymbol other && IsStoredAfterBuffering(other, small, handlers, types, context.CancellationToken))
            {
                return;
            }
        }
    }

    /// <summary>Whether files of a form that may hold more than so many bytes are bound to it, and go to a file or blob.</summary>
    private static bool IsStoredAfterBuffering(
        IPropertySymbol property, int small, RequestHandlers handlers, KnownTypes types, CancellationToken cancellationToken) =>
        MaximumOf(property, handlers, types, cancellationToken) > small && handlers.StoredFiles(cancellationToken).AreFrom(property);

    /// <summary>The most, in bytes, that a form may hold whose files a property is bound to; null where it is not.</summary>
    private static long? MaximumOf(
        IPropertySymbol property, RequestHandlers handlers, KnownTypes types, CancellationToken cancellationToken)
    {
        if (property is not { IsStatic: false, IsIndexer: false, DeclaredAccessibility: Accessibility.Public, ContainingType: { } type }
            || !FormFiles.IsFileOrFiles(property.Type, types)
            || RequestAttributes.Has(property, types.BindNeverAttribute))
        {
            return null;
        }

        return handlers.IsBoundProperty(property) ? RequestLimits.Of(type, types).Maximum
            : ModelProperties.IsSet(property) || ModelProperties.IsCollectionKept(property)
                ? handlers.Models(cancellationToken).MaximumOfForm(type, cancellationToken)
            : null;
    }

    private static void AnalyzeFiles(Finding finding, RequestHandlers handlers, KnownTypes types)
    {
        var reference = (IPropertyReferenceOperation)finding.Operation;
        if (!FormOfRequest.IsFiles(reference, handlers, types, finding.CancellationToken)
            || FormOfRequest.IsReadBefore(reference, handlers, types, finding.CancellationToken)
            || !handlers.StoredFiles(finding.CancellationToken).AreFromForm(reference))
        {
            return;
        }

        if (handlers.HandlerAround(reference, finding.ContainingMember, finding.CancellationToken) is { } handler)
        {
            // Its parameters are reported.
            if (HasStoredFiles(handler.Parameters, handlers, types, finding.CancellationToken)
                || handlers.LimitsOf(handler, finding.CancellationToken).Maximum <= Options.SmallUploadBytes.Read(
                    finding.Options, reference.Syntax.SyntaxTree, Rules.BufferedFormFile))
            {
                return;
            }
        }

        finding.Report(reference.Property.Name);
    }

    private static bool HasStoredFiles(
        ImmutableArray<IParameterSymbol> parameters, RequestHandlers handlers, KnownTypes types, CancellationToken cancellationToken)
    {
        foreach (IParameterSymbol parameter in parameters)
        {
            if (FormFiles.IsFileOrFiles(parameter.Type, types) && handlers.StoredFiles(cancellationToken).AreFrom(parameter))
            {
                return true;
            }
        }

        return false;
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
