namespace StreamTuning.Analyzers.Names;

/// <summary>What is written with a name.</summary>
internal static class NamedNodes
{
    /// <summary>The call, creation, assignment or reference that is written with a name; null where it stands for something else.</summary>
    public static SyntaxNode? At(SyntaxNode name)
    {
        if (name is not SimpleNameSyntax simple)
        {
            return name as ImplicitObjectCreationExpressionSyntax;
        }

        SyntaxNode whole = simple.Parent switch
        {
            MemberAccessExpressionSyntax access when access.Name == simple => access,
            MemberBindingExpressionSyntax binding => binding,
            QualifiedNameSyntax qualified when qualified.Right == simple => qualified,
            AliasQualifiedNameSyntax qualified => qualified,
            _ => simple,
        };
        return whole.Parent switch
        {
            InvocationExpressionSyntax call when call.Expression == whole => call,
            ObjectCreationExpressionSyntax creation when creation.Type == whole => creation,
            AssignmentExpressionSyntax assignment when assignment.Left == whole => assignment,
            _ => whole is QualifiedNameSyntax or AliasQualifiedNameSyntax ? null : whole,
        };
    }
}
