using System.Linq;
using System.Runtime.CompilerServices;

namespace StreamTuning.Analyzers.Flow;

/// <summary>Where the code of a project uses a member, in whichever file: also by way of an interface that it implements.</summary>
internal static class MemberUses
{
    /// <summary>What is used more often, has a name that is, or is in a project of more files, is not followed.</summary>
    private const int MaximumUses = 32;
    private const int MaximumNames = 256;
    private const int MaximumFiles = 5_000;

    private static readonly ConditionalWeakTable<ISymbol, StrongBox<List<IOperation>?>> Known = new();

    /// <summary>
    /// The references to the member and its calls, the creations that name the type of a constructor, and the assignments. Null if there
    /// are too many, or some are not in sight: of a member that is overridden, or that a library calls by its interface.
    /// </summary>
    public static IReadOnlyList<IOperation>? All(ISymbol member, Compilation compilation) =>
        member.DeclaringSyntaxReferences is { IsEmpty: false } declarations && compilation.ContainsSyntaxTree(declarations[0].SyntaxTree)
            ? Known.GetValue(member, each => new StrongBox<List<IOperation>?>(Find(each, compilation))).Value
            : null;

    /// <summary>The uses besides assignments; null if there are too many, or some are not in sight.</summary>
    public static IReadOnlyList<IOperation>? Of(ISymbol member, Compilation compilation) =>
        All(member, compilation)?.Where(use => use is not IAssignmentOperation).ToList() is { Count: <= MaximumUses } uses ? uses : null;

    /// <summary>Whether code outside of the project may use the member: friend assemblies also use what is internal.</summary>
    public static bool MayBeElsewhere(ISymbol member, Compilation compilation)
    {
        if (compilation.Options.OutputKind is not (OutputKind.DynamicallyLinkedLibrary or OutputKind.NetModule))
        {
            return false;
        }

        for (ISymbol? symbol = member; symbol is not null and not INamespaceSymbol; symbol = symbol.ContainingSymbol)
        {
            bool isVisible = symbol.DeclaredAccessibility switch
            {
                Accessibility.Public or Accessibility.Protected or Accessibility.ProtectedOrInternal => true,
                Accessibility.Internal or Accessibility.ProtectedAndInternal => HasFriends(compilation),
                _ => false,
            };
            if (!isVisible)
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Whether other projects see what is internal; tests, and what makes objects for them, do with it what they like.</summary>
    private static bool HasFriends(Compilation compilation) => compilation.Assembly.GetAttributes().Any(static attribute =>
        attribute is { AttributeClass.Name: "InternalsVisibleToAttribute", ConstructorArguments: { Length: 1 } given }
        && !given[0].ToCSharpString().Split('.', ',', '"').Any(static part =>
            part.TrimEnd('s').EndsWith("Test", StringComparison.Ordinal) || part.StartsWith("DynamicProxyGen", StringComparison.Ordinal)));

    private static List<IOperation>? Find(ISymbol member, Compilation compilation)
    {
        List<ISymbol> same = [member, .. PromisesOf(member)];
        if (member.IsVirtual || member.IsAbstract || member.IsOverride
            || same.Exists(each => each.DeclaringSyntaxReferences.IsEmpty || (!each.Is(member) && MayBeElsewhere(each, compilation)))
            || compilation is not CSharpCompilation { SyntaxTrees.Length: <= MaximumFiles })
        {
            return null;
        }

        var uses = new List<IOperation>();
        string name = member is IMethodSymbol { MethodKind: MethodKind.Constructor } ? member.ContainingType.Name : member.Name;
        int names = 0;
        foreach (SyntaxTree tree in FilesThatMayUse(member, compilation))
        {
            SemanticModel? model = null;
            foreach (SimpleNameSyntax place in PlacesOf(name, tree, tree.GetText().ToString()))
            {
                if (++names > MaximumNames)
                {
                    return null;
                }

                model ??= compilation.GetSemanticModel(tree);
                if (NamedNodes.At(place) is { } node && model.GetOperation(node) is { } use)
                {
                    if (MemberOf(use) is { } used && same.Exists(each => used.Is(each)))
                    {
                        uses.Add(use);
                    }
                }
                else if (model.GetSymbolInfo(place).Symbol is { } named && same.Exists(each => named.Is(each)) && !IsInNameOf(place))
                {
                    return null;
                }
            }
        }

        return uses;
    }

    /// <summary>What interfaces promise that the member does.</summary>
    private static IEnumerable<ISymbol> PromisesOf(ISymbol member) =>
        member.IsStatic || member.ContainingType is not { } type ? []
            : type.AllInterfaces.SelectMany(contract => contract.GetMembers())
                .Where(promised => type.FindImplementationForInterfaceMember(promised).Is(member))
                .Select(promised => promised.OriginalDefinition);

    private static IEnumerable<SyntaxTree> FilesThatMayUse(ISymbol member, Compilation compilation)
    {
        for (ISymbol? symbol = member; symbol is not null; symbol = symbol.ContainingType)
        {
            if (symbol is { DeclaredAccessibility: Accessibility.Private, ContainingType: { } type })
            {
                return type.DeclaringSyntaxReferences.Select(declaration => declaration.SyntaxTree).Distinct();
            }
        }

        return compilation.SyntaxTrees;
    }

    public static IEnumerable<SimpleNameSyntax> PlacesOf(string name, SyntaxTree tree, string text)
    {
        for (int at = 0; name.Length > 0 && (at = text.IndexOf(name, at, StringComparison.Ordinal)) >= 0; at += name.Length)
        {
            if (tree.GetRoot().FindToken(at) is { RawKind: (int)SyntaxKind.IdentifierToken, Parent: SimpleNameSyntax place } token
                && token.ValueText == name)
            {
                yield return place;
            }
        }
    }

    /// <summary>The member that is read, called or assigned to.</summary>
    private static ISymbol? MemberOf(IOperation use) => (use switch
    {
        IInvocationOperation call => call.TargetMethod.ReducedFrom ?? call.TargetMethod,
        IObjectCreationOperation creation => creation.Constructor,
        IMemberReferenceOperation reference => reference.Member,
        IAssignmentOperation { Target: IMemberReferenceOperation target } => target.Member,
        _ => null,
    })?.OriginalDefinition;

    private static bool IsInNameOf(SyntaxNode name) => name.FirstAncestorOrSelf<ArgumentSyntax>() is
        { Parent.Parent: InvocationExpressionSyntax { Expression: IdentifierNameSyntax { Identifier.ValueText: "nameof" } } };
}
