using System;
using System.Collections.Immutable;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Uploads;

/// <summary>STRM4005: an action or handler of a page that streams a form which ASP.NET Core has read before, in search of values.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class FormBindingNotDisabledAnalyzer : StreamTuningAnalyzer
{
    /// <summary>Diagnostic property, present where a filter at the method is all it takes: nothing is bound to the form that would be missed.</summary>
    public const string NeedsFilterOnly = nameof(NeedsFilterOnly);

    private static readonly WatchedNames Names = new([], MultipartReading.Types);

    public FormBindingNotDisabledAnalyzer()
        : base(Rules.FormBindingNotDisabled, Names)
    {
    }

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { MultipartReader: not null, HttpRequest: not null, ControllerAttribute: not null, ResourceFilter: not null })
        {
            RequestHandlers handlers = RequestHandlers.Of(context.Compilation);
            context.RegisterNamedOperationsAction(Names, (method, _) => Analyze(method, handlers, types), OperationKind.ObjectCreation);
        }
    }

    private static void Analyze(OperationBlockAnalysisContext context, RequestHandlers handlers, KnownTypes types)
    {
        CancellationToken token = context.CancellationToken;
        if (context.OwningSymbol is not IMethodSymbol { MethodKind: MethodKind.Ordinary } method)
        {
            return;
        }

        bool isAction = ControllerActions.IsAction(method, types);
        if ((!isAction && !PageHandlers.IsHandler(method, types)) || !HasBinding(method, handlers, types) || !ReadsForm(context.OperationBlocks, types, token))
        {
            return;
        }

        SyntaxTree tree = context.OperationBlocks[0].Syntax.SyntaxTree;
        if (FormBinding.MayBeDisabledAt(method, types)
            || FormBinding.ConsumesOther(method, types)
            || Options.FormBindingDisabledGlobally.Read(context.Options, tree, Rules.FormBindingNotDisabled)
            || FormBinding.Of(context.Compilation, token).IsDisabled)
        {
            return;
        }

        ImmutableDictionary<string, string?> properties = ImmutableDictionary<string, string?>.Empty;
        if (isAction && !BindsForm(method, handlers, types))
        {
            properties = properties.Add(NeedsFilterOnly, null);
        }

        context.ReportDiagnostic(Diagnostic.Create(Rules.FormBindingNotDisabled.Descriptor, method.Locations[0], properties, method.Name));
    }

    /// <summary>Whether the code makes a reader of the body, of what may be a form, which it does not read from its beginning again.</summary>
    private static bool ReadsForm(ImmutableArray<IOperation> blocks, KnownTypes types, CancellationToken cancellationToken)
    {
        var finder = new ReaderFinder(types, cancellationToken);
        foreach (IOperation block in blocks)
        {
            // Attributes are blocks too.
            if (block is IBlockOperation)
            {
                finder.Visit(block);
            }
        }

        return finder is { HasReader: true, MayHaveForm: true };
    }

    /// <summary>Whether values are looked for before the method runs: for its parameters, whatever they are, or for properties of its class.</summary>
    private static bool HasBinding(IMethodSymbol method, RequestHandlers handlers, KnownTypes types) =>
        method.Parameters.Length > 0
        || HasProperty(method.ContainingType, property => handlers.IsBoundProperty(property)
            || (property is { IsStatic: false, DeclaredAccessibility: Accessibility.Public, SetMethod: not null }
                && RequestAttributes.BindElsewhere(property, types)
                && !RequestAttributes.Has(property, types.BindNeverAttribute)));

    /// <summary>Whether a class, or one that it derives from, has a property that is such.</summary>
    private static bool HasProperty(INamedTypeSymbol type, Func<IPropertySymbol, bool> isSuch)
    {
        for (INamedTypeSymbol? current = type; current is not null; current = current.BaseType)
        {
            foreach (ISymbol member in current.GetMembers())
            {
                if (member is IPropertySymbol property && isSuch(property))
                {
                    return true;
                }
            }
        }

        return false;
    }

    /// <summary>Whether values of the form are asked for that would be missed: files, models, properties.</summary>
    private static bool BindsForm(IMethodSymbol method, RequestHandlers handlers, KnownTypes types)
    {
        foreach (IParameterSymbol parameter in method.Parameters)
        {
            bool isModel = parameter.Type is { TypeKind: TypeKind.Class or TypeKind.Struct or TypeKind.Array, SpecialType: SpecialType.None, Locations: { IsEmpty: false } locations } && (locations[0].IsInSource || parameter.Type is IArrayTypeSymbol);
            if ((isModel || FormFiles.IsFileOrFiles(parameter.Type, types) || Values.Is(parameter.Type, types.FormCollection) || RequestAttributes.Has(parameter, types.FromFormAttribute))
                && handlers.SourceOf(parameter, HandlerKind.Action) == BindingSource.Form)
            {
                return true;
            }
        }

        return HasProperty(method.ContainingType, handlers.IsBoundProperty);
    }

    /// <summary>Finds a reader of the body; and what says that it reads something else than a form, or again what has been read.</summary>
    private sealed class ReaderFinder(KnownTypes types, CancellationToken cancellationToken) : OperationWalker
    {
        public bool HasReader { get; private set; }

        public bool MayHaveForm { get; private set; } = true;

        public override void VisitObjectCreation(IObjectCreationOperation operation)
        {
            HasReader |= MultipartReading.BodyOf(operation, types, cancellationToken) is not null;
            base.VisitObjectCreation(operation);
        }

        public override void VisitLiteral(ILiteralOperation operation) => MayHaveForm &= !(
            operation.ConstantValue is { HasValue: true, Value: string text }
            && text.StartsWith("multipart/", StringComparison.OrdinalIgnoreCase)
            && text.Length > "multipart/".Length
            && !text.StartsWith("multipart/form-data", StringComparison.OrdinalIgnoreCase));

        public override void VisitInvocation(IInvocationOperation operation)
        {
            MayHaveForm &= operation.TargetMethod.Name != "EnableBuffering"
                && !(operation is { TargetMethod.Name: "Seek", Instance: { } stream } && RequestBody.Is(stream, types, cancellationToken));
            base.VisitInvocation(operation);
        }

        public override void VisitSimpleAssignment(ISimpleAssignmentOperation operation)
        {
            MayHaveForm &= !(operation.Target is IPropertyReferenceOperation { Property.Name: "Position", Instance: { } stream } && RequestBody.Is(stream, types, cancellationToken));
            base.VisitSimpleAssignment(operation);
        }
    }
}
