using System.Collections.Immutable;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Uploads;

/// <summary>STRM4001: files of a form that are bound to what handles a request, or taken from the form that has been read.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class BufferedFormFileAnalyzer : StreamTuningAnalyzer
{
    private static readonly WatchedNames Files = new("Files");

    public BufferedFormFileAnalyzer()
        : base(Rules.BufferedFormFile, Files, FormFileDeclarations.Names)
    {
    }

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { FormFile: null })
        {
            return;
        }

        RequestHandlers handlers = RequestHandlers.Of(context.Compilation);
        context.RegisterSemanticModelAction(file => AnalyzeDeclarations(file, handlers, types));
        context.RegisterOperationAction(operation => AnalyzeFunction(operation, handlers, types), OperationKind.AnonymousFunction, OperationKind.LocalFunction);
        if (types.FormCollection is not null)
        {
            context.RegisterNamedOperationAction(Files, operation => AnalyzeFiles(operation, handlers, types), OperationKind.PropertyReference);
        }
    }

    /// <summary>The parameters of methods and the properties of a file. They are found by the names of their types, as there are many others.</summary>
    private static void AnalyzeDeclarations(SemanticModelAnalysisContext context, RequestHandlers handlers, KnownTypes types)
    {
        foreach (SyntaxNode declaration in handlers.FormFileDeclarations.In(context.SemanticModel.SyntaxTree, context.CancellationToken))
        {
            switch (context.SemanticModel.GetDeclaredSymbol(declaration, context.CancellationToken))
            {
                case IParameterSymbol { ContainingSymbol: IMethodSymbol { MethodKind: MethodKind.Ordinary, PartialDefinitionPart: null } method } parameter:
                    AnalyzeParameter(parameter, method, handlers, types, context.Options, context.ReportDiagnostic, context.CancellationToken);
                    break;
                case { } declared when ModelProperties.DeclaredBy(declared) is { } property:
                    AnalyzeProperty(context, property, handlers, types);
                    break;
            }
        }
    }

    private static void AnalyzeFunction(OperationAnalysisContext context, RequestHandlers handlers, KnownTypes types)
    {
        if (!handlers.FormFileDeclarations.MayBeIn(context.Operation.Syntax.SyntaxTree, context.CancellationToken))
        {
            return;
        }

        IMethodSymbol? function = context.Operation switch
        {
            IAnonymousFunctionOperation lambda => lambda.Symbol,
            ILocalFunctionOperation local => local.Symbol,
            _ => null,
        };
        if (function is not null)
        {
            foreach (IParameterSymbol parameter in function.Parameters)
            {
                AnalyzeParameter(parameter, function, handlers, types, context.Options, context.ReportDiagnostic, context.CancellationToken);
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

    private static void AnalyzeProperty(SemanticModelAnalysisContext context, IPropertySymbol property, RequestHandlers handlers, KnownTypes types)
    {
        if (property is not { IsStatic: false, IsIndexer: false, DeclaredAccessibility: Accessibility.Public, ContainingType: { } type }
            || !FormFiles.IsFileOrFiles(property.Type, types)
            || property.Locations is not { Length: > 0 } locations
            || locations[0].SourceTree is not { } tree
            || RequestAttributes.Has(property, types.BindNeverAttribute))
        {
            return;
        }

        long? maximum = handlers.IsBoundProperty(property) ? RequestLimits.Of(type, types).Maximum
            : ModelProperties.IsSet(property) || ModelProperties.IsCollectionKept(property) ? handlers.Models(context.CancellationToken).MaximumOfForm(type, context.CancellationToken)
            : null;
        if (maximum > Options.SmallUploadBytes.Read(context.Options, tree, Rules.BufferedFormFile))
        {
            context.ReportDiagnostic(Diagnostic.Create(Rules.BufferedFormFile.Descriptor, locations[0], property.Name));
        }
    }

    private static void AnalyzeFiles(OperationAnalysisContext context, RequestHandlers handlers, KnownTypes types)
    {
        var reference = (IPropertyReferenceOperation)context.Operation;
        if (!FormOfRequest.IsFiles(reference, handlers, types, context.CancellationToken)
            || FormOfRequest.IsReadBefore(reference, handlers, types, context.CancellationToken))
        {
            return;
        }

        if (handlers.HandlerAround(reference, context.ContainingSymbol, context.CancellationToken) is { } handler)
        {
            // Its parameters are reported.
            if (HasFiles(handler.Parameters, types)
                || handlers.LimitsOf(handler, context.CancellationToken).Maximum <= Options.SmallUploadBytes.Read(context.Options, reference.Syntax.SyntaxTree, Rules.BufferedFormFile))
            {
                return;
            }
        }

        context.ReportDiagnostic(Diagnostic.Create(Rules.BufferedFormFile.Descriptor, reference.Syntax.GetLocation(), reference.Property.Name));
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
