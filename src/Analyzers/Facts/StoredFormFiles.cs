using System.Collections.Concurrent;
using System.Linq;

namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// The parameters, properties, and forms whose files visibly go to a file or a blob, or that an action of a controller copies one after
/// the other, as the fix of STRM4001 streams them.
/// </summary>
internal sealed class StoredFormFiles
{
    private readonly Compilation _compilation;
    private readonly FormFileSources _sources;
    private readonly StoringMethods _methods;
    private readonly ConcurrentDictionary<SyntaxTree, HashSet<ISymbol>> _variables = new();
    private HashSet<ISymbol>? _properties;

    public StoredFormFiles(Compilation compilation)
    {
        _compilation = compilation;
        _sources = new FormFileSources(compilation);
        _methods = new StoringMethods(compilation, _sources);
    }

    /// <summary>
    /// The parameters and properties declared in a file that are, or hold, a file of a form that is stored. What becomes of a parameter
    /// stands in its own file, and in the methods that it is handed to; all code is bound only for a file that declares properties for
    /// files of forms, as an editor asks anew with each key that is pressed.
    /// </summary>
    public IEnumerable<ISymbol> DeclaredIn(SyntaxTree tree, CancellationToken cancellationToken)
    {
        foreach (ISymbol variable in VariablesIn(tree, cancellationToken))
        {
            if (variable is IParameterSymbol && IsDeclaredIn(variable, tree))
            {
                yield return variable;
            }
        }

        if (DeclaresProperties(tree, cancellationToken))
        {
            foreach (ISymbol property in PropertiesOfAll(cancellationToken))
            {
                if (IsDeclaredIn(property, tree))
                {
                    yield return property;
                }
            }
        }
    }

    /// <summary>Whether a file that is bound to the parameter or property is stored.</summary>
    public bool AreFrom(ISymbol variable, CancellationToken cancellationToken)
    {
        variable = variable.OriginalDefinition;
        return variable is IPropertySymbol
            ? PropertiesOfAll(cancellationToken).Contains(variable)
            : variable.Locations is { Length: > 0 } locations && locations[0].SourceTree is { } tree
                && VariablesIn(tree, cancellationToken).Contains(variable);
    }

    /// <summary>Whether a file of the form is stored, by the function that takes the files from it.</summary>
    public bool AreFromForm(IPropertyReferenceOperation files, CancellationToken cancellationToken)
    {
        HashSet<SyntaxNode> forms = _sources.Of(files.Syntax.SyntaxTree, cancellationToken).Forms;
        return files.Function().Has<IPropertyReferenceOperation>(reference => forms.Contains(reference.Syntax));
    }

    private static bool IsDeclaredIn(ISymbol variable, SyntaxTree tree) =>
        variable.Locations is { Length: > 0 } locations && locations[0].SourceTree == tree;

    /// <summary>Whether a file may declare a property, or a type, whose type names files of forms.</summary>
    private static bool DeclaresProperties(SyntaxTree tree, CancellationToken cancellationToken)
    {
        foreach (SimpleNameSyntax name in FormFiles.Names.Find(tree, cancellationToken))
        {
            if (name.FirstAncestorOrSelf<MemberDeclarationSyntax>() is PropertyDeclarationSyntax or TypeDeclarationSyntax)
            {
                return true;
            }
        }

        return false;
    }

    private HashSet<ISymbol> PropertiesOfAll(CancellationToken cancellationToken)
    {
        if (_properties is null)
        {
            HashSet<string> names = [];
            foreach (SyntaxTree tree in _compilation.SyntaxTrees)
            {
                AddNames(tree, names, ofProperties: true, cancellationToken);
            }

            var properties = new HashSet<ISymbol>(SymbolEqualityComparer.Default);
            foreach (SyntaxTree tree in _compilation.SyntaxTrees)
            {
                properties.UnionWith(_sources.Of(tree, cancellationToken).Variables.OfType<IPropertySymbol>());
                if (StoringMethods.MayBeGiven(tree, names, cancellationToken))
                {
                    properties.UnionWith(
                        _methods.HandedOn(tree.GetRoot(cancellationToken), [.. names], cancellationToken).OfType<IPropertySymbol>());
                }
            }

            _properties = properties;
        }

        return _properties;
    }

    /// <summary>What the files are taken from that a file of source code stores, or hands on as its parameters.</summary>
    private HashSet<ISymbol> VariablesIn(SyntaxTree tree, CancellationToken cancellationToken)
    {
        if (_variables.TryGetValue(tree, out HashSet<ISymbol>? known))
        {
            return known;
        }

        HashSet<string> names = [];
        AddNames(tree, names, ofProperties: false, cancellationToken);
        HashSet<ISymbol> variables = _methods.HandedOn(tree.GetRoot(cancellationToken), names, cancellationToken);
        variables.UnionWith(_sources.Of(tree, cancellationToken).Variables);
        return _variables.GetOrAdd(tree, variables);
    }

    /// <summary>Adds the names of the properties, or of the parameters, that are declared as files of forms.</summary>
    private static void AddNames(SyntaxTree tree, HashSet<string> names, bool ofProperties, CancellationToken cancellationToken)
    {
        foreach (SimpleNameSyntax name in FormFiles.Names.Find(tree, cancellationToken))
        {
            SyntaxNode type = name;
            while (type.Parent is TypeSyntax or TypeArgumentListSyntax)
            {
                type = type.Parent;
            }

            switch (type.Parent)
            {
                case PropertyDeclarationSyntax property when ofProperties:
                    names.Add(property.Identifier.ValueText);
                    break;
                case ParameterSyntax parameter when parameter.Parent?.Parent is RecordDeclarationSyntax == ofProperties:
                    names.Add(parameter.Identifier.ValueText);
                    break;
            }
        }
    }
}
