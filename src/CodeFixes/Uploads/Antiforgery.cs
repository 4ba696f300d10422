namespace StreamTuning.CodeFixes.Uploads;

/// <summary>Tells whether the actions of an application ask for antiforgery tokens, which a browser sends in the form.</summary>
internal static class Antiforgery
{
    /// <summary>Whether an attribute of the method or its classes asks for a token, or a filter does for all controllers.</summary>
    public static bool Applies(IMethodSymbol method, Compilation compilation, CancellationToken cancellationToken)
    {
        if (method.GetAttributes().Any(IsRequirement))
        {
            return true;
        }

        for (INamedTypeSymbol? type = method.ContainingType; type is not null; type = type.BaseType)
        {
            if (type.GetAttributes().Any(IsRequirement))
            {
                return true;
            }
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
    public static bool IsIgnored(IMethodSymbol method)
    {
        for (INamedTypeSymbol? type = method.ContainingType; type is not null; type = type.BaseType)
        {
            if (type.GetAttributes().Any(IsIgnore))
            {
                return true;
            }
        }

        return method.GetAttributes().Any(IsIgnore);
    }

    /// <summary>
    /// Whether this is the application itself, it can be seen to have controllers and nothing that brings the services for tokens, and no
    /// library that it references
    /// could bring them.
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

    /// <summary>Whether an attribute validates what it stands at.</summary>
    public static bool IsValidation(INamedTypeSymbol? attribute, KnownTypes types) => attribute.DerivesFrom(types.ValidationAttribute);

    private static bool IsRequirement(AttributeData attribute) => attribute.AttributeClass is { } type && IsNameOfRequirement(type.Name);

    private static bool IsNameOfRequirement(string name) =>
        name is "ValidateAntiForgeryTokenAttribute" or "AutoValidateAntiforgeryTokenAttribute" or "RequireAntiforgeryTokenAttribute"
        or "ValidateAntiForgeryToken" or "AutoValidateAntiforgeryToken" or "RequireAntiforgeryToken";

    private static bool IsIgnore(AttributeData attribute) => attribute.AttributeClass?.Name == "IgnoreAntiforgeryTokenAttribute";
}
