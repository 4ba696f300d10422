using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.FixBehavior.Fuzzing.Mutations;

/// <summary>Writes comments, directives and white space between tokens.</summary>
internal static class LayoutMutations
{
    public static IEnumerable<Mutation> Directives =>
    [
        Surrounded("#if that is compiled", "#if DEFINED", "#endif"),
        Surrounded("#if with code that is not compiled", "#if UNDEFINED\nthis is no code\n#else", "#endif"),
        Surrounded("#else with code that is not compiled", "#if DEFINED", "#else\nthis is no code\n#endif"),
        Surrounded("#region", "#region the region", "#endregion"),
        Surrounded("#pragma", "#pragma warning disable CS0168", "#pragma warning restore CS0168"),
        Surrounded("#nullable", "#nullable disable", "#nullable restore"),
        Surrounded("#nullable enable", "#nullable enable", "#nullable restore"),
        Surrounded("#line", "#line 100", "#line default"),
        new("#if before an argument", draft => InArgument(draft)),
        new("#nullable at the beginning", draft => draft.Pick(["#nullable enable\n", "#nullable disable\n"]) + draft.Text),
        new("#if around directives", AroundDirectives),
        new("header", draft => "// The header of the file.\n\n" + draft.Text),
        new("header without a blank line", draft => "/* The header of the file. */ " + draft.Text),
        new("#define", draft => "#define ALSO\n" + draft.Text),
    ];

    public static IEnumerable<Mutation> Comments =>
    [
        new("comments", draft => Sprinkle(draft, share: 0.05)),
        new("many comments", draft => Sprinkle(draft, share: 0.3)),
        new("comments at what is reported", draft => Sprinkle(draft, share: 0.5, isNear: true)),
        new("one comment at what is reported", draft => Sprinkle(draft, share: 0, isNear: true)),
        new("no comments", draft => Sprinkle(draft, share: 0)),
    ];

    /// <summary>How the lines of a whole file end and begin.</summary>
    public static string Lay(string text, Random random)
    {
        text = random.Next(8) switch
        {
            0 => Tabs(text),
            1 => text.Replace("\n    ", "\n  "),
            2 => string.Join("\n", text.Split('\n').Select(line => line.Length > 0 && random.Next(10) == 0 ? line + " " : line)),
            _ => text,
        };
        text = random.Next(4) == 0 ? text.TrimEnd() : text;
        return random.Next(4) == 0 ? text.ReplaceLineEndings("\r\n") : text;
    }

    private static string Tabs(string text) => string.Join("\n", text.Split('\n').Select(line =>
    {
        string content = line.TrimStart(' ');
        return new string('\t', (line.Length - content.Length + 3) / 4) + content;
    }));

    /// <summary>Directives on lines of their own before and behind a statement.</summary>
    private static Mutation Surrounded(string name, string before, string after) => new(name, draft =>
    {
        SyntaxNode? node = draft.Random.Next(3) == 0 ? draft.ReportedMember() : draft.Statement();
        if (node is null)
        {
            return null;
        }

        SourceText text = draft.Text;
        TextLine first = text.Lines.GetLineFromPosition(node.SpanStart);
        TextLine last = text.Lines.GetLineFromPosition(node.Span.End);
        return draft.With(new TextChange(new TextSpan(first.Start, 0), before + "\n"), new TextChange(new TextSpan(last.End, 0), "\n" + after));
    });

    private static string? InArgument(Draft draft) => draft.Statement() is { } statement && draft.PickOrNull(statement.DescendantNodes().OfType<ArgumentSyntax>()) is { } argument
        ? draft.With(
            new TextChange(new TextSpan(argument.SpanStart, 0), "\n#if DEFINED\n"),
            new TextChange(new TextSpan(argument.Span.End, 0), "\n#endif\n"))
        : null;

    private static string? AroundDirectives(Draft draft)
    {
        if (draft.Root.Usings.Count == 0)
        {
            return null;
        }

        UsingDirectiveSyntax directive = draft.Pick(draft.Root.Usings);
        return draft.With(new TextChange(new TextSpan(directive.SpanStart, 0), "#if DEFINED\n"), new TextChange(new TextSpan(directive.Span.End, 0), "\n#endif"));
    }

    /// <summary>Writes comments and white space of all kinds between tokens: at a share of them, and at one at least.</summary>
    private static string? Sprinkle(Draft draft, double share, bool isNear = false)
    {
        SyntaxNode scope = isNear ? draft.ReportedNode().FirstAncestorOrSelf<StatementSyntax>() ?? draft.ReportedNode() : draft.Root;
        SyntaxToken[] tokens = [.. scope.DescendantTokens().Where(CanFollow)];
        if (tokens.Length == 0)
        {
            return null;
        }

        int number = 0;
        SyntaxToken certain = draft.Pick(tokens);
        var changes = new List<TextChange>();
        foreach (SyntaxToken token in tokens)
        {
            if (token == certain || draft.Random.NextDouble() < share)
            {
                number++;
                string text = draft.Random.Next(9) switch
                {
                    0 => $" // c{number}\n",
                    1 => $" /* c{number}\n c */ ",
                    2 => "\n",
                    3 => "\n\n",
                    4 => "\t",
                    5 => "   ",
                    6 => $"\n// c{number}\n",
                    _ => $" /* c{number} */ ",
                };
                bool isBefore = draft.Random.Next(3) == 0;
                changes.Add(new TextChange(new TextSpan(isBefore ? token.SpanStart : token.Span.End, 0), text));
            }
        }

        return draft.With(changes);
    }

    /// <summary>Whether white space may stand around a token: not within a string.</summary>
    private static bool CanFollow(SyntaxToken token) =>
        token.Parent?.FirstAncestorOrSelf<InterpolatedStringExpressionSyntax>() is null && !token.IsKind(SyntaxKind.EndOfFileToken) && token.Parent?.FirstAncestorOrSelf<StructuredTriviaSyntax>() is null;
}
