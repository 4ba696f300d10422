namespace StreamTuning.CodeFixes.Blobs;

/// <summary>
/// Fixes STRM3003 by the asynchronous twin of the call, which takes the same arguments, where the code around it can await it.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(SyncBlobUploadIsSerialCodeFix))]
[Shared]
internal sealed class SyncBlobUploadIsSerialCodeFix() : CodeFix<BlobUpload>(Rules.SyncBlobUploadIsSerial, BlobUpload.Facts)
{
    private protected override FixEdit? TryWritePlain(BlobUpload upload, FixContext context)
    {
        // What is called on null gives null, which cannot be awaited.
        if (BlobUploadCall.TryRead(context, upload.Call.Syntax) is not { } call
            || call.Syntax.Expression is MemberBindingExpressionSyntax
            || call.Syntax.Ancestors().TakeWhile(node => node is ExpressionSyntax).Any(
                node => node is ConditionalAccessExpressionSyntax access && access.WhenNotNull.Contains(call.Syntax))
            || TryGetAsyncFunction(call.Syntax) is not { } function
            || IsBoundToThread(function)
            || KeepsReference(context, call.Syntax, function))
        {
            return null;
        }

        string end = ConfiguresAwait(function) ? ".ConfigureAwait(false)" : "";
        bool isOperand = call.Syntax.Parent is MemberAccessExpressionSyntax or ElementAccessExpressionSyntax
            or ConditionalAccessExpressionSyntax or PostfixUnaryExpressionSyntax;
        FixEdit edit = new FixEdit()
            .Insert(call.Syntax.SpanStart, isOperand ? "(await " : "await ")
            .Insert(call.Name.Span.End, "Async");
        return end.Length > 0 || isOperand ? edit.Insert(call.Syntax.Span.End, isOperand ? end + ")" : end) : edit;
    }

    /// <summary>
    /// The function around the call, if it is asynchronous; null where it is not. A program of top-level statements can await.
    /// </summary>
    private static SyntaxNode? TryGetAsyncFunction(SyntaxNode call)
    {
        foreach (SyntaxNode node in call.Ancestors())
        {
            switch (node)
            {
                case AnonymousFunctionExpressionSyntax lambda:
                    return lambda.AsyncKeyword.IsKind(SyntaxKind.None) ? null : lambda;
                case LocalFunctionStatementSyntax local:
                    return local.Modifiers.Any(SyntaxKind.AsyncKeyword) ? local : null;
                case MethodDeclarationSyntax method:
                    return method.Modifiers.Any(SyntaxKind.AsyncKeyword) ? method : null;
                case GlobalStatementSyntax:
                    return node.Parent;
                case MemberDeclarationSyntax:
                    return null;
            }
        }

        return null;
    }

    /// <summary>
    /// Whether the function may hold what has to be given back by the same thread: a lock that is no statement, or a transaction of the
    /// thread.
    /// </summary>
    private static bool IsBoundToThread(SyntaxNode function) => function.DescendantNodes().Any(node => node switch
    {
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Enter" or "TryEnter" or "EnterReadLock" or "EnterWriteLock"
            or "EnterUpgradeableReadLock" or "WaitOne" } => true,
        IdentifierNameSyntax { Identifier.ValueText: "TransactionScope" } => true,
        _ => false,
    });

    /// <summary>
    /// Whether a span or another reference may have to outlive the call, which it cannot where that is awaited. The compiler says so only
    /// when it emits code.
    /// </summary>
    private static bool KeepsReference(FixContext context, SyntaxNode call, SyntaxNode function) =>
        context.Model.LookupSymbols(call.SpanStart).Any(
            symbol =>
                symbol is ILocalSymbol { RefKind: not RefKind.None } or ILocalSymbol { Type.IsRefLikeType: true }
                    or ILocalSymbol { Type.TypeKind: TypeKind.Pointer })
        || call.Ancestors()
            .TakeWhile(node => node != function)
            .Where(node => node is not (BlockSyntax or IfStatementSyntax or WhileStatementSyntax))
            .SelectMany(node => node.ChildNodes().Where(child => child is not StatementSyntax && child.Span.End <= call.SpanStart))
            .SelectMany(before => before.DescendantNodesAndSelf().OfType<ExpressionSyntax>())
            .Any(expression => IsReference(context, expression));

    private static bool IsReference(FixContext context, ExpressionSyntax expression) =>
        context.Model.GetTypeInfo(expression, context.CancellationToken) is { Type.IsRefLikeType: true }
            or { ConvertedType.IsRefLikeType: true }
        || context.Model.GetSymbolInfo(expression, context.CancellationToken).Symbol is IMethodSymbol { RefKind: not RefKind.None }
            or IPropertySymbol { RefKind: not RefKind.None };

    /// <summary>Whether all that the function awaits goes on in any context.</summary>
    private static bool ConfiguresAwait(SyntaxNode function)
    {
        List<AwaitExpressionSyntax> awaits = function.DescendantNodes().OfType<AwaitExpressionSyntax>().ToList();
        return awaits.Count > 0 && awaits.All(each => each.Expression is InvocationExpressionSyntax
        {
            Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "ConfigureAwait" },
            ArgumentList.Arguments: { Count: 1 } arguments,
        } && arguments[0].Expression.IsKind(SyntaxKind.FalseLiteralExpression));
    }
}
