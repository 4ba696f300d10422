using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.FixBehavior.Fuzzing.Mutations;

/// <summary>Writes expressions otherwise: awaited in other ways, in branches and lambdas, with other arguments.</summary>
internal static class ExpressionMutations
{
    private const string Helpers =
        "\n    private static void Take1(System.Action action) => action();\n" +
        "\n    private static void Take1(System.Func<long> function) => function();\n" +
        "\n    private static System.Threading.Tasks.Task Take2(System.Func<System.Threading.Tasks.Task> function) => function();\n" +
        "\n    private static System.Threading.Tasks.Task Take3(System.Delegate function) => (System.Threading.Tasks.Task)function.DynamicInvoke();\n" +
        "\n    private static System.Threading.Tasks.Task Take4<T>(System.Func<T> function) => (System.Threading.Tasks.Task)(object)function();\n";

    public static IEnumerable<Mutation> All =>
    [
        Awaited("ConfigureAwait(false)", "await $.ConfigureAwait(false);"),
        Awaited("ConfigureAwait(true)", "await $.ConfigureAwait(continueOnCapturedContext: true);"),
        Awaited("parentheses", "await (($));"),
        Awaited("cast to Task", "await (System.Threading.Tasks.Task)$;"),
        Awaited("variable of the task", "var task1 = $;", "await task1;"),
        Awaited("typed variable of the task", "System.Threading.Tasks.Task task1 = $;", "await task1.ConfigureAwait(false);"),
        Awaited("Wait", "$.Wait();"),
        Awaited("GetResult", "$.GetAwaiter().GetResult();"),
        Awaited("discard", "_ = $;"),
        Awaited("WhenAll", "await System.Threading.Tasks.Task.WhenAll($, System.Threading.Tasks.Task.CompletedTask);"),
        Awaited("array", "var tasks1 = new[] { $, System.Threading.Tasks.Task.CompletedTask };", "await tasks1[0];"),
        Awaited("list", "var tasks1 = new System.Collections.Generic.List<System.Threading.Tasks.Task> { $ };", "await tasks1[0];"),
        Awaited("conditional", "await (System.DateTime.Now.Ticks > 0 ? $ : System.Threading.Tasks.Task.CompletedTask);"),
        Awaited("switch arm", "await (System.DateTime.Now.Day switch { 1 => $, _ => System.Threading.Tasks.Task.CompletedTask });"),
        Awaited("switch arms", "await (System.DateTime.Now.Day switch", "{", ">1 => $, // first", ">_ => $,", "});"),
        Awaited("lambda of the task", "System.Func<System.Threading.Tasks.Task> lambda1 = () => $;", "await lambda1();"),
        Awaited("natural lambda", "var lambda1 = () => $;", "await lambda1();"),
        Awaited("natural async lambda", "var lambda1 = async () => await $;", "await lambda1();"),
        Awaited("async lambda", "System.Func<System.Threading.Tasks.Task> lambda1 = async () => await $;", "await lambda1();"),
        Awaited("async void lambda", "System.Action lambda1 = async () => await $;", "lambda1();"),
        Awaited("Task.Run", "await System.Threading.Tasks.Task.Run(() => $);"),
        Awaited("async Task.Run", "await System.Threading.Tasks.Task.Run(async () => await $);"),
        Awaited("local function", "System.Threading.Tasks.Task Inner1() => $;", "await Inner1();"),
        Awaited("StartNew", "await System.Threading.Tasks.Task.Factory.StartNew(() => $).Unwrap();"),
        Awaited("ContinueWith", "await $.ContinueWith(done => System.GC.KeepAlive(done));"),
        Awaited("ternary in a lambda", "await System.Threading.Tasks.Task.Run(() => System.DateTime.Now.Ticks > 0 ? $ : throw new System.InvalidOperationException());"),
        AwaitedWithHelpers("own method", "await Take2(() => $);"),
        AwaitedWithHelpers("own method with a delegate", "await Take3(() => $);"),
        AwaitedWithHelpers("own generic method", "await Take4(() => $);"),
        AwaitedWithHelpers("own generic method, async", "await Take4(async () => await $);"),
        Called("lambda of the call", "System.Action lambda1 = () => $;", "lambda1();"),
        Called("natural lambda of the call", "var lambda1 = () => $;", "lambda1();"),
        Called("Task.Run of the call", "System.Threading.Tasks.Task.Run(() => $).Wait();"),
        Called("local function of the call", "void Inner1() => $;", "Inner1();"),
        CalledWithHelpers("own overloads", "Take1(() => $);"),
        new("extension as a static call", ThroughNull),
        new("parentheses around a value", Parenthesize),
        new("suppressed null warning", Suppress),
        new("names of arguments", NameArguments),
        new("names of arguments, in another order", NameAndReverseArguments),
        new("arguments on lines of their own", ArgumentsOnLines),
        new("constant local", draft => ExtractConstant(draft, isField: false)),
        new("constant field", draft => ExtractConstant(draft, isField: true)),
        new("variable of a value", ExtractVariable),
        new("field of a value", ExtractField),
        new("target-typed new", TargetTypedNew),
        new("explicit new", draft => ExplicitNew(draft)),
    ];

