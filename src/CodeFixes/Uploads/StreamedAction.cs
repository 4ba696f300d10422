namespace StreamTuning.CodeFixes.Uploads;

/// <summary>
/// Turns an action that loops over its files into one that streams them: the body of the loop becomes what is done with each.
/// </summary>
internal sealed class StreamedAction
{
    private const string RuntimeType = "StreamTuning.StreamFilesExtensions";
    private const string Attribute = "DisableFormModelBinding";

    private readonly FixContext _context;
    private readonly KnownTypes _types;
    private readonly MethodDeclarationSyntax _action;
    private readonly IMethodSymbol _method;
    private readonly ParameterSyntax _files;
    private readonly string _inputName;
    private readonly FixEdit _edit = new();

    private StreamedAction(
        FixContext context, MethodDeclarationSyntax action, IMethodSymbol method, ParameterSyntax files, string inputName)
    {
        _context = context;
        _types = KnownTypes.Of(context.Model.Compilation);
        _action = action;
        _method = method;
        _files = files;
        _inputName = inputName;
    }

    /// <summary>The edit, or null where the action does anything that it might do differently then.</summary>
    public static FixEdit? TryCreate(FixContext context, MethodDeclarationSyntax action)
    {
        if (context.Model.Compilation.GetTypeByMetadataName(RuntimeType) is null
            || context.Model.GetDeclaredSymbol(
                action, context.CancellationToken) is not { IsVirtual: false, IsOverride: false,
                ExplicitInterfaceImplementations.IsEmpty: true } method
            || !method.ContainingType.DerivesFrom(KnownTypes.Of(context.Model.Compilation).ControllerBase)
            || context.Node is not ParameterSyntax files
            || TryGetInputName(context, files) is not { } inputName)
        {
            return null;
        }

        var streamed = new StreamedAction(context, action, method, files, inputName);
        return streamed.UsesFormForFilesOnly() && streamed.TryCreate() ? streamed._edit : null;
    }

    private string Files => _files.Identifier.ValueText;

    /// <summary>The name of the action's token; empty where it has none.</summary>
    private string Token => _method.Parameters.FirstOrDefault(parameter => parameter.Type.Name == "CancellationToken")?.Name ?? "";

    private string InputNameTest(string file) =>
        file + ".Name.Equals(" + SymbolDisplay.FormatLiteral(_inputName, quote: true) + ", StringComparison.OrdinalIgnoreCase)";

    /// <summary>The name of the input whose files are bound; null where the parameter says anything else that would be lost.</summary>
    private static string? TryGetInputName(FixContext context, ParameterSyntax files)
    {
        if (files.Default is not null
            || StatementRemoval.HasCommentWithin(files, files.Span)
            || context.Model.GetDeclaredSymbol(files, context.CancellationToken) is not { } parameter)
        {
            return null;
        }

        KnownTypes types = KnownTypes.Of(context.Model.Compilation);
        string name = parameter.Name;
        foreach (AttributeData attribute in parameter.GetAttributes())
        {
            if (!attribute.AttributeClass.Is(types.FromFormAttribute))
            {
                return null;
            }

            foreach (var argument in attribute.NamedArguments)
            {
                if (argument.Key == "Name" && argument.Value.Value is string given)
                {
                    name = given;
                }
            }
        }

        // One file is no loop.
        return FormFiles.IsFile(parameter.Type, types) ? null : name;
    }

    /// <summary>
    /// Whether nothing else is bound to the form, reads it or looks at what was bound, and no antiforgery token comes with it.
    /// </summary>
    private bool UsesFormForFilesOnly()
    {
        RequestHandlers handlers = RequestHandlers.Of(_context.Model.Compilation);
        foreach (IParameterSymbol parameter in _method.Parameters)
        {
            if (parameter.Name != Files
                && parameter.Type.Name != "CancellationToken"
                && (handlers.SourceOf(parameter, HandlerKind.Action) != BindingSource.Other
                    || parameter.GetAttributes().Any(attribute => Antiforgery.IsValidation(attribute.AttributeClass, _types))))
            {
                return false;
            }
        }

        for (INamedTypeSymbol? type = _method.ContainingType; type is not null; type = type.BaseType)
        {
            if (RequestAttributes.HasItself(type, _types.BindPropertiesAttribute)
                || type.GetMembers().OfType<IPropertySymbol>().Any(
                    property => RequestAttributes.Has(property, _types.BindPropertyAttribute))
                || type.GetAttributes().Any(IsUnknownFilter))
            {
                return false;
            }
        }

        RequestLimits limits = RequestLimits.Of(_method, _types);
        return !_method.GetAttributes().Any(IsUnknownFilter)
            && !(limits.MultipartBody < (limits.Request ?? long.MaxValue))
            && !ReadsRequest()
            && !NeedsToken()
            && !ExistingFiles.MayBeWritten(_action, _context.Model.Compilation, _context.CancellationToken)
            && !AreArgumentsLookedAt();
    }

