using System.Collections.Immutable;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Diagnostics;
using StreamTuning.Analyzers.Tests.Robustness;
using StreamTuning.CodeFixes;

namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>The classes of a rule: an analyzer, a fix and tests, each named after it and in the folder of its area.</summary>
public sealed class RuleClassTests
{
    private static readonly string[] CasesOfRules = ["Positive", "Negative"];
    private static readonly string[] CasesOfFixes = ["NoFix", "Trivia", "FixAll"];

    [Theory]
    [ClassData(typeof(RuleIds))]
    public void Analyzer_is_where_its_name_says(string id)
    {
        Rule rule = RuleIds.Find(id);
        DiagnosticAnalyzer analyzer = OwnRules.Analyzers.Single(candidate => candidate.SupportedDiagnostics.Contains(rule.Descriptor));
        Assert.Equal($"StreamTuning.Analyzers.{rule.Area}.{rule.Name}Analyzer", analyzer.GetType().FullName);
        Assert.True(Repository.Exists($"src/Analyzers/{rule.Area}/{rule.Name}Analyzer.cs"));
        Assert.IsAssignableFrom<StreamTuningAnalyzer>(analyzer);
        Assert.True(analyzer.GetType().IsSealed);
        Assert.Equal(LanguageNames.CSharp, Assert.Single(analyzer.GetType().GetCustomAttribute<DiagnosticAnalyzerAttribute>()!.Languages));
    }

    [Theory]
    [ClassData(typeof(RuleIds))]
    public void Fix_is_where_its_name_says(string id)
    {
        Rule rule = RuleIds.Find(id);
        CodeFixProvider? fix = FixRunner.FixOf(rule);
        if (rule.Fixes == RuleFixes.None)
        {
            Assert.Null(fix);
            return;
        }

        Assert.NotNull(fix);
        Assert.Equal($"StreamTuning.CodeFixes.{rule.Area}.{rule.Name}CodeFix", fix.GetType().FullName);
        Assert.True(Repository.Exists($"src/CodeFixes/{rule.Area}/{rule.Name}CodeFix.cs"));
        Assert.IsAssignableFrom<StreamTuningCodeFix>(fix);
        Assert.True(fix.GetType().IsSealed);
        Assert.Equal(id, Assert.Single(fix.FixableDiagnosticIds));

        ExportCodeFixProviderAttribute export = fix.GetType().GetCustomAttribute<ExportCodeFixProviderAttribute>()!;
        Assert.Equal(LanguageNames.CSharp, Assert.Single(export.Languages));
        Assert.Equal(fix.GetType().Name, export.Name);
    }

    [Theory]
    [ClassData(typeof(RuleIds))]
    public void FixAll_serves_document_project_and_solution_in_one_step(string id)
    {
        if (FixRunner.FixOf(RuleIds.Find(id)) is { } fix)
        {
            FixAllProvider? fixAll = fix.GetFixAllProvider();
            Assert.NotNull(fixAll);
            Assert.NotSame(WellKnownFixAllProviders.BatchFixer, fixAll);
            Assert.Superset(
                new HashSet<FixAllScope> { FixAllScope.Document, FixAllScope.Project, FixAllScope.Solution },
                fixAll.GetSupportedFixAllScopes().ToHashSet());
            Assert.Contains(id, fixAll.GetSupportedFixAllDiagnosticIds(fix));
        }
    }

    [Theory]
    [ClassData(typeof(RuleIds))]
    public async Task FixAll_offers_the_forms_that_are_taken_in_many_places(string id)
    {
        Rule rule = RuleIds.Find(id);
        if (FixRunner.FixOf(rule) is not StreamTuningCodeFix fix)
        {
            return;
        }

        foreach (RuleFixes form in Enum.GetValues<RuleFixes>().Where(form => form != RuleFixes.None && rule.Fixes.HasFlag(form)))
        {
            Assert.Equal(rule.FixAllForms.HasFlag(form), await FixRunner.OffersFixAllAsync(rule, fix.EquivalenceKey(form)));
        }
    }

    [Theory]
    [ClassData(typeof(RuleIds))]
    public async Task Every_form_of_the_fix_is_offered_under_its_own_title_and_key(string id)
    {
        Rule rule = RuleIds.Find(id);
        if (FixRunner.FixOf(rule) is not StreamTuningCodeFix fix)
        {
            return;
        }

        RuleFixes[] forms = [.. Enum.GetValues<RuleFixes>().Where(form => form != RuleFixes.None && rule.Fixes.HasFlag(form))];
        List<CodeAction> actions = await ActionsUntilAllFormsAsync(rule, forms.Select(fix.EquivalenceKey));
        Assert.All(actions, action => Assert.False(string.IsNullOrWhiteSpace(action.Title) || action.Title.EndsWith('.'), $"Title '{action.Title}'"));
        IEnumerable<string?> keys = actions.Select(action => action.EquivalenceKey).Distinct().Except([fix.EquivalenceKey(RuleFixes.Runtime | RuleFixes.Plain)]);
        Assert.Equal(forms.Select(fix.EquivalenceKey).Order(StringComparer.Ordinal), keys.Order(StringComparer.Ordinal));
        Assert.Equal(forms.Length, actions.Select(action => action.Title).Distinct().Count());
    }

    /// <summary>What is offered for the first places in the canonical source, up to the one with which each key has been offered: the titles and keys of a fix are the same everywhere.</summary>
    private static async Task<List<CodeAction>> ActionsUntilAllFormsAsync(Rule rule, IEnumerable<string> keys)
    {
        var actions = new List<CodeAction>();
        Document document = await FixRunner.DocumentAsync(CanonicalSource.Of(rule).Text);
        foreach (Diagnostic diagnostic in (await FixRunner.DiagnosticsAsync(document)).Where(diagnostic => diagnostic.Id == rule.Id))
        {
            actions.AddRange(await FixRunner.OfferedAsync(document, diagnostic));
            if (!keys.Except(actions.Select(action => action.EquivalenceKey!)).Any())
            {
                break;
            }
        }

        return actions;
    }

    [Theory]
    [ClassData(typeof(RuleIds))]
    public void Tests_of_the_rule_cover_every_case(string id)
    {
        Rule rule = RuleIds.Find(id);
        Type tests = Assert.Single(
            typeof(RuleClassTests).Assembly.GetTypes(),
            type => type.Name == rule.Name + "Tests" && type.Namespace?.EndsWith("." + rule.Area, StringComparison.Ordinal) == true);
        IEnumerable<string> present = tests.GetMethods()
            .Where(method => method.GetCustomAttributes().Any(attribute => attribute is FactAttribute { Skip: null }))
            .SelectMany(CasesOf)
            .Distinct();
        Assert.Empty((rule.Fixes == RuleFixes.None ? CasesOfRules : [.. CasesOfRules, .. CasesOfFixes]).Except(present));
    }

    /// <summary>The values of <c>[Trait("Case", value)]</c>; the attribute does not show what it was given.</summary>
    private static IEnumerable<string> CasesOf(MethodInfo method) =>
        from attribute in method.CustomAttributes
        where attribute.AttributeType == typeof(TraitAttribute) && (string?)attribute.ConstructorArguments[0].Value == "Case"
        select (string)attribute.ConstructorArguments[1].Value!;
}
