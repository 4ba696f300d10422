using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace StreamTuning.Architecture.Tests;

/// <summary>How much has to be read. A limit is lowered when the sources are smaller, and raised only for what a rule newly sees.</summary>
public sealed class SizeTests
{
    private const int LongestLine = 140;

    /// <summary>The rules that stand for the others, and the lines that tell when they fire.</summary>
    public static TheoryData<string, int> RulesAndLines => new()
    {
        { "Analyzers/Copying/CopyIntoFileWithDefaultBufferAnalyzer.cs", 2_600 },
        { "Analyzers/Temp/HardCodedTempPathAnalyzer.cs", 2_485 },
        { "Analyzers/Blobs/UnblockedBlobUploadAnalyzer.cs", 2_500 },
        { "Analyzers/Uploads/BufferedFormFileAnalyzer.cs", 2_605 },
    };

    [Theory]
    [MemberData(nameof(RulesAndLines))]
    public void A_rule_is_understood_from_so_many_lines(string rule, int limit)
    {
        IReadOnlyCollection<string> files = Closure(rule);
        int lines = files.Sum(file => Sources.LinesOf(file).Length);
        Assert.True(lines <= limit, $"{rule}: {lines} lines in {files.Count} files:\n{string.Join('\n', files.Order(StringComparer.Ordinal))}");
    }

    [Fact]
    public void There_are_so_many_files() => Assert.InRange(Sources.Rules.Files.Count, 1, 154);

    [Fact]
    public void There_are_so_many_tokens()
    {
        int tokens = Sources.Rules.Trees.Sum(tree => tree.GetRoot().DescendantTokens().Count());
        Assert.InRange(tokens, 1, 141_000);
    }

    [Fact]
    public void There_are_so_many_private_walkers()
    {
        string[] walkers =
        [
            .. Sources.Rules.Trees
                .SelectMany(tree => tree.GetRoot().DescendantNodes().OfType<ClassDeclarationSyntax>())
                .Where(type => type.BaseList?.Types.Any(each => each.Type.ToString() == "OperationWalker") == true)
                .Select(type => $"{type.SyntaxTree.FilePath}: {type.Identifier.ValueText}"),
        ];
        Assert.True(walkers.Length <= 4, $"{walkers.Length}\n{string.Join('\n', walkers)}");
    }

    [Fact]
    public void No_line_is_longer_than_140_characters()
    {
        string[] longer =
        [
            .. Sources.All.SelectMany(file => Sources.LinesOf(file)
                .Select((line, index) => (line, place: $"{file}({index + 1})"))
                .Where(each => each.line.Length > LongestLine)
                .Select(each => each.place)),
        ];
        Assert.Equal("", string.Join("\n", longer));
    }

    /// <summary>The files that one has to know, beginning with a rule. Tables are looked up and not read: they count neither themselves nor for what they name.</summary>
    private static IReadOnlyCollection<string> Closure(string rule)
    {
        var known = new HashSet<string>();
        var next = new Stack<string>([rule]);
        while (next.TryPop(out string? file))
        {
            if (!IsTable(file) && known.Add(file))
            {
                foreach (Sources.Reference reference in Sources.Rules.References[file])
                {
                    next.Push(reference.To);
                }
            }
        }

        return known;
    }

    /// <summary>Whether a file is a table, which is looked up and not read.</summary>
    public static bool IsTable(string file) => file is "Analyzers/Rules.cs" or "Analyzers/Options.cs" or "Analyzers/Api/KnownTypes.cs";
}
