using System.Collections.Concurrent;
using System.Runtime.CompilerServices;

namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// The methods of a compilation that put the file of a form, or its stream, into storage: themselves, or by handing it to another one.
/// A method of an interface does if one that implements it does.
/// </summary>
internal sealed class StoringMethods(Compilation compilation, FormFileSources sources)
{
    /// <summary>A file that is handed on more often is not followed.</summary>
    private const int MostCalls = 3;

    /// <summary>The names that calls, loops, and locals mention, by files, of which an editor changes one at a time.</summary>
    private static readonly ConditionalWeakTable<SyntaxTree, HashSet<string>> Mentioned = new();

    private readonly KnownTypes _types = KnownTypes.Of(compilation);
    private readonly FormFileStorage _storage = new(KnownTypes.Of(compilation));

    /// <summary>By the parameter, and how often the files have been handed on before.</summary>
    private readonly ConcurrentDictionary<(ISymbol Parameter, int Calls), bool> _known = new();

    /// <summary>What the files are taken from that are given to methods which store them.</summary>
    /// <param name="code">The code with the calls.</param>
    /// <param name="names">What files are named there. The names of locals that hold them are added.</param>
    /// <param name="cancellationToken">Ends the search.</param>
    /// <param name="calls">How often the files have been handed on.</param>
    public HashSet<ISymbol> HandedOn(SyntaxNode code, HashSet<string> names, CancellationToken cancellationToken, int calls = 0)
    {
        var handed = new FormFileSources.Sources();
        SemanticModel? model = null;
        foreach (SyntaxNode node in names.Count == 0 ? [] : code.DescendantNodes())
        {
            switch (node)
            {
                case ForEachStatementSyntax loop when IsNamed(loop.Expression, names):
                    names.Add(loop.Identifier.ValueText);
                    break;
                case VariableDeclaratorSyntax { Initializer.Value: { } value } local when IsNamed(value, names):
                    names.Add(local.Identifier.ValueText);
                    break;
                case InvocationExpressionSyntax call when IsGivenOne(call, names):
#pragma warning disable RS1030 // Only where something that is named like a file of a form is given to a method.
                    model ??= compilation.GetSemanticModel(code.SyntaxTree);
#pragma warning restore RS1030
                    if (model.GetOperation(call, cancellationToken) is IInvocationOperation operation)
                    {
                        foreach (IArgumentOperation argument in operation.Arguments)
                        {
                            if (argument.Parameter is { } parameter
                                && IsNamed((argument.Syntax as ArgumentSyntax)?.Expression ?? argument.Syntax, names)
                                && Stores(parameter.OriginalDefinition, calls, cancellationToken))
                            {
                                handed.Add(argument.Value);
                            }
                        }
                    }

                    break;
            }
        }

        return handed.Variables;
    }

    /// <summary>Whether a call in a file of source code mentions one of the names.</summary>
    public static bool MayBeGiven(SyntaxTree tree, HashSet<string> names, CancellationToken cancellationToken) =>
        Mentioned.GetValue(tree, each => FindMentioned(each, cancellationToken)).Overlaps(names);

    private static HashSet<string> FindMentioned(SyntaxTree tree, CancellationToken cancellationToken)
    {
        HashSet<string> names = [];
        foreach (SyntaxNode node in tree.GetRoot(cancellationToken).DescendantNodes())
        {
            string? name = node switch
            {
                ArgumentSyntax argument => NameOf(argument.Expression),
                VariableDeclaratorSyntax { Initializer.Value: { } value } => NameOf(value),
                ForEachStatementSyntax loop => NameOf(loop.Expression),
                MemberAccessExpressionSyntax { Parent: InvocationExpressionSyntax } access => NameOf(access.Expression),
                _ => null,
            };
            if (name is not null)
            {
                names.Add(name);
            }
        }

        return names;
    }

    /// <summary>Whether an argument of a call, or the object that it is called on, has one of the names.</summary>
    private static bool IsGivenOne(InvocationExpressionSyntax call, HashSet<string> names)
    {
        foreach (ArgumentSyntax argument in call.ArgumentList.Arguments)
        {
            if (IsNamed(argument.Expression, names))
            {
                return true;
            }
        }

        // That is mostly the class, and no property of that name.
        return call.Expression is MemberAccessExpressionSyntax { Expression: { } instance }
            && instance is not IdentifierNameSyntax { Identifier.ValueText: "File" }
            && IsNamed(instance, names);
    }

    private static bool IsNamed(SyntaxNode value, HashSet<string> names) => NameOf(value) is { } name && names.Contains(name);

    /// <summary>What a file is named, as in <c>model.File</c>, or the file of which the value is the stream.</summary>
    private static string? NameOf(SyntaxNode value) => value switch
    {
        IdentifierNameSyntax name => name.Identifier.ValueText,
        MemberAccessExpressionSyntax member => member.Name.Identifier.ValueText,
        InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "OpenReadStream" } opening } =>
            NameOf(opening.Expression),
        ElementAccessExpressionSyntax element => NameOf(element.Expression),
        PostfixUnaryExpressionSyntax notNull => NameOf(notNull.Operand),
        _ => null,
    };

    private bool Stores(IParameterSymbol parameter, int calls, CancellationToken cancellationToken)
    {
        if (calls == MostCalls
            || parameter.ContainingSymbol is not IMethodSymbol { DeclaringSyntaxReferences.IsEmpty: false } method
            || !(parameter.Type.Is(_types.Stream) || FormFiles.IsFileOrFiles(parameter.Type, _types)))
        {
            return false;
        }

        return _known.TryGetValue((parameter, calls), out bool known)
            ? known
            : _known.GetOrAdd((parameter, calls), IsStored(parameter, method, calls, cancellationToken));
    }

    private bool IsStored(IParameterSymbol parameter, IMethodSymbol method, int calls, CancellationToken cancellationToken)
    {
        if (!method.IsAbstract)
        {
            return StoresItself(parameter, method, calls, cancellationToken);
        }

        foreach (ISymbol named in compilation.GetSymbolsWithName(method.Name, SymbolFilter.Member, cancellationToken))
        {
            if (named is IMethodSymbol { IsAbstract: false, DeclaringSyntaxReferences.IsEmpty: false } implementation
                && (implementation.OverriddenMethod.Is(method)
                    || implementation.ContainingType.FindImplementationForInterfaceMember(method).Is(implementation))
                && StoresItself(implementation.Parameters[parameter.Ordinal], implementation, calls, cancellationToken))
            {
                return true;
            }
        }

        return false;
    }

    private bool StoresItself(IParameterSymbol parameter, IMethodSymbol method, int calls, CancellationToken cancellationToken)
    {
        SyntaxNode code = method.DeclaringSyntaxReferences[0].GetSyntax(cancellationToken);
        return sources.Of(code.SyntaxTree, cancellationToken).Variables.Contains(parameter)
            || (parameter.Type.Is(_types.Stream) && StoresStream(parameter, code, cancellationToken))
            || HandedOn(code, [parameter.Name], cancellationToken, calls + 1).Contains(parameter);
    }

    private bool StoresStream(IParameterSymbol stream, SyntaxNode code, CancellationToken cancellationToken)
    {
#pragma warning disable RS1030 // Only the methods that the stream of a file of a form is given to.
        IOperation? body = compilation.GetSemanticModel(code.SyntaxTree).GetOperation(code, cancellationToken);
#pragma warning restore RS1030
        if (body is not null)
        {
            foreach (IOperation use in Uses.Of(stream, body))
            {
                if (_storage.IsUseStored(use, use))
                {
                    return true;
                }
            }
        }

        return false;
    }
}
