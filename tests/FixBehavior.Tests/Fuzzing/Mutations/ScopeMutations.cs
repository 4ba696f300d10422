using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.FixBehavior.Fuzzing.Mutations;

/// <summary>Declares what is disposed of, and other locals, in other ways.</summary>
internal static class ScopeMutations
{
    public static IEnumerable<Mutation> All =>
    [
        new("using statement", draft => Scope(draft, (keyword, declaration, _) => [keyword + " (" + declaration + ")", "{"], ["}"])),
        new("using statement without braces", draft => ScopeOfOne(draft)),
        new("try and finally around the rest", draft => Scope(draft, (_, declaration, _) => [declaration + ";", "try", "{"], ["}", "finally", "{", ">$.Dispose();", "}"])),
        new("assigned in a try", draft => Scope(draft, (_, declaration, name) => [Default(declaration, name), "try", "{", ">" + name + declaration[declaration.IndexOf('=')..].Insert(0, " ") + ";"], ["}", "finally", "{", ">$?.Dispose();", "}"])),
        new("disposed of at the end", draft => Scope(draft, (_, declaration, _) => [declaration + ";"], ["$.Dispose();"], indents: false)),
        new("using of a variable", draft => Scope(draft, (keyword, declaration, name) => [declaration + ";", keyword + " (" + name + ")", "{"], ["}"])),
        new("using declaration", Unscope),
        new("not disposed of", Forget),
        new("await using", draft => ChangeKeyword(draft, "await using")),
        new("using", draft => ChangeKeyword(draft, "using")),
        new("var", draft => ChangeType(draft, isVar: true)),
        new("explicit type", draft => ChangeType(draft, isVar: false)),
        new("declared as Stream", DeclareAsStream),
        new("declared and assigned", Split),
        new("two variables", DeclareTwo),
    ];

    private static string Default(string declaration, string name) =>
        declaration.StartsWith("var ", StringComparison.Ordinal) ? "" : declaration[..declaration.IndexOf(name, StringComparison.Ordinal)] + name + " = null;";

    /// <summary>Makes another construct of a using declaration and what follows it in its block.</summary>
    private static string? Scope(Draft draft, Func<string, string, string, string[]> before, string[] after, bool indents = true)
    {
        LocalDeclarationStatementSyntax? declared = Declaration(draft);
        if (declared is not { Parent: BlockSyntax block })
        {
            return null;
        }

        string indentation = draft.IndentationOf(declared);
        string keyword = declared.AwaitKeyword.IsKind(SyntaxKind.None) ? "using" : "await using";
        string name = declared.Declaration.Variables[0].Identifier.Text;
        string head = Lines(before(keyword, declared.Declaration.ToString(), name));
        TextSpan rest = TextSpan.FromBounds(declared.FullSpan.End, block.CloseBraceToken.FullSpan.Start);
        string inner = draft.Text.ToString(rest);
        if (indents)
        {
            inner = string.Join("\n", inner.Split('\n').Select(line => line.Trim().Length == 0 ? line : "    " + line));
        }

        string foot = indentation + Lines([.. after.Select(line => line.Replace("$", name))]);
        return draft.With(
            new TextChange(declared.Span, head),
            new TextChange(rest, inner + (inner.EndsWith('\n') ? "" : "\n") + foot + "\n"));

        string Lines(string[] lines) => string.Join("\n" + indentation, lines.Where(line => line.Length > 0).Select(line => line[0] == '>' ? "    " + line[1..] : line));
    }

    /// <summary><c>using (...) statement;</c></summary>
    private static string? ScopeOfOne(Draft draft)
    {
        if (Declaration(draft) is not { Parent: BlockSyntax block } declared || block.Statements.IndexOf(declared) != block.Statements.Count - 2)
        {
            return null;
        }

        string keyword = declared.AwaitKeyword.IsKind(SyntaxKind.None) ? "using" : "await using";
        StatementSyntax only = block.Statements.Last();
        return draft.With(
            new TextChange(declared.Span, keyword + " (" + declared.Declaration + ")"),
            new TextChange(new TextSpan(only.SpanStart, 0), "    "));
    }

