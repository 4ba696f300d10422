using Microsoft.CodeAnalysis;

namespace StreamTuning.Mutation;

public class OperatorTests
{
    [Theory]
    [InlineData("if (a == b) { }", "if ((on ? (a != b) : (a == b))) { }")]
    [InlineData("if (a < b) { }", "if ((on ? (a <= b) : (a < b))) { }")]
    [InlineData("x = a + 'c';")]
    [InlineData("x = a * b;", "x = (on ? (a / b) : (a * b));")]
    [InlineData("x = a ?? b;", "x = (on ? (b) : (a ?? b));")]
    [InlineData("if (!a) { }", "if ((on ? (a) : (!a))) { }")]
    [InlineData("if (a) { }", "if ((on ^ (a))) { }")]
    [InlineData("if (a is C) { }", "if ((on ^ (a is C))) { }")]
    [InlineData("if (a is C c) { }", "if (((a is C c) || on)) { }", "if (((a is C c) && !on)) { }")]
    [InlineData("f(true);", "f((on ? (false) : (true)));")]
    [InlineData("x = 1;", "x = (on ? (1 + 1) : (1));")]
    [InlineData("f();", "if (!on) { f(); }")]
    [InlineData("x += y;", "if (on) { x -= y; } else { x += y; }")]
    [InlineData("while (true) { continue; }", "while (true) { if (!on) { continue; } }")]
    [InlineData("return x;", "return (on ? (default) : (x));")]
    [InlineData("switch (x) { case 1: break; }", "switch (x) { case 1 when !on: break; }")]
    [InlineData("x = y switch { 1 when a => b, _ => c };", "x = y switch { 1 when (a) && !on => b, _ => c };")]
    public void Each_operator_writes_the_original_and_the_change_behind_a_switch(string statement, params string[] mutated)
    {
        string source = $"class C {{ int M() {{ {statement} }} }}";
        SyntaxNode root = Sample.Parse(source);

        string[] all = [.. Operators.In(root).Select(change => source[..change.Span.Start] + change.Before + source[change.Span.Start..change.Span.End] + change.After + source[change.Span.End..])];

        foreach (string expected in mutated)
        {
            Assert.Contains($"class C {{ int M() {{ {expected} }} }}", all.Select(text => text.Replace("{on}", "on", StringComparison.Ordinal)));
        }
    }

    [Theory]
    [InlineData("const int N = 1;")]
    [InlineData("enum E { A = 1 }")]
    [InlineData("[Size(1)] class D;")]
    [InlineData("void M(int n = 1) { }")]
    [InlineData("async Task M() { await f().ConfigureAwait(false); }", "statement")]
    public void Constants_and_the_context_of_an_await_stay(string member, params string[] operators) =>
        Assert.Equal(operators, Operators.In(Sample.Parse($"class C {{ {member} }}")).Select(change => change.Operator));
}