    /// <summary>Lines in the place of <c>await $;</c></summary>
    private static Mutation Awaited(string name, params string[] lines) => new(name, draft => ReplaceAwait(draft, lines));

    private static Mutation AwaitedWithHelpers(string name, params string[] lines) => new(name, draft => AddHelpers(draft, ReplaceAwait(draft, lines)));

    /// <summary>Lines in the place of <c>$;</c></summary>
    private static Mutation Called(string name, params string[] lines) => new(name, draft => ReplaceCall(draft, lines));

    private static Mutation CalledWithHelpers(string name, params string[] lines) => new(name, draft => AddHelpers(draft, ReplaceCall(draft, lines)));

    private static string? ReplaceAwait(Draft draft, string[] lines) =>
        draft.Statement() is ExpressionStatementSyntax { Expression: AwaitExpressionSyntax { Expression: { } task } } statement
            ? draft.Wrap(statement, [.. lines.Select(line => line.Replace("$", WithoutConfigureAwait(task).ToString()))])
            : null;

    private static string? ReplaceCall(Draft draft, string[] lines) =>
        draft.Statement() is ExpressionStatementSyntax { Expression: InvocationExpressionSyntax call } statement
            ? draft.Wrap(statement, [.. lines.Select(line => line.Replace("$", call.ToString()))])
            : null;

