using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Diagnostics;
using StreamTuning.Analyzers;
using StreamTuning.Analyzers.Tests.Robustness;
using StreamTuning.CodeFixes;

namespace StreamTuning.CoexistenceTests;

/// <summary>The canonical source of a rule, as it is or with everything fixed in one form.</summary>
/// <param name="Rule">The rule.</param>
/// <param name="Form">The form; null for the source as it is.</param>
/// <param name="Text">The text.</param>
/// <param name="Lines">Of the source as it is, the lines that the rule reports, from 0.</param>
internal sealed record Variant(Rule Rule, RuleFixes? Form, string Text, ImmutableHashSet<int> Lines)
{
    private static readonly RuleFixes[] Forms = [RuleFixes.Setting, RuleFixes.Runtime, RuleFixes.Plain];

    /// <summary>Analyzers that take a compilation for one of tests, where these are referenced, leave most of their rules out.</summary>
    public static ImmutableArray<MetadataReference> References { get; } =
    [
        .. StreamTuning.Analyzers.Tests.Robustness.References.All.Where(reference =>
            !new[] { "xunit", "testplatform", "testhost", "SkippableFact", "Coexistence" }.Any(name => System.IO.Path.GetFileName(reference.Display!).Contains(name, StringComparison.OrdinalIgnoreCase))),
    ];

    /// <summary>The name of the file in <see cref="Compile"/>.</summary>
    public string Path => $"{Rule.Id}{Form}.cs";

    /// <summary>Every variant of a rule, the source as it is first.</summary>
    public static async Task<ImmutableArray<Variant>> OfAsync(Rule rule)
    {
        CanonicalSource source = CanonicalSource.Of(rule);
        using var workspace = new AdhocWorkspace();
        Document document = workspace.CurrentSolution
            .AddProject("Project", "Project", LanguageNames.CSharp)
            .WithCompilationOptions(CanonicalSource.CompilationOptions)
            .WithParseOptions(CanonicalSource.ParseOptions)
            .AddMetadataReferences(References)
            .AddDocument("Source.cs", source.Text, filePath: "Source.cs");
        Compilation compilation = (await document.Project.GetCompilationAsync())!;
        ImmutableArray<Diagnostic> reported = [.. (await Findings.OursAsync(compilation, source.Settings)).Where(diagnostic => diagnostic.Id == rule.Id)];
        Assert.NotEmpty(reported);
        ImmutableArray<Variant>.Builder variants = ImmutableArray.CreateBuilder<Variant>();
        variants.Add(new(rule, Form: null, source.Text, [.. reported.Select(diagnostic => diagnostic.Location.GetLineSpan().StartLinePosition.Line)]));
        if (OwnRules.Fixes.SingleOrDefault(candidate => candidate.FixableDiagnosticIds.Contains(rule.Id)) is not { } fix)
        {
            return variants.ToImmutable();
        }

        foreach (RuleFixes form in Forms.Where(form => rule.Fixes.HasFlag(form)))
        {
            Document? changed = form == RuleFixes.Setting
                ? await fix.SetAsync(document.Project, CancellationToken.None)
                : await fix.FixAsync(document, reported, form, CancellationToken.None);
            Assert.NotNull(changed);
            variants.Add(new(rule, form, (await changed.GetTextAsync()).ToString(), []));
        }

        return variants.ToImmutable();
    }

    /// <summary>All variants in one compilation, each in a namespace of its own, as the first line: so that whatever looks at all of it is run once.</summary>
    public static Compilation Compile(IEnumerable<Variant> variants) => Microsoft.CodeAnalysis.CSharp.CSharpCompilation.Create(
        "Variants",
        variants.Select(variant => CanonicalSource.Parse($"namespace Of{variant.Rule.Id}{variant.Form} {{ {variant.Text}\n}}\n", variant.Path)),
        References,
        CanonicalSource.CompilationOptions);
}
