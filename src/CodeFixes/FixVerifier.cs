using System.Threading.Tasks;

namespace StreamTuning.CodeFixes;

/// <summary>
/// Applies edits to a document, and takes only those with which it still compiles, in every project that the document is linked into,
/// with which the calls around the new ones bind as before, and which keep every comment.
/// </summary>
internal sealed class FixVerifier(Document document, SourceText text)
{
    private const string RuntimeNamespace = "StreamTuning";

    private readonly List<DocumentId> _linkedDocuments = [.. document.GetLinkedDocumentIds(), document.Id];
    private readonly Dictionary<SemanticModel, Dictionary<string, int>> _problemsBefore = new();

    /// <summary>The document with the edits that stand the test, or null where none does.</summary>
    /// <param name="fixes">For each fix its alternatives, the best one first; never empty.</param>
    /// <param name="cancellationToken">Ends the work.</param>
    public async Task<Document?> ApplyAsync(List<IReadOnlyList<FixEdit>> fixes, CancellationToken cancellationToken)
    {
        Document? changed = null;
        var accepted = new List<FixEdit>();
        await AcceptAsync(0, fixes.Count).ConfigureAwait(false);
        return changed;

        // Where some do not fit together, halves are tried, down to the single fix and its alternatives.
        async Task AcceptAsync(int start, int count)
        {
            List<FixEdit> best = fixes.GetRange(start, count).ConvertAll(alternatives => alternatives[0]);
            if (await TryAcceptAsync(best).ConfigureAwait(false))
            {
                return;
            }

            if (count > 1)
            {
                await AcceptAsync(start, count / 2).ConfigureAwait(false);
                await AcceptAsync(start + (count / 2), count - (count / 2)).ConfigureAwait(false);
                return;
            }

            foreach (FixEdit alternative in fixes[start].Skip(1))
            {
                if (await TryAcceptAsync([alternative]).ConfigureAwait(false))
                {
                    return;
                }
            }
        }

        async Task<bool> TryAcceptAsync(List<FixEdit> edits)
        {
            if (await TryApplyAsync([.. accepted, .. edits], cancellationToken).ConfigureAwait(false) is not { } next)
            {
                return false;
            }

            accepted.AddRange(edits);
            changed = next;
            return true;
        }
    }

    /// <summary>
    /// Whether one of the alternatives stands the test in the members that it changes. To compile all of the document takes many times as
    /// long, and is left to those who take the fix.
    /// </summary>
    public async Task<bool> MayApplyAsync(IReadOnlyList<FixEdit> alternatives, CancellationToken cancellationToken)
    {
        foreach (FixEdit edit in alternatives)
        {
            if (await MergeAsync([edit], cancellationToken).ConfigureAwait(false) is { } merged
                && await IsSoundInMembersAsync(merged, cancellationToken).ConfigureAwait(false))
            {
                return true;
            }
        }

        return false;
    }

    private async Task<bool> IsSoundInMembersAsync(MergedEdit edit, CancellationToken cancellationToken)
    {
        foreach (DocumentId id in _linkedDocuments)
        {
            Document linked = document.Project.Solution.GetDocument(id)!;
            if (await linked.GetSemanticModelAsync(cancellationToken).ConfigureAwait(false) is not { } oldModel)
            {
                return false;
            }

            SyntaxTree newTree = oldModel.SyntaxTree.WithChangedText(edit.NewText);
            SemanticModel newModel = oldModel.Compilation.ReplaceSyntaxTree(oldModel.SyntaxTree, newTree).GetSemanticModel(newTree);
            if (!IsSound(oldModel, newModel, edit, ChangedMembers.TryFind(oldModel, edit, cancellationToken), cancellationToken))
            {
                return false;
            }
        }

        return true;
    }

    private async Task<Document?> TryApplyAsync(List<FixEdit> edits, CancellationToken cancellationToken)
    {
        if (await MergeAsync(edits, cancellationToken).ConfigureAwait(false) is not { } merged)
        {
            return null;
        }

        Solution solution = document.Project.Solution;
        foreach (DocumentId id in _linkedDocuments)
        {
            solution = solution.WithDocumentText(id, merged.NewText);
        }

        foreach (DocumentId id in _linkedDocuments)
        {
            Document before = document.Project.Solution.GetDocument(id)!;
            Document after = solution.GetDocument(id)!;
            SemanticModel? oldModel = await before.GetSemanticModelAsync(cancellationToken).ConfigureAwait(false);
            SemanticModel? newModel = await after.GetSemanticModelAsync(cancellationToken).ConfigureAwait(false);
            if (oldModel is null || newModel is null || !IsSound(oldModel, newModel, merged, members: null, cancellationToken))
            {
                return null;
            }
        }

        // As it was compiled, which it need not be again; of linked documents, the editor changes the others.
        return _linkedDocuments.Count == 1 ? solution.GetDocument(document.Id) : document.WithText(merged.NewText);
    }