    /// <summary>
    /// Whether the streamed form may need a token that the request does not have: a streamed form requires it in a header wherever the
    /// services for it are there, and an action that only seems to need none must not lose its protection.
    /// </summary>
    private bool NeedsToken() =>
        Antiforgery.Applies(_method, _context.Model.Compilation, _context.CancellationToken)
        || (!Antiforgery.IsIgnored(_method) && !Antiforgery.IsCertainlyAbsent(_context.Model.Compilation, _context.CancellationToken));

    /// <summary>Whether an attribute is a filter that may look at the arguments of the action.</summary>
    private bool IsUnknownFilter(AttributeData attribute) =>
        attribute.AttributeClass is { } type
        && type.AllInterfaces.Any(implemented => implemented is { Name: "IFilterMetadata" })
        && (type.Name is "TypeFilterAttribute" or "ServiceFilterAttribute" or "MiddlewareFilterAttribute"
            || type.ContainingNamespace is not { Name: "Mvc"
                or "Authorization", ContainingNamespace: { Name: "AspNetCore", ContainingNamespace.Name: "Microsoft" } });

    /// <summary>Whether a filter in the application, which may be there for all actions, looks at their arguments.</summary>
    private bool AreArgumentsLookedAt() => _context.Model.Compilation.SyntaxTrees.Any(tree =>
    {
        _context.CancellationToken.ThrowIfCancellationRequested();
        return tree.GetRoot(_context.CancellationToken).DescendantTokens().Any(
            token => token.IsKind(SyntaxKind.IdentifierToken) && token.ValueText == "ActionArguments");
    });

    /// <summary>
    /// Whether the action, or what its class has besides actions, reads the form or body or looks at the state of the model.
    /// </summary>
    private bool ReadsRequest() =>
        Reads(_action)
            || _method.ContainingType.DeclaringSyntaxReferences.Select(declaration => declaration.GetSyntax(_context.CancellationToken))
            .OfType<TypeDeclarationSyntax>()
            .SelectMany(type => type.Members)
            .Any(member => !(member is MethodDeclarationSyntax && member.Modifiers.Any(SyntaxKind.PublicKeyword)) && Reads(member));

    private static bool Reads(SyntaxNode member) =>
        member.DescendantNodes().OfType<SimpleNameSyntax>().Any(name => name.Identifier.ValueText is
        "ModelState" or "Form" or "ReadFormAsync" or "Body" or "BodyReader" or "TryUpdateModelAsync" or "TryValidateModel" or "Features"
            or "IsFormContentType" or "HasFormContentType");

    private bool TryCreate()
    {
        if (_action.Body is not { } body
            || _action.GetLeadingTrivia().ToString().Contains("name=\"" + Files + "\"")
            || body.ContainsDirectives
            || body.Statements.OfType<ForEachStatementSyntax>().FirstOrDefault(
                loop => IsFiles(loop.Expression)) is not { Statement: BlockSyntax block } loop
            || !loop.AwaitKeyword.IsKind(SyntaxKind.None)
            || StatementRemoval.HasCommentWithin(loop, TextSpan.FromBounds(loop.SpanStart, loop.Statement.SpanStart))
            || TryGetCopy(loop) is not { } copy)
        {
            return false;
        }

        List<IdentifierNameSyntax> others = UsesOf(body, Files).Where(use => !loop.Expression.Contains(use)).ToList();
        IfStatementSyntax? guard = others.Count > 0 ? GuardBefore(body, loop, others) : null;
        if (guard is not null)
        {
            others.RemoveAll(use => guard.Contains(use));
        }

        if (!others.All(use => use.SpanStart > loop.Span.End && IsCount(use)) || !TryChangeBody(loop, block, copy))
        {
            return false;
        }

        bool usesForm = guard is not null || others.Count > 0;
        if (usesForm && UsesOf(body, "form").Count > 0)
        {
            return false;
        }

        ReplaceLoop(loop, block, usesForm, copy);
        AddAttribute();
        return others.All(TryReplaceCount) && (guard is null || TryMoveGuard(guard, loop)) && TryRemoveParameter();
    }

