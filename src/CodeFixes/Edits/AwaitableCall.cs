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