    /// <summary>Makes a declaration of a using statement, and statements of its block.</summary>
    private static string? Unscope(Draft draft) =>
        draft.PickOrNull(Within(draft).OfType<UsingStatementSyntax>().Where(scope => scope.Declaration is not null && scope.Parent is BlockSyntax)) is { Statement: BlockSyntax body } scope
            ? draft.With(
                new TextChange(TextSpan.FromBounds(scope.CloseParenToken.SpanStart, body.OpenBraceToken.Span.End), ";"),
                new TextChange(TextSpan.FromBounds(scope.UsingKeyword.Span.End, scope.OpenParenToken.Span.End), " "),
                new TextChange(body.CloseBraceToken.Span, ""))
            : null;

    private static string? Forget(Draft draft) => Declaration(draft) is { } declared
        ? draft.With(new TextChange(TextSpan.FromBounds(declared.SpanStart, declared.Declaration.SpanStart), ""))
        : null;

    private static string? ChangeKeyword(Draft draft, string keyword)
    {
        LocalDeclarationStatementSyntax? declared = Declaration(draft);
        if (declared is not null && draft.Random.Next(2) == 0)
        {
            return draft.With(new TextChange(TextSpan.FromBounds(declared.SpanStart, declared.UsingKeyword.Span.End), keyword));
        }

        return draft.PickOrNull(Within(draft).OfType<UsingStatementSyntax>()) is { } scope
            ? draft.With(new TextChange(TextSpan.FromBounds(scope.SpanStart, scope.UsingKeyword.Span.End), keyword))
            : null;
    }

    private static string? ChangeType(Draft draft, bool isVar) =>
        Variable(draft) is { Variables: [{ Initializer.Value: { } value }], Type: { } type } && type.IsVar != isVar && draft.Model.GetTypeInfo(value).Type is { CanBeReferencedByName: true } known
            ? draft.Replace(type, isVar ? "var" : known.ToMinimalDisplayString(draft.Model, type.SpanStart))
            : null;

    private static string? DeclareAsStream(Draft draft) =>
        Variable(draft) is { Type: { } type } && (draft.Model.GetTypeInfo(type).Type?.Name is "FileStream" or "MemoryStream" || type.IsVar) ? draft.Replace(type, "Stream") : null;

    private static string? Split(Draft draft) => Variable(draft) is { Variables: [{ Initializer: { } initializer } variable], Type.IsVar: false, Parent: LocalDeclarationStatementSyntax { UsingKeyword.RawKind: 0, IsConst: false } statement } declaration
        ? draft.Replace(statement, $"{declaration.Type} {variable.Identifier};\n{draft.IndentationOf(statement)}{variable.Identifier} = {initializer.Value};")
        : null;

    private static string? DeclareTwo(Draft draft) => Variable(draft) is { Variables: [{ Initializer: { } initializer } variable], Type.IsVar: false } declaration
        ? draft.With(new TextChange(new TextSpan(variable.Span.End, 0), ", second1 = " + initializer.Value))
        : null;

    /// <summary>A using declaration in the member that is reported.</summary>
    private static LocalDeclarationStatementSyntax? Declaration(Draft draft) =>
        draft.PickOrNull(Within(draft).OfType<LocalDeclarationStatementSyntax>().Where(statement => !statement.UsingKeyword.IsKind(SyntaxKind.None) && statement.Declaration.Variables.Count == 1));

    private static VariableDeclarationSyntax? Variable(Draft draft) => draft.PickOrNull(Within(draft).OfType<VariableDeclarationSyntax>());

    private static IEnumerable<SyntaxNode> Within(Draft draft) => (draft.ReportedMember() ?? (SyntaxNode)draft.Root).DescendantNodes();
}
