using StreamTuning.Analyzers.Temp;

namespace StreamTuning.CodeFixes.Temp;

/// <summary>
/// Fixes STRM2001 where the path begins: there the root gives way to a call, and the name stays. Offered where all that leads to the
/// same place in the document goes by the same variable.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(HardCodedTempPathCodeFix))]
[Shared]
internal sealed class HardCodedTempPathCodeFix() : StreamTuningCodeFix(Rules.HardCodedTempPath)
{
    private protected override FixEdit? TryCreateRuntimeEdit(FixContext context) =>
        context.Model.Compilation.GetTypeByMetadataName("StreamTuning.TempSpace") is null
            ? null
            : TryCreate(context, TempPathEdit.TryAddRuntimeCall, (owned, named) => owned.TryCreateRuntimeEdit(named));

    private protected override FixEdit? TryCreatePlainEdit(FixContext context) =>
        TryCreate(context, TempPathEdit.TryAddPlainCall, (owned, named) => owned.TryCreatePlainEdit(named));

    /// <param name="context">The document.</param>
    /// <param name="tryAdd">Rewrites the path alone.</param>
    /// <param name="tryOwn">Rewrites all that is done with what the method makes and deletes, or else the path alone.</param>
    private static FixEdit? TryCreate(FixContext context, TempPathEdit.Rewriting tryAdd, Func<OwnedTempPath, FixEdit?, FixEdit?> tryOwn)
    {
        if (context.Model.GetOperation(context.Node, context.CancellationToken) is not { } written
            || HardCodedPath.TryRead(
                written, TempRoots.Of(
                    context.Option(Options.HardCodedTempRoots)), context.Types) is not { Beginning.Syntax: { } beginning, Root: { } root }
            || beginning.SyntaxTree != context.Root.SyntaxTree
            || TempPathExpression.TryRead(context, beginning, root) is not { } path)
        {
            return null;
        }

        var edit = new FixEdit();
        TempPathVariable? variable = path.IsRoot && TempDirectoryCall.TryRead(path.Whole) is null
            ? TempPathVariable.TryRead(context, path)
            : null;
        if (path.IsRoot && variable is null && IsReturned(path.Whole))
        {
            return null;
        }

        IReadOnlyList<TempPathExpression> places = variable?.Uses ?? new[] { path };
        var spans = places.Select(place => SpanOf(place)).ToList();
        if (variable is not null)
        {
            spans.Add(path.Whole.Span);
            if (!variable.TryRemove(edit))
            {
                return null;
            }
        }

        if (new OtherTempPaths(context, root).MayLeadTo(places.Select(TempPathName.Of).ToList(), spans))
        {
            return null;
        }

        FixEdit? named =
            places.All(place => tryAdd(edit, context, place) && TempPathVariable.TryReleaseConstant(edit, context, place.Whole))
                ? edit
                : null;
        return OwnedTempPath.TryRead(context, path) is { } owned ? tryOwn(owned, named) : named;
    }

    /// <summary>Whether a property or method gives the root alone: what follows it is not in sight here.</summary>
    private static bool IsReturned(ExpressionSyntax root) =>
        root.Parent is ReturnStatementSyntax or ArrowExpressionClauseSyntax
            or EqualsValueClauseSyntax { Parent: PropertyDeclarationSyntax };

    private static TextSpan SpanOf(TempPathExpression place) =>
        (TempDirectoryCall.TryRead(place.Whole)?.Syntax ?? (SyntaxNode)place.Whole).Span;
}

/// <summary>
/// The places of a document that speak of paths below the same root: what is written under a new path would no longer be found there.
/// </summary>
internal sealed class OtherTempPaths
{
    /// <summary>What of a text behind a root can be a path, in characters: more than any system allows.</summary>
    private const int LongestPath = 33_000;

    private readonly FixContext _context;
    private readonly string _root;
    private readonly TempRoots _roots;
    private readonly KnownTypes _types;

