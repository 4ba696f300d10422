using Microsoft.CodeAnalysis.FindSymbols;
using System.Threading.Tasks;

namespace StreamTuning.CodeFixes.Uploads;

/// <summary>
/// Fixes STRM4001 where an action of a controller does nothing with its files but copy one after the other: it streams them then.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(BufferedFormFileCodeFix))]
[Shared]
internal sealed class BufferedFormFileCodeFix() : StreamTuningCodeFix(Rules.BufferedFormFile)
{
    /// <summary>The parameter goes: nothing may call the action, a test for instance.</summary>
    private protected override async Task<bool> CanChangeAsync(Document document, FixContext context)
    {
        if (ActionOf(context) is not { } action || context.Model.GetDeclaredSymbol(action, context.CancellationToken) is not { } method)
        {
            return false;
        }

        foreach (ReferencedSymbol referenced in await SymbolFinder.FindReferencesAsync(
            method, document.Project.Solution, context.CancellationToken).ConfigureAwait(false))
        {
            foreach (ReferenceLocation reference in referenced.Locations)
            {
                if (reference.IsImplicit
                    || await reference.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false) is not { } root)
                {
                    return false;
                }

                SyntaxNode name = root.FindNode(reference.Location.SourceSpan, findInsideTrivia: true, getInnermostNodeForTie: true);
                if (!name.Ancestors().Any(
                    node =>
                        node is InvocationExpressionSyntax { Expression: IdentifierNameSyntax { Identifier.ValueText: "nameof" } }
                            or CrefSyntax))
                {
                    return false;
                }
            }
        }

        return true;
    }

    private protected override FixEdit? TryCreateRuntimeEdit(FixContext context) =>
        ActionOf(context) is { } action ? StreamedAction.TryCreate(context, action) : null;

    private protected override FixEdit? TryCreatePlainEdit(FixContext context) => null;

    /// <summary>The method whose parameter is reported.</summary>
    private static MethodDeclarationSyntax? ActionOf(FixContext context) =>
        context.Node is ParameterSyntax { Parent: ParameterListSyntax { Parent: MethodDeclarationSyntax method } } ? method : null;
}

/// <summary>Tells whether the actions of an application ask for antiforgery tokens, which a browser sends in the form.</summary>
internal static class Antiforgery
{
    /// <summary>Whether an attribute of the method or its classes asks for a token, or a filter does for all controllers.</summary>
    public static bool Applies(IMethodSymbol method, Compilation compilation, CancellationToken cancellationToken)
    {
        if (AttributesOf(method).Any(attribute => IsNameOfRequirement(attribute.AttributeClass?.Name)))
        {
            return true;
        }

        // As a filter: Filters.Add(new AutoValidateAntiforgeryTokenAttribute()), Filters.Add<...>().
        foreach (SyntaxTree tree in compilation.SyntaxTrees)
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (tree.GetRoot(cancellationToken).DescendantTokens().Any(token =>
                token.IsKind(SyntaxKind.IdentifierToken)
                    && IsNameOfRequirement(token.ValueText)
                    && token.Parent?.FirstAncestorOrSelf<AttributeSyntax>() is null))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether the method or its classes say that there is no token.</summary>
    public static bool IsIgnored(IMethodSymbol method) =>
        AttributesOf(method).Any(attribute => attribute.AttributeClass?.Name == "IgnoreAntiforgeryTokenAttribute");

    /// <summary>The attributes of an action and of its classes.</summary>
    public static IEnumerable<AttributeData> AttributesOf(IMethodSymbol action) =>
        action.GetAttributes().Concat(ClassesOf(action).SelectMany(type => type.GetAttributes()));

    /// <summary>The class of an action, and those that it derives from.</summary>
    public static IEnumerable<INamedTypeSymbol> ClassesOf(IMethodSymbol action)
    {
        for (INamedTypeSymbol? type = action.ContainingType; type is not null; type = type.BaseType)
        {
            yield return type;
        }
    }

    /// <summary>
    /// Whether this is the application itself, it can be seen to have controllers and nothing that brings the services for tokens, and no
    /// library that it references could bring them.
    /// </summary>
    public static bool IsCertainlyAbsent(Compilation compilation, CancellationToken cancellationToken)
    {
        if (compilation.Options.OutputKind is not (OutputKind.ConsoleApplication or OutputKind.WindowsApplication)
            || compilation.SourceModule.ReferencedAssemblySymbols.Any(MayAddServices))
        {
            return false;
        }

        bool hasControllers = false;
        foreach (SyntaxTree tree in compilation.SyntaxTrees)
        {
            cancellationToken.ThrowIfCancellationRequested();
            foreach (SimpleNameSyntax name in tree.GetRoot(cancellationToken).DescendantNodes().OfType<SimpleNameSyntax>())
            {
                switch (name.Identifier.ValueText)
                {
                    case "AddControllers":
                        hasControllers = true;
                        break;
                    case "AddControllersWithViews" or "AddMvc" or "AddMvcCore" or "AddRazorPages" or "AddRazorComponents"
                        or "AddServerSideBlazor" or "AddViews" or "AddAntiforgery" or "UseAntiforgery":
                        return false;
                }
            }
        }

        return hasControllers;
    }

    /// <summary>
    /// Whether a library, another project or a package, may register services for antiforgery: it is built on ASP.NET Core, and not part of
    /// it.
    /// </summary>
    private static bool MayAddServices(IAssemblySymbol library) =>
        !IsOfFramework(library.Name)
        && library.Name is not "StreamTuning.AspNetCore"
        && library.Modules.Any(
            module =>
                module.ReferencedAssemblies.Any(
                    referenced => referenced.Name.StartsWith("Microsoft.AspNetCore", StringComparison.Ordinal)));

    private static bool IsOfFramework(string assembly) =>
        assembly.StartsWith("Microsoft.AspNetCore", StringComparison.Ordinal)
        || assembly.StartsWith("Microsoft.Extensions.", StringComparison.Ordinal)
        || assembly.StartsWith("System.", StringComparison.Ordinal);

    private static bool IsNameOfRequirement(string? name) =>
        name is "ValidateAntiForgeryTokenAttribute" or "AutoValidateAntiforgeryTokenAttribute" or "RequireAntiforgeryTokenAttribute"
        or "ValidateAntiForgeryToken" or "AutoValidateAntiforgeryToken" or "RequireAntiforgeryToken";
}

/// <summary>
/// Tells whether an action may open a file that exists. A form that is read before the action runs leaves such a file alone if the client
/// breaks off; one that is streamed has emptied it by then.
/// </summary>
internal static class ExistingFiles
{
    private const int ReadOnly = 1; // FileAccess.Read
    private const int MostHops = 2;

