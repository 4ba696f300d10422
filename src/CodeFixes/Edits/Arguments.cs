using System.Globalization;

namespace StreamTuning.CodeFixes.Edits;

/// <summary>Where arguments end, and what belongs to them.</summary>
internal static class Arguments
{
    /// <summary>
    /// Adds the second argument: by position while the first has no name, else named, behind the first where it comes first, or at the end,
    /// which fits any order.
    /// </summary>
    public static FixEdit AddSecond(FixEdit edit, ArgumentListSyntax list, string name, string value)
    {
        SeparatedSyntaxList<ArgumentSyntax> arguments = list.Arguments;
        return arguments[0].NameColon switch
        {
            null => edit.Insert(EndOf(arguments[0]), ", " + value),
            { Name.Identifier.ValueText: "destination" or "path" or "content" } =>
                edit.Insert(EndOf(arguments[0]), ", " + name + ": " + value),
            _ => edit.Insert(EndOf(arguments[arguments.Count - 1]), ", " + name + ": " + value),
        };
    }

    /// <summary>A number as it is written in code.</summary>
    public static string Number(int value) => value.ToString(CultureInfo.InvariantCulture);

    /// <summary>Where an argument can follow: behind the comment that belongs to this one.</summary>
    public static int EndOf(ArgumentSyntax argument)
    {
        int end = argument.Span.End;
        foreach (SyntaxTrivia trivia in argument.GetTrailingTrivia())
        {
            if (trivia.IsKind(SyntaxKind.MultiLineCommentTrivia))
            {
                end = trivia.Span.End;
            }
        }

        return end;
    }

    /// <summary>The text of an argument and its comma; null where a comment would go with it.</summary>
    public static TextSpan? TryGetRemoval(ArgumentSyntax argument, ArgumentListSyntax list)
    {
        int index = list.Arguments.IndexOf(argument);
        TextSpan span = index > 0
            ? TextSpan.FromBounds(list.Arguments[index - 1].Span.End, argument.Span.End)
            : TextSpan.FromBounds(argument.SpanStart, list.Arguments[1].SpanStart);

        // Also what stands behind the comma that follows is about this argument.
        TextSpan own = TextSpan.FromBounds(span.Start, argument.GetLastToken().GetNextToken().FullSpan.End);
        foreach (SyntaxTrivia trivia in list.DescendantTrivia(own))
        {
            if (own.Contains(trivia.Span)
                && !string.IsNullOrWhiteSpace(trivia.ToString())
                && (index < list.Arguments.Count - 1 || trivia.Span.End <= span.End))
            {
                return null;
            }
        }

        return span;
    }
}

/// <summary>What object initializers set, and what is to be added to them.</summary>
internal static class Initializers
{
    /// <summary>Sets a property where an object is built.</summary>
    public static FixEdit Set(FixEdit edit, FixContext context, InitializerExpressionSyntax initializer, string name, string value)
    {
        if (Find(initializer, name) is { } old)
        {
            return edit.Replace(old.Span, value);
        }

        if (initializer.Expressions.Count == 0)
        {
            return edit.Insert(initializer.OpenBraceToken.Span.End, " " + name + " = " + value);
        }

        ExpressionSyntax last = initializer.Expressions.Last();
        bool endsInComma = initializer.Expressions.SeparatorCount == initializer.Expressions.Count;
        SyntaxToken token = endsInComma ? initializer.Expressions.GetSeparators().Last() : last.GetLastToken();
        int end = token.Span.End;
        string before = endsInComma ? "" : ",";
        string added = name + " = " + value + (endsInComma ? "," : "");
        if (Layout.TryGetIndentation(context.Text, last.SpanStart) is not { } indentation)
        {
            return edit.Insert(end, before + " " + added);
        }

        // As the last one stands: on a line of its own, behind the comment on that.
        added = context.NewLine + indentation + added;
        int comment = EndOfComment(token);
        return comment == end ? edit.Insert(end, before + added) : edit.Insert(end, before).Insert(comment, added);
    }

    /// <summary>The value that a property is set to; null where it is left to its default.</summary>
    public static ExpressionSyntax? Find(InitializerExpressionSyntax initializer, string name)
    {
        foreach (ExpressionSyntax expression in initializer.Expressions)
        {
            if (expression is AssignmentExpressionSyntax { Left: IdentifierNameSyntax { Identifier: var identifier } } assignment
                && identifier.ValueText == name)
            {
                return assignment.Right;
            }
        }

        return null;
    }

    private static int EndOfComment(SyntaxToken token)
    {
        int end = token.Span.End;
        foreach (SyntaxTrivia trivia in token.TrailingTrivia)
        {
            if (trivia.IsKind(SyntaxKind.SingleLineCommentTrivia) || trivia.IsKind(SyntaxKind.MultiLineCommentTrivia))
            {
                end = trivia.Span.End;
            }
        }

        return end;
    }
}
