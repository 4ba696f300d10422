namespace StreamTuning.CodeFixes.Edits;

/// <summary>Turns <c>CopyTo</c> and <c>CopyToAsync</c> into the runtime's <c>CopyToFile</c> and <c>CopyToFileAsync</c>.</summary>
internal static class TunedCopy
{
    private const string RuntimeType = "StreamTuning.FileCopyExtensions";

    /// <param name="context">The document.</param>
    /// <param name="node">The copy.</param>
    /// <param name="destination">What to copy to instead, in C#; null where that stays.</param>
    /// <param name="options">The options, and arguments to follow them, in C#; null for the defaults.</param>
    public static FixEdit? TryCreate(FixContext context, SyntaxNode? node, string? destination = null, string? options = null)
    {
        if (node is not InvocationExpressionSyntax syntax
            || context.Model.Compilation.GetTypeByMetadataName(RuntimeType) is null
            || context.Model.GetOperation(syntax, context.CancellationToken) is not IInvocationOperation call)
        {
            return null;
        }

        SimpleNameSyntax? name = syntax.Expression switch
        {
            MemberAccessExpressionSyntax { Expression: not BaseExpressionSyntax } access => access.Name,
            MemberBindingExpressionSyntax binding => binding.Name,
            IdentifierNameSyntax identifier => identifier,
            _ => null,
        };
        if (name is not { Identifier.ValueText: "CopyTo" or "CopyToAsync" })
        {
            return null;
        }

        // A constant that several copies share goes when the last of them is fixed, or all are at once.
        return TryCreate(dropsSharedConstant: true)?.Or(TryCreate(dropsSharedConstant: false));

        FixEdit? TryCreate(bool dropsSharedConstant) =>
            TunedCopy.TryCreate(context, syntax, call, name, destination, options, dropsSharedConstant);
    }

    /// <summary>The same of a copy into a file, whose length it is told where the copy alone fills it.</summary>
    public static FixEdit? OfFile(FileCopy copy, FixContext context) => TryCreate(
        context, copy.Copy.Call.Syntax, options: HintOf(FilledFile.LengthOf(copy, context.Types)?.Hint));

    /// <summary>Options with a length, given in C#; null where that is.</summary>
    public static string? HintOf(string? length) => length is null ? null : "new FileCopyOptions { LengthHint = " + length + " }";

    private static FixEdit? TryCreate(
        FixContext context, InvocationExpressionSyntax syntax, IInvocationOperation call, SimpleNameSyntax name, string? destination,
        string? options, bool dropsSharedConstant)
    {
        FixEdit edit = new FixEdit()
            .Replace(name.Span, name.Identifier.ValueText == "CopyTo" ? "CopyToFile" : "CopyToFileAsync")
            .ExpectRuntimeCall(name.SpanStart);
        if (syntax.Expression == name)
        {
            edit.Insert(name.SpanStart, "this.");
        }

        if (options is not null)
        {
            Arguments.AddSecond(edit, syntax.ArgumentList, "options", options);
        }

        foreach (IArgumentOperation argument in call.Arguments)
        {
            if (argument.ArgumentKind == ArgumentKind.DefaultValue)
            {
                continue;
            }

            // Of an argument with a '!' the operation shows what is before it.
            if (argument.Syntax.FirstAncestorOrSelf<ArgumentSyntax>() is not { } written
                || written.Parent != syntax.ArgumentList
                || argument.Parameter is not { } parameter)
            {
                return null;
            }

            if (parameter.Ordinal == 0)
            {
                if (written.NameColon is { } label && label.Name.Identifier.ValueText != "destination")
                {
                    edit.Replace(label.Name.Span, "destination");
                }

                if (destination is not null)
                {
                    edit.Replace(written.Expression.Span, destination);
                }
            }
            else if (parameter.Type.Name == "TransportContext")
            {
                // Where there is none, nothing is lost with it.
                if (Arguments.TryGetRemoval(written, syntax.ArgumentList) is not { } removal || !argument.Value.IsNull())
                {
                    return null;
                }

                edit.Replace(removal, "");
            }
            else if (parameter.Type.SpecialType == SpecialType.System_Int32)
            {
                // The engine chooses its own blocks; what computes the size must not be lost with it.
                if (Arguments.TryGetRemoval(written, syntax.ArgumentList) is not { } removal
                    || !(argument.Value.ConstantValue.HasValue || argument.Value.IsRepeatable()))
                {
                    return null;
                }

                edit.Replace(removal, "");
                if (!BufferConstant.TryDrop(edit, context, argument.Value, dropsSharedConstant))
                {
                    return null;
                }
            }
            else if (written.NameColon is null)
            {
                edit.Insert(written.SpanStart, "cancellationToken: ");
            }
        }

        return edit;
    }
}

/// <summary>Has a request wait for the headers only, and the response disposed, so that its content can be streamed.</summary>
internal static class StreamedRequest
{
    private const string HeadersRead = "ResponseHeadersRead";

    /// <summary>Adds this to the edit of the copy; null where it does not fit.</summary>
    public static FixEdit? TryAdd(FixEdit? edit, CopiedResponse response, FixContext context)
    {
        if (response is not
            {
                Request: { Syntax: InvocationExpressionSyntax { ArgumentList: { } list } request } operation,
                Local: { } local,
                IsToldApart: false,
            }
            || local.DeclaringSyntaxReferences[0].GetSyntax(context.CancellationToken) is not VariableDeclaratorSyntax
                { Parent.Parent: { } declaration } declarator)
        {
            return null;
        }

        SyntaxNode? option = CopiedResponse.OptionOf(operation)?.Syntax;
        SimpleNameSyntax? value = (option as MemberAccessExpressionSyntax)?.Name;
        bool isDisposed = response.IsDisposed || declaration is not LocalDeclarationStatementSyntax { UsingKeyword.RawKind: 0 };
        if (!(isDisposed || declarator is { Initializer: not null, Parent: VariableDeclarationSyntax { Variables.Count: 1 } })
            || (option is not null && value is not { Identifier.ValueText: "ResponseContentRead" or HeadersRead }))
        {
            return null;
        }

        for (FixEdit? each = edit; each is not null; each = each.Alternative)
        {
            if (option is null)
            {
                Arguments.AddSecond(each, list, "completionOption", OptionAt(request, context));
            }
            else if (value!.Identifier.ValueText != HeadersRead)
            {
                each.Replace(value.Span, HeadersRead);
            }

            if (!isDisposed)
            {
                each.Insert(declaration.SpanStart, "using ");
            }
        }

        return edit;
    }

    /// <summary>The option in C#, as it is named at that place.</summary>
    public static string OptionAt(SyntaxNode place, FixContext context) =>
        (context.Model.LookupNamespacesAndTypes(place.SpanStart, name: "HttpCompletionOption").IsEmpty ? "System.Net.Http." : "")
        + "HttpCompletionOption." + HeadersRead;
}
