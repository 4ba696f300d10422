namespace StreamTuning.CodeFixes.Uploads;

/// <summary>
/// Fixes STRM4004 by the runtime's copy to the path that the memory is written to, or by the stream of the file in the place of the memory.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(FormFileIntoMemoryCodeFix))]
[Shared]
internal sealed class FormFileIntoMemoryCodeFix() : CodeFix<StreamCopy>(Rules.FormFileIntoMemory, StreamCopy.Facts)
{
    private protected override FixEdit? TryCallRuntime(StreamCopy copy, FixContext context)
    {
        if (BufferedContent.Facts.Of(copy.Call, context.Types) is { CanBeCopied: true } written)
        {
            return DirectCopy.TryCreate(written, context);
        }

        // What is done to the memory belongs to this form of the copy alone.
        return copy.Kind == CopySource.FormFile
            && FormFileInMemory.TryRead(copy, context.Types) is { CopiesIntoFiles: { Count: 1 } readers } read
            && TunedCopy.TryCreate(context, readers[0].Copy.Call.Syntax)?.Or(null) is { } edit
            && TryReadFile(read, context, edit)
                ? edit
                : null;
    }

    private protected override FixEdit? TryWritePlain(StreamCopy copy, FixContext context)
    {
        var edit = new FixEdit();
        return copy.Kind == CopySource.FormFile
            && BufferedContent.Facts.Of(copy.Call, context.Types) is not { CanBeCopied: true }
            && FormFileInMemory.TryRead(copy, context.Types) is { } read
            && TryEnlargeBuffers(read, context, edit)
            && TryReadFile(read, context, edit)
                ? edit
                : null;
    }

    /// <summary>
    /// Gives the copies into files a larger buffer: memory is written at once, but a stream in blocks. False where a file would need its
    /// length set first, too.
    /// </summary>
    private static bool TryEnlargeBuffers(FormFileInMemory read, FixContext context, FixEdit edit)
    {
        string size = Arguments.Number(context.Option(Options.CopyBufferSize, Rules.CopyIntoFileWithDefaultBuffer));
        return read.CopiesIntoFiles.Count == 0
            || (!context.Types.MayRunOnNetFramework
                && !read.CopiesIntoFiles.Any(copy => copy.Opening is { StartsEmpty: true, Preallocates: false })
                && read.CopiesIntoFiles.All(copy => LargerBlocks.TryEnlargeBufferOfCopy(edit, context, copy.Copy.Call.Syntax, size)));
    }

    /// <summary>Puts the stream of the file in the place of the memory, which nothing fills any more.</summary>
    private static bool TryReadFile(FormFileInMemory read, FixContext context, FixEdit edit)
    {
        if (AwaitableCall.TryRead(context, context.Node) is not { } fill
            || fill.TryGetCopied() is not { } source
            || Statements.TryGetOf(fill.Syntax) is not ExpressionStatementSyntax filling
            || OpenedFormFile.TryPutFor(read.Creation, edit, source) is not { } declaration)
        {
            return false;
        }

        // The method may await nothing else. After ConfigureAwait, asynchronous disposal would need it too.
        if (fill is { IsAwaited: true, ConfigureAwait: "" }
            && !context.Types.MayRunOnNetFramework
            && declaration.SyntaxTree.Options is CSharpParseOptions { LanguageVersion: >= LanguageVersion.CSharp8 }
            && declaration.Parent is LocalDeclarationStatementSyntax { UsingKeyword.RawKind: not 0, AwaitKeyword.RawKind: 0 }
                or UsingStatementSyntax { AwaitKeyword.RawKind: 0 })
        {
            edit.Insert(declaration.Parent.SpanStart, "await ");
        }

        ExpressionStatementSyntax?[] removed = read.Rewind is { Syntax: { } rewind }
            ? [filling, rewind.FirstAncestorOrSelf<StatementSyntax>() as ExpressionStatementSyntax]
            : [filling];
        return removed.All(statement => statement?.Parent is BlockSyntax or GlobalStatementSyntax or SwitchSectionSyntax)
            && StatementRemoval.TryAdd(edit, context, removed!);
    }
}
