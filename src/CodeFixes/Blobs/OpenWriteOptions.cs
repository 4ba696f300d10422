namespace StreamTuning.CodeFixes.Blobs;

/// <summary>
/// The options with which a blob is opened to be written, as those of an upload. They say the same under almost the same names; only an
/// upload has no buffer, and may have transfer options.
/// </summary>
internal static class OpenWriteOptions
{
    /// <summary>What an upload is given in the place of options that say nothing: the stream overwrites.</summary>
    public const string Overwrite = "overwrite: true";

    private const string BufferSize = nameof(BufferSize);

    /// <summary>
    /// What to give the upload so that it does what the stream did, in C#; null where the options cannot be seen, or a comment on one that
    /// goes would be lost.
    /// </summary>
    /// <param name="context">The document.</param>
    /// <param name="edit">What is changed: options that a local holds stay there.</param>
    /// <param name="opening">The call that opens the blob.</param>
    /// <param name="names">Names types of the SDK.</param>
    /// <param name="setsBlocks">Whether the upload is told to send blocks.</param>
    public static string? TryConvert(FixContext context, FixEdit edit, AwaitableCall opening, SdkNames names, bool setsBlocks)
    {
        ExpressionSyntax? given = opening.Argument("options")?.Expression;
        if (given is IdentifierNameSyntax)
        {
            return TryConvertLocal(context, edit, given, names, setsBlocks) ? given.ToString() : null;
        }

        var creation = given as BaseObjectCreationExpressionSyntax;
        if (given is not (null or LiteralExpressionSyntax) && creation is not { ArgumentList: null or { Arguments.Count: 0 } })
        {
            return null;
        }

        if (creation?.Initializer is not { } initializer || SaysNothing(initializer))
        {
            return setsBlocks ? "new " + names.BlobUploadOptions + " { " + TransferOptions(names) + " }"
                : opening.Operation.TargetMethod.ContainingType.Name == "BlobClient" ? Overwrite
                : "new " + names.BlobUploadOptions + "()";
        }

        var changes = new FixEdit();
        TextSpan type =
            TextSpan.FromBounds(
                creation.NewKeyword.Span.End, creation.ArgumentList?.Span.End ?? ((ObjectCreationExpressionSyntax)creation).Type.Span.End);
        changes.Replace(type, " " + names.BlobUploadOptions);
        return TryConvert(changes, context, initializer, names, setsBlocks)
            ? SourceText.From(creation.ToString())
                .WithChanges(
                    changes.Changes.Select(
                        change =>
                            new TextChange(
                                new TextSpan(change.Span.Start - creation.SpanStart, change.Span.Length), change.NewText!)).OrderBy(
                                    change => change.Span))
                .ToString()
            : null;
    }

    /// <summary>Converts options that are built for this call only, in a local, where they are built and where more is set.</summary>
    private static bool TryConvertLocal(FixContext context, FixEdit edit, ExpressionSyntax given, SdkNames names, bool setsBlocks)
    {
        if (context.Model.GetOperation(given, context.CancellationToken) is not ILocalReferenceOperation local
            || local.SingleValue() is not { Syntax: BaseObjectCreationExpressionSyntax { ArgumentList: null
                or { Arguments.Count: 0 } } creation }
            || Statements.TryGetOf(creation) is not LocalDeclarationStatementSyntax { Declaration: { Type: { } type } declaration }
            || declaration.Variables[0].Initializer?.Value != creation)
        {
            return false;
        }

        foreach (ILocalReferenceOperation reference in Uses.Of(local.Local, local.Root()))
        {
            if (reference.Syntax == given)
            {
                continue;
            }

            if (reference.Receiver() is not IPropertyReferenceOperation { Syntax: MemberAccessExpressionSyntax { Name: { } name },
                Parent: ISimpleAssignmentOperation assignment } property
                || assignment.Target != property
                || name.Identifier.ValueText == BufferSize)
            {
                return false;
            }

            Rename(edit, name);
        }

        InitializerExpressionSyntax? initializer = creation.Initializer;
        if (initializer is not null && SaysNothing(initializer))
        {
            if (StatementRemoval.HasCommentWithin(creation, initializer.FullSpan))
            {
                return false;
            }

            edit.Replace(
                TextSpan.FromBounds(initializer.GetFirstToken().GetPreviousToken().Span.End, initializer.Span.End),
                (creation.ArgumentList is null && !setsBlocks ? "()" : "") + (setsBlocks ? " { " + TransferOptions(names) + " }" : ""));
        }
        else if (initializer is not null)
        {
            if (!TryConvert(edit, context, initializer, names, setsBlocks))
            {
                return false;
            }
        }
        else if (setsBlocks)
        {
            BlockOptionsEdit.Set(edit, context, creation, ("TransferOptions", BlockOptionsEdit.NewTransferOptions(names)));
        }

        if (!type.IsVar)
        {
            edit.Replace(type.Span, names.BlobUploadOptions);
        }

        if (creation is ObjectCreationExpressionSyntax { Type: { } created })
        {
            edit.Replace(created.Span, names.BlobUploadOptions);
        }

        return true;
    }

