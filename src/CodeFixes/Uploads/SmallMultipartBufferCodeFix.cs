namespace StreamTuning.CodeFixes.Uploads;

/// <summary>Fixes STRM4006 by an argument: a larger buffer.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(SmallMultipartBufferCodeFix))]
[Shared]
internal sealed class SmallMultipartBufferCodeFix() : StreamTuningCodeFix(Rules.SmallMultipartBuffer)
{
    private const string Argument = "bufferSize: 65536";

    private protected override FixEdit? TryCreatePlainEdit(FixContext context)
    {
        if (context.Node.FirstAncestorOrSelf<BaseObjectCreationExpressionSyntax>() is not { ArgumentList: { Arguments.Count: > 0 } list })
        {
            return null;
        }

        // On a line of its own where the last one has one, unless a comment follows that.
        ArgumentSyntax last = list.Arguments.Last();
        string? indentation = last.GetTrailingTrivia().Any(Layout.IsMoreThanSpace)
            ? null
            : Layout.TryGetIndentation(context.Text, last.SpanStart);
        return new FixEdit().Insert(Arguments.EndOf(last), "," + (indentation is null ? " " : context.NewLine + indentation) + Argument);
    }
}
