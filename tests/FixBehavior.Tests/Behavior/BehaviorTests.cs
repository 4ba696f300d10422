using System.Reflection;
using Microsoft.CodeAnalysis;
using StreamTuning.Analyzers;
using Xunit.Abstractions;

namespace StreamTuning.FixBehavior.Behavior;

/// <summary>
/// What a fix makes of a program does the same: the original and the fixed code run on the same inputs, whole and failing, cancelled or not, and give the
/// same bytes, results, exceptions and disposal. Where it is documented that they differ, the source says so.
/// </summary>
public sealed class BehaviorTests(ITestOutputHelper output)
{
    private const string Mark = "// Differs: ";

    /// <summary>Each form of the fix of each rule that is no matter of a server.</summary>
    public static TheoryData<string, string> Forms
    {
        get
        {
            var forms = new TheoryData<string, string>();
            foreach (Rule rule in Rules.All.Where(rule => Analyzers.Tests.Tables.Repository.Exists($"tests/FixBehavior.Tests/Behavior/Sources/{rule.Id}.cs.txt")))
            {
                foreach (RuleFixes form in new[] { RuleFixes.Runtime, RuleFixes.Plain }.Where(form => rule.Fixes.HasFlag(form)))
                {
                    forms.Add(rule.Id, form.ToString());
                }
            }

            return forms;
        }
    }

    [Theory]
    [InlineData("STRM1002", "Runtime")]
    [InlineData("STRM2003", "Runtime")]
    public Task Fixed_code_of_some_rules_does_what_the_original_does(string id, string form) => RunAsync(id, form);

    [Theory]
    [MemberData(nameof(Forms))]
    [Trait(Suite.Name, Suite.Slow)]
    public Task Fixed_code_does_what_the_original_does(string id, string form) => RunAsync(id, form);

    private async Task RunAsync(string id, string form)
    {
        Rule rule = Rules.All.Single(rule => rule.Id == id);
        Document original = await FixedProgram.OpenAsync(rule);
        Document? changed = await FixedProgram.FixAsync(original, rule, Enum.Parse<RuleFixes>(form));
        Assert.NotNull(changed);
        Assembly before = await FixedProgram.LoadAsync(original);
        Assembly after = await FixedProgram.LoadAsync(changed);
        string oldText = (await original.GetTextAsync()).ToString();
        string newText = (await changed.GetTextAsync()).ToString();
        var failures = new List<string>();
        int runs = 0;
        foreach (MethodInfo method in before.GetType("Program")!.GetMethods(BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly))
        {
            if (BodyOf(oldText, method.Name) == BodyOf(newText, method.Name))
            {
                output.WriteLine($"{method.Name}: has no such fix");
                continue;
            }

            MethodInfo fixedMethod = after.GetType("Program")!.GetMethod(method.Name)!;
            string[] documented = DifferencesOf(oldText, method.Name, form);
            var met = new HashSet<string>();
            foreach (Situation situation in Situation.All.Where(situation => World.Concerns(situation, method)))
            {
                runs++;
                using var first = new World(situation);
                using var second = new World(situation);
                Outcome expected = await first.RunAsync(method);
                Outcome actual = await second.RunAsync(fixedMethod);
                foreach (string difference in actual.DifferencesTo(expected, second))
                {
                    if (documented.FirstOrDefault(difference.StartsWith) is { } known)
                    {
                        met.Add(known);
                    }
                    else
                    {
                        failures.Add($"{method.Name}, {situation}: {difference}");
                    }
                }
            }

            failures.AddRange(documented.Except(met).Select(never => $"{method.Name}: does not differ: {never}"));
        }

        output.WriteLine($"{runs} runs");
        Assert.True(failures.Count == 0, string.Join("\n", failures) + "\n\n" + newText);
        Assert.True(runs > 0, "Nothing was run.");
    }

    /// <summary>The text of a method.</summary>
    private static string BodyOf(string text, string method)
    {
        var root = Microsoft.CodeAnalysis.CSharp.CSharpSyntaxTree.ParseText(text).GetRoot();
        return root.DescendantNodes().OfType<Microsoft.CodeAnalysis.CSharp.Syntax.MethodDeclarationSyntax>().Single(declared => declared.Identifier.Text == method).ToString();
    }

    /// <summary>What the comments above a method say it does differently then, as the page of the rule does: <c>// Differs: Plain: leaves a blob without</c></summary>
    private static string[] DifferencesOf(string text, string method, string form)
    {
        var root = Microsoft.CodeAnalysis.CSharp.CSharpSyntaxTree.ParseText(text).GetRoot();
        return
        [
            .. root.DescendantNodes().OfType<Microsoft.CodeAnalysis.CSharp.Syntax.MethodDeclarationSyntax>().Single(declared => declared.Identifier.Text == method)
                .GetLeadingTrivia()
                .Select(trivia => trivia.ToString())
                .Where(comment => comment.StartsWith(Mark, StringComparison.Ordinal))
                .Select(comment => comment[Mark.Length..])
                .Where(comment => !comment.StartsWith("Runtime: ", StringComparison.Ordinal) || form == "Runtime")
                .Where(comment => !comment.StartsWith("Plain: ", StringComparison.Ordinal) || form == "Plain")
                .Select(comment => comment.Replace("Runtime: ", "").Replace("Plain: ", "")),
        ];
    }
}
