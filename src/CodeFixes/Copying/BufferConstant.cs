using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using Microsoft.CodeAnalysis.Text;
using StreamTuning.Analyzers;

namespace StreamTuning.CodeFixes.Copying;

/// <summary>A local that names the buffer size of one copy and is used for nothing else.</summary>
internal static class BufferConstant
{
    /// <summary>Where the local is declared; null where the size is written in the call, or the local has other uses.</summary>
    public static VariableDeclaratorSyntax? TryFind(FixContext context, IOperation bufferSize)
    {
        if (Values.Unwrap(bufferSize) is not ILocalReferenceOperation { Local: { DeclaringSyntaxReferences: { Length: 1 } declarations } local }
            || declarations[0].GetSyntax(context.CancellationToken) is not VariableDeclaratorSyntax { Initializer.Value: { } value } declarator
            || !context.Model.GetConstantValue(value, context.CancellationToken).HasValue)
        {
            return null;
        }

        SyntaxNode scope = declarator.FirstAncestorOrSelf<MemberDeclarationSyntax>(member => member is not GlobalStatementSyntax) ?? context.Root;
        int uses = scope.DescendantNodes().OfType<IdentifierNameSyntax>().Count(name => name.Identifier.ValueText == local.Name);
        return uses == 1 ? declarator : null;
    }

    /// <summary>The lines of the declaration; null where they hold anything else.</summary>
    public static TextSpan? TryGetLines(FixContext context, VariableDeclaratorSyntax declarator)
    {
        if (declarator.Parent is not VariableDeclarationSyntax { Variables.Count: 1, Parent: LocalDeclarationStatementSyntax statement }
            || Layout.TryGetIndentation(context.Text, statement.SpanStart) is not { } indentation
            || !statement.GetTrailingTrivia().Any(SyntaxKind.EndOfLineTrivia)
            || statement.DescendantTrivia().Any(trivia => !trivia.IsKind(SyntaxKind.EndOfLineTrivia) && !trivia.IsKind(SyntaxKind.WhitespaceTrivia)))
        {
            return null;
        }

        int start = statement.SpanStart - indentation.Length;
        int end = statement.FullSpan.End;
        TextLine next = context.Text.Lines.GetLineFromPosition(end);
        bool opensBlock = statement.GetFirstToken().GetPreviousToken().IsKind(SyntaxKind.OpenBraceToken);
        return TextSpan.FromBounds(start, opensBlock && string.IsNullOrWhiteSpace(next.ToString()) ? next.EndIncludingLineBreak : end);
    }
}
