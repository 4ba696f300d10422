using System.Xml.Linq;
using Microsoft.CodeAnalysis;

namespace StreamTuning.PublicApi;

/// <summary>What is public is documented: what it is, each parameter and result, who disposes what is returned, and that a cancelled call throws.</summary>
public sealed class DocumentationTests
{
    public static TheoryData<PublicAssembly> Assemblies => [.. PublicAssembly.All];

    [Theory]
    [MemberData(nameof(Assemblies))]
    public void Every_public_member_is_documented(PublicAssembly assembly)
    {
        var documents = XDocument.Load(assembly.Documentation).Descendants("member").ToDictionary(member => member.Attribute("name")!.Value);
        string[] missing =
        [
            .. PublicMembers.Types(assembly.Symbol.GlobalNamespace)
                .SelectMany(type => PublicMembers.Members(type).Select(member => (member as IMethodSymbol)?.AssociatedSymbol ?? member).Distinct(SymbolEqualityComparer.Default).Prepend(type))
                .SelectMany(symbol => Missing(symbol!, documents).Select(what => $"{symbol}: {what}"))
                .Order(StringComparer.Ordinal),
        ];

        Assert.True(missing.Length == 0, string.Join(Environment.NewLine, missing));
    }

    [Theory]
    [MemberData(nameof(Assemblies))]
    public void Every_type_in_a_public_member_is_known(PublicAssembly assembly) =>
        Assert.DoesNotContain(
            PublicMembers.Types(assembly.Symbol.GlobalNamespace).SelectMany(PublicMembers.Members).OfType<IMethodSymbol>().SelectMany(method => method.Parameters.Select(parameter => parameter.Type).Append(method.ReturnType)),
            type => type.TypeKind == TypeKind.Error);

    /// <summary>The one base that only one framework has; the files of the public members have no bases.</summary>
    [Theory]
    [InlineData("net8.0", true)]
    [InlineData("netstandard2.0", false)]
    public void Temporary_files_are_disposed_asynchronously_where_the_framework_can(string framework, bool expected)
    {
        INamedTypeSymbol file = new PublicAssembly("StreamTuning", framework).Symbol.GetTypeByMetadataName("StreamTuning.TempFile")!;
        Assert.Equal(expected, file.AllInterfaces.Any(type => type.Name == "IAsyncDisposable"));
    }

    private static IEnumerable<string> Missing(ISymbol symbol, Dictionary<string, XElement> documents)
    {
        List<XElement> document = Elements(symbol.GetDocumentationCommentId()!, documents, []);
        if (document.Any(element => element.Name == "inheritdoc"))
        {
            // Of an interface or a base class of .NET.
            yield break;
        }

        if (document.Count == 0 && symbol is IMethodSymbol { MethodKind: MethodKind.Constructor, Parameters: [] })
        {
            // Nobody has written it.
            yield break;
        }

        if (!Has(document, "summary"))
        {
            yield return "no summary";
        }

        IEnumerable<ITypeParameterSymbol> types = symbol is INamedTypeSymbol type ? type.TypeParameters : (symbol as IMethodSymbol)?.TypeParameters ?? [];
        foreach (ITypeParameterSymbol parameter in types.Where(parameter => !Has(document, "typeparam", "name", parameter.Name)))
        {
            yield return $"no typeparam {parameter.Name}";
        }

        if (symbol is not IMethodSymbol { MethodKind: MethodKind.Ordinary or MethodKind.Constructor or MethodKind.UserDefinedOperator } method || method.IsOverride)
        {
            yield break;
        }

        foreach (IParameterSymbol parameter in method.Parameters.Where(parameter => !Has(document, "param", "name", parameter.Name)))
        {
            yield return $"no param {parameter.Name}";
        }

        ITypeSymbol? result = Result(method);
        if (result is not null && !Has(document, "returns"))
        {
            yield return "no returns";
        }

        if (result is not null && result.AllInterfaces.Any(one => one.Name == "IDisposable") && !document.Any(element => element.Value.Contains("dispose", StringComparison.Ordinal)))
        {
            yield return "does not say who disposes the result";
        }

        // Who implements an interface is told about its token otherwise.
        if (method.ContainingType.TypeKind != TypeKind.Interface
            && method.Parameters.Any(parameter => parameter.Type.Name == "CancellationToken")
            && !Has(document, "exception", "cref", "T:System.OperationCanceledException"))
        {
            yield return "no OperationCanceledException";
        }

        if (method is { IsExtensionMethod: true, Parameters: [{ Type.IsReferenceType: true }, ..] } && !Has(document, "exception", "cref", "T:System.ArgumentNullException"))
        {
            yield return "no ArgumentNullException";
        }
    }

    private static ITypeSymbol? Result(IMethodSymbol method) => method.ReturnType switch
    {
        { SpecialType: SpecialType.System_Void } => null,
        INamedTypeSymbol { Name: "Task" or "ValueTask" } task => task.TypeArguments.SingleOrDefault(),
        var type => type,
    };

    /// <summary>The elements of a member, and those that it takes from another one.</summary>
    private static List<XElement> Elements(string id, Dictionary<string, XElement> documents, HashSet<string> seen)
    {
        if (!seen.Add(id) || !documents.TryGetValue(id, out XElement? document))
        {
            return [];
        }

        List<XElement> elements = [.. document.Elements()];
        foreach (XElement inherited in elements.Where(element => element.Name == "inheritdoc").ToArray())
        {
            if (inherited.Attribute("cref")?.Value is { } other && documents.ContainsKey(other))
            {
                elements.Remove(inherited);
                elements.AddRange(Elements(other, documents, seen));
            }
        }

        return elements;
    }

    private static bool Has(List<XElement> document, string name, string? attribute = null, string? value = null) =>
        document.Any(element => element.Name == name && (attribute is null || element.Attribute(attribute)?.Value == value) && !string.IsNullOrWhiteSpace(element.Value));
}
