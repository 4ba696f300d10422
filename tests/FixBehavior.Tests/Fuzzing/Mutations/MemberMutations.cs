using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.FixBehavior.Fuzzing.Mutations;

/// <summary>Makes other members of methods, and puts types elsewhere.</summary>
internal static class MemberMutations
{
    public static IEnumerable<Mutation> All =>
    [
        new("expression body", ExpressionBody),
        new("block body", BlockBody),
        new("iterator", draft => Iterator(draft, isAsync: false)),
        new("async iterator", draft => Iterator(draft, isAsync: true)),
        new("getter", draft => Member(draft, "public int Property1", "get", ends: "return 0;")),
        new("setter", draft => Member(draft, "public int Property1", "set")),
        new("init accessor", draft => Member(draft, "public int Property1", "init")),
        new("indexer", draft => Member(draft, "public int this[int index]", "get", ends: "return index;")),
        new("event accessor", draft => Member(draft, "public event System.Action Event1", "add", "remove { }")),
        new("constructor", draft => Method(draft, type => "public " + type.Identifier + "()")),
        new("static constructor", draft => Method(draft, type => "static " + type.Identifier + "()")),
        new("finalizer", draft => Method(draft, type => "~" + type.Identifier + "()")),
        new("operator", draft => Method(draft, type => $"public static {type.Identifier} operator +({type.Identifier} left, {type.Identifier} right)", "return left;")),
        new("conversion", draft => Method(draft, type => $"public static implicit operator int({type.Identifier} left)", "return 0;")),
        new("initializer of a field", Field),
        new("top-level statements", TopLevel),
        new("file-scoped namespace", draft => Namespace(draft, fileScoped: true)),
        new("no namespace", draft => Namespace(draft, fileScoped: false)),
        new("nested type", Nest),
        new("struct", draft => TypeKeyword(draft, "struct")),
        new("record", draft => TypeKeyword(draft, "record")),
        new("interface", draft => TypeKeyword(draft, "interface")),
        new("partial type", Partial),
        new("type parameter", TypeParameter),
        new("on one line", OneLine),
    ];

    private static MethodDeclarationSyntax? Method(Draft draft) => draft.ReportedMember() as MethodDeclarationSyntax;

    /// <summary>The method as a member without parameters: they become fields.</summary>
    private static (MethodDeclarationSyntax Method, string Fields, bool IsStatic)? WithFields(Draft draft)
    {
        if (Method(draft) is not { Body: not null, Parent: TypeDeclarationSyntax, TypeParameterList: null } method || method.ParameterList.Parameters.Any(parameter => parameter.Modifiers.Any()))
        {
            return null;
        }

        string indentation = draft.IndentationOf(method);
        return (method, string.Concat(method.ParameterList.Parameters.Select(parameter => $"private static {parameter.Type} {parameter.Identifier} = default({parameter.Type});\n\n{indentation}")), method.Modifiers.Any(SyntaxKind.StaticKeyword));
    }

    private static string? Member(Draft draft, string declaration, string accessor, string others = "", string ends = "")
    {
        if (WithFields(draft) is not var (method, fields, _))
        {
            return null;
        }

        string indentation = draft.IndentationOf(method);
        string body = Indent(Ending(method.Body!, ends, indentation));
        string more = others.Length > 0 ? $"\n{indentation}    {others}" : "";
        return draft.Replace(method, $"{fields}{declaration}\n{indentation}{{\n{indentation}    {accessor}\n{indentation}    {body}{more}\n{indentation}}}");
    }

    private static string? Method(Draft draft, Func<TypeDeclarationSyntax, string> declaration, string ends = "") => WithFields(draft) is var (method, fields, _)
        ? draft.Replace(method, $"{fields}{declaration((TypeDeclarationSyntax)method.Parent!)}\n{draft.IndentationOf(method)}{Ending(method.Body!, ends, draft.IndentationOf(method))}")
        : null;

    private static string Ending(BlockSyntax body, string ends, string indentation) =>
        ends.Length == 0 ? body.ToString() : body.ToString().TrimEnd('}').TrimEnd() + $"\n{indentation}    {ends}\n{indentation}}}";

    private static string Indent(string text) => string.Join("\n", text.Split('\n').Select((line, index) => index == 0 || line.Length == 0 ? line : "    " + line));

    private static string? ExpressionBody(Draft draft) => Method(draft) is { Body: { Statements: [{ } only] } body }
        ? (only switch
        {
            ExpressionStatementSyntax { Expression: { } expression } => expression,
            ReturnStatementSyntax { Expression: { } expression } => expression,
            _ => null,
        }) is { } value
            ? draft.Replace(body, draft.Random.Next(2) == 0 ? $"=> {value};" : $"=>\n{draft.IndentationOf(body)}    {value};")
            : null
        : null;

    private static string? BlockBody(Draft draft) => Method(draft) is { ExpressionBody: { Expression: { } expression } body, SemicolonToken: { } semicolon } method
        ? draft.With(new TextChange(
            TextSpan.FromBounds(body.GetFirstToken().GetPreviousToken().Span.End, semicolon.Span.End),
            "\n" + draft.IndentationOf(method) + "{\n" + draft.IndentationOf(method) + "    "
                + (method.ReturnType.ToString() is "void" or "Task" && (method.ReturnType.ToString() == "void" || method.Modifiers.Any(SyntaxKind.AsyncKeyword)) ? "" : "return ")
                + expression + ";\n" + draft.IndentationOf(method) + "}"))
        : null;