    /// <param name="context">The document.</param>
    /// <param name="root">The root as it is written; of an environment variable its name between percent signs.</param>
    public OtherTempPaths(FixContext context, string root)
    {
        _context = context;
        _root = root;
        _roots = TempRoots.Of(ImmutableArray.Create(root));
        _types = KnownTypes.Of(context.Model.Compilation);
    }

    /// <summary>Whether a text outside of the given spans may lead to the place that one of the names leads to.</summary>
    public bool MayLeadTo(IReadOnlyCollection<TempPathName> names, IReadOnlyCollection<TextSpan> except)
    {
        foreach (SyntaxToken token in _context.Root.DescendantTokens())
        {
            if (token.Value is string or null && IsText(token) && !except.Any(span => span.Contains(token.Span)) && MayLeadTo(names, token))
            {
                return true;
            }
        }

        return false;
    }

    private static bool IsText(SyntaxToken token) =>
        token.IsKind(SyntaxKind.StringLiteralToken)
        || token.IsKind(SyntaxKind.InterpolatedStringTextToken)
        || token.IsKind(SyntaxKind.SingleLineRawStringLiteralToken)
        || token.IsKind(SyntaxKind.MultiLineRawStringLiteralToken);

    private bool MayLeadTo(IReadOnlyCollection<TempPathName> names, SyntaxToken token)
    {
        string text = token.ValueText;
        if (_root[0] == '%'
            && text.Length == _root.Length - 2
            && _roots.HasVariable(text)
            && string.Compare(_root, 1, text, 0, text.Length, StringComparison.OrdinalIgnoreCase) == 0
            && token.Parent!.FirstAncestorOrSelf<InvocationExpressionSyntax>() is
                { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "GetEnvironmentVariable" } } call)
        {
            return MayLeadTo(names, TempPathExpression.TryRead(_context, call, _root), call, default);
        }

        for (int i = 0; i < text.Length; i++)
        {
            if (i > 0 && (char.IsLetterOrDigit(text[i - 1]) || text[i - 1] is '/' or '\\' or '.' or '_' or '-'))
            {
                continue;
            }

            int length = _roots.LengthOfRoot(text, i);
            if (length == 0)
            {
                continue;
            }

            string root = text.Substring(i, length);
            if (!IsSameRoot(root))
            {
                continue;
            }

            int start = i + length;
            string name = text.Substring(start, Math.Min(text.Length - start, LongestPath));
            bool isWhole = !token.IsKind(SyntaxKind.InterpolatedStringTextToken);
            TempPathExpression? expression = i == 0 ? TempPathExpression.TryRead(_context, token.Parent!, root) : null;
            if (MayLeadTo(names, expression, token.Parent!, TempPathName.Of(name.TrimEnd('"', '\''), isWhole)))
            {
                return true;
            }
        }

        return false;
    }

    private bool MayLeadTo(
        IReadOnlyCollection<TempPathName> names, TempPathExpression? expression, SyntaxNode beginning, TempPathName otherwise)
    {
        TempPathName other = expression is null ? otherwise : TempPathName.Of(expression);
        bool isWritten = false;
        foreach (TempPathName name in names)
        {
            switch (name.CompareTo(other))
            {
                case TempPathName.Likeness.Same:
                    return true;
                case TempPathName.Likeness.Unknown when !isWritten:
                    // What is written there has most likely a file of its own.
                    if (!IsWritten(beginning))
                    {
                        return true;
                    }

                    isWritten = true;
                    break;
            }
        }

        return false;
    }

    private bool IsWritten(SyntaxNode beginning)
    {
        if (_context.Model.GetOperation(beginning, _context.CancellationToken) is not { } path)
        {
            return false;
        }

        var uses = new PathUses(new PathSinks(_types, ImmutableArray<INamedTypeSymbol>.Empty), _types);
        return uses.AreAboutFiles(path) && uses.Writes;
    }

    private bool IsSameRoot(string root)
    {
        return Normal(root) == Normal(_root);

        static string Normal(string path) =>
            path.Length > 1 && path[1] == ':'
                ? path.Replace('/', '\\').ToUpperInvariant()
                : path[0] == '%'
                ? path.ToUpperInvariant()
                : path;
    }
}
