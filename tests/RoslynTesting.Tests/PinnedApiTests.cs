using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Testing;

namespace StreamTuning.RoslynTesting;

/// <summary>
/// Keeps the public surface of the stand-in in tests/RoslynTesting/PinnedApi.txt. A member there has to be one of the genuine packages:
/// look it up before you pin it. Run with ROSLYN_TESTING_PIN=1 to write the file.
/// </summary>
public class PinnedApiTests
{
    private static readonly SymbolDisplayFormat _format = new(
        SymbolDisplayGlobalNamespaceStyle.Omitted,
        SymbolDisplayTypeQualificationStyle.NameAndContainingTypesAndNamespaces,
        SymbolDisplayGenericsOptions.IncludeTypeParameters,
        SymbolDisplayMemberOptions.IncludeContainingType | SymbolDisplayMemberOptions.IncludeExplicitInterface | SymbolDisplayMemberOptions.IncludeParameters,
        SymbolDisplayDelegateStyle.NameOnly,
        SymbolDisplayExtensionMethodStyle.StaticMethod,
        SymbolDisplayParameterOptions.IncludeDefaultValue | SymbolDisplayParameterOptions.IncludeExtensionThis | SymbolDisplayParameterOptions.IncludeName
            | SymbolDisplayParameterOptions.IncludeParamsRefOut | SymbolDisplayParameterOptions.IncludeType,
        miscellaneousOptions: SymbolDisplayMiscellaneousOptions.UseSpecialTypes);

    [Fact]
    public void The_public_surface_is_the_pinned_one()
    {
        string path = Path.Combine(RepositoryRoot, "tests", "RoslynTesting", "PinnedApi.txt");
        string actual = string.Concat(PublicLines().Select(static line => line + "\n"));
        if (Environment.GetEnvironmentVariable("ROSLYN_TESTING_PIN") == "1")
        {
            File.WriteAllText(path, actual);
        }

        string pinned = File.ReadAllText(path).ReplaceLineEndings("\n");

        Assert.True(pinned == actual, $"The public surface of the stand-in is not the pinned one: pin only members that the genuine packages have.{Environment.NewLine}{TextDiff.Describe(pinned, actual)}");
    }

    private static string RepositoryRoot =>
        typeof(PinnedApiTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(static attribute => attribute.Key == "RepositoryRoot").Value!;

    private static IEnumerable<string> PublicLines()
    {
        // The assemblies of this process: the stand-in, Roslyn and .NET.
        var references = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator).Select(static file => MetadataReference.CreateFromFile(file)).ToList();
        var standIn = references.Single(static reference => reference.FilePath == typeof(DefaultVerifier).Assembly.Location);
        var assembly = (IAssemblySymbol)CSharpCompilation.Create("Pin", references: references).GetAssemblyOrModuleSymbol(standIn)!;
        return Types(assembly.GlobalNamespace)
            .Where(IsVisible)
            .SelectMany(static type => type.GetMembers().Where(member => IsVisible(member) && IsMember(type, member)).Select(Line).Prepend(type.ToDisplayString(_format)))
            .Order(StringComparer.Ordinal);
    }

    private static IEnumerable<INamedTypeSymbol> Types(INamespaceOrTypeSymbol container) =>
        container.GetMembers().SelectMany(static member => member switch
        {
            INamespaceSymbol space => Types(space),
            INamedTypeSymbol type => Types(type).Prepend(type),
            _ => [],
        });

    private static bool IsVisible(ISymbol symbol) =>
        symbol.DeclaredAccessibility is Accessibility.Public or Accessibility.Protected or Accessibility.ProtectedOrInternal
        && (symbol.ContainingType is null || IsVisible(symbol.ContainingType));

    private static bool IsMember(INamedTypeSymbol type, ISymbol member) => member switch
    {
        INamedTypeSymbol or IPropertySymbol or IEventSymbol => false,
        IFieldSymbol field => type.TypeKind != TypeKind.Enum || field.HasConstantValue,
        IMethodSymbol { MethodKind: MethodKind.Constructor, IsImplicitlyDeclared: true } => type.TypeKind == TypeKind.Class,
        _ => true,
    };

    private static string Line(ISymbol member) => member switch
    {
        IMethodSymbol { MethodKind: MethodKind.PropertyGet, AssociatedSymbol: { } property } get => $"{property.ToDisplayString(_format)}.get -> {get.ReturnType.ToDisplayString(_format)}",
        IMethodSymbol { MethodKind: MethodKind.PropertySet, AssociatedSymbol: { } property } => $"{property.ToDisplayString(_format)}.set -> void",
        IMethodSymbol { MethodKind: MethodKind.Constructor } constructor => $"{constructor.ToDisplayString(_format)} -> void",
        IMethodSymbol method => $"{method.ToDisplayString(_format)} -> {method.ReturnType.ToDisplayString(_format)}",
        IFieldSymbol field => $"{field.ToDisplayString(_format)} -> {field.Type.ToDisplayString(_format)}",
        _ => member.ToDisplayString(_format),
    };
}
