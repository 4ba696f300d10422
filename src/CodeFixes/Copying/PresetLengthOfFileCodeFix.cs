using System.Text;

namespace StreamTuning.CodeFixes.Copying;

/// <summary>
/// Fixes STRM1003 by the runtime's copy, or by setting the length where a failure leaves no file of the wrong length behind.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(PresetLengthOfFileCodeFix))]
[Shared]
internal sealed class PresetLengthOfFileCodeFix() : CodeFix<FilledFile>(Rules.PresetLengthOfFile, FilledFile.Facts)
{
    private protected override FixEdit? TryCallRuntime(FilledFile filled, FixContext context) =>
        filled.Copy is { } copy ? TunedCopy.TryCreate(context, copy.Copy.Call.Syntax, options: TunedCopy.HintOf(filled.Length.Hint)) : null;

    private protected override FixEdit? TryWritePlain(FilledFile filled, FixContext context)
    {
        if (filled is not { File: { } variable, Length.Expression: { } length, CleanUp: { } cleanUp }
            || TryGetStatement(filled.Fill.Syntax) is not { } statement
            || statement.Parent is not (BlockSyntax or GlobalStatementSyntax or SwitchSectionSyntax)
            || Layout.TryGetIndentation(context.Text, statement.SpanStart) is not { } indentation
            || !statement.GetTrailingTrivia().Any(SyntaxKind.EndOfLineTrivia))
        {
            return null;
        }

        string file = SyntaxFacts.GetKeywordKind(variable.Name) == SyntaxKind.None ? variable.Name : "@" + variable.Name;
        string unit = IndentationUnit(context, statement, indentation);
        string preset = file + ".SetLength(" + length + ");";
        string trim = file + ".SetLength(" + file + ".Position);";
        var before = new Lines(indentation, context.NewLine);
        if (filled.Length.Condition is { } condition)
        {
            before.Add("if (" + condition + ")").Add("{").Add(unit + preset).Add("}").Add();
        }
        else
        {
            before.Add(preset);
        }

        bool deletes = cleanUp == FilledFile.FailureHandling.Deletes;
        var after = new Lines(indentation, context.NewLine);
        if (filled.Length.MayBeShorter)
        {
            if (statement.GetLastToken().IsKind(SyntaxKind.CloseBraceToken))
            {
                after.Add();
            }

            after.Add(deletes ? trim : unit + trim);
        }

        if (deletes)
        {
            return new FixEdit()
                .Insert(statement.SpanStart, before.ToString().TrimStart(' ', '\t') + indentation)
                .Insert(statement.FullSpan.End, after.ToString());
        }

        before.Add("try").Add("{");
        after.Add("}")
            .Add("catch")
            .Add("{")
            .Add(unit + "try")
            .Add(unit + "{")
            .Add(unit + unit + trim)
            .Add(unit + "}")
            .Add(unit + "catch (" + Qualifier(context) + "IOException)")
            .Add(unit + "{")
            .Add(unit + unit + "// Why the file could not be filled matters more.")
            .Add(unit + "}")
            .Add()
            .Add(unit + "throw;")
            .Add("}");
        SyntaxToken next = statement.GetLastToken().GetNextToken(includeZeroWidth: true);
        if (next.Kind() is not (SyntaxKind.CloseBraceToken or SyntaxKind.EndOfFileToken)
            && !next.LeadingTrivia.Any(SyntaxKind.EndOfLineTrivia))
        {
            after.Add();
        }

        FixEdit edit = new FixEdit().Insert(statement.SpanStart, before.ToString().TrimStart(' ', '\t') + indentation + unit);
        return TryIndentRest(edit, context, statement, unit) ? edit.Insert(statement.FullSpan.End, after.ToString()) : null;
    }

    /// <summary>
    /// Indents the lines of the statement after its first; false where one of them must stay as it is, being part of a string.
    /// </summary>
    private static bool TryIndentRest(FixEdit edit, FixContext context, StatementSyntax statement, string unit)
    {
        TextLineCollection lines = context.Text.Lines;
        int last = lines.IndexOf(statement.Span.End - 1);
        for (int i = lines.IndexOf(statement.SpanStart) + 1; i <= last; i++)
        {
            string line = lines[i].ToString();
            if (line.Length == 0)
            {
                continue;
            }

            int start = lines[i].Start;
            SyntaxToken token = statement.FindToken(start);
            if (token.SpanStart < start || token.Parent?.FirstAncestorOrSelf<InterpolatedStringExpressionSyntax>()?.SpanStart < start)
            {
                return false;
            }

            if (!statement.FindTrivia(start + (line.Length - line.TrimStart().Length)).IsDirective)
            {
                edit.Insert(start, unit);
            }
        }

        return true;
    }

    /// <summary>The statement that consists of the copy, awaited if it is asynchronous, or of the loop.</summary>
    private static StatementSyntax? TryGetStatement(SyntaxNode fill)
    {
        if (fill is StatementSyntax loop)
        {
            return loop;
        }

        SyntaxNode? node = fill.Parent;
        bool isAwaited = false;
        while (true)
        {
            switch (node)
            {
                case MemberAccessExpressionSyntax { Name.Identifier.ValueText: "ConfigureAwait", Parent: InvocationExpressionSyntax call }:
                    node = call.Parent;
                    break;
                case AwaitExpressionSyntax awaited:
                    isAwaited = true;
                    node = awaited.Parent;
                    break;
                case ExpressionStatementSyntax statement:
                    bool isAsync =
                        fill.DescendantNodesAndSelf().OfType<SimpleNameSyntax>().Any(
                            name => name.Parent?.Parent == fill && name.Identifier.ValueText == "CopyToAsync");
                    return isAsync == isAwaited ? statement : null;
                default:
                    return null;
            }
        }
    }

    private static string IndentationUnit(FixContext context, StatementSyntax statement, string indentation)
    {
        if (statement.Parent is BlockSyntax block
            && Layout.TryGetIndentation(context.Text, block.CloseBraceToken.SpanStart) is { } outer
            && indentation.Length > outer.Length
            && indentation.StartsWith(outer, System.StringComparison.Ordinal))
        {
            return indentation.Substring(outer.Length);
        }

        return indentation.IndexOf('\t') >= 0 ? "\t" : "    ";
    }

    /// <summary>
    /// What has to stand before the name of the exception: nothing only where that is the one of the framework, and not one of the
    /// project's own.
    /// </summary>
    private static string Qualifier(FixContext context)
    {
        ImmutableArray<ISymbol> found = context.Model.LookupNamespacesAndTypes(context.Node.SpanStart, name: "IOException");
        return found.Length == 1
            && found[0] is { ContainingType: null,
                ContainingNamespace: { Name: "IO", ContainingNamespace: { Name: "System", ContainingNamespace.IsGlobalNamespace: true } } }
                    ? ""
                    : "System.IO.";
    }

    private sealed class Lines(string indentation, string newLine)
    {
        private readonly StringBuilder _text = new();

        public Lines Add(string line = "")
        {
            _text.Append(line.Length == 0 ? line : indentation + line).Append(newLine);
            return this;
        }

        public override string ToString() => _text.ToString();
    }
}