    private static ExpressionSyntax WithoutConfigureAwait(ExpressionSyntax task) =>
        task is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "ConfigureAwait", Expression: { } inner } } ? inner : task;

    private static string? AddHelpers(Draft draft, string? text)
    {
        if (text is null)
        {
            return null;
        }

        SyntaxNode root = CSharpSyntaxTree.ParseText(text, (CSharpParseOptions)draft.Tree.Options).GetRoot();
        return root.DescendantNodes().OfType<ClassDeclarationSyntax>().FirstOrDefault(type => type.ToString().Contains("Take")) is { } type
            ? text.Insert(type.CloseBraceToken.SpanStart, Helpers)
            : null;
    }

    /// <summary>A call on what may be null: <c>x?.M()</c></summary>
    private static string? ThroughNull(Draft draft) =>
        Call(draft) is { Expression: MemberAccessExpressionSyntax { Expression: { } } access, Parent: ExpressionStatementSyntax }
            ? draft.With(new TextChange(new TextSpan(access.OperatorToken.SpanStart, 0), "?"))
            : null;

    private static string? Parenthesize(Draft draft) => Value(draft) is { } value ? draft.Replace(value, "(" + value + ")") : null;

    private static string? Suppress(Draft draft) => Value(draft) is { } value && draft.Language >= LanguageVersion.CSharp8 ? draft.Replace(value, value + "!") : null;

    private static string? NameArguments(Draft draft) =>
        Names(draft) is var (list, names) ? draft.With(list.Arguments.Select((argument, index) => new TextChange(new TextSpan(argument.SpanStart, 0), names[index] + ": "))) : null;

    private static string? NameAndReverseArguments(Draft draft) => Names(draft) is var (list, names)
        ? draft.Replace(list, "(" + string.Join(", ", list.Arguments.Select((argument, index) => names[index] + ": " + argument).Reverse()) + ")")
        : null;

    private static (ArgumentListSyntax List, string[] Names)? Names(Draft draft)
    {
        SyntaxNode? call = Call(draft) ?? (SyntaxNode?)draft.ReportedNode().FirstAncestorOrSelf<BaseObjectCreationExpressionSyntax>();
        ArgumentListSyntax? list = call is InvocationExpressionSyntax invocation ? invocation.ArgumentList : (call as BaseObjectCreationExpressionSyntax)?.ArgumentList;
        return list is { Arguments.Count: > 0 }
            && list.Arguments.All(argument => argument.NameColon is null)
            && draft.Model.GetSymbolInfo(call!).Symbol is IMethodSymbol method
            && method.Parameters.Length >= list.Arguments.Count
            && !method.Parameters.Any(parameter => parameter.IsParams)
                ? (list, [.. method.Parameters.Take(list.Arguments.Count).Select(parameter => parameter.Name)])
                : null;
    }

    private static string? ArgumentsOnLines(Draft draft)
    {
        if (Call(draft) is not { ArgumentList.Arguments: { Count: > 0 } arguments } call)
        {
            return null;
        }

        string indentation = draft.IndentationOf(call) + "    ";
        return draft.With(arguments.Select((argument, index) => new TextChange(new TextSpan(argument.SpanStart, 0), "\n" + indentation)));
    }

    private static string? ExtractConstant(Draft draft, bool isField)
    {
        if (draft.ReportedMember() is not MethodDeclarationSyntax { Body: { } body } method
            || draft.PickOrNull(body.DescendantNodes().OfType<ExpressionSyntax>().Where(node => node is LiteralExpressionSyntax or BinaryExpressionSyntax && node.Parent is ArgumentSyntax or EqualsValueClauseSyntax or AssignmentExpressionSyntax)) is not { } literal
            || !draft.Model.GetConstantValue(literal).HasValue
            || draft.Model.GetTypeInfo(literal).Type is not { SpecialType: SpecialType.System_Int32 or SpecialType.System_String or SpecialType.System_Int64 } type)
        {
            return null;
        }

        bool isShared = draft.Random.Next(2) == 0;
        var places = new List<TextChange>();
        foreach (ExpressionSyntax same in body.DescendantNodes().OfType<ExpressionSyntax>().Where(node => node == literal || (isShared && node.ToString() == literal.ToString() && node.Parent is ArgumentSyntax)))
        {
            places.Add(new TextChange(same.Span, "Constant1"));
        }

        string keyword = isField ? draft.Pick(["private const", "private static readonly", "internal const"]) : draft.Pick(["const", ""]);
        string declaration = $"{keyword} {type.ToDisplayString()} Constant1 = {literal};".TrimStart();
        string indentation = draft.IndentationOf(isField ? method : body.Statements[0]);
        places.Add(new TextChange(new TextSpan(isField ? method.SpanStart : body.Statements[0].SpanStart, 0), declaration + "\n" + indentation));
        return draft.With(places);
    }

    private static string? ExtractVariable(Draft draft)
    {
        if (draft.Statement() is not { Parent: BlockSyntax } statement
            || draft.PickOrNull(statement.DescendantNodes().OfType<ArgumentSyntax>().Where(argument => argument.FirstAncestorOrSelf<StatementSyntax>() == statement)) is not { } argument
            || draft.Model.GetTypeInfo(argument.Expression).Type is not { } type
            || argument.Expression is IdentifierNameSyntax)
        {
            return null;
        }

        string keyword = draft.Random.Next(2) == 0 ? "var" : type.ToMinimalDisplayString(draft.Model, statement.SpanStart);
        return draft.With(
            new TextChange(new TextSpan(statement.SpanStart, 0), $"{keyword} value1 = {argument.Expression};\n{draft.IndentationOf(statement)}"),
            new TextChange(argument.Expression.Span, "value1"));
    }

    private static string? ExtractField(Draft draft)
    {
        if (draft.ReportedMember() is not MethodDeclarationSyntax { ParameterList.Parameters: { Count: > 0 } parameters } method || method.Parent is InterfaceDeclarationSyntax)
        {
            return null;
        }

        ParameterSyntax parameter = draft.Pick(parameters);
        int index = parameters.IndexOf(parameter);
        TextSpan removed = parameters.Count == 1 ? parameter.Span
            : index > 0 ? TextSpan.FromBounds(parameters[index - 1].Span.End, parameter.Span.End)
            : TextSpan.FromBounds(parameter.SpanStart, parameters[1].SpanStart);
        string modifiers = method.Modifiers.Any(SyntaxKind.StaticKeyword) ? "private static" : draft.Pick(["private", "private readonly", "public", "private static"]);
        return draft.With(
            new TextChange(removed, ""),
            new TextChange(new TextSpan(method.SpanStart, 0), $"{modifiers} {parameter.Type} {parameter.Identifier} = default({parameter.Type});\n\n{draft.IndentationOf(method)}"));
    }

    private static string? TargetTypedNew(Draft draft) =>
        draft.ReportedMember()?.DescendantNodes().OfType<ObjectCreationExpressionSyntax>().FirstOrDefault(creation => creation.Parent is EqualsValueClauseSyntax && creation.ArgumentList is not null) is { Parent: EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax { Parent: VariableDeclarationSyntax declaration } } } creation
            ? draft.With(new TextChange(creation.Type.Span, ""), new TextChange(declaration.Type.Span, creation.Type.ToString()))
            : null;

    private static string? ExplicitNew(Draft draft)
    {
        // The way back: only with the name of the type are older languages content.
        ImplicitObjectCreationExpressionSyntax[] creations = [.. draft.Root.DescendantNodes().OfType<ImplicitObjectCreationExpressionSyntax>()];
        return creations.Length == 0 ? null : draft.With(creations
            .Where(creation => draft.Model.GetTypeInfo(creation).Type is not null)
            .Select(creation => new TextChange(creation.NewKeyword.Span, "new " + draft.Model.GetTypeInfo(creation).Type!.WithNullableAnnotation(NullableAnnotation.None).ToMinimalDisplayString(draft.Model, creation.SpanStart))));
    }

    /// <summary>A call that is reported, or is around or in what is.</summary>
    private static InvocationExpressionSyntax? Call(Draft draft)
    {
        SyntaxNode node = draft.ReportedNode();
        return node.FirstAncestorOrSelf<InvocationExpressionSyntax>() ?? draft.PickOrNull(node.DescendantNodes().OfType<InvocationExpressionSyntax>());
    }

    /// <summary>A value near what is reported: an argument, a receiver, or what a variable begins with.</summary>
    private static ExpressionSyntax? Value(Draft draft) => draft.Statement() is { } statement
        ? draft.PickOrNull(statement.DescendantNodes().OfType<ExpressionSyntax>().Where(node =>
            node.Parent is ArgumentSyntax or EqualsValueClauseSyntax
            || (node.Parent is MemberAccessExpressionSyntax access && access.Expression == node && draft.Model.GetSymbolInfo(node).Symbol is ILocalSymbol or IParameterSymbol or IFieldSymbol)))
        : null;
}
