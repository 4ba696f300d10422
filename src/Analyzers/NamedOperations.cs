namespace StreamTuning.Analyzers;

/// <summary>
/// Watches operations by the names that they are written with: calls of methods, creations of objects, assignments to properties, and
/// references to them. An action that asks the compiler for operations has it bind every member of a compilation, four fifths of the cost
/// of our rules; so the names are looked for first, and only members with one are bound.
/// </summary>
internal static class NamedOperations
{
    /// <summary>Registers an action for each operation of these kinds at one of the names.</summary>
    public static void RegisterNamedOperationAction(
        this CompilationStartAnalysisContext context, Rule rule, WatchedNames names, Action<Finding> analyze,
        params OperationKind[] kinds) =>
        context.RegisterSemanticModelAction(file =>
        {
            foreach (IOperation operation in Find(file.SemanticModel, names, kinds, file.CancellationToken))
            {
                analyze(new Finding(rule, operation, file));
            }
        });

    /// <summary>Registers an action for all such operations of a member.</summary>
    public static void RegisterNamedOperationsAction(
        this CompilationStartAnalysisContext context, Rule rule, WatchedNames names, Action<List<Finding>> analyze,
        params OperationKind[] kinds) =>
        context.RegisterSemanticModelAction(file =>
        {
            var member = new List<Finding>();
            foreach (IOperation operation in Find(file.SemanticModel, names, kinds, file.CancellationToken))
            {
                if (member.Count > 0 && member[0].Operation.Root() != operation.Root())
                {
                    analyze(member);
                    member = [];
                }

                member.Add(new Finding(rule, operation, file));
            }

            if (member.Count > 0)
            {
                analyze(member);
            }
        });

    /// <summary>The operations of a file, in its order.</summary>
    private static IEnumerable<IOperation> Find(
        SemanticModel model, WatchedNames names, OperationKind[] kinds, CancellationToken cancellationToken)
    {
        WatchedNames.InFile file = names.In(model.SyntaxTree, cancellationToken);
        if (!file.IsThere)
        {
            yield break;
        }

        // Where references are not asked for, a name that is only mentioned needs not be bound.
        bool areReferences = Array.IndexOf(kinds, OperationKind.PropertyReference) >= 0;
        foreach (SyntaxNode name in file.Find(cancellationToken))
        {
            if (NamedNodes.At(name) is { } node
                && (areReferences || node is InvocationExpressionSyntax or BaseObjectCreationExpressionSyntax or AssignmentExpressionSyntax)
                && model.GetOperation(node, cancellationToken) is { } operation
                && Array.IndexOf(kinds, operation.Kind) >= 0)
            {
                yield return operation;
            }
        }
    }
}
