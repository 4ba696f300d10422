namespace StreamTuning.CodeFixes.Blobs;

/// <summary>What to upload in place of what a copy would write.</summary>
internal static class UploadedSource
{
    /// <summary>
    /// The stream of which a copy reads all, or one of the array that is written, in C#; null where there is none that gives the same.
    /// </summary>
    public static string? TryGet(FixContext context, AwaitableCall copy)
    {
        KnownTypes types = KnownTypes.Of(context.Model.Compilation);
        if (copy.Operation.TargetMethod.Name is "Write" or "WriteAsync")
        {
            // Of a whole array. A loop is left as it is.
            return BufferPart.Of(copy.Operation) is { CoversArray: true, Buffer: { Syntax: ExpressionSyntax bytes } buffer } part
                && (part.IsWhole || buffer.IsRepeatable())
                    ? "new MemoryStream(" + bytes + ")"
                    : null;
        }

        if (StreamCopy.Of(copy.Operation, types) is not { } read || copy.TryGetCopied() is not { } source)
        {
            return null;
        }

        switch (read.Kind)
        {
            case CopySource.FormFile:
                return source + ".OpenReadStream()";

            case CopySource.Pipe:
                return source + ".AsStream()";

            case CopySource.HttpContent:
                // A content gives its stream once, and what fails on the way to it fails as another exception.
                return copy.IsAwaited && IsOnlyUse(copy.Syntax, read.Source) && !DependsOnException(copy.Operation, types)
                    ? "await " + source + ".ReadAsStreamAsync(" + copy.Token?.Expression + ")" +
                        (copy.ConfigureAwait.Length > 0 ? ".ConfigureAwait" + copy.ConfigureAwait : "")
                    : null;

            default:
                return read.Source.Syntax is ExpressionSyntax stream && source == "(" + stream + ")" ? stream.ToString() : source;
        }
    }

    /// <summary>Whether nothing else in the member may read the content.</summary>
    private static bool IsOnlyUse(InvocationExpressionSyntax copy, IOperation content)
    {
        SyntaxNode scope = copy.FirstAncestorOrSelf<MemberDeclarationSyntax>(member => member is not GlobalStatementSyntax)
            ?? copy.SyntaxTree.GetRoot();
        string? name = content switch
        {
            IPropertyReferenceOperation property => property.Property.Name,
            ILocalReferenceOperation local => local.Local.Name,
            IParameterReferenceOperation parameter => parameter.Parameter.Name,
            _ => null,
        };
        return name is not null
            && scope.DescendantNodes().OfType<IdentifierNameSyntax>().Where(identifier => identifier.Identifier.ValueText == name).All(
                identifier =>
            {
                SyntaxNode use = identifier.Parent is MemberAccessExpressionSyntax access && access.Name == identifier
                    ? access
                    : identifier;
                return copy.Expression.Contains(use)
                    || use.Parent is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Headers" or "Dispose" }
                    || use.Parent is ConditionalAccessExpressionSyntax { WhenNotNull: MemberBindingExpressionSyntax
                        or MemberAccessExpressionSyntax };
            });
    }

    private static bool DependsOnException(IOperation copy, KnownTypes types) =>
        types.HttpRequestException is not { } ofCopy
            || types.IOException is not { } ofStream
            || ExceptionHandling.TellsApart(copy, ofCopy, ofStream);
}
