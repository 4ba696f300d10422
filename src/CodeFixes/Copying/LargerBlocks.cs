using System.Collections.Generic;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using StreamTuning.Analyzers;
using StreamTuning.Analyzers.Copying;

namespace StreamTuning.CodeFixes.Copying;

/// <summary>Gives a copy or loop into a file a larger buffer: an argument, the array of the loop, or the buffer of the file.</summary>
internal static class LargerBlocks
{
    public const string Title = "Copy in larger blocks";

    public static FixEdit? TryCreate(FixContext context)
    {
        if (context.Property(LargerBuffer.BufferSize) is not { } size)
        {
            return null;
        }

        return context.Property(LargerBuffer.PlainFix) switch
        {
            LargerBuffer.BufferOfCopy => TryEnlargeBufferOfCopy(context, size),
            LargerBuffer.BufferOfFile => FileBuffer.TryEnlarge(context, context.RelatedNode, context.Node, size),
            LargerBuffer.BufferOfLoop => TryEnlargeBufferOfLoop(context, size),
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

        return Values.Argument(call.Arguments, "bufferSize") is { } bufferSize
            ? new FixEdit().Replace(BufferConstant.PlaceOf(context, bufferSize.Syntax, grows: true).Span, size)
            : Arguments.AddSecond(new FixEdit(), syntax.ArgumentList, "bufferSize", size);
    }

    private static FixEdit TryEnlargeBufferOfLoop(FixContext context, string size)
    {
        var edit = new FixEdit();
        List<SyntaxNode> sizes = context.RelatedNodes;
        foreach (SyntaxNode each in sizes)
        {
            edit.Replace(BufferConstant.PlaceOf(context, each, sizes, grows: true).Span, size);
        }

        return edit;
    }
}
