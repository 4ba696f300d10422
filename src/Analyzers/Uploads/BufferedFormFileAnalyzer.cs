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
    public BufferedFormFileAnalyzer()
        : base(Rules.BufferedFormFile)
    {
    }

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { FormFile: null })
        {
            return;
        }

        RequestHandlers handlers = RequestHandlers.Of(context.Compilation);
        context.RegisterSymbolAction(symbol => AnalyzeMethod(symbol, handlers, types), SymbolKind.Method);
        context.RegisterSymbolAction(symbol => AnalyzeProperty(symbol, handlers, types), SymbolKind.Property);
        context.RegisterOperationAction(operation => AnalyzeFunction(operation, handlers, types), OperationKind.AnonymousFunction, OperationKind.LocalFunction);
        if (types.FormCollection is not null)
        {
            context.RegisterOperationAction(operation => AnalyzeFiles(operation, handlers, types), OperationKind.PropertyReference);
        }
    }

    private static void AnalyzeMethod(SymbolAnalysisContext context, RequestHandlers handlers, KnownTypes types)
    {
        var method = (IMethodSymbol)context.Symbol;
        if (method.MethodKind == MethodKind.Ordinary)
        {
            AnalyzeParameters(method, handlers, types, context.Options, context.ReportDiagnostic, context.CancellationToken);
        }
    }

    private static void AnalyzeFunction(OperationAnalysisContext context, RequestHandlers handlers, KnownTypes types)
    {
        IMethodSymbol? function = context.Operation switch
        {
            IAnonymousFunctionOperation lambda => lambda.Symbol,
            ILocalFunctionOperation local => local.Symbol,
            _ => null,
        };
        if (function is not null)
        {
            AnalyzeParameters(function, handlers, types, context.Options, context.ReportDiagnostic, context.CancellationToken);
        }
    }

    private static void AnalyzeParameters(
        IMethodSymbol method, RequestHandlers handlers, KnownTypes types, AnalyzerOptions options, System.Action<Diagnostic> report, CancellationToken cancellationToken)
    {
        foreach (IParameterSymbol parameter in method.Parameters)
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
    }

    private static void AnalyzeProperty(SymbolAnalysisContext context, RequestHandlers handlers, KnownTypes types)
    {
        var property = (IPropertySymbol)context.Symbol;
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
        if (reference.Property.Name != "Files"
            || !FormOfRequest.IsFiles(reference, handlers, types, context.CancellationToken)
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
