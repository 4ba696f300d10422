namespace StreamTuning.CodeFixes.Edits;

/// <summary>Adds a using directive where a person would: among its equals, in order, below the header of the file.</summary>
internal static class UsingDirectives
{
    /// <summary>
    /// The change that imports the namespace for the code at the position, or null where it is imported in the file already.
    /// </summary>
    public static TextChange? TryInsert(CompilationUnitSyntax root, int position, string name, SourceText text)
    {
        SyntaxList<UsingDirectiveSyntax> all = root.Usings;
        bool isInNamespace = false;
        foreach (BaseNamespaceDeclarationSyntax scope in root.FindToken(
            position).Parent!.AncestorsAndSelf().OfType<BaseNamespaceDeclarationSyntax>())
        {
            if (IsOrIsBelow(FullName(scope), name) || scope.Usings.Any(directive => Imports(directive, name)))
            {
                return null;
            }

            // Follow the file: directives go where it has them.
            if (!isInNamespace && scope.Usings.Any() && !root.Usings.Any(directive => directive.GlobalKeyword.IsKind(SyntaxKind.None)))
            {
                all = scope.Usings;
                isInNamespace = true;
            }
        }

        if (root.Usings.Any(directive => Imports(directive, name)))
        {
            return null;
        }

        string newLine = Layout.NewLine(text);
        string directive = "using " + name + ";";

        // One that is compiled under a condition says nothing about the others.
        List<UsingDirectiveSyntax> usings = all.Where(other => !IsConditional(root, other.SpanStart)).ToList();
        if (usings.Count == 0)
        {
            if (all.Count > 0 || IsConditional(root, StartOfFile(root)))
            {
                return new TextChange(new TextSpan(0, 0), directive + newLine);
            }

            return new TextChange(new TextSpan(StartOfFile(root), 0), directive + newLine + newLine);
        }

        UsingDirectiveSyntax? next =
            usings.FirstOrDefault(
                other => IsPlain(other) ? Precedes(name, other.Name!.ToString()) : other.GlobalKeyword.IsKind(SyntaxKind.None));
        if (next is not null)
        {
            return new TextChange(new TextSpan(next.SpanStart, 0), directive + newLine + Indentation(text, next.SpanStart));
        }

        UsingDirectiveSyntax last = usings.Last();
        string indented = Indentation(text, last.SpanStart) + directive;
        return last.GetTrailingTrivia().Any(SyntaxKind.EndOfLineTrivia)
            ? new TextChange(new TextSpan(last.FullSpan.End, 0), indented + newLine)
            : new TextChange(new TextSpan(last.Span.End, 0), newLine + indented);
    }

    private static string Indentation(SourceText text, int position) => Layout.TryGetIndentation(text, position) ?? "";

    private static bool IsPlain(UsingDirectiveSyntax directive) =>
        directive.Alias is null
            && directive.Name is not null
            && directive.StaticKeyword.IsKind(SyntaxKind.None)
            && directive.GlobalKeyword.IsKind(SyntaxKind.None);

    private static bool Imports(UsingDirectiveSyntax directive, string name) =>
        directive.Alias is null && directive.StaticKeyword.IsKind(SyntaxKind.None) && directive.Name?.ToString() is { } imported
        && (imported == name || imported == "global::" + name);

    private static bool IsOrIsBelow(string scope, string name) => scope == name || scope.StartsWith(name + ".", StringComparison.Ordinal);

    private static string FullName(BaseNamespaceDeclarationSyntax scope) =>
        string.Join(".", scope.AncestorsAndSelf().OfType<BaseNamespaceDeclarationSyntax>().Reverse().Select(part => part.Name.ToString()));

    /// <summary>System comes first, the rest in the order of the alphabet.</summary>
    private static bool Precedes(string name, string other) => IsOrIsBelow(name, "System") == IsOrIsBelow(other, "System")
        ? string.Compare(name, other, StringComparison.OrdinalIgnoreCase) < 0
        : IsOrIsBelow(name, "System");

    /// <summary>Whether the position is between <c>#if</c> and <c>#endif</c>.</summary>
    private static bool IsConditional(CompilationUnitSyntax root, int position)
    {
        int depth = 0;
        for (DirectiveTriviaSyntax? directive = root.GetFirstDirective(); directive is not null
            && directive.SpanStart < position; directive = directive.GetNextDirective())
        {
            depth += directive switch
            {
                IfDirectiveTriviaSyntax => 1,
                EndIfDirectiveTriviaSyntax => -1,
                _ => 0,
            };
        }

        return depth > 0;
    }

    /// <summary>
    /// Below the header, which is what a blank line parts from the code, and below directives, which may have to come first.
    /// </summary>
    private static int StartOfFile(CompilationUnitSyntax root)
    {
        if (root.Externs.Any())
        {
            return root.Externs.Last().FullSpan.End;
        }

        if (root.Members.FirstOrDefault() is BaseNamespaceDeclarationSyntax first && !IsConditional(root, first.SpanStart))
        {
            // What stands above a namespace is the header, with or without a blank line.
            return first.SpanStart;
        }

        int start = 0;
        bool isBlank = false;
        foreach (SyntaxTrivia trivia in root.GetFirstToken(includeZeroWidth: true).LeadingTrivia)
        {
            if (trivia.IsDirective)
            {
                start = trivia.FullSpan.End;
                isBlank = true;
            }
            else if (trivia.IsKind(SyntaxKind.EndOfLineTrivia))
            {
                if (isBlank)
                {
                    start = trivia.FullSpan.End;
                }

                isBlank = true;
            }
            else if (!trivia.IsKind(SyntaxKind.WhitespaceTrivia))
            {
                isBlank = false;
            }
        }

        return start;
    }
}
