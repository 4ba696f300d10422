namespace StreamTuning.CodeFixes.Temp;

/// <summary>A local or field that holds the root of temporary files: each use of it becomes a path of its own, and it goes.</summary>
internal sealed class TempPathVariable
{
    private readonly FixContext _context;
    private readonly SyntaxNode _declaration;

    private TempPathVariable(FixContext context, SyntaxNode declaration, List<TempPathExpression> uses)
    {
        _context = context;
        _declaration = declaration;
        Uses = uses;
    }

    /// <summary>The paths that begin with the variable.</summary>
    public IReadOnlyList<TempPathExpression> Uses { get; }

    /// <summary>
    /// Null where the root is not what a variable is declared with, or that is used for anything but the beginning of paths.
    /// </summary>
    public static TempPathVariable? TryRead(FixContext context, TempPathExpression root)
    {
        if (root.Whole.Parent is not EqualsValueClauseSyntax
            {
                Parent: VariableDeclaratorSyntax { Parent: VariableDeclarationSyntax { Variables.Count: 1,
                    Parent: { } declaration and (LocalDeclarationStatementSyntax or FieldDeclarationSyntax) } } declarator,
            }
            || context.Model.GetDeclaredSymbol(declarator, context.CancellationToken) is not { } symbol
            || IsSeenInOtherFiles(declaration))
        {
            return null;
        }

        SyntaxNode scope = declaration is FieldDeclarationSyntax
            ? declaration.AncestorsAndSelf().OfType<TypeDeclarationSyntax>().LastOrDefault() ?? context.Root
            : declaration.FirstAncestorOrSelf<MemberDeclarationSyntax>(member => member is not GlobalStatementSyntax) ?? context.Root;
        var uses = new List<TempPathExpression>();
        foreach (IdentifierNameSyntax name in scope.DescendantNodes().OfType<IdentifierNameSyntax>())
        {
            if (name.Identifier.ValueText != symbol.Name
                || !SymbolEqualityComparer.Default.Equals(context.Model.GetSymbolInfo(name, context.CancellationToken).Symbol, symbol))
            {
                continue;
            }

            ExpressionSyntax whole = name.Parent is MemberAccessExpressionSyntax access && access.Name == name ? access : name;
            if (whole.Parent is PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.SuppressNullableWarningExpression } forgiven)
            {
                whole = forgiven;
            }

            if (TempPathExpression.TryReadRoot(context, whole, root.EndsInSeparator) is not { } use
                || (use.IsRoot && TempDirectoryCall.TryRead(use.Whole) is null))
            {
                return null;
            }

            uses.Add(use);
        }

        return uses.Count > 0 ? new TempPathVariable(context, declaration, uses) : null;
    }

    /// <summary>Removes the declaration with its lines; false where a comment would go with it.</summary>
    public bool TryRemove(FixEdit edit)
    {
        if (Layout.TryGetLines(_context.Text, _declaration) is not { } lines)
        {
            return false;
        }

        edit.Replace(lines, "");
        return true;
    }

    /// <summary>
    /// Makes the constant that the expression is the value of, if it is one, a variable that is set once: only that can hold what a call
    /// gives. False where another initializer might read it before it is set.
    /// </summary>
    public static bool TryReleaseConstant(FixEdit edit, FixContext context, ExpressionSyntax value)
    {
        switch (value.FirstAncestorOrSelf<VariableDeclaratorSyntax>()?.Parent?.Parent)
        {
            case LocalDeclarationStatementSyntax { IsConst: true } local when value.FirstAncestorOrSelf<StatementSyntax>() == local:
                SyntaxToken keyword = local.Modifiers.First(modifier => modifier.IsKind(SyntaxKind.ConstKeyword));
                if (local.Declaration.Variables.Count > 1 || keyword.TrailingTrivia.Any(Layout.IsMoreThanSpace))
                {
                    return false;
                }

                edit.Replace(TextSpan.FromBounds(keyword.SpanStart, local.Declaration.SpanStart), "");
                return true;
            case FieldDeclarationSyntax field when field.Modifiers.Any(SyntaxKind.ConstKeyword):
                if (field.Declaration.Variables.Count > 1
                    || IsSeenInOtherFiles(field)
                    || field.Parent is not TypeDeclarationSyntax type
                    || type.Members.TakeWhile(member => member != field).Any(IsInitializedBefore))
                {
                    return false;
                }

                edit.Replace(field.Modifiers.First(modifier => modifier.IsKind(SyntaxKind.ConstKeyword)).Span, "static readonly");
                return true;
            default:
                return true;
        }
    }

    /// <summary>Whether code that this document does not show may use the field, as the constant that it is.</summary>
    private static bool IsSeenInOtherFiles(SyntaxNode declaration) => declaration is FieldDeclarationSyntax field
        && (field.Ancestors().OfType<TypeDeclarationSyntax>().Any(static type => type.Modifiers.Any(SyntaxKind.PartialKeyword))
            || field.AncestorsAndSelf().OfType<MemberDeclarationSyntax>().All(static member => member is BaseNamespaceDeclarationSyntax
                || member.Modifiers.Any(SyntaxKind.InternalKeyword)
                || member.Modifiers.Any(SyntaxKind.PublicKeyword)
                || member.Modifiers.Any(SyntaxKind.ProtectedKeyword)
                || member.Parent is BaseNamespaceDeclarationSyntax or CompilationUnitSyntax));

    private static bool IsInitializedBefore(MemberDeclarationSyntax member) => member switch
    {
        FieldDeclarationSyntax field =>
            field.Modifiers.Any(SyntaxKind.StaticKeyword) && field.Declaration.Variables.Any(variable => variable.Initializer is not null),
        PropertyDeclarationSyntax property => property.Modifiers.Any(SyntaxKind.StaticKeyword) && property.Initializer is not null,
        _ => false,
    };
}

