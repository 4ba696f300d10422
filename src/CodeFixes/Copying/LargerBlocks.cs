using System.Collections.Generic;
using System.Linq;
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

        FixEdit? larger = context.Property(LargerBuffer.PlainFix) switch
        {
            LargerBuffer.BufferOfCopy => new FixEdit() is var edit && TryEnlargeBufferOfCopy(edit, context, context.Node, size) ? edit : null,
            LargerBuffer.BufferOfFile => FileBuffer.TryEnlarge(context, context.RelatedNode, context.Node, size),
            LargerBuffer.BufferOfLoop => TryEnlargeBufferOfLoop(context, size),
            _ => null,
        };
        return larger?.EnlargeBuffer();
    }

    /// <summary>Gives a copy a buffer of that size; false where it is no call of one.</summary>
    public static bool TryEnlargeBufferOfCopy(FixEdit edit, FixContext context, SyntaxNode copy, string size)
    {
        if (copy is not InvocationExpressionSyntax { ArgumentList.Arguments.Count: > 0 } syntax
            || context.Model.GetOperation(syntax, context.CancellationToken) is not IInvocationOperation call)
        {
            return false;
        }

        if (Values.Argument(call.Arguments, "bufferSize") is { } bufferSize)
        {
            return BufferConstant.TryReplace(edit, context, bufferSize.Syntax, size, grows: true);
        }

        Arguments.AddSecond(edit, syntax.ArgumentList, "bufferSize", size);
        return true;
    }

    private static FixEdit? TryEnlargeBufferOfLoop(FixContext context, string size)
    {
        var edit = new FixEdit();
        List<SyntaxNode> sizes = context.RelatedNodes;
        return sizes.All(each => BufferConstant.TryReplace(edit, context, each, size, sizes, grows: true)) ? edit : null;
    }
}