    private bool IsFiles(ExpressionSyntax expression) => expression is IdentifierNameSyntax name && name.Identifier.ValueText == Files;

    private List<IdentifierNameSyntax> UsesOf(SyntaxNode scope, string name) => scope.DescendantNodes()
        .OfType<IdentifierNameSyntax>()
        .Where(
            use =>
                use.Identifier.ValueText == name
                    && use.Parent is not (NameColonSyntax or NameEqualsSyntax)
                    && !(use.Parent is MemberAccessExpressionSyntax access && access.Name == use))
        .ToList();

    /// <summary>
    /// The one use of the content of a file in the loop, if there is one and it waits: a copy, or an upload of the stream.
    /// </summary>
    private AwaitExpressionSyntax? TryGetCopy(ForEachStatementSyntax loop)
    {
        AwaitExpressionSyntax? copy = null;
        foreach (IdentifierNameSyntax use in UsesOf(loop.Statement, loop.Identifier.ValueText))
        {
            if (use.Parent is not MemberAccessExpressionSyntax { Name.Identifier.ValueText: { } member,
                Parent: InvocationExpressionSyntax call } || member is not ("CopyToAsync" or "CopyToFileAsync" or "OpenReadStream"))
            {
                continue;
            }

            if (member == "CopyToFileAsync" && !IsOfRuntime(call))
            {
                return null;
            }

            SyntaxNode reading = call;
            if (member == "OpenReadStream")
            {
                if (TryGetReader(call, loop) is not { } reader)
                {
                    return null;
                }

                reading = reader;
            }

            bool isRepeated =
                reading.Ancestors().TakeWhile(node => node != loop).Any(
                    node =>
                        node is AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax or ForStatementSyntax
                            or CommonForEachStatementSyntax or WhileStatementSyntax or DoStatementSyntax or TryStatementSyntax);
            if (copy is not null
                || isRepeated
                || Statements.AwaitedOf(reading, out bool isAwaited, out _) is not { } outermost
                || !isAwaited)
            {
                return null;
            }

            copy = outermost.DescendantNodesAndSelf().OfType<AwaitExpressionSyntax>().First();
        }

        return copy;
    }

    /// <summary>
    /// The call that reads all of a stream: only what is known to read one that cannot seek, from where it is to its end.
    /// </summary>
    private InvocationExpressionSyntax? TryGetReader(ExpressionSyntax stream, ForEachStatementSyntax loop)
    {
        if (stream.Parent is EqualsValueClauseSyntax
            { Parent: VariableDeclaratorSyntax { Parent: VariableDeclarationSyntax { Variables.Count: 1 } } variable })
        {
            List<IdentifierNameSyntax> uses = UsesOf(loop.Statement, variable.Identifier.ValueText);
            if (uses.Count != 1)
            {
                return null;
            }

            stream = uses[0];
            if (stream.Parent is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "CopyToAsync",
                Parent: InvocationExpressionSyntax copy } access && access.Expression == stream)
            {
                return copy;
            }
        }