    /// <summary>The edits as one, with the imports that they need; null where they overlap.</summary>
    private async Task<MergedEdit?> MergeAsync(List<FixEdit> edits, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        List<TextChange> changes = edits.SelectMany(edit => edit.Changes).Distinct().ToList();
        List<(string Namespace, int Position)> imports =
        [
            .. edits.SelectMany(edit => edit.RuntimeCalls).Select(call => (RuntimeNamespace, call.Position)),
            .. edits.SelectMany(edit => edit.RuntimeTypes).Select(position => (RuntimeNamespace, position)),
            .. edits.SelectMany(edit => edit.Imports),
        ];
        var importChanges = new Dictionary<TextChange, string>();
        if (imports.Count > 0)
        {
            if (await document.GetSyntaxRootAsync(cancellationToken).ConfigureAwait(false) is not CompilationUnitSyntax root)
            {
                return null;
            }

            foreach ((string name, int position) in imports.OrderBy(import => import.Namespace, StringComparer.OrdinalIgnoreCase))
            {
                if (UsingDirectives.TryInsert(root, position, name, text) is { } change && !importChanges.ContainsKey(change))
                {
                    importChanges.Add(change, name);
                    changes.Add(change);
                }
            }
        }

        changes = changes.OrderBy(change => change.Span).ToList();
        for (int i = 1; i < changes.Count; i++)
        {
            if (changes[i].Span.Start < changes[i - 1].Span.End)
            {
                return null;
            }
        }

        return new MergedEdit(edits, text.WithChanges(changes), changes, importChanges);
    }

    /// <summary>Whether the edit stands the test in those members, or in the whole document where there are none.</summary>
    private bool IsSound(
        SemanticModel oldModel,
        SemanticModel newModel,
        MergedEdit edit,
        IReadOnlyList<TextSpan>? members,
        CancellationToken cancellationToken)
    {
        SyntaxNode oldRoot = oldModel.SyntaxTree.GetRoot(cancellationToken);
        SyntaxNode newRoot = newModel.SyntaxTree.GetRoot(cancellationToken);
        if (LosesComment(oldRoot, newRoot, edit.Changes)
            || (edit.Edits.Exists(each => each.EnlargesBuffer)
                && KnownTypes.IsForNetFramework(oldModel.Compilation)
                && edit.Changes.Exists(change => !oldRoot.FindTrivia(change.Span.Start).IsKind(SyntaxKind.DisabledTextTrivia))))
        {
            return false;
        }

        var bindings = new Bindings(oldModel, newModel, cancellationToken);
        foreach ((int position, TextSpan? replaced) in edit.Edits.SelectMany(each => each.RuntimeCalls))
        {
            SyntaxToken oldName = oldRoot.FindToken(position);
            if (oldName.SpanStart != position)
            {
                // Not compiled in this project (#if).
                continue;
            }

            SyntaxToken newName = newRoot.FindToken(edit.PositionAfter(position));
            SyntaxNode? oldNode = replaced is { } span ? oldRoot.FindNode(span, getInnermostNodeForTie: true) : EnclosingCall(oldName);
            SyntaxNode? newNode = EnclosingCall(newName);
            if (!bindings.IsOfRuntime(newName)
                || !(bindings.GiveTheSame(oldNode, newNode) || bindings.AreSameAround(oldNode, newNode)))
            {
                return false;
            }
        }

        foreach (int type in edit.Edits.SelectMany(each => each.RuntimeTypes))
        {
            if (oldRoot.FindToken(type).SpanStart == type
                && !bindings.IsOfRuntime(newRoot.FindToken(edit.PositionAfter(type)), isType: true))
            {
                return false;
            }
        }

        Dictionary<string, int> known = ProblemsBefore(oldModel, members, cancellationToken);
        IReadOnlyList<TextSpan>? changed = members?.Select(edit.SpanAfter).ToList();
        return CountProblems(newModel, changed, cancellationToken)
                .All(problem => known.TryGetValue(problem.Key, out int count) && problem.Value <= count)
            && !LeavesFieldUnused(oldModel, oldRoot, newModel, newRoot, edit.Changes, cancellationToken);
    }

