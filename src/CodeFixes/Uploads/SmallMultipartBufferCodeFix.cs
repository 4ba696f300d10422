using System.Composition;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using StreamTuning.Analyzers;

namespace StreamTuning.CodeFixes.Uploads;

/// <summary>Fixes STRM4006 by an argument: a larger buffer.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(SmallMultipartBufferCodeFix))]
[Shared]
public sealed class SmallMultipartBufferCodeFix : StreamTuningCodeFix
{
    private const string Argument = "bufferSize: 65536";

    public SmallMultipartBufferCodeFix()
        : base(Rules.SmallMultipartBuffer)
    {
    }

    public override string PlainTitle => "Read the form in blocks of 64 KiB";

    private protected override FixEdit? TryCreatePlainEdit(FixContext context)
    {
        if (context.Node.FirstAncestorOrSelf<BaseObjectCreationExpressionSyntax>() is not { ArgumentList: { Arguments.Count: > 0 } list })
        {
            return null;
        }

        // On a line of its own where the last one has one, unless a comment follows that.
        ArgumentSyntax last = list.Arguments.Last();
        string? indentation = last.GetTrailingTrivia().Any(Layout.IsMoreThanSpace) ? null : Layout.TryGetIndentation(context.Text, last.SpanStart);
        return new FixEdit().Insert(Arguments.EndOf(last), "," + (indentation is null ? " " : context.NewLine + indentation) + Argument);
    }
}
