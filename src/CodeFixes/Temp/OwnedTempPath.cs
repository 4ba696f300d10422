namespace StreamTuning.CodeFixes.Temp;

/// <summary>
/// A temporary file or directory that one method makes, uses and deletes: nobody else looks for its name, so it can have one that nobody
/// guesses, and be deleted by what made it.
/// </summary>
internal sealed class OwnedTempPath
{
    private readonly FixContext _context;
    private readonly KnownTypes _types;
    private readonly ExpressionSyntax _path;
    private readonly LocalDeclarationStatementSyntax _declaration;
    private readonly List<IdentifierNameSyntax> _uses;
    private readonly StatementSyntax _deletion;

    private OwnedTempPath(
        FixContext context, KnownTypes types, ExpressionSyntax path, LocalDeclarationStatementSyntax declaration,
        List<IdentifierNameSyntax> uses, StatementSyntax deletion)
    {
        _context = context;
        _types = types;
        _path = path;
        _declaration = declaration;
        _uses = uses;
        _deletion = deletion;
    }

    /// <summary>Null where the path is not the value of a local, or what is there is not deleted once, by that name.</summary>
    public static OwnedTempPath? TryRead(FixContext context, TempPathExpression path)
    {
        if (path.Whole.FirstAncestorOrSelf<EqualsValueClauseSyntax>() is not
            {
                Value: { } whole,
                Parent: VariableDeclaratorSyntax { Parent: VariableDeclarationSyntax { Variables.Count: 1,
                    Parent: LocalDeclarationStatementSyntax { Parent: BlockSyntax } declaration } } declarator,
            }
            || declarator.FirstAncestorOrSelf<MemberDeclarationSyntax>() is not { } member
            || context.Model.GetDeclaredSymbol(declarator, context.CancellationToken) is not { } local)
        {
            return null;
        }

        // The name goes, and with it what makes it.
        KnownTypes types = KnownTypes.Of(context.Model.Compilation);
        if (context.Model.GetOperation(whole, context.CancellationToken) is not { } name || !FilePaths.CanBeMoved(name, types))
        {
            return null;
        }

        var uses = new List<IdentifierNameSyntax>();
        StatementSyntax? deletion = null;
        foreach (IdentifierNameSyntax use in member.DescendantNodes().OfType<IdentifierNameSyntax>())
        {
            if (use.Identifier.ValueText != local.Name
                || !SymbolEqualityComparer.Default.Equals(context.Model.GetSymbolInfo(use, context.CancellationToken).Symbol, local))
            {
                continue;
            }

            uses.Add(use);
            if (DeletionOf(context, use, types) is { } found)
            {
                if (deletion is not null)
                {
                    return null;
                }

                deletion = found;
            }
        }

        return deletion is null ? null : new OwnedTempPath(context, types, whole, declaration, uses, deletion);
    }

    /// <summary>The runtime's file or directory in a <c>using</c>.</summary>
    /// <param name="otherwise">What is left where the code is not one that surely does the same, or another edit takes all names.</param>
    public FixEdit? TryCreateRuntimeEdit(FixEdit? otherwise)
    {
        // Longer names are for what is owned in the same scope: of that an edit knows nothing when all are made at once.
        FixEdit? best = otherwise;
        foreach (string name in new[] { IsOfDirectory() ? "tempDirectory" : "tempFile", "temp" }.Where(IsFree))
        {
            best = (TryOwnDirectory(name) ?? TryOwnFile(name))?.Or(best) ?? best;
        }

        return best;
    }

    /// <summary>A directory that the system names.</summary>
    /// <param name="otherwise">What is left where the framework has none, it is not made right behind the path, or it may stay.</param>
    public FixEdit? TryCreatePlainEdit(FixEdit? otherwise)
    {
        bool isAlwaysDeleted = _deletion.Parent?.Parent is FinallyClauseSyntax { Parent: TryStatementSyntax attempt }
            && attempt.Parent == _declaration.Parent;
        if (!(isAlwaysDeleted || IsNameUnique())
            || _types.Directory?.GetMembers("CreateTempSubdirectory").IsEmpty != false
            || FindCreation() is not
                { Expression: InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax method } } creation)
        {
            return otherwise;
        }

