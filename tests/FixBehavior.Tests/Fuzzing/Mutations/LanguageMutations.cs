using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.FixBehavior.Fuzzing.Mutations;

/// <summary>Takes away what older languages and frameworks do not have.</summary>
internal static class LanguageMutations
{
    /// <summary>All at once: one after the other would not compile in between.</summary>
    public static string Downgrade(string text)
    {
        text = Rewrite(text, WithoutAwaitUsing);
        text = Rewrite(text, WithoutUsingDeclaration, repeats: true);
        return Rewrite(text, WithoutAnnotations);
    }

    private static string Rewrite(string text, Func<CompilationUnitSyntax, IEnumerable<TextChange>> rewriting, bool repeats = false)
    {
        for (int i = 0; i < (repeats ? 50 : 1); i++)
        {
            var root = (CompilationUnitSyntax)CSharpSyntaxTree.ParseText(text).GetRoot();
            List<TextChange> changes = [.. rewriting(root)];
            if (changes.Count == 0)
            {
                break;
            }

            text = root.GetText().WithChanges(changes).ToString();
        }

        return text;
    }

    /// <summary><c>string?</c>, <c>value!</c></summary>
    private static IEnumerable<TextChange> WithoutAnnotations(CompilationUnitSyntax root) => root.DescendantNodes().Select(node => node switch
    {
        NullableTypeSyntax { ElementType: not PredefinedTypeSyntax { Keyword.RawKind: not ((int)SyntaxKind.StringKeyword or (int)SyntaxKind.ObjectKeyword) } } type => new TextChange(type.QuestionToken.Span, ""),
        PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.SuppressNullableWarningExpression } suppressed => new TextChange(suppressed.OperatorToken.Span, ""),
        _ => default,
    }).Where(change => change != default);

    private static IEnumerable<TextChange> WithoutAwaitUsing(CompilationUnitSyntax root) => root.DescendantNodes().Select(node => node switch
    {
        UsingStatementSyntax { AwaitKeyword.RawKind: not 0 } scope => new TextChange(TextSpan.FromBounds(scope.AwaitKeyword.SpanStart, scope.UsingKeyword.SpanStart), ""),
        LocalDeclarationStatementSyntax { AwaitKeyword.RawKind: not 0 } scope => new TextChange(TextSpan.FromBounds(scope.AwaitKeyword.SpanStart, scope.UsingKeyword.SpanStart), ""),
        _ => default,
    }).Where(change => change != default);

    /// <summary>The last declaration becomes a statement, with the rest of its block inside.</summary>
    private static IEnumerable<TextChange> WithoutUsingDeclaration(CompilationUnitSyntax root)
    {
        if (root.DescendantNodes().OfType<LocalDeclarationStatementSyntax>().LastOrDefault(statement => !statement.UsingKeyword.IsKind(SyntaxKind.None) && statement.Parent is BlockSyntax) is not { Parent: BlockSyntax block } declared)
        {
            return [];
        }

        SourceText text = root.GetText();
        string line = text.Lines.GetLineFromPosition(declared.SpanStart).ToString();
        string indentation = line[..(line.Length - line.TrimStart().Length)];
        TextSpan rest = TextSpan.FromBounds(declared.FullSpan.End, block.CloseBraceToken.FullSpan.Start);
        string inner = string.Concat(text.ToString(rest).Split('\n').Where((content, index) => index > 0 || content.Trim().Length > 0).Select(content => content.Trim().Length == 0 ? "\n" : "    " + content + "\n"));
        return
        [
            new TextChange(declared.Span, $"using ({declared.Declaration})\n{indentation}{{"),
            new TextChange(rest, inner.TrimEnd() + $"\n{indentation}}}\n"),
        ];
    }
}