    /// <summary>Whether all that is set is what an upload does not have.</summary>
    private static bool SaysNothing(InitializerExpressionSyntax initializer) =>
        initializer.Expressions.All(
            member => member is AssignmentExpressionSyntax { Left: IdentifierNameSyntax { Identifier.ValueText: BufferSize } });

    /// <summary>Converts what is set where the options are built.</summary>
    private static bool TryConvert(
        FixEdit edit, FixContext context, InitializerExpressionSyntax initializer, SdkNames names, bool setsBlocks)
    {
        foreach (ExpressionSyntax member in initializer.Expressions)
        {
            if (member is not AssignmentExpressionSyntax { Left: IdentifierNameSyntax property, Right: not InitializerExpressionSyntax })
            {
                return false;
            }

            if (property.Identifier.ValueText != BufferSize)
            {
                Rename(edit, property);
                continue;
            }

            // A comment may be about the size.
            SyntaxNodeOrToken next = initializer.Expressions.IndexOf(member) + 1 is var following
                && following < initializer.Expressions.Count ? initializer.Expressions[following] : initializer.CloseBraceToken;
            if (StatementRemoval.HasCommentWithin(initializer, TextSpan.FromBounds(member.FullSpan.Start, next.SpanStart)))
            {
                return false;
            }

            if (setsBlocks)
            {
                edit.Replace(member.Span, TransferOptions(names));
                setsBlocks = false;
            }
            else
            {
                Remove(edit, initializer, member);
            }
        }

        if (setsBlocks)
        {
            Initializers.Set(edit, context, initializer, "TransferOptions", BlockOptionsEdit.NewTransferOptions(names));
        }

        return true;
    }

    private static string TransferOptions(SdkNames names) => "TransferOptions = " + BlockOptionsEdit.NewTransferOptions(names);

    /// <summary>Gives a property the name that an upload has for it.</summary>
    private static void Rename(FixEdit edit, SimpleNameSyntax property)
    {
        if (property.Identifier.ValueText == "OpenConditions")
        {
            edit.Replace(property.Span, "Conditions");
        }
    }

    /// <summary>Removes what is set, and a comma with it; there is something else.</summary>
    private static void Remove(FixEdit edit, InitializerExpressionSyntax initializer, ExpressionSyntax member)
    {
        SeparatedSyntaxList<ExpressionSyntax> members = initializer.Expressions;
        int index = members.IndexOf(member);
        edit.Replace(
            index == 0 ? TextSpan.FromBounds(member.SpanStart, members[1].SpanStart)
                : index < members.SeparatorCount
                    ? TextSpan.FromBounds(members.GetSeparator(index - 1).Span.End, members.GetSeparator(index).Span.End)
                : TextSpan.FromBounds(members.GetSeparator(index - 1).SpanStart, member.Span.End),
            "");
    }
}
