using System.Composition;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using StreamTuning.Analyzers;
using StreamTuning.Analyzers.Copying;

namespace StreamTuning.CodeFixes.Copying;

/// <summary>Fixes STRM1001 by the runtime's copy, or by a larger buffer for the copy or for the file, whichever has an effect.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(CopyIntoFileWithDefaultBufferCodeFix))]
[Shared]
public sealed class CopyIntoFileWithDefaultBufferCodeFix : StreamTuningCodeFix
{
    public CopyIntoFileWithDefaultBufferCodeFix()
        : base(Rules.CopyIntoFileWithDefaultBuffer)
    {
    }

    public override string RuntimeTitle => TunedCopy.Title;

    public override string PlainTitle => "Copy in larger blocks";

    private protected override FixEdit? TryCreateRuntimeEdit(FixContext context) => TunedCopy.TryCreate(context, context.Node);

    private protected override FixEdit? TryCreatePlainEdit(FixContext context)
    {
        if (context.Property(CopyIntoFileWithDefaultBufferAnalyzer.BufferSize) is not { } size)
        {
            return null;
        }

        return context.Property(CopyIntoFileWithDefaultBufferAnalyzer.PlainFix) switch
        {
            CopyIntoFileWithDefaultBufferAnalyzer.BufferOfCopy => TryEnlargeBufferOfCopy(context, size),
            CopyIntoFileWithDefaultBufferAnalyzer.BufferOfFile => FileBuffer.TryEnlarge(context, context.RelatedNode, context.Node, size),
            _ => null,
        };
    }

    private static FixEdit? TryEnlargeBufferOfCopy(FixContext context, string size)
    {
        if (context.Node is not InvocationExpressionSyntax { ArgumentList.Arguments.Count: > 0 } syntax
            || context.Model.GetOperation(syntax, context.CancellationToken) is not IInvocationOperation call)
        {
            return null;
        }

        if (Values.Argument(call.Arguments, "bufferSize") is { } bufferSize)
        {
            SyntaxNode value = BufferConstant.TryFind(context, bufferSize)?.Initializer!.Value ?? bufferSize.Syntax;
            return new FixEdit().Replace(value.Span, size);
        }

        return Arguments.AddSecond(new FixEdit(), syntax.ArgumentList, "bufferSize", size);
    }
}