    private static string? Iterator(Draft draft, bool isAsync)
    {
        if (Method(draft) is not { Body: { } body } method || method.Modifiers.Any(SyntaxKind.AsyncKeyword) != isAsync || method.ReturnType.ToString() is not ("Task" or "void"))
        {
            return null;
        }

        string indentation = draft.IndentationOf(method);
        return draft.With(
            new TextChange(method.ReturnType.Span, isAsync ? "System.Collections.Generic.IAsyncEnumerable<int>" : "System.Collections.Generic.IEnumerable<int>"),
            draft.Random.Next(2) == 0
                ? new TextChange(new TextSpan(body.CloseBraceToken.SpanStart, 0), $"    yield return 1;\n{indentation}")
                : new TextChange(new TextSpan(body.OpenBraceToken.Span.End, 0), $"\n{indentation}    yield return 1;"));
    }

    /// <summary>A field that holds the method as a lambda.</summary>
    private static string? Field(Draft draft)
    {
        if (WithFields(draft) is not var (method, fields, _))
        {
            return null;
        }

        bool isAsync = method.Modifiers.Any(SyntaxKind.AsyncKeyword);
        string type = isAsync ? "System.Func<System.Threading.Tasks.Task>" : "System.Action";
        return draft.Replace(method, $"{fields}private static readonly {type} Lambda1 = {(isAsync ? "async " : "")}() =>\n{draft.IndentationOf(method)}{method.Body};");
    }

    /// <summary>The method as the program, with its parameters as locals.</summary>
    private static string? TopLevel(Draft draft)
    {
        if (Method(draft) is not { Body: { } body } method)
        {
            return null;
        }

        string usings = string.Concat(draft.Root.Usings.Select(directive => directive.ToFullString()));
        string locals = string.Concat(method.ParameterList.Parameters.Select(parameter => $"{parameter.Type} {parameter.Identifier} = default({parameter.Type});\n"));
        string outer = draft.IndentationOf(method) + "    ";
        string statements = string.Join("\n", draft.Text.ToString(TextSpan.FromBounds(body.OpenBraceToken.FullSpan.End, body.CloseBraceToken.FullSpan.Start)).Split('\n')
            .Select(line => line.StartsWith(outer, StringComparison.Ordinal) ? line[outer.Length..] : line));
        string constants = string.Concat((method.Parent as TypeDeclarationSyntax)?.Members.OfType<FieldDeclarationSyntax>()
            .Where(field => field.Modifiers.Any(SyntaxKind.ConstKeyword))
            .Select(field => $"const {field.Declaration};\n") ?? []);
        return usings.TrimStart() + "\n" + constants + locals + statements;
    }

    private static string? Namespace(Draft draft, bool fileScoped)
    {
        if (draft.Root.Members is not [NamespaceDeclarationSyntax scope])
        {
            return null;
        }

        string inner = string.Join("\n", draft.Text.ToString(TextSpan.FromBounds(scope.OpenBraceToken.Span.End, scope.CloseBraceToken.SpanStart)).Split('\n')
            .Select(line => line.StartsWith("    ", StringComparison.Ordinal) ? line[4..] : line));
        return draft.Replace(scope, (fileScoped ? $"namespace {scope.Name};\n{inner}" : inner).Trim());
    }

    private static string? Nest(Draft draft) => draft.ReportedMember()?.FirstAncestorOrSelf<TypeDeclarationSyntax>() is { } type
        ? draft.Replace(type, $"public partial class Outer1\n{draft.IndentationOf(type)}{{\n{draft.IndentationOf(type)}    {Indent(type.ToString())}\n{draft.IndentationOf(type)}}}")
        : null;

    private static string? TypeKeyword(Draft draft, string keyword) => draft.ReportedMember()?.FirstAncestorOrSelf<ClassDeclarationSyntax>() is { BaseList: null } type
        ? draft.With(new TextChange(type.Keyword.Span, keyword))
        : null;

    private static string? Partial(Draft draft) => draft.ReportedMember()?.FirstAncestorOrSelf<ClassDeclarationSyntax>() is { } type
        ? draft.With(new TextChange(new TextSpan(type.Keyword.SpanStart, 0), "partial "), new TextChange(new TextSpan(type.Span.End, 0), $"\n\n{draft.IndentationOf(type)}partial class {type.Identifier}{type.TypeParameterList} {{ }}"))
        : null;

    private static string? TypeParameter(Draft draft) => Method(draft) is { TypeParameterList: null } method
        ? draft.With(new TextChange(new TextSpan(method.Identifier.Span.End, 0), "<TValue>"))
        : null;

    private static string? OneLine(Draft draft) => Method(draft) is { Body: { Statements: [{ } only] } body } method && !only.ToString().Contains('\n')
        ? draft.With(new TextChange(TextSpan.FromBounds(method.ParameterList.CloseParenToken.Span.End, body.CloseBraceToken.Span.End), " { " + only + " }"))
        : null;
}