    private Dictionary<string, int> ProblemsBefore(
        SemanticModel model, IReadOnlyList<TextSpan>? members, CancellationToken cancellationToken)
    {
        if (members is not null)
        {
            return CountProblems(model, members, cancellationToken);
        }

        // The same for each set of edits that is tried.
        if (!_problemsBefore.TryGetValue(model, out Dictionary<string, int>? problems))
        {
            problems = CountProblems(model, members: null, cancellationToken);
            _problemsBefore.Add(model, problems);
        }

        return problems;
    }

    /// <summary>Whether a comment in what is replaced is not among the comments afterwards.</summary>
    private static bool LosesComment(SyntaxNode oldRoot, SyntaxNode newRoot, List<TextChange> changes)
    {
        HashSet<string> replaced =
            [.. changes.Where(change => !change.Span.IsEmpty).SelectMany(change => CommentsIn(oldRoot, change.Span))];
        if (replaced.Count == 0)
        {
            return false;
        }

        ILookup<string, string> kept = CommentsIn(newRoot, newRoot.FullSpan).ToLookup(comment => comment);
        return CommentsIn(oldRoot, oldRoot.FullSpan).Where(replaced.Contains).GroupBy(comment => comment).Any(
            comment => kept[comment.Key].Count() < comment.Count());

        // However far its lines are indented.
        static IEnumerable<string> CommentsIn(SyntaxNode root, TextSpan span) => root.DescendantTrivia(span)
            .Where(trivia => span.OverlapsWith(trivia.Span)
                && trivia.Kind() is SyntaxKind.SingleLineCommentTrivia or SyntaxKind.MultiLineCommentTrivia
                    or SyntaxKind.SingleLineDocumentationCommentTrivia or SyntaxKind.MultiLineDocumentationCommentTrivia)
            .Select(trivia => string.Concat(trivia.ToString().Where(character => !char.IsWhiteSpace(character))));
    }

    /// <summary>
    /// Whether a private field loses the last place that reads it: of that the compiler warns only when it looks at the whole project,
    /// which is asked for where no other name in the document can be such a place.
    /// </summary>
    private static bool LeavesFieldUnused(
        SemanticModel oldModel, SyntaxNode oldRoot, SemanticModel newModel, SyntaxNode newRoot, List<TextChange> changes,
        CancellationToken cancellationToken)
    {
        HashSet<string> fields = [];
        foreach (TextChange change in changes.Where(change => !change.Span.IsEmpty))
        {
            foreach (IdentifierNameSyntax name in oldRoot.FindNode(change.Span).DescendantNodesAndSelf(
                change.Span).OfType<IdentifierNameSyntax>())
            {
                if (change.Span.Contains(name.Span)
                    && oldModel.GetSymbolInfo(
                        name, cancellationToken).Symbol is IFieldSymbol
                            { DeclaredAccessibility: Accessibility.Private, IsConst: false } field)
                {
                    fields.Add(field.Name);
                }
            }
        }

        if (fields.Count == 0)
        {
            return false;
        }

        foreach (IdentifierNameSyntax name in newRoot.DescendantNodes().OfType<IdentifierNameSyntax>())
        {
            ExpressionSyntax place = name.Parent is MemberAccessExpressionSyntax access && access.Name == name ? access : name;
            if (fields.Contains(name.Identifier.ValueText)
                && !(place.Parent is AssignmentExpressionSyntax assignment && assignment.Left == place))
            {
                fields.Remove(name.Identifier.ValueText);
            }
        }

        return fields.Count > 0 && CountUnusedFields(newModel) > CountUnusedFields(oldModel);

        int CountUnusedFields(SemanticModel model) => model.Compilation.GetDiagnostics(cancellationToken)
            .Count(
                diagnostic =>
                    diagnostic.Id is "CS0169" or "CS0414" or "CS0649"
                        && diagnostic.Location.SourceTree == model.SyntaxTree
                        && !diagnostic.IsSuppressed);
    }

