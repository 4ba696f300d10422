using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace StreamTuning.CodeFixes;

/// <summary>Where arguments end, and what belongs to them.</summary>
internal static class Arguments
{
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
}
