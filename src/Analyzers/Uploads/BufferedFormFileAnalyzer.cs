namespace StreamTuning.Analyzers.Uploads;

/// <summary>STRM4001: files of a form that are bound to what handles a request, or taken from the form that has been read.</summary>
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
            && handlers.LimitsOf(method, cancellationToken).Maximum > Options.SmallUploadBytes.Read(options, tree, Rules.BufferedFormFile))
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
        if (!(MaximumOf(property, handlers, types, context.CancellationToken) > small))
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

            if (member is IPropertySymbol other && MaximumOf(other, handlers, types, context.CancellationToken) > small)
            {
                return;
            }
        }
    }

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
            || FormOfRequest.IsReadBefore(reference, handlers, types, finding.CancellationToken))
        {
            return;
        }

        if (handlers.HandlerAround(reference, finding.ContainingMember, finding.CancellationToken) is { } handler)
        {
            // Its parameters are reported.
            if (HasFiles(handler.Parameters, types)
                || handlers.LimitsOf(handler, finding.CancellationToken).Maximum <= Options.SmallUploadBytes.Read(
                    finding.Options, reference.Syntax.SyntaxTree, Rules.BufferedFormFile))
            {
                return;
            }
        }

        finding.Report(reference.Property.Name);
    }

    private static bool HasFiles(ImmutableArray<IParameterSymbol> parameters, KnownTypes types)
    {
        foreach (IParameterSymbol parameter in parameters)
        {
            if (FormFiles.IsFileOrFiles(parameter.Type, types))
            {
                return true;
            }
        }

        return false;
    }
}
