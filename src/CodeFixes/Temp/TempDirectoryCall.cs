namespace StreamTuning.CodeFixes.Temp;

/// <summary><c>Path.Combine(root, names)</c> or <c>Path.Join</c>, found by its first argument.</summary>
internal sealed class TempDirectoryCall
{
    private TempDirectoryCall(InvocationExpressionSyntax syntax, MemberAccessExpressionSyntax method)
    {
        Syntax = syntax;
        Method = method;
    }

    public InvocationExpressionSyntax Syntax { get; }

    public MemberAccessExpressionSyntax Method { get; }

    /// <summary>The arguments behind the first.</summary>
    public IReadOnlyList<ArgumentSyntax> Rest => Syntax.ArgumentList.Arguments.Skip(1).ToList();

    /// <summary>Whether an argument is given by its name.</summary>
    public bool HasNames => Syntax.ArgumentList.Arguments.Any(argument => argument.NameColon is not null);

    /// <summary>Null where the expression is not the first argument of such a call.</summary>
    public static TempDirectoryCall? TryRead(ExpressionSyntax first) =>
        first.Parent is ArgumentSyntax
            { Parent: ArgumentListSyntax
                { Parent: InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Combine"
            or "Join" } method } call } list } argument
        && list.Arguments[0] == argument
        && argument.NameColon is null or { Name.Identifier.ValueText: "path1" }
        && IsPath(method.Expression)
            ? new TempDirectoryCall(call, method)
            : null;

    private static bool IsPath(ExpressionSyntax type) => type switch
    {
        IdentifierNameSyntax name => name.Identifier.ValueText == "Path",
        MemberAccessExpressionSyntax access => access.Name.Identifier.ValueText == "Path",
        _ => false,
    };
}
