namespace StreamTuning.CodeFixes.Edits;

/// <summary>Gives a copy or loop into a file a larger buffer: an argument, the array of the loop, or the buffer of the file.</summary>
internal static class LargerBlocks
{
    /// <summary>A buffer for the copy if its source honours it; else one of the file, which gathers the small segments.</summary>
    /// <param name="copy">The copy.</param>
    /// <param name="context">The document.</param>
    /// <param name="size">The size of the buffer, in bytes.</param>
    public static FixEdit? OfCopy(FileCopy copy, FixContext context, int size)
    {
        var edit = new FixEdit();
        FixEdit? larger = context.Types.MayRunOnNetFramework ? null
            : copy.Copy.Kind != CopySource.Stream ? FileBuffer.TryEnlarge(context, copy.OpeningBeside, copy.Copy.Call.Syntax, size)
            : TryEnlargeBufferOfCopy(edit, context, copy.Copy.Call.Syntax, size) ? edit
            : null;
        return larger?.EnlargeBuffer();
    }

    /// <summary>A larger array for the loop.</summary>
    public static FixEdit? OfLoop(BlockWrite block, FixContext context, int size)
    {
        if (context.Types.MayRunOnNetFramework || GrowingBuffer.SizesOf(block, context.Types) is not { IsEmpty: false } sizes)
        {
            return null;
        }

        var edit = new FixEdit();
        List<SyntaxNode> places = sizes.Select(each => each.Syntax).ToList();
        return places.All(each => BufferConstant.TryReplace(edit, context, each, size, places, grows: true)) ? edit.EnlargeBuffer() : null;
    }

    /// <summary>Gives a copy a buffer of that size; false where it is no call of one.</summary>
    public static bool TryEnlargeBufferOfCopy(FixEdit edit, FixContext context, SyntaxNode copy, int size)
    {
        if (copy is not InvocationExpressionSyntax { ArgumentList.Arguments.Count: > 0 } syntax
            || context.Model.GetOperation(syntax, context.CancellationToken) is not IInvocationOperation call)
        {
            return false;
        }

        if (call.Arguments.Named("bufferSize") is { } bufferSize)
        {
            return BufferConstant.TryReplace(edit, context, bufferSize.Syntax, size, grows: true);
        }

        Arguments.AddSecond(edit, syntax.ArgumentList, "bufferSize", Arguments.Number(size));
        return true;
    }
}