    /// <summary>
    /// Whether code may write a file other than one with a name that nobody else can have, also in the methods that open streams for it.
    /// </summary>
    public static bool MayBeWritten(SyntaxNode code, Compilation compilation, CancellationToken cancellationToken) =>
        MayBeWritten(code, compilation, cancellationToken, hops: 0);

    private static bool MayBeWritten(SyntaxNode code, Compilation compilation, CancellationToken cancellationToken, int hops)
    {
        KnownTypes types = KnownTypes.Of(compilation);
        SemanticModel model = compilation.GetSemanticModel(code.SyntaxTree);
        foreach (SyntaxNode node in code.DescendantNodes().Where(
            node => node is InvocationExpressionSyntax or BaseObjectCreationExpressionSyntax))
        {
            if (model.GetOperation(node, cancellationToken) is not { } operation)
            {
                continue;
            }

            if (OpenedFile.Of(operation, types) is { } opening)
            {
                if (Writes(opening, types))
                {
                    return true;
                }
            }
            else if (operation is IInvocationOperation call
                && (CopiesToPath(call, types) || MayOpen(call, compilation, types, cancellationToken, hops)))
            {
                return true;
            }
        }

        return false;
    }

    private static bool Writes(OpenedFile opening, KnownTypes types) => opening.Mode switch
    {
        OpenedFile.FileMode.CreateNew => false,
        OpenedFile.FileMode.Open
            when opening.Operation is IInvocationOperation { TargetMethod.Name: "OpenRead" } || IsReadOnly(opening.GivenAccess) => false,
        _ => (opening.Path ?? (opening.Operation as IInvocationOperation)?.Instance) is not { } path || !NewPath.IsUnique(path, types),
    };

    private static bool IsReadOnly(IOperation? access) => access is not null && access.ConstantInt32() == ReadOnly;

    /// <summary>Whether the runtime copies to a path.</summary>
    private static bool CopiesToPath(IInvocationOperation call, KnownTypes types) =>
        call.TargetMethod is { Name: "CopyToFileAsync",
            ContainingNamespace: { Name: "StreamTuning", ContainingNamespace.IsGlobalNamespace: true } }
        && call.Arguments.Named("destination") is { Type.SpecialType: SpecialType.System_String } path
        && !NewPath.IsUnique(path, types);

    /// <summary>Whether a method gives a file that it has opened.</summary>
    private static bool MayOpen(
        IInvocationOperation call, Compilation compilation, KnownTypes types, CancellationToken cancellationToken, int hops)
    {
        ITypeSymbol given =
            call.TargetMethod.ReturnType is INamedTypeSymbol { Name: "Task" or "ValueTask", TypeArguments: { Length: 1 } results }
            ? results[0]
            : call.TargetMethod.ReturnType;
        if (!given.DerivesFrom(types.Stream))
        {
            return false;
        }

        SyntaxNode? body = call.TargetMethod.OriginalDefinition.DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax(cancellationToken);
        return body is null || hops == MostHops || !compilation.ContainsSyntaxTree(body.SyntaxTree)
            ? given.DerivesFrom(types.FileStream)
            : MayBeWritten(body, compilation, cancellationToken, hops + 1);
    }
}
