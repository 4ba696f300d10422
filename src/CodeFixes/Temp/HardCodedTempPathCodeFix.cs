namespace StreamTuning.CodeFixes.Temp;

/// <summary>
/// Fixes STRM2001 where the path begins: there the root gives way to a call, and the name stays. Offered where all that leads to the
/// same place in the document goes by the same variable.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(HardCodedTempPathCodeFix))]
[Shared]
internal sealed class HardCodedTempPathCodeFix() : StreamTuningCodeFix(Rules.HardCodedTempPath)
{
    private protected override FixEdit? TryCreateRuntimeEdit(FixContext context) =>
        context.Model.Compilation.GetTypeByMetadataName("StreamTuning.TempSpace") is null
            ? null
            : TryCreate(context, TempPathEdit.TryAddRuntimeCall, (owned, named) => owned.TryCreateRuntimeEdit(named));

    private protected override FixEdit? TryCreatePlainEdit(FixContext context) =>
        TryCreate(context, TempPathEdit.TryAddPlainCall, (owned, named) => owned.TryCreatePlainEdit(named));

    /// <param name="context">The document.</param>
    /// <param name="tryAdd">Rewrites the path alone.</param>
    /// <param name="tryOwn">Rewrites all that is done with what the method makes and deletes, or else the path alone.</param>
    private static FixEdit? TryCreate(FixContext context, TempPathEdit.Rewriting tryAdd, Func<OwnedTempPath, FixEdit?, FixEdit?> tryOwn)
    {
        if (context.Model.GetOperation(context.Node, context.CancellationToken) is not { } written
            || HardCodedPath.TryRead(
                written, TempRoots.Of(
                    context.Option(Options.HardCodedTempRoots)), context.Types) is not { Beginning.Syntax: { } beginning, Root: { } root }
            || beginning.SyntaxTree != context.Root.SyntaxTree
            || TempPathExpression.TryRead(context, beginning, root) is not { } path)
        {
            return null;
        }

        var edit = new FixEdit();
        TempPathVariable? variable = path.IsRoot && TempDirectoryCall.TryRead(path.Whole) is null
            ? TempPathVariable.TryRead(context, path)
            : null;
        IReadOnlyList<TempPathExpression> places = variable?.Uses ?? new[] { path };
        var spans = places.Select(place => SpanOf(place)).ToList();
        if (variable is not null)
        {
            spans.Add(path.Whole.Span);
            if (!variable.TryRemove(edit))
            {
                return null;
            }
        }

        if (new OtherTempPaths(context, root).MayLeadTo(places.Select(TempPathName.Of).ToList(), spans))
        {
            return null;
        }

        FixEdit? named =
            places.All(place => tryAdd(edit, context, place) && TempPathVariable.TryReleaseConstant(edit, context, place.Whole))
                ? edit
                : null;
        return OwnedTempPath.TryRead(context, path) is { } owned ? tryOwn(owned, named) : named;
    }

    private static TextSpan SpanOf(TempPathExpression place) =>
        (TempDirectoryCall.TryRead(place.Whole)?.Syntax ?? (SyntaxNode)place.Whole).Span;
}
