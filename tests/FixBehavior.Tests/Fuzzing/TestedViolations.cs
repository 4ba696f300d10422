using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using StreamTuning.Analyzers;
using StreamTuning.Analyzers.Tests.Tables;

namespace StreamTuning.FixBehavior.Fuzzing;

/// <summary>
/// The violations in the tests of a rule, read from their source: what a test is given inline goes into the hole of a text that is a program then. There are
/// hundreds of them, and each new one is fuzzed from the day it is written.
/// </summary>
internal static class TestedViolations
{
    /// <summary>Texts that may be programs; which of them are is for the compiler to say.</summary>
    public static IReadOnlyList<FuzzSource> Of(Rule rule)
    {
        string folder = $"tests/Analyzers.Tests/{rule.Area}/";
        string file = folder + rule.Name + "Tests.cs";
        SyntaxNode root = CSharpSyntaxTree.ParseText(Repository.Read(file)).GetRoot();
        IEnumerable<SyntaxNode> helpers = Repository.Files(folder, "*Code.cs").Select(path => CSharpSyntaxTree.ParseText(Repository.Read(path)).GetRoot());
        List<Template> templates = [.. helpers.Prepend(root).SelectMany(each => each.DescendantNodes().OfType<InterpolatedStringExpressionSyntax>()).Select(Template.TryRead).OfType<Template>()];
        var sources = new List<FuzzSource>();
        foreach (LiteralExpressionSyntax literal in root.DescendantNodes().OfType<LiteralExpressionSyntax>())
        {
            string text = literal.Token.ValueText;
            if (!text.Contains("[|") && !text.Contains("{|"))
            {
                continue;
            }

            int line = literal.GetLocation().GetLineSpan().StartLinePosition.Line + 1;
            string violation = WithoutMarks(text);
            sources.Add(new FuzzSource($"{file}:{line}", violation));
            if (literal.Parent is AttributeArgumentSyntax)
            {
                sources.AddRange(templates.Select((template, index) => new FuzzSource($"{file}:{line} in {index}", template.With(violation))));
            }
        }

        return sources;
    }

    private static string WithoutMarks(string text)
    {
        text = System.Text.RegularExpressions.Regex.Replace(text, @"\{\|[#A-Za-z0-9]+:", "");
        return text.Replace("[|", "").Replace("|]", "").Replace("|}", "");
    }

    /// <summary>A text with a hole for code.</summary>
    private sealed record Template(string Before, string After)
    {
        /// <summary>Null where the text is no program, or has no hole for what the method around it is given first.</summary>
        public static Template? TryRead(InterpolatedStringExpressionSyntax text)
        {
            ParameterSyntax? parameter = text.FirstAncestorOrSelf<BaseMethodDeclarationSyntax>()?.ParameterList.Parameters.FirstOrDefault();
            if (parameter is null || !text.StringStartToken.Text.EndsWith("\"\"\"", StringComparison.Ordinal))
            {
                return null;
            }

            // The indentation of the text goes as it does for the compiler.
            string indentation = text.StringEndToken.Text.Split('\n')[^1].TrimEnd('"');
            string before = "";
            string? after = null;
            foreach (InterpolatedStringContentSyntax content in text.Contents)
            {
                bool isHole = content is InterpolationSyntax { Expression: IdentifierNameSyntax name } && name.Identifier.Text == parameter.Identifier.Text;
                if (isHole && after is null)
                {
                    after = "";
                    continue;
                }

                string part = content is InterpolatedStringTextSyntax ? content.ToString().Replace("\n" + indentation, "\n") : "";
                if (after is null)
                {
                    before += part;
                }
                else
                {
                    after += part;
                }
            }

            return after is null ? null : new Template(before, after);
        }

        public string With(string code) => Before + code + After;
    }
}
