namespace StreamTuning.CodeFixes.Uploads;

/// <summary>
/// Fixes STRM4005 by the runtime's filter at the action, or by one of the project's own: that which is there, or one that is added to the
/// file.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(FormBindingNotDisabledCodeFix))]
[Shared]
internal sealed class FormBindingNotDisabledCodeFix() : StreamTuningCodeFix(Rules.FormBindingNotDisabled)
{
    private const string RuntimeNamespace = "StreamTuning";
    private const string RuntimeFilter = "DisableFormModelBinding";

    /// <summary>The name that the documentation of ASP.NET Core gives such a filter.</summary>
    private const string PlainFilter = "DisableFormValueModelBinding";
    private const string Suffix = "Attribute";
    private const string Filters = "Microsoft.AspNetCore.Mvc.Filters";
    private const string ModelBinding = "Microsoft.AspNetCore.Mvc.ModelBinding";

    private protected override FixEdit? TryCreateRuntimeEdit(FixContext context) =>
        TryGetAction(context) is { } action
        && context.Model.Compilation.GetTypeByMetadataName(RuntimeNamespace + "." + RuntimeFilter + Suffix) is { } filter
        && Named(context, action, RuntimeFilter).All(named => SymbolEqualityComparer.Default.Equals(named, filter))
            ? AddAttribute(context, action, RuntimeFilter).Import(RuntimeNamespace, action.SpanStart)
            : null;

    private protected override FixEdit? TryCreatePlainEdit(FixContext context)
    {
        if (TryGetAction(context) is not { } action)
        {
            return null;
        }

        if (FilterOfProject(context, action) is { } filter)
        {
            string name = filter.ToMinimalDisplayString(context.Model, action.SpanStart);
            return AddAttribute(context, action, name.Substring(0, name.Length - Suffix.Length));
        }

        return Named(context, action, PlainFilter).Count == 0
            ? AddFilter(context, action, AddAttribute(context, action, PlainFilter))
            : null;
    }

    /// <summary>The method that is reported, where a filter is all that it lacks.</summary>
    private static MethodDeclarationSyntax? TryGetAction(FixContext context) =>
        context.Node is MethodDeclarationSyntax { Modifiers.Count: > 0 } action
        && context.Model.GetDeclaredSymbol(action, context.CancellationToken) is { } method
        && FormBinding.NeedsFilterOnly(method, RequestHandlers.Of(context.Model.Compilation), context.Types)
            ? action
            : null;

    /// <summary>The types that an attribute of the name may mean at the method.</summary>
    private static List<ISymbol> Named(FixContext context, MethodDeclarationSyntax action, string name) =>
        [.. context.Model.LookupNamespacesAndTypes(action.SpanStart, name: name), .. context.Model.LookupNamespacesAndTypes(
            action.SpanStart, name: name + Suffix)];

    /// <summary>
    /// The one filter attribute in the source of the project, or of the file, that takes forms away from what values are looked for in.
    /// </summary>
    private static INamedTypeSymbol? FilterOfProject(FixContext context, MethodDeclarationSyntax action)
    {
        Compilation compilation = context.Model.Compilation;
        KnownTypes types = KnownTypes.Of(compilation);
        List<INamedTypeSymbol> filters =
            compilation.GetSymbolsWithName(
                name => name.EndsWith(Suffix, StringComparison.Ordinal), SymbolFilter.Type, context.CancellationToken)
            .OfType<INamedTypeSymbol>()
            .Where(type => type is { IsAbstract: false, IsGenericType: false }
                && (!type.IsFileLocal || type.Locations[0].SourceTree == context.Root.SyntaxTree)
                && RemovesForms(type)
                && type.AllInterfaces.Any(implemented => implemented.Is(types.ResourceFilter) || implemented.Is(types.AsyncResourceFilter))
                && type.InstanceConstructors.Any(constructor => constructor.Parameters.IsEmpty)
                && context.Model.IsAccessible(action.SpanStart, type))
            .ToList();
        return filters.Count == 1 ? filters[0] : null;

        bool RemovesForms(INamedTypeSymbol type) => type.DeclaringSyntaxReferences.Any(declaration =>
            declaration.GetSyntax(context.CancellationToken).DescendantTokens().Any(
                token => token.ValueText == "FormValueProviderFactory"));
    }