    private static Dictionary<string, int> CountProblems(
        SemanticModel model, IReadOnlyList<TextSpan>? members, CancellationToken cancellationToken)
    {
        var problems = new Dictionary<string, int>();
        IEnumerable<Diagnostic> diagnostics = members is null
            ? model.GetDiagnostics(cancellationToken: cancellationToken)
            : members.SelectMany(member => model.GetDiagnostics(member, cancellationToken));
        foreach (Diagnostic diagnostic in diagnostics)
        {
            if (diagnostic.Severity >= DiagnosticSeverity.Warning && !diagnostic.IsSuppressed)
            {
                // A receiver that may be null becomes an argument that may be null: the same warning under another id.
                string id = diagnostic.Id == "CS8604" ? "CS8602" : diagnostic.Id;
                problems.TryGetValue(id, out int count);
                problems[id] = count + 1;
            }
        }

        return problems;
    }

    private static SyntaxNode? EnclosingCall(SyntaxToken name) => name.Parent?.FirstAncestorOrSelf<InvocationExpressionSyntax>();

    /// <summary>What code means before and after an edit.</summary>
    private sealed class Bindings(SemanticModel oldModel, SemanticModel newModel, CancellationToken cancellationToken)
    {
        /// <summary>Whether a new name is that of a type, or a method, of the runtime.</summary>
        public bool IsOfRuntime(SyntaxToken name, bool isType = false) =>
            name.Parent is { } node
            && Symbol(newModel, node) is { } symbol
            && (symbol is INamedTypeSymbol || (symbol is IMethodSymbol && !isType))
            && symbol.ContainingNamespace is { Name: RuntimeNamespace, ContainingNamespace.IsGlobalNamespace: true };

        /// <summary>Whether two expressions have the same type, so that nothing around them can mean something else.</summary>
        public bool GiveTheSame(SyntaxNode? oldNode, SyntaxNode? newNode) =>
            oldNode is not null
            && newNode is not null
            && Type(oldModel, oldNode) is { TypeKind: not TypeKind.Error } oldType
            && AreSameType(oldType, Type(newModel, newNode));

        /// <summary>
        /// The new call returns more than the old one did (the number of bytes): that must not make a call around it, or a lambda it is in,
        /// mean something else.
        /// </summary>
        public bool AreSameAround(SyntaxNode? oldNode, SyntaxNode? newNode)
        {
            for (;;)
            {
                oldNode = Above(oldNode);
                newNode = Above(newNode);
                if (oldNode is null or MemberDeclarationSyntax || newNode is null)
                {
                    return true;
                }

                bool isSame = oldNode.RawKind == newNode.RawKind && oldNode switch
                {
                    InvocationExpressionSyntax or BaseObjectCreationExpressionSyntax or ElementAccessExpressionSyntax =>
                        AreSame(Symbol(oldModel, oldNode)?.OriginalDefinition, Symbol(newModel, newNode)?.OriginalDefinition),
                    AnonymousFunctionExpressionSyntax lambda => IsSameLambda(lambda, newNode),
                    EqualsValueClauseSyntax
                        { Value: { } value,
                            Parent: VariableDeclaratorSyntax { Parent: VariableDeclarationSyntax { Type.IsVar: true } } declarator } =>
                        AreSameType(Type(oldModel, value), Type(newModel, ((EqualsValueClauseSyntax)newNode).Value))
                        || IsUsedAsTask(declarator),
                    _ => true,
                };
                if (!isSame)
                {
                    return false;
                }
            }
        }

        private bool IsSameLambda(AnonymousFunctionExpressionSyntax oldLambda, SyntaxNode newLambda)
        {
            ITypeSymbol? oldType = oldModel.GetTypeInfo(oldLambda, cancellationToken).ConvertedType;
            ITypeSymbol? newType = newModel.GetTypeInfo(newLambda, cancellationToken).ConvertedType;
            if (oldType is not { TypeKind: TypeKind.Delegate })
            {
                // What takes any delegate, as minimal APIs do, looks at its result.
                return oldType?.SpecialType == SpecialType.System_Delegate
                    && AreSameType(oldType, newType)
                    && AreSameType(
                        (Symbol(oldModel, oldLambda) as IMethodSymbol)?.ReturnType,
                        (Symbol(newModel, newLambda) as IMethodSymbol)?.ReturnType);
            }

            // ASP.NET Core warns of a result that a delegate for requests returns, as nothing looks at it.
            return !(IsRequestDelegate(oldType) && oldLambda.AsyncKeyword.RawKind == 0)
                && (oldLambda.Parent is ArgumentSyntax
                    ? IsArgumentOfTask(oldLambda) || AreSameType(oldType.OriginalDefinition, newType?.OriginalDefinition)
                    : AreSameType(oldType, newType));
        }