        return stream.Parent is ArgumentSyntax
            { Parent.Parent: InvocationExpressionSyntax
                { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "UploadAsync"
            or "UploadBlobAsync"
            or "UploadBlocksAsync" } } upload }
            && IsOfAzureBlobs(upload)
            ? upload
            : null;
    }

    private bool IsOfRuntime(InvocationExpressionSyntax copy) =>
        _context.Model.GetSymbolInfo(
            copy, _context.CancellationToken).Symbol is { ContainingType.Name: "FormFileExtensions",
            ContainingNamespace: { Name: "StreamTuning", ContainingNamespace.IsGlobalNamespace: true } };

    private bool IsOfAzureBlobs(InvocationExpressionSyntax upload) =>
        _context.Model.GetSymbolInfo(upload, _context.CancellationToken).Symbol is IMethodSymbol { ContainingType: { } type }
        && (type.DerivesFrom(_types.BlobContainerClient)
            || type.Name is "BlobClient" or "BlockBlobClient"
            || type.Is(_types.BlobUploadExtensions));

    /// <summary>The test right before the loop that ends the action where there are no files.</summary>
    private IfStatementSyntax? GuardBefore(BlockSyntax body, ForEachStatementSyntax loop, List<IdentifierNameSyntax> uses)
    {
        int index = body.Statements.IndexOf(loop);
        if (index == 0 || body.Statements[index - 1] is not IfStatementSyntax { Else: null } guard || !IsTestForNone(guard.Condition))
        {
            return null;
        }

        StatementSyntax ending = guard.Statement is BlockSyntax { Statements: { Count: 1 } statements } ? statements[0] : guard.Statement;
        return ending is ReturnStatementSyntax && uses.TrueForAll(use => guard.Condition.Contains(use) || use.SpanStart > loop.Span.End)
            ? guard
            : null;
    }

    /// <summary>Whether the condition is that there are no files: a list of them is never null.</summary>
    private bool IsTestForNone(ExpressionSyntax condition)
    {
        switch (condition)
        {
            case ParenthesizedExpressionSyntax parenthesized:
                return IsTestForNone(parenthesized.Expression);
            case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalOrExpression } either:
                return IsTestForNull(either.Left) && IsTestForNone(either.Right);
            case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.EqualsExpression,
                Right: LiteralExpressionSyntax { Token.ValueText: "0" }, Left: { } left }:
                return left is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Count" or "Length" } count
                    ? IsFiles(count.Expression)
                    : left is InvocationExpressionSyntax { ArgumentList.Arguments.Count: 0,
                        Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Count" } called }
                            && IsFiles(called.Expression);
            case PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression,
                Operand: InvocationExpressionSyntax { ArgumentList.Arguments.Count: 0,
                    Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Any" } any } }:
                return IsFiles(any.Expression);
            default:
                return false;
        }
    }

    private bool IsTestForNull(ExpressionSyntax condition) => condition switch
    {
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.EqualsExpression, Left: { } left,
            Right: LiteralExpressionSyntax { RawKind: (int)SyntaxKind.NullLiteralExpression } } => IsFiles(left),
        IsPatternExpressionSyntax { Expression: { } tested,
            Pattern: ConstantPatternSyntax { Expression: LiteralExpressionSyntax { RawKind: (int)SyntaxKind.NullLiteralExpression } } } =>
                IsFiles(tested),
        _ => false,
    };

    private static bool IsCount(IdentifierNameSyntax files) =>
        files.Parent is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Count"
            or "Length", Parent: not InvocationExpressionSyntax };

    /// <summary>Renames what has another name at a streamed file; false where there is something that it has not, or only later.</summary>
    private bool TryChangeBody(ForEachStatementSyntax loop, BlockSyntax block, AwaitExpressionSyntax copy)
    {
        foreach (IdentifierNameSyntax use in UsesOf(block, loop.Identifier.ValueText))
        {
            if (use.Parent is not MemberAccessExpressionSyntax { Name: { } member } access || access.Expression != use)
            {
                return false;
            }

            switch (member.Identifier.ValueText)
            {
                case "Name" or "ContentType" or "CopyToFileAsync":
                    break;
                case "CopyToAsync" when access.Parent is InvocationExpressionSyntax copying:
                    // Its parameter has another name there.
                    if (copying.ArgumentList.Arguments.FirstOrDefault(
                        argument => argument.NameColon?.Name.Identifier.ValueText == "target") is { NameColon: { } label })
                    {
                        _edit.Replace(label.Name.Span, "destination");
                    }

                    break;
                case "FileName":
                    _edit.Replace(member.Span, "UntrustedFileName");
                    break;
                case "OpenReadStream" when access.Parent is InvocationExpressionSyntax opening
                    && !StatementRemoval.HasCommentWithin(opening, TextSpan.FromBounds(member.SpanStart, opening.Span.End)):
                    _edit.Replace(TextSpan.FromBounds(member.SpanStart, opening.Span.End), "Stream");
                    break;
                case "Length" when IsAfter(use, copy, block):
                    break;
                case "Length"
                    when TryGetTestForEmpty(access) is ({ } test, var isEmpty) && !StatementRemoval.HasCommentWithin(test, test.Span):
                    _edit.Replace(
                        test.Span, (isEmpty ? "" : "!") + "await " + use.Identifier.Text + ".IsEmptyAsync(" + Token + ")" +
                            Configured(copy));
                    break;
                default:
                    return false;
            }
        }

        foreach (SyntaxNode node in block.DescendantNodes(
            node => node is not (AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax)))
        {
            switch (node)
            {
                case ContinueStatementSyntax next when Target(next) == loop:
                    _edit.Replace(next.ContinueKeyword.Span, "return");
                    break;
                case BreakStatementSyntax end when Target(end) == loop:
                case ReturnStatementSyntax or YieldStatementSyntax or GotoStatementSyntax or LabeledStatementSyntax:
                    return false;
            }
        }

        return true;
    }

    /// <summary>
    /// The comparison of a length with nothing, which can be told before the content is read, and whether it is that the length is 0.
    /// </summary>
    private static (ExpressionSyntax? Test, bool IsEmpty) TryGetTestForEmpty(ExpressionSyntax length) => length.Parent switch
    {
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.GreaterThanExpression or (int)SyntaxKind.NotEqualsExpression } test
            when test.Left == length && IsLiteral(test.Right, "0") => (test, false),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.EqualsExpression or (int)SyntaxKind.LessThanOrEqualExpression } test
            when test.Left == length && IsLiteral(test.Right, "0") => (test, true),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LessThanExpression } test
            when test.Left == length && IsLiteral(test.Right, "1") => (test, true),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LessThanExpression } test
            when test.Right == length && IsLiteral(test.Left, "0") => (test, false),
        IsPatternExpressionSyntax { Pattern: ConstantPatternSyntax { Expression: { } value } } test when IsLiteral(value, "0") =>
            (test, true),
        IsPatternExpressionSyntax { Pattern: RelationalPatternSyntax { OperatorToken.RawKind: (int)SyntaxKind.GreaterThanToken,
            Expression: { } value } } test when IsLiteral(value, "0") => (test, false),
        _ => default,
    };

    private static bool IsLiteral(ExpressionSyntax expression, string value) =>
        expression is LiteralExpressionSyntax { Token: { RawKind: (int)SyntaxKind.NumericLiteralToken, ValueText: { } text } }
            && text == value;

    private static string Configured(AwaitExpressionSyntax copy)
    {
        ExpressionSyntax awaited =
            copy.Expression is InvocationExpressionSyntax
                { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "ConfigureAwait" } called }
                ? called.Expression
                : copy.Expression;
        Statements.AwaitedOf(awaited, out _, out string configured);
        return configured.Length > 0 ? ".ConfigureAwait" + configured : "";
    }

    /// <summary>Whether the use comes when the statement of the copy, which is one of the loop's own, has ended.</summary>
    private static bool IsAfter(SyntaxNode use, AwaitExpressionSyntax copy, BlockSyntax block) =>
        copy.FirstAncestorOrSelf<StatementSyntax>() is { } statement && statement.Parent == block && use.SpanStart > statement.Span.End;

    /// <summary>The loop, or <c>switch</c>, that the statement goes on or ends.</summary>
    private static SyntaxNode? Target(StatementSyntax jump) =>
        jump.Ancestors().FirstOrDefault(
            node =>
                node is CommonForEachStatementSyntax or ForStatementSyntax or WhileStatementSyntax or DoStatementSyntax
                    || (jump is BreakStatementSyntax && node is SwitchStatementSyntax));

    private void ReplaceLoop(ForEachStatementSyntax loop, BlockSyntax block, bool usesForm, AwaitExpressionSyntax copy)
    {
        string file = loop.Identifier.Text;
        string token = Token.Length > 0 ? ", cancellationToken: " + Token : "";
        _edit.Insert(loop.SpanStart, (usesForm ? "StreamedForm form = " : "") + "await this.")
            .Replace(
                TextSpan.FromBounds(loop.SpanStart, loop.CloseParenToken.Span.End), "StreamFiles(async (" + file + ", " +
                    NameOfToken(block) + ") =>")
            .ExpectRuntimeCall(loop.SpanStart)
            .Insert(
                Math.Max(
                    block.OpenBraceToken.Span.End, block.OpenBraceToken.TrailingTrivia.LastOrDefault(Layout.IsMoreThanSpace).Span.End),
                        SkipOthers(file, block))
            .Insert(block.CloseBraceToken.Span.End, token + ")" + Configured(copy) + ";");
        Import("System", nameof(StringComparison));
    }

    /// <summary>
    /// The statement that leaves out the files of other inputs, as the block is written: on lines of their own, or on one.
    /// </summary>
    private string SkipOthers(string file, BlockSyntax block)
    {
        string test = "if (!" + InputNameTest(file) + ")";
        string newLine = _context.NewLine;
        if (block.Statements.Count == 0 || Layout.TryGetIndentation(_context.Text, block.Statements[0].SpanStart) is not { } inner)
        {
            return " " + test + " { return; }";
        }

        string outer = Layout.TryGetIndentation(_context.Text, block.OpenBraceToken.SpanStart) ?? "";
        string step = inner.StartsWith(outer, StringComparison.Ordinal) && inner.Length > outer.Length
            ? inner.Substring(outer.Length)
            : "    ";
        return newLine + inner + test + newLine + inner + "{" + newLine + inner + step + "return;" + newLine + inner + "}" + newLine;
    }

    /// <summary>The name of the token of the callback, which nothing uses: an underscore, unless the block has values to discard.</summary>
    private static string NameOfToken(BlockSyntax block)
    {
        string name = "_";
        while (block.DescendantTokens().Any(token => token.ValueText == name))
        {
            name += "_";
        }

        return name;
    }

    /// <summary>Has a namespace imported, unless what is needed of it can be named without that, as with implicit usings.</summary>
    private void Import(string name, string type)
    {
        if (_context.Model.LookupNamespacesAndTypes(_files.SpanStart, name: type).IsEmpty)
        {
            _edit.Import(name, _files.SpanStart);
        }
    }

    private bool TryReplaceCount(IdentifierNameSyntax files)
    {
        var access = (MemberAccessExpressionSyntax)files.Parent!;
        string name = access.Parent is AnonymousObjectMemberDeclaratorSyntax { NameEquals: null }
            ? access.Name.Identifier.Text + " = "
            : "";
        _edit.Replace(access.Span, name + "form.Files.Count(uploaded => " + InputNameTest("uploaded") + ")");
        Import("System.Linq", nameof(Enumerable));
        return !StatementRemoval.HasCommentWithin(access, access.Span);
    }

    /// <summary>Puts the test behind the loop, which does nothing where there are no files.</summary>
    private bool TryMoveGuard(IfStatementSyntax guard, ForEachStatementSyntax loop)
    {
        if (Layout.TryGetIndentation(_context.Text, guard.SpanStart) is not { } indentation
            || StatementRemoval.HasCommentWithin(guard.Condition, guard.Condition.Span))
        {
            return false;
        }

        if (guard.ContainsDirectives
            || guard.GetTrailingTrivia().Any(Layout.IsMoreThanSpace)
            || !guard.GetTrailingTrivia().Any(SyntaxKind.EndOfLineTrivia))
        {
            return false;
        }

        string newLine = _context.NewLine;
        string text = _context.Text.ToString(guard.Span);
        int start = guard.Condition.SpanStart - guard.SpanStart;
        text = text.Substring(0, start) + "!form.Files.Any(uploaded => " + InputNameTest("uploaded") + ")" +
            text.Substring(start + guard.Condition.Span.Length);

        // Behind the comment on the end of the loop; and the empty line below goes with the test.
        SyntaxTrivia last = loop.GetTrailingTrivia().LastOrDefault(Layout.IsMoreThanSpace);
        int end = Math.Max(loop.Span.End, last.Span.End);
        TextLine next = _context.Text.Lines.GetLineFromPosition(guard.FullSpan.End);
        TextSpan lines =
            TextSpan.FromBounds(
                guard.SpanStart - indentation.Length, string.IsNullOrWhiteSpace(next.ToString())
                    ? next.EndIncludingLineBreak
                    : guard.FullSpan.End);
        _edit.Insert(end, newLine + newLine + indentation + text).Replace(lines, "");
        Import("System.Linq", nameof(Enumerable));
        return true;
    }

    private bool TryRemoveParameter()
    {
        SeparatedSyntaxList<ParameterSyntax> parameters = _action.ParameterList.Parameters;
        int index = parameters.IndexOf(_files);
        TextSpan span = parameters.Count == 1
            ? TextSpan.FromBounds(_action.ParameterList.OpenParenToken.Span.End, _action.ParameterList.CloseParenToken.SpanStart)
            : index > 0 ? TextSpan.FromBounds(parameters[index - 1].Span.End, _files.Span.End)
            : TextSpan.FromBounds(_files.SpanStart, parameters[1].SpanStart);
        _edit.Replace(span, "");
        return !StatementRemoval.HasCommentWithin(_action.ParameterList, span);
    }

    private void AddAttribute()
    {
        if (!IsMarked(Attribute))
        {
            // As those that are there stand: above the method, or before it.
            int position = _action.Modifiers.First().SpanStart;
            string separator = Layout.TryGetIndentation(_context.Text, position) is { } indentation ? _context.NewLine + indentation : " ";
            _edit.Insert(position, "[" + Attribute + "]" + separator);
        }
    }

    private bool IsMarked(string attribute) =>
        _method.GetAttributes().Concat(_method.ContainingType.GetAttributes()).Any(
            present => present.AttributeClass?.Name == attribute + "Attribute");
}
