using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.FixBehavior.Fuzzing.Mutations;

/// <summary>Puts statements somewhere else: into blocks, branches, loops, functions, and onto the lines of others.</summary>
internal static class StatementMutations
{
    public static IEnumerable<Mutation> All =>
    [
        Wrapped("block", "{", ">$", "}"),
        Wrapped("if", "if (System.DateTime.Now.Ticks > 0)", "{", ">$", "}"),
        Wrapped("if without braces", "if (System.DateTime.Now.Ticks > 0)", ">$"),
        Wrapped("else without braces", "if (System.DateTime.Now.Ticks > 0)", "{", "}", "else", ">$"),
        Wrapped("if on one line", "if (System.DateTime.Now.Ticks > 0) $"),
        Wrapped("foreach", "foreach (int each1 in new[] { 1, 2 })", "{", ">$", "}"),
        Wrapped("foreach without braces", "foreach (int each1 in new[] { 1, 2 })", ">$"),
        Wrapped("while", "while (System.DateTime.Now.Ticks > 0)", "{", ">$", ">break;", "}"),
        Wrapped("do", "do", "{", ">$", "}", "while (System.DateTime.Now.Ticks == 0);"),
        Wrapped("lock", "lock (typeof(object))", "{", ">$", "}"),
        Wrapped("using without braces", "using (new System.IO.MemoryStream())", ">$"),
        Wrapped("try and catch", "try", "{", ">$", "}", "catch (System.InvalidOperationException)", "{", ">throw;", "}"),
        Wrapped("try and finally", "try", "{", ">$", "}", "finally", "{", ">System.GC.KeepAlive(null);", "}"),
        Wrapped("catch", "try", "{", ">System.GC.Collect();", "}", "catch (System.Exception)", "{", ">$", "}"),
        Wrapped("finally", "try", "{", ">System.GC.Collect();", "}", "finally", "{", ">$", "}"),
        Wrapped("checked", "checked", "{", ">$", "}"),
        Wrapped("unsafe", "unsafe", "{", ">$", "}"),
        Wrapped("switch section", "switch (System.DateTime.Now.Day)", "{", ">case 1:", ">>$", ">>break;", ">default:", ">>$", ">>break;", "}"),
        Wrapped("switch section of one", "switch (System.DateTime.Now.Day)", "{", ">case > 1:", ">>$", ">>break;", "}"),
        Wrapped("label", "here1:", "$"),
        Wrapped("label on one line", "here1: $"),
        Wrapped("local function", "Inner1();", "void Inner1()", "{", ">$", "}"),
        Wrapped("async local function", "await Inner1();", "async System.Threading.Tasks.Task Inner1()", "{", ">$", "}"),
        Wrapped("lambda", "System.Action lambda1 = () =>", "{", ">$", "};", "lambda1();"),
        Wrapped("async lambda", "System.Func<System.Threading.Tasks.Task> lambda1 = async () =>", "{", ">$", "};", "await lambda1();"),
        Wrapped("Task.Run", "System.Threading.Tasks.Task.Run(() =>", "{", ">$", "}).Wait();"),
        Wrapped("async Task.Run", "await System.Threading.Tasks.Task.Run(async () =>", "{", ">$", "}).ConfigureAwait(false);"),
        Wrapped("delegate", "System.Delegate delegate1 = (System.Action)delegate", "{", ">$", "};"),
        Wrapped("any delegate", "System.Delegate delegate1 = async () =>", "{", ">$", "};"),
        Wrapped("anonymous method", "System.Action lambda1 = delegate { $ };"),
        Wrapped("twice", "$", "$"),
        Wrapped("twice on one line", "$ $"),
        Wrapped("behind another", "System.GC.Collect(); $"),
        Wrapped("before another", "$ System.GC.Collect();"),
        Wrapped("between others", "System.GC.Collect(); $ System.GC.Collect();"),
        Wrapped("comment before", "// before", "$"),
        Wrapped("comment behind", "$ // behind"),
        Wrapped("blank lines", "", "$", ""),
        new("joined lines", Join),
        new("braces on the line", Compact),
    ];

    private static Mutation Wrapped(string name, params string[] lines) => new(name, draft =>
    {
        if (draft.Statement() is not { } statement || statement.Parent is not (BlockSyntax or SwitchSectionSyntax or GlobalStatementSyntax))
        {
            return null;
        }

        // In a line with more, the statement stands as it is.
        return draft.Wrap(statement, [.. lines.Select(line => line is ">$" or "$" or ">>$" ? line : line.Replace("$", statement.ToString()))]);
    });

    /// <summary>Takes away a line end between two tokens of a statement, or between two statements.</summary>
    private static string? Join(Draft draft)
    {
        if (draft.ReportedMember() is not { } member)
        {
            return null;
        }

        TextLine[] lines = [.. draft.Text.Lines.Where(line => member.Span.Contains(line.EndIncludingLineBreak) && line.ToString().Trim().Length > 0 && !line.ToString().Contains("//") && !line.ToString().TrimStart().StartsWith('#'))];
        if (lines.Length == 0)
        {
            return null;
        }

        TextLine first = draft.Pick(lines);
        string next = draft.Text.Lines[first.LineNumber + 1].ToString();
        return next.TrimStart().StartsWith('#') ? null : draft.With(new TextChange(TextSpan.FromBounds(first.End, first.EndIncludingLineBreak + next.Length - next.TrimStart().Length), " "));
    }

    /// <summary>Opens a block on the line of its statement.</summary>
    private static string? Compact(Draft draft) => draft.ReportedMember() is { } member
        ? draft.With(member.DescendantTokens()
            .Where(token => token.IsKind(SyntaxKind.OpenBraceToken) && token.Parent is BlockSyntax && token.LeadingTrivia.All(trivia => trivia.IsKind(SyntaxKind.WhitespaceTrivia)))
            .Select(token => (Previous: token.GetPreviousToken(), Token: token))
            .Where(pair => pair.Previous.TrailingTrivia.All(trivia => trivia.IsKind(SyntaxKind.WhitespaceTrivia) || trivia.IsKind(SyntaxKind.EndOfLineTrivia)))
            .Select(pair => new TextChange(TextSpan.FromBounds(pair.Previous.Span.End, pair.Token.SpanStart), " ")))
        : null;
}
