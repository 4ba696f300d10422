namespace StreamTuning.CodeFixes.Copying;

/// <summary>
/// Fixes STRM1012 by a request that waits for the headers only, and a copy in large blocks: the runtime's, or one with a buffer of the file.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(ResponseBufferedBeforeFileCodeFix))]
[Shared]
internal sealed class ResponseBufferedBeforeFileCodeFix() : CodeFix<FileCopy>(Rules.ResponseBufferedBeforeFile, FileCopy.Facts)
{
    private protected override FixEdit? TryCallRuntime(FileCopy copy, FixContext context) =>
        TryStream(TunedCopy.TryCreate(context, copy.Copy.Call.Syntax), copy, context);

    private protected override FixEdit? TryWritePlain(FileCopy copy, FixContext context)
    {
        int enough = copy.Copy.Kind == CopySource.HttpContent ? CopiedResponse.LargeBuffer : context.Option(Options.CopyBufferSize);
        return TryStream(copy.MayHaveBuffer(enough) ? new FixEdit() : LargerBlocks.OfFile(copy, context), copy, context);
    }

    private static FixEdit? TryStream(FixEdit? edit, FileCopy copy, FixContext context)
    {
        var response = CopiedResponse.Of(copy.Copy, context.Types);
        if (response is not { Request.Syntax: InvocationExpressionSyntax { ArgumentList: { } list } request, IsToldApart: false, Local: { } local }
            || local.DeclaringSyntaxReferences[0].GetSyntax(context.CancellationToken) is not VariableDeclaratorSyntax
                { Parent.Parent: { } declaration } declarator)
        {
            return null;
        }

        bool isDisposed = response.IsDisposed || declaration is not LocalDeclarationStatementSyntax { UsingKeyword.RawKind: 0 };
        if (!isDisposed && declarator is not { Initializer: not null, Parent: VariableDeclarationSyntax { Variables.Count: 1 } })
        {
            return null;
        }

        SyntaxNode? option = CopiedResponse.OptionOf(response.Request)?.Syntax;
        if (option is not (null or MemberAccessExpressionSyntax { Name.Identifier.ValueText: "ResponseContentRead" }))
        {
            return null;
        }

        for (FixEdit? each = edit; each is not null; each = each.Alternative)
        {
            if (option is MemberAccessExpressionSyntax { Name: { } name })
            {
                each.Replace(name.Span, "ResponseHeadersRead");
            }
            else
            {
                Arguments.AddSecond(each, list, "completionOption", TypeAt(request, context) + ".ResponseHeadersRead");
            }

            if (!isDisposed)
            {
                each.Insert(declaration.SpanStart, "using ");
            }
        }

        return edit;
    }

    private static string TypeAt(SyntaxNode place, FixContext context) =>
        context.Model.LookupNamespacesAndTypes(place.SpanStart, name: "HttpCompletionOption").IsEmpty
            ? "System.Net.Http.HttpCompletionOption"
            : "HttpCompletionOption";
}