/// <summary>
/// What is known of the first name below a root of temporary files, to tell whether two paths may lead to the same place.
/// </summary>
internal readonly struct TempPathName
{
    private readonly string _text;
    private readonly bool _isWhole;
    private readonly string _code;

    private TempPathName(string text, bool isWhole, string code)
    {
        _text = text;
        _isWhole = isWhole;
        _code = code;
    }

    /// <summary>How two names may be the same.</summary>
    public enum Likeness
    {
        /// <summary>They are certainly different.</summary>
        Different,

        /// <summary>One of them is not known.</summary>
        Unknown,

        /// <summary>They are the same, or begin alike.</summary>
        Same,
    }

    /// <summary>Whether there is no name: the directory itself is meant.</summary>
    private bool IsNone => _isWhole && _text.Length == 0;

    private bool IsMadeUnique => !_isWhole && (_code.Contains(".NewGuid()") || _code.Contains(".GetRandomFileName()"));

    /// <summary>The name in a text behind the root.</summary>
    public static TempPathName Of(string text, bool isWhole) => Of(text, isWhole, code: "");

    public static TempPathName Of(TempPathExpression path) =>
        path.IsRoot && TempDirectoryCall.TryRead(path.Whole) is { Rest: { Count: > 0 } rest } ? Of(rest)
            : Of(path.Beginning, path.Constant is not null, path.Code);

    public Likeness CompareTo(TempPathName other)
    {
        if (IsMadeUnique || other.IsMadeUnique)
        {
            // Nobody else can have it, but a search through the directory may find it.
            return IsNone || other.IsNone ? Likeness.Unknown : Likeness.Different;
        }

        if (_isWhole && other._isWhole)
        {
            return IsNone || other.IsNone
                ? Likeness.Unknown
                : string.Equals(_text, other._text, StringComparison.OrdinalIgnoreCase)
                ? Likeness.Same
                : Likeness.Different;
        }

        if (!_isWhole && !other._isWhole && _code == other._code)
        {
            return Likeness.Same;
        }

        if (_text.Length == 0 || other._text.Length == 0)
        {
            return Likeness.Unknown;
        }

        return (!other._isWhole && _text.StartsWith(other._text, StringComparison.OrdinalIgnoreCase))
            || (!_isWhole && other._text.StartsWith(_text, StringComparison.OrdinalIgnoreCase))
            ? Likeness.Same
            : Likeness.Different;
    }

    private static TempPathName Of(IReadOnlyList<ArgumentSyntax> names) => names[0].Expression switch
    {
        LiteralExpressionSyntax { Token.Value: string text } => Of(text, isWhole: true),
        InterpolatedStringExpressionSyntax { Contents: { Count: > 0 } contents } when contents[0] is InterpolatedStringTextSyntax text =>
            Of(text.TextToken.ValueText, isWhole: false, string.Join(",", names)),
        _ => new TempPathName("", isWhole: false, string.Join(",", names)),
    };

    private static TempPathName Of(string text, bool isWhole, string code)
    {
        string name = text.TrimStart('/', '\\');
        int end = name.IndexOfAny(new[] { '/', '\\' });
        return end < 0 ? new TempPathName(name, isWhole, code) : new TempPathName(name.Substring(0, end), isWhole: true, code);
    }
}

/// <summary><c>Path.Combine(root, names)</c> or <c>Path.Join</c>, found by its first argument.</summary>
internal sealed class TempDirectoryCall
{
    private TempDirectoryCall(InvocationExpressionSyntax syntax, MemberAccessExpressionSyntax method)
    {
        Syntax = syntax;
        Method = method;
    }

    public InvocationExpressionSyntax Syntax { get; }

    public MemberAccessExpressionSyntax Method { get; }

    /// <summary>The arguments behind the first.</summary>
    public IReadOnlyList<ArgumentSyntax> Rest => Syntax.ArgumentList.Arguments.Skip(1).ToList();

    /// <summary>Whether an argument is given by its name.</summary>
    public bool HasNames => Syntax.ArgumentList.Arguments.Any(argument => argument.NameColon is not null);

    /// <summary>Null where the expression is not the first argument of such a call.</summary>
    public static TempDirectoryCall? TryRead(ExpressionSyntax first) =>
        first.Parent is ArgumentSyntax
            { Parent: ArgumentListSyntax
                { Parent: InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Combine"
            or "Join" } method } call } list } argument
        && list.Arguments[0] == argument
        && argument.NameColon is null or { Name.Identifier.ValueText: "path1" }
        && IsPath(method.Expression)
            ? new TempDirectoryCall(call, method)
            : null;

    private static bool IsPath(ExpressionSyntax type) => type switch
    {
        IdentifierNameSyntax name => name.Identifier.ValueText == "Path",
        MemberAccessExpressionSyntax access => access.Name.Identifier.ValueText == "Path",
        _ => false,
    };
}