    /// <summary>Adds an attribute below those that are there.</summary>
    private static FixEdit AddAttribute(FixContext context, MethodDeclarationSyntax action, string name)
    {
        int position = action.Modifiers.First().SpanStart;
        string separator = Layout.TryGetIndentation(context.Text, position) is { } indentation ? context.NewLine + indentation : " ";
        return new FixEdit().Insert(position, "[" + name + "]" + separator);
    }

    /// <summary>
    /// Adds the filter behind the classes around that of the action, for this file only: others may get the same. Before C# 11, which knows
    /// such classes, it becomes a part of the controller.
    /// </summary>
    private static FixEdit? AddFilter(FixContext context, MethodDeclarationSyntax action, FixEdit edit)
    {
        if (context.Root.DescendantTrivia().Any(trivia => trivia.IsKind(SyntaxKind.IfDirectiveTrivia)))
        {
            return null;
        }

        bool isOfFile = context.Root.SyntaxTree.Options is CSharpParseOptions { LanguageVersion: >= LanguageVersion.CSharp11 };
        SyntaxNode scope = isOfFile
            ? action.Ancestors().First(node => node is BaseNamespaceDeclarationSyntax or CompilationUnitSyntax)
            : action.Parent!;
        SyntaxNode last = isOfFile
            ? scope.ChildNodes().OfType<BaseTypeDeclarationSyntax>().Last()
            : ((TypeDeclarationSyntax)scope).Members.Last();
        if ((!isOfFile && ((TypeDeclarationSyntax)scope).Modifiers.Any(SyntaxKind.PartialKeyword))
            || Layout.TryGetIndentation(context.Text, last.SpanStart) is not { } outer
            || (!isOfFile && Layout.TryGetIndentation(context.Text, ((TypeDeclarationSyntax)scope).CloseBraceToken.SpanStart) is null))
        {
            return null;
        }

        string step = outer.EndsWith("\t", StringComparison.Ordinal) ? "\t" : "    ";
        string inner = outer + step;
        string body = inner + step;
        string[] lines =
        [
            "",
            outer + "/// <summary>Keeps the values of parameters from being looked for in the form, which would read it.</summary>",
            outer + "[AttributeUsage(AttributeTargets.Class | AttributeTargets.Method)]",
            outer + (isOfFile ? "file" : "private") + " sealed class " + PlainFilter + Suffix + " : Attribute, IResourceFilter",
            outer + "{",
            inner + "public void OnResourceExecuting(ResourceExecutingContext context)",
            inner + "{",
            body + "context.ValueProviderFactories.RemoveType<FormValueProviderFactory>();",
            body + "context.ValueProviderFactories.RemoveType<FormFileValueProviderFactory>();",
            body + "context.ValueProviderFactories.RemoveType<JQueryFormValueProviderFactory>();",
            inner + "}",
            "",
            inner + "public void OnResourceExecuted(ResourceExecutedContext context)",
            inner + "{",
            inner + "}",
            outer + "}",
        ];
        edit.Insert(context.Text.Lines.GetLineFromPosition(last.Span.End).End, context.NewLine + string.Join(context.NewLine, lines));
        Import("System", "AttributeUsageAttribute");
        Import(Filters, "IResourceFilter");
        Import(ModelBinding, "FormValueProviderFactory");
        return edit;

        void Import(string scope, string name)
        {
            if (context.Model.LookupNamespacesAndTypes(action.SpanStart, name: name).IsEmpty)
            {
                edit.Import(scope, action.SpanStart);
            }
        }
    }
}
