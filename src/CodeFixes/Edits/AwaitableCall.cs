namespace StreamTuning.CodeFixes.Edits;

/// <summary>A call with what waits for it.</summary>
internal sealed class AwaitableCall
{
    private AwaitableCall(
        InvocationExpressionSyntax syntax, IInvocationOperation operation, SyntaxNode outer, bool isAwaited, string configureAwait)
    {
        Operation = operation;
        Syntax = syntax;
        Outer = outer;
        IsAwaited = isAwaited;
        ConfigureAwait = configureAwait;
    }

    public InvocationExpressionSyntax Syntax { get; }

    /// <summary>The method that is called.</summary>
    public IInvocationOperation Operation { get; }

    /// <summary>The call with what waits for it.</summary>
    public SyntaxNode Outer { get; }

    public bool IsAwaited { get; }

    /// <summary>The argument of <c>ConfigureAwait</c>; empty where it is not called.</summary>
    public string ConfigureAwait { get; }

    /// <summary>The cancellation token that is given.</summary>
    public ArgumentSyntax? Token => TokenValue is { } value ? SyntaxOf(value) : null;

    private IOperation? TokenValue
    {
        get
        {
            foreach (IArgumentOperation argument in Operation.Arguments)
            {
                if (argument is { ArgumentKind: not ArgumentKind.DefaultValue, Parameter.Type.Name: "CancellationToken" })
                {
                    return argument.Value;
                }
            }

            return null;
        }
    }

    /// <summary>Null where the call is asynchronous and not awaited.</summary>
    public static AwaitableCall? TryRead(FixContext context, SyntaxNode? node)
    {
        if (node is not InvocationExpressionSyntax syntax
            || context.Model.GetOperation(syntax, context.CancellationToken) is not IInvocationOperation operation)
        {
            return null;
        }

        SyntaxNode outer = Statements.AwaitedOf(syntax, out bool isAwaited, out string configureAwait);
        bool isAsync = operation.TargetMethod.Name.EndsWith("Async", StringComparison.Ordinal);
        return isAsync == isAwaited ? new AwaitableCall(syntax, operation, outer, isAwaited, configureAwait) : null;
    }

    public static bool HaveSameToken(AwaitableCall first, AwaitableCall second) =>
        first.TokenValue is { } a && second.TokenValue is { } b && (a.IsSameAs(b) || (IsNone(a) && IsNone(b)));

    public ArgumentSyntax? Argument(string parameter) => Operation.Arguments.Named(parameter) is { } value ? SyntaxOf(value) : null;

    /// <summary>What a copy is called on, in C#; null where an argument would be lost with the call, or there is nothing.</summary>
    public string? TryGetCopied()
    {
        foreach (IArgumentOperation argument in Operation.Arguments)
        {
            bool isLost = argument.Parameter switch
            {
                { Ordinal: 0 } or { Type.Name: "CancellationToken" } => false,
                { Type.SpecialType: SpecialType.System_Int32 } => !argument.Value.ConstantValue.HasValue && !argument.Value.IsRepeatable(),
                _ => argument.ArgumentKind != ArgumentKind.DefaultValue && !argument.Value.IsNull(),
            };
            if (isLost)
            {
                return null;
            }
        }

        return Syntax.Expression is MemberAccessExpressionSyntax { Expression: not BaseExpressionSyntax and { } source }
            ? source.ToString()
            : null;
    }

    private static bool IsNone(IOperation token) =>
        token.Unwrap() is IDefaultValueOperation or IPropertyReferenceOperation { Property: { Name: "None", IsStatic: true } };

    /// <summary>The argument that the value is given as; of one with a '!' the operation shows what is before it.</summary>
    private ArgumentSyntax? SyntaxOf(IOperation value) =>
        value.Syntax.FirstAncestorOrSelf<ArgumentSyntax>() is { } argument && argument.Parent == Syntax.ArgumentList ? argument : null;
}

/// <summary>Has an asynchronous function wait for a call that it doesn't wait for yet.</summary>
internal static class MissingAwait
{
    /// <summary>Whether a call is a statement whose task nothing awaits.</summary>
    public static bool IsDropped(IInvocationOperation call) =>
        call.TargetMethod.Name.EndsWith("Async", StringComparison.Ordinal)
        && Statements.AwaitedOf(call.Syntax, out bool isAwaited, out _).Parent is ExpressionStatementSyntax
        && !isAwaited;

    /// <summary>Adds an <c>await</c> before a call whose task is dropped; null where nobody can wait.</summary>
    public static FixEdit? TryAddTo(FixEdit? edit, FixContext context, IInvocationOperation call)
    {
        SyntaxNode outer = Statements.AwaitedOf(call.Syntax, out _, out string configureAwait);
        if (TryGetEnd(context, call.Syntax) is not { } end)
        {
            return null;
        }

        for (FixEdit? each = edit; each is not null; each = each.Alternative)
        {
            each.Insert(outer.SpanStart, "await ").Insert(outer.Span.End, configureAwait.Length > 0 ? "" : end);
        }

        return edit;
    }

    /// <summary>
    /// What is to follow the call where it is awaited: nothing, or <c>ConfigureAwait</c> as behind all others. Null where the code around
    /// the call can't await it.
    /// </summary>
    public static string? TryGetEnd(FixContext context, SyntaxNode call) =>
        !MayBeOfNull(call)
        && TryGetAsyncFunction(call) is { } function
        && !IsBoundToThread(function)
        && !KeepsReference(context, call, function)
            ? ConfiguresAwait(function) ? ".ConfigureAwait(false)" : ""
            : null;

    /// <summary>Whether the call may be one on null, which gives null, and that cannot be awaited.</summary>
    private static bool MayBeOfNull(SyntaxNode call) =>
        call.Ancestors().TakeWhile(node => node is ExpressionSyntax).Any(
            node => node is ConditionalAccessExpressionSyntax access && access.WhenNotNull.Contains(call));

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
