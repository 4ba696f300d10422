namespace StreamTuning.CodeFixes.Uploads;

/// <summary>
/// Turns an action that loops over its files into one that streams them: the body of the loop becomes what is done with each.
/// </summary>
internal sealed class StreamedAction(
    FixContext context, MethodDeclarationSyntax action, IMethodSymbol method, ParameterSyntax files, string inputName)
{
    private const string RuntimeType = "StreamTuning.StreamFilesExtensions";

    /// <summary>The members that read a form or a body, or look at what was bound.</summary>
    private static readonly string[] NamesOfRequest =
    [
        "ModelState", "Form", "ReadFormAsync", "Body", "BodyReader", "TryUpdateModelAsync", "TryValidateModel", "Features",
        "IsFormContentType", "HasFormContentType",
    ];

    /// <summary>How a loop asks whether a file is empty, or has content, which can be told before the content is read.</summary>
    private static readonly string[] TestsForEmpty = ["{0}.Length == 0", "{0}.Length <= 0", "{0}.Length < 1", "{0}.Length is 0"];
    private static readonly string[] TestsForContent = ["{0}.Length > 0", "{0}.Length != 0", "0 < {0}.Length", "{0}.Length is > 0"];

    /// <summary>How an action asks whether there are no files. The list of them is never null.</summary>
    private static readonly string[] TestsForNone =
    [
        .. from isNull in new[] { "", "{0} == null || ", "{0} is null || " }
           from isNone in new[] { "{0}.Count == 0", "{0}.Length == 0", "{0}.Count() == 0", "!{0}.Any()" }
           select isNull + isNone,
    ];

    private readonly KnownTypes _types = context.Types;
    private readonly FixEdit _edit = new();
    private string _configured = "";

    /// <summary>The edit, or null where the action does anything that it might do differently then.</summary>
    public static FixEdit? TryCreate(FixContext context, MethodDeclarationSyntax action)
    {
        if (context.Model.Compilation.GetTypeByMetadataName(RuntimeType) is null
            || context.Model.GetDeclaredSymbol(
                action, context.CancellationToken) is not { IsVirtual: false, IsOverride: false,
                ExplicitInterfaceImplementations.IsEmpty: true } method
            || !method.ContainingType.DerivesFrom(context.Types.ControllerBase)
            || context.Node is not ParameterSyntax { Default: null } files
            || TryGetInputName(context, files) is not { } inputName)
        {
            return null;
        }

        var streamed = new StreamedAction(context, action, method, files, inputName);
        return streamed.UsesFormForFilesOnly() && streamed.TryCreate() ? streamed._edit : null;
    }

    private string Files => files.Identifier.ValueText;

    /// <summary>The name of the action's token; empty where it has none.</summary>
    private string Token => method.Parameters.FirstOrDefault(parameter => parameter.Type.Name == "CancellationToken")?.Name ?? "";

    private string InputNameTest(string file) =>
        file + ".Name.Equals(" + SymbolDisplay.FormatLiteral(inputName, quote: true) + ", StringComparison.OrdinalIgnoreCase)";

    /// <summary>The name of the input whose files are bound; null where the parameter says anything else that would be lost.</summary>
    private static string? TryGetInputName(FixContext context, ParameterSyntax files)
    {
        // One file is no loop.
        if (StatementRemoval.HasCommentWithin(files, files.Span)
            || context.Model.GetDeclaredSymbol(files, context.CancellationToken) is not { } parameter
            || FormFiles.IsFile(parameter.Type, context.Types)
            || parameter.GetAttributes().Any(attribute => !attribute.AttributeClass.Is(context.Types.FromFormAttribute)))
        {
            return null;
        }

        return parameter.GetAttributes().SelectMany(attribute => attribute.NamedArguments)
            .FirstOrDefault(argument => argument.Key == "Name").Value.Value as string ?? parameter.Name;
    }

    /// <summary>
    /// Whether nothing else is bound to the form, reads it or looks at what was bound, and no antiforgery token comes with it.
    /// </summary>
    private bool UsesFormForFilesOnly()
    {
        RequestHandlers handlers = RequestHandlers.Of(context.Model.Compilation);
        if (method.Parameters.Any(parameter => parameter.Name != Files
            && parameter.Type.Name != "CancellationToken"
            && (handlers.SourceOf(parameter, HandlerKind.Action) != BindingSource.Other
                || parameter.GetAttributes().Any(attribute => attribute.AttributeClass.DerivesFrom(_types.ValidationAttribute)))))
        {
            return false;
        }

        RequestLimits limits = RequestLimits.Of(method, _types);
        return !Antiforgery.ClassesOf(method).SelectMany(type => type.GetMembers()).OfType<IPropertySymbol>().Any(handlers.IsBoundProperty)
            && !Antiforgery.AttributesOf(method).Any(IsUnknownFilter)
            && !(limits.MultipartBody < (limits.Request ?? long.MaxValue))
            && !ReadsRequest()
            && !NeedsToken()
            && !ExistingFiles.MayBeWritten(action, context.Model.Compilation, context.CancellationToken)
            && !AreArgumentsLookedAt();
    }

    /// <summary>
    /// Whether the streamed form may need a token that the request does not have: a streamed form requires it in a header wherever the
    /// services for it are there, and an action that only seems to need none must not lose its protection.
    /// </summary>
    private bool NeedsToken() =>
        Antiforgery.Applies(method, context.Model.Compilation, context.CancellationToken)
        || (!Antiforgery.IsIgnored(method) && !Antiforgery.IsCertainlyAbsent(context.Model.Compilation, context.CancellationToken));

    /// <summary>Whether an attribute is a filter that may look at the arguments of the action.</summary>
    private bool IsUnknownFilter(AttributeData attribute) =>
        attribute.AttributeClass is { } type
        && type.AllInterfaces.Any(implemented => implemented is { Name: "IFilterMetadata" })
        && (type.Name is "TypeFilterAttribute" or "ServiceFilterAttribute" or "MiddlewareFilterAttribute"
            || type.ContainingNamespace is not { Name: "Mvc"
                or "Authorization", ContainingNamespace: { Name: "AspNetCore", ContainingNamespace.Name: "Microsoft" } });

    /// <summary>Whether a filter in the application, which may be there for all actions, looks at their arguments.</summary>
    private bool AreArgumentsLookedAt() => context.Model.Compilation.SyntaxTrees.Any(
        tree => Mentions(tree.GetRoot(context.CancellationToken), "ActionArguments"));

    /// <summary>
    /// Whether the action, or what its class has besides actions, reads the form or body or looks at the state of the model.
    /// </summary>
    private bool ReadsRequest() =>
        Mentions(action, NamesOfRequest)
        || method.ContainingType.DeclaringSyntaxReferences.Select(declaration => declaration.GetSyntax(context.CancellationToken))
            .OfType<TypeDeclarationSyntax>()
            .SelectMany(type => type.Members)
            .Any(member => !(member is MethodDeclarationSyntax && member.Modifiers.Any(SyntaxKind.PublicKeyword))
                && Mentions(member, NamesOfRequest));

    private static bool Mentions(SyntaxNode code, params string[] names) => code.DescendantNodes().OfType<SimpleNameSyntax>().Any(
        name => Array.IndexOf(names, name.Identifier.ValueText) >= 0);

    private bool TryCreate()
    {
        if (action.Body is not { ContainsDirectives: false } body
            || action.GetLeadingTrivia().ToString().Contains("name=\"" + Files + "\"")
            || body.Statements.OfType<ForEachStatementSyntax>().FirstOrDefault(
                loop => loop.Expression.ToString() == Files) is not { Statement: BlockSyntax block } loop
            || !loop.AwaitKeyword.IsKind(SyntaxKind.None)
            || StatementRemoval.HasCommentWithin(loop, TextSpan.FromBounds(loop.SpanStart, block.SpanStart))
            || TryGetCopy(loop) is not { } copy
            || !TryChangeBody(loop, block, copy))
        {
            return false;
        }

        List<IdentifierNameSyntax> others = UsesOf(body, Files).Where(use => !loop.Expression.Contains(use)).ToList();
        if (others.Count > 0 && UsesOf(body, "form").Any())
        {
            return false;
        }

        ReplaceLoop(loop, block, usesForm: others.Count > 0);

        // As those that are there stand: above the method, or before it.
        int position = action.Modifiers.First().SpanStart;
        string separator = Layout.TryGetIndentation(context.Text, position) is { } indentation ? context.NewLine + indentation : " ";
        _edit.Insert(position, "[DisableFormModelBinding]" + separator);
        if (others.Count > 0 && others[0].SpanStart < loop.SpanStart)
        {
            if (body.Statements[body.Statements.IndexOf(loop) - 1] is not IfStatementSyntax guard || !TryMoveGuard(guard, loop))
            {
                return false;
            }

            others.RemoveAll(use => guard.Condition.Contains(use));
        }

        return others.TrueForAll(use => use.SpanStart > loop.Span.End && TryReplaceCount(use)) && TryRemoveParameter();
    }

    private static IEnumerable<IdentifierNameSyntax> UsesOf(SyntaxNode scope, string name) =>
        scope.DescendantNodes().OfType<IdentifierNameSyntax>().Where(use => use.Identifier.ValueText == name
            && use.Parent is not (NameColonSyntax or NameEqualsSyntax)
            && !(use.Parent is MemberAccessExpressionSyntax access && access.Name == use));

    /// <summary>
    /// The one use of the content of a file in the loop, if there is one and it waits: a copy, or an upload of the stream.
    /// </summary>
    private SyntaxNode? TryGetCopy(ForEachStatementSyntax loop)
    {
        InvocationExpressionSyntax[] calls = UsesOf(loop.Statement, loop.Identifier.ValueText)
            .Select(use => use.Parent?.Parent).OfType<InvocationExpressionSyntax>()
            .Where(call => call.Expression is MemberAccessExpressionSyntax).ToArray();
        if (calls.Length != 1)
        {
            return null;
        }

        SyntaxNode? reading = NameOf(calls[0]) == "OpenReadStream" ? TryGetReader(calls[0], loop) : calls[0];
        if (reading is null || reading.Ancestors().TakeWhile(node => node != loop).Any(node => node is AnonymousFunctionExpressionSyntax
            or LocalFunctionStatementSyntax or TryStatementSyntax))
        {
            return null;
        }

        SyntaxNode copy = Statements.AwaitedOf(reading, out bool isAwaited, out string configured);
        _configured = configured.Length > 0 ? ".ConfigureAwait" + configured : "";
        return isAwaited ? copy : null;
    }

    private static string NameOf(InvocationExpressionSyntax call) =>
        (call.Expression as MemberAccessExpressionSyntax)?.Name.Identifier.ValueText ?? "";

    /// <summary>
    /// The call that reads all of a stream: only what is known to read one that cannot seek, from where it is to its end.
    /// </summary>
    private SyntaxNode? TryGetReader(ExpressionSyntax stream, ForEachStatementSyntax loop)
    {
        if (stream.Parent is EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax variable })
        {
            IdentifierNameSyntax[] uses = UsesOf(loop.Statement, variable.Identifier.ValueText).ToArray();
            if (uses.Length != 1)
            {
                return null;
            }

            stream = uses[0];
        }

        return stream.Parent switch
        {
            MemberAccessExpressionSyntax { Name.Identifier.ValueText: "CopyToAsync", Parent: InvocationExpressionSyntax copy } => copy,
            ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax upload }
                when NameOf(upload) is "UploadAsync" or "UploadBlobAsync" or "UploadBlocksAsync"
                    && context.Model.GetSymbolInfo(upload, context.CancellationToken).Symbol is { ContainingType: { } type }
                    && (type.DerivesFrom(_types.BlobContainerClient)
                        || type.Name is "BlobClient" or "BlockBlobClient"
                        || type.Is(_types.BlobUploadExtensions)) => upload,
            _ => null,
        };
    }

    /// <summary>Renames what has another name at a streamed file; false where there is something that it has not, or only later.</summary>
    private bool TryChangeBody(ForEachStatementSyntax loop, BlockSyntax block, SyntaxNode copy)
    {
        string file = loop.Identifier.ValueText;
        StatementSyntax? copying = copy.FirstAncestorOrSelf<StatementSyntax>();
        foreach (IdentifierNameSyntax use in UsesOf(block, file))
        {
            if (use.Parent is not MemberAccessExpressionSyntax { Name: { } member } access)
            {
                return false;
            }

            switch (member.Identifier.ValueText)
            {
                case "Name" or "ContentType" or "CopyToFileAsync":
                case "Length" when copying?.Parent == block && use.SpanStart > copying.Span.End:
                    break;
                case "CopyToAsync" when access.Parent is InvocationExpressionSyntax call:
                    // Its parameter has another name there.
                    if (call.ArgumentList.Arguments.FirstOrDefault(
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
                case "Length" when access.Parent is { } test && (Is(test, TestsForEmpty, file) || Is(test, TestsForContent, file)):
                    _edit.Replace(
                        test.Span, (Is(test, TestsForEmpty, file) ? "" : "!") + "await " + use.Identifier.Text + ".IsEmptyAsync(" + Token
                            + ")" + _configured);
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
                case ContinueStatementSyntax next:
                    _edit.Replace(next.ContinueKeyword.Span, "return");
                    break;
                case BreakStatementSyntax or ReturnStatementSyntax or YieldStatementSyntax or GotoStatementSyntax or LabeledStatementSyntax
                    or CommonForEachStatementSyntax or ForStatementSyntax or WhileStatementSyntax or DoStatementSyntax:
                    return false;
            }
        }

        return true;
    }

    private static bool Is(SyntaxNode test, string[] forms, string name) =>
        Array.Exists(forms, form => test.ToString() == form.Replace("{0}", name));

    private void ReplaceLoop(ForEachStatementSyntax loop, BlockSyntax block, bool usesForm)
    {
        string file = loop.Identifier.Text;
        string token = Token.Length > 0 ? ", cancellationToken: " + Token : "";

        // Nothing uses the token of the callback: an underscore, unless the block has values to discard.
        string discard = block.DescendantTokens().Any(each => each.ValueText == "_") ? "__" : "_";
        int end = block.OpenBraceToken.TrailingTrivia.LastOrDefault(Layout.IsMoreThanSpace).Span.End;
        _edit.Insert(loop.SpanStart, (usesForm ? "StreamedForm form = " : "") + "await this.")
            .Replace(
                TextSpan.FromBounds(loop.SpanStart, loop.CloseParenToken.Span.End),
                "StreamFiles(async (" + file + ", " + discard + ") =>")
            .ExpectRuntimeCall(loop.SpanStart)
            .Insert(Math.Max(block.OpenBraceToken.Span.End, end), SkipOthers(file, block))
            .Insert(block.CloseBraceToken.Span.End, token + ")" + _configured + ";");
        Import("System", nameof(StringComparison));
    }

    /// <summary>
    /// The statement that leaves out the files of other inputs, as the block is written: on lines of their own, or on one.
    /// </summary>
    private string SkipOthers(string file, BlockSyntax block)
    {
        string test = "if (!" + InputNameTest(file) + ")";
        if (Layout.TryGetIndentation(context.Text, block.Statements[0].SpanStart) is not { } inner)
        {
            return " " + test + " { return; }";
        }

        string outer = Layout.TryGetIndentation(context.Text, block.OpenBraceToken.SpanStart) ?? "";
        string line = context.NewLine + inner;
        string step = inner.StartsWith(outer, StringComparison.Ordinal) ? inner.Substring(outer.Length) : "    ";
        return line + test + line + "{" + line + step + "return;" + line + "}" + context.NewLine;
    }

    /// <summary>Has a namespace imported, unless what is needed of it can be named without that, as with implicit usings.</summary>
    private void Import(string name, string type)
    {
        if (context.Model.LookupNamespacesAndTypes(files.SpanStart, name: type).IsEmpty)
        {
            _edit.Import(name, files.SpanStart);
        }
    }

    private bool TryReplaceCount(IdentifierNameSyntax files)
    {
        if (files.Parent is not MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Count" or "Length",
            Parent: not InvocationExpressionSyntax } access)
        {
            return false;
        }

        string name = access.Parent is AnonymousObjectMemberDeclaratorSyntax { NameEquals: null }
            ? access.Name.Identifier.Text + " = "
            : "";
        _edit.Replace(access.Span, name + "form.Files.Count(uploaded => " + InputNameTest("uploaded") + ")");
        Import("System.Linq", nameof(Enumerable));
        return !StatementRemoval.HasCommentWithin(access, access.Span);
    }

    /// <summary>
    /// Puts the test before the loop that ends the action where there are no files behind the loop, which does nothing then.
    /// </summary>
    private bool TryMoveGuard(IfStatementSyntax guard, ForEachStatementSyntax loop)
    {
        StatementSyntax ending = guard.Statement is BlockSyntax { Statements: { Count: 1 } statements } ? statements[0] : guard.Statement;
        if (guard.Else is not null
            || ending is not ReturnStatementSyntax
            || UsesOf(ending, Files).Any()
            || !Is(guard.Condition, TestsForNone, Files)
            || !guard.GetTrailingTrivia().Any(SyntaxKind.EndOfLineTrivia)
            || guard.GetTrailingTrivia().Any(Layout.IsMoreThanSpace)
            || Layout.TryGetIndentation(context.Text, guard.SpanStart) is not { } indentation)
        {
            return false;
        }

        // Behind the comment on the end of the loop; and the empty line below goes with the test.
        int end = Math.Max(loop.Span.End, loop.GetTrailingTrivia().LastOrDefault(Layout.IsMoreThanSpace).Span.End);
        TextLine next = context.Text.Lines.GetLineFromPosition(guard.FullSpan.End);
        string test = guard.WithoutTrivia().ToString().Replace(
            "(" + guard.Condition + ")", "(!form.Files.Any(uploaded => " + InputNameTest("uploaded") + "))");
        _edit.Insert(end, context.NewLine + context.NewLine + indentation + test).Replace(
            TextSpan.FromBounds(
                guard.SpanStart - indentation.Length,
                string.IsNullOrWhiteSpace(next.ToString()) ? next.EndIncludingLineBreak : guard.FullSpan.End),
            "");
        Import("System.Linq", nameof(Enumerable));
        return true;
    }

    private bool TryRemoveParameter()
    {
        SeparatedSyntaxList<ParameterSyntax> parameters = action.ParameterList.Parameters;
        int index = parameters.IndexOf(files);
        TextSpan span = index > 0 ? TextSpan.FromBounds(parameters[index - 1].Span.End, files.Span.End)
            : TextSpan.FromBounds(
                files.SpanStart, parameters.Count > 1 ? parameters[1].SpanStart : action.ParameterList.CloseParenToken.SpanStart);
        _edit.Replace(span, "");
        return !StatementRemoval.HasCommentWithin(action.ParameterList, span);
    }
}
