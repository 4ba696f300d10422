using System.Runtime.CompilerServices;

namespace StreamTuning.Analyzers.Flow;

/// <summary>Where the code of a project uses a member, in whichever file.</summary>
internal static class MemberUses
{
    /// <summary>What is used more often, has a name that is, or is in a project of more files, is not followed.</summary>
    private const int MaximumUses = 32;
    private const int MaximumNames = 256;
    private const int MaximumFiles = 5_000;

    private static readonly ConditionalWeakTable<ISymbol, StrongBox<IReadOnlyList<IOperation>?>> Known = new();

    /// <summary>
    /// The references and calls; null if there are too many, one of them is more than that, such as a method that is handed on, or the
    /// member is also used by way of a base type or an interface.
    /// </summary>
    public static IReadOnlyList<IOperation>? Of(ISymbol member, Compilation compilation) =>
        member.DeclaringSyntaxReferences is { IsEmpty: false } declarations && compilation.ContainsSyntaxTree(declarations[0].SyntaxTree)
            ? Known.GetValue(member, each => new StrongBox<IReadOnlyList<IOperation>?>(Find(each, compilation))).Value
            : null;

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

    private static bool HasFriends(Compilation compilation)
    {
        foreach (AttributeData attribute in compilation.Assembly.GetAttributes())
        {
            if (attribute.AttributeClass is { Name: "InternalsVisibleToAttribute" })
            {
                return true;
            }
        }

        return false;
    }

    private static IReadOnlyList<IOperation>? Find(ISymbol member, Compilation compilation)
    {
        if (member.IsVirtual || member.IsAbstract || member.IsOverride || IsOfInterface(member)
            || compilation is not CSharpCompilation { SyntaxTrees.Length: <= MaximumFiles })
        {
            return null;
        }

        var uses = new List<IOperation>();
        int names = 0;
        foreach (SyntaxTree tree in FilesThatMayUse(member, compilation))
        {
            if (!TryAddUses(member, tree, compilation, uses, ref names))
            {
                return null;
            }
        }

        return uses;
    }

    private static bool IsOfInterface(ISymbol member)
    {
        foreach (INamedTypeSymbol contract in member.ContainingType.AllInterfaces)
        {
            foreach (ISymbol promised in contract.GetMembers())
            {
                if (member.ContainingType.FindImplementationForInterfaceMember(promised).Is(member))
                {
                    return true;
                }
            }
        }

        return false;
    }

    private static IEnumerable<SyntaxTree> FilesThatMayUse(ISymbol member, Compilation compilation)
    {
        for (ISymbol? symbol = member; symbol is not null; symbol = symbol.ContainingType)
        {
            if (symbol is { DeclaredAccessibility: Accessibility.Private, ContainingType: { } type })
            {
                var files = new HashSet<SyntaxTree>();
                foreach (SyntaxReference declaration in type.DeclaringSyntaxReferences)
                {
                    files.Add(declaration.SyntaxTree);
                }

                return files;
            }
        }

        return compilation.SyntaxTrees;
    }

    private static bool TryAddUses(ISymbol member, SyntaxTree tree, Compilation compilation, List<IOperation> uses, ref int names)
    {
        SemanticModel? model = null;
        string text = tree.GetText().ToString();
        for (int at = text.IndexOf(member.Name, StringComparison.Ordinal); at >= 0; at =
            text.IndexOf(member.Name, at + member.Name.Length, StringComparison.Ordinal))
        {
            if (tree.GetRoot().FindToken(at) is not { RawKind: (int)SyntaxKind.IdentifierToken, Parent: SimpleNameSyntax name } token
                || token.ValueText != member.Name)
            {
                continue;
            }

            if (++names > MaximumNames)
            {
                return false;
            }

            ISymbol? named = (model ??= compilation.GetSemanticModel(tree)).GetSymbolInfo(name).Symbol;
            ISymbol? declared = (named as IMethodSymbol)?.ReducedFrom ?? named;
            if (!(declared?.OriginalDefinition).Is(member) || NamedNodes.At(name) is not { } node)
            {
                continue;
            }

            IOperation? use = model.GetOperation(node);
            switch (use)
            {
                case IFieldReferenceOperation or IPropertyReferenceOperation or IInvocationOperation when uses.Count < MaximumUses:
                    uses.Add(use);
                    break;
                case ISimpleAssignmentOperation { Target: IMemberReferenceOperation target } when target.Member.Is(member):
                    break;
                case null when IsInNameOf(node):
                    break;
                default:
                    return false;
            }
        }

        return true;
    }

    private static bool IsInNameOf(SyntaxNode node) => node.Parent is ArgumentSyntax
        { Parent.Parent: InvocationExpressionSyntax { Expression: IdentifierNameSyntax { Identifier.ValueText: "nameof" } } };
}