        FixEdit edit = new FixEdit().Replace(_path.Span, method.Expression + ".CreateTempSubdirectory().FullName");
        return TempPathVariable.TryReleaseConstant(edit, _context, _path) && StatementRemoval.TryAdd(edit, _context, [creation])
            ? edit.Or(otherwise)
            : otherwise;
    }

    /// <summary><c>File.Delete(path);</c> or <c>Directory.Delete(path, true);</c>, with the question before it whether it exists.</summary>
    private static StatementSyntax? DeletionOf(FixContext context, IdentifierNameSyntax use, KnownTypes types)
    {
        if (use.Parent is not ArgumentSyntax
            { Parent.Parent: InvocationExpressionSyntax { Parent: ExpressionStatementSyntax statement } call }
            || context.Model.GetOperation(
                call, context.CancellationToken) is not IInvocationOperation { TargetMethod: { Name: "Delete" } method } deletion)
        {
            return null;
        }

        bool isWhole = method.ContainingType.Is(types.File)
            || (method.ContainingType.Is(types.Directory)
                && deletion.Arguments.Named("recursive") is { ConstantValue: { HasValue: true, Value: true } });
        if (!isWhole)
        {
            return null;
        }

        StatementSyntax whole = statement.Parent is BlockSyntax { Statements.Count: 1, Parent: IfStatementSyntax asking }
            ? asking
            : statement.Parent as IfStatementSyntax ?? (StatementSyntax)statement;
        return whole is IfStatementSyntax { Else: null,
            Condition: InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Exists" },
                ArgumentList.Arguments: { Count: 1 } arguments } }
            && arguments[0].Expression is IdentifierNameSyntax asked && asked.Identifier.ValueText == use.Identifier.ValueText
                ? whole
                : statement;
    }

    /// <summary>
    /// <c>Directory.CreateDirectory(path);</c> right behind the path, or first in a <c>try</c> there, where that is the only one.
    /// </summary>
    private ExpressionStatementSyntax? FindCreation()
    {
        StatementSyntax? next = Next(_declaration) is TryStatementSyntax { Block.Statements: { Count: > 0 } statements }
            ? statements[0]
            : Next(_declaration);
        return IsOfDirectory()
            && next is ExpressionStatementSyntax
                { Expression: InvocationExpressionSyntax { ArgumentList.Arguments: { Count: 1 } arguments } call } creation
            && _uses.Contains(arguments[0].Expression)
            && IsCreation(call)
            && !_uses.Any(
                use =>
                    use != arguments[0].Expression
                        && use.Parent is ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax other }
                        && IsCreation(other))
                ? creation
                : null;

        bool IsCreation(InvocationExpressionSyntax invocation) =>
            _context.Model.GetOperation(
                invocation, _context.CancellationToken) is IInvocationOperation { TargetMethod: { Name: "CreateDirectory" } method }
                    && method.ContainingType.Is(_types.Directory);
    }

    private FixEdit? TryOwnDirectory(string name)
    {
        if (FindCreation() is not { } creation)
        {
            return null;
        }

        const string Call = " = TempSpace.Default.CreateDirectory()";
        var removed = new List<StatementSyntax> { creation };
        var edit = new FixEdit();
        if ((creation.Parent == _declaration.Parent ? Next(creation) : creation.Parent?.Parent) is TryStatementSyntax attempt)
        {
            if (!TryOwn(edit, attempt, "TempDirectory " + name + Call))
            {
                return null;
            }

            removed.Add(_declaration);
        }
        else
        {
            // The last statement, but for one that returns what needs no directory.
            StatementSyntax? next = Next(_deletion);
            if (_deletion.Parent != _declaration.Parent
                || MayLeaveBefore(_deletion)
                || (next is not null
                    && next is not ReturnStatementSyntax { Expression: null or IdentifierNameSyntax or LiteralExpressionSyntax }))
            {
                return null;
            }

            SyntaxToken first = _declaration.GetFirstToken();
            if (StatementRemoval.HasCommentWithin(
                _declaration, TextSpan.FromBounds(first.SpanStart, _declaration.SemicolonToken.SpanStart)))
            {
                return null;
            }

            Own(
                edit, TextSpan.FromBounds(first.SpanStart, _declaration.SemicolonToken.SpanStart), "using ", "TempDirectory " + name +
                    Call);
            removed.Add(_deletion);
        }

        foreach (IdentifierNameSyntax use in _uses)
        {
            if (!_deletion.Contains(use) && !creation.Contains(use))
            {
                edit.Replace(use.Span, name + ".Path");
            }
        }

        return _uses.All(use => use.SpanStart <= _deletion.Span.End) && StatementRemoval.TryAdd(edit, _context, removed) ? edit : null;
    }

    private FixEdit? TryOwnFile(string name)
    {
        IdentifierNameSyntax[] others = _uses.Where(use => !_deletion.Contains(use)).ToArray();
        if (IsOfDirectory()
            || others.Length != 1
            || others[0].FirstAncestorOrSelf<ExpressionSyntax>(
                expression => expression is InvocationExpressionSyntax or BaseObjectCreationExpressionSyntax) is not { } opening
            || !CanBeOwned(opening, others[0])
            || ScopeOf(opening) is not { } scope)
        {
            return null;
        }

        string call = "TempFile " + name + " = TempSpace.Default.CreateFile()";
        FixEdit edit = new FixEdit().Replace(opening.Span, name + ".Stream");
        var removed = new List<StatementSyntax> { _declaration };
        if (scope is UsingStatementSyntax use
            && Next(use) == _deletion
            && Layout.TryGetIndentation(_context.Text, use.SpanStart) is { } indentation)
        {
            // Another using around the one of the stream.
            bool isAsync = use.AwaitKeyword.IsKind(SyntaxKind.AwaitKeyword);
            SyntaxToken first = use.GetFirstToken();
            Own(edit, first.Span, isAsync ? "await using (" : "using (", call + ")" + _context.NewLine + indentation + first.Text);
            removed.Add(_deletion);
        }
        else if (scope.Parent is not BlockSyntax { Parent: TryStatementSyntax attempt } || !TryOwn(edit, attempt, call))
        {
            return null;
        }

        return StatementRemoval.TryAdd(edit, _context, removed) ? edit : null;
    }

    /// <summary>Makes a <c>using</c> of a <c>try</c> whose <c>finally</c> does nothing but delete.</summary>
    private bool TryOwn(FixEdit edit, TryStatementSyntax attempt, string resource)
    {
        if (attempt is not { Catches.Count: 0, Finally: { Block.Statements: { Count: 1 } statements } cleanUp }
            || statements[0] != _deletion
            || attempt.Parent != _declaration.Parent
            || _uses.Any(use => use.SpanStart > cleanUp.Span.End)
            || attempt.ContainsDirectives
            || StatementRemoval.HasCommentWithin(attempt, TextSpan.FromBounds(attempt.Block.Span.End, cleanUp.Span.End)))
        {
            return false;
        }

        Own(edit, attempt.TryKeyword.Span, "using (", resource + ")");
        edit.Replace(TextSpan.FromBounds(attempt.Block.Span.End, cleanUp.Span.End), "");
        return true;
    }

    /// <summary>Puts a resource, which begins with a type of the runtime, in the place of a text.</summary>
    private static void Own(FixEdit edit, TextSpan place, string keyword, string resource) =>
        edit.Insert(place.Start, keyword).Replace(place, resource).ExpectRuntimeType(place.Start);

    /// <summary>Whether the file is opened new, to write, and in no way that the runtime's file is not.</summary>
    private bool CanBeOwned(ExpressionSyntax opening, IdentifierNameSyntax path)
    {
        if (_context.Model.GetOperation(opening, _context.CancellationToken) is not { } operation
            || OpenedFile.Of(operation, _types) is not { GivenBufferSize: null, Preallocates: false } file
            || file.Path?.Syntax != path
            || StatementRemoval.HasCommentWithin(opening, opening.Span))
        {
            return false;
        }

        // A name that others wait for, as they do for locks, is no name for temporary content.
        string text = _path.ToString();
        bool isLock = text.Contains(".lock") || text.Contains(".pid");
        bool isNew = file.Mode is OpenedFile.FileMode.Create
            || (file.Mode is OpenedFile.FileMode.CreateNew && IsNameUnique());
        return isNew
            && !isLock
            && file.Options is OpenedFile.FileOptions.None or OpenedFile.FileOptions.Asynchronous
            && (file.GivenAccess is null || file.GivenAccess.ConstantInt32() is 2 or 3);
    }

    /// <summary>The <c>using</c> statement or declaration whose one resource is the opened file.</summary>
    private static StatementSyntax? ScopeOf(ExpressionSyntax opening) =>
        opening.Parent is EqualsValueClauseSyntax
            { Parent: VariableDeclaratorSyntax { Parent: VariableDeclarationSyntax { Variables.Count: 1,
            Parent: StatementSyntax statement } } }
        && statement is UsingStatementSyntax or LocalDeclarationStatementSyntax { UsingKeyword.RawKind: not 0 }
            ? statement
            : null;

    /// <summary>Whether the method may return between the declaration and a statement of the same block.</summary>
    private bool MayLeaveBefore(StatementSyntax end) =>
        _declaration.Parent!.DescendantNodes(node => node is not (AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax)).Any(
            node =>
            node is ReturnStatementSyntax or YieldStatementSyntax or GotoStatementSyntax or BreakStatementSyntax or ContinueStatementSyntax
            && node.SpanStart > _declaration.SpanStart
            && node.SpanStart < end.SpanStart);

    private bool IsNameUnique() =>
        _context.Model.GetOperation(_path, _context.CancellationToken) is { } name
            && new PathParts(name, _types).Find(part => part.IsUnique) is not null;

    private bool IsOfDirectory() =>
        _deletion.DescendantNodes().OfType<InvocationExpressionSyntax>().Last() is { ArgumentList.Arguments.Count: 2 };

    private static StatementSyntax? Next(StatementSyntax statement)
    {
        if (statement.Parent is not BlockSyntax block)
        {
            return null;
        }

        int next = block.Statements.IndexOf(statement) + 1;
        return next < block.Statements.Count ? block.Statements[next] : null;
    }

    /// <summary>Whether nothing goes by a name where the path is declared, or in the rest of its block.</summary>
    private bool IsFree(string name) =>
        _context.Model.LookupSymbols(_declaration.SpanStart, name: name).IsEmpty
        && !_declaration.Parent!.DescendantTokens().Any(token => token.IsKind(SyntaxKind.IdentifierToken) && token.ValueText == name);
}