        /// <summary>
        /// Whether a variable that holds a task is awaited and asked for what every task has, and nothing else is done with it.
        /// </summary>
        private bool IsUsedAsTask(VariableDeclaratorSyntax declarator)
        {
            if (!IsTask(Type(oldModel, declarator.Initializer!.Value) as INamedTypeSymbol))
            {
                return false;
            }

            SyntaxNode scope = declarator.FirstAncestorOrSelf<MemberDeclarationSyntax>(member => member is not GlobalStatementSyntax)
                ?? declarator.SyntaxTree.GetRoot(cancellationToken);
            return scope.DescendantNodes()
                .OfType<IdentifierNameSyntax>()
                .Where(name => name.Identifier.ValueText == declarator.Identifier.ValueText)
                .All(name => name.Parent switch
                {
                    AwaitExpressionSyntax => true,
                    MemberAccessExpressionSyntax access =>
                        access.Expression == name
                            && access.Name.Identifier.ValueText is "ConfigureAwait" or "GetAwaiter" or "Wait" or "IsCompleted"
                                or "IsFaulted" or "IsCanceled" or "Exception" or "Status",
                    _ => IsArgumentOfTask(name),
                });
        }

        /// <summary>Whether an expression is handed to a method of tasks.</summary>
        private bool IsArgumentOfTask(SyntaxNode expression) =>
            expression.Parent is ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax call }
            && IsTask(Symbol(oldModel, call)?.ContainingType);

        private ISymbol? Symbol(SemanticModel model, SyntaxNode node) => model.GetSymbolInfo(node, cancellationToken).Symbol;

        private ITypeSymbol? Type(SemanticModel model, SyntaxNode node) => model.GetTypeInfo(node, cancellationToken).Type;

        private static bool IsRequestDelegate(ITypeSymbol type) =>
            type is
                { Name: "RequestDelegate",
                    ContainingNamespace: { Name: "Http",
                        ContainingNamespace: { Name: "AspNetCore", ContainingNamespace.Name: "Microsoft" } } };

        /// <summary>What is around the node; not the statements, of which a fix may take away some.</summary>
        private static SyntaxNode? Above(SyntaxNode? node)
        {
            SyntaxNode? parent = node?.Parent;
            while (parent is StatementSyntax and not LocalFunctionStatementSyntax)
            {
                parent = parent.Parent;
            }

            return parent;
        }

        private static bool AreSame(ISymbol? oldSymbol, ISymbol? newSymbol)
        {
            if (oldSymbol is null || newSymbol is null)
            {
                return oldSymbol is null && newSymbol is null;
            }

            if (oldSymbol.GetDocumentationCommentId() == newSymbol.GetDocumentationCommentId())
            {
                return true;
            }

            // Task<long> has its own form of what Task can do.
            return oldSymbol.Name == newSymbol.Name
                && IsTask(oldSymbol.ContainingType)
                && IsTask(newSymbol.ContainingType)
                && oldSymbol.Name switch
                {
                    // Its options can suppress exceptions of a task without result only.
                    "ConfigureAwait" =>
                        newSymbol is IMethodSymbol { Parameters: { Length: 1 } parameters }
                            && parameters[0].Type.SpecialType == SpecialType.System_Boolean,
                    "GetAwaiter" or "GetResult" or "Run" or "WhenAll" or "WhenAny" or "WaitAsync" => true,
                    _ => false,
                };
        }

        private static bool AreSameType(ITypeSymbol? oldType, ITypeSymbol? newType) =>
            oldType?.GetDocumentationCommentId() == newType?.GetDocumentationCommentId()
            && (oldType is not INamedTypeSymbol { IsGenericType: true } oldNamed
                || newType is not INamedTypeSymbol newNamed
                || oldNamed.TypeArguments.Zip(newNamed.TypeArguments, AreSameType).All(same => same));

        private static bool IsTask(INamedTypeSymbol? type) =>
            type?.Name is "Task" or "TaskAwaiter" or "ConfiguredTaskAwaitable" or "ConfiguredTaskAwaiter"
            && type.ContainingNamespace is { Name: "Tasks" or "CompilerServices" };
    }
}
