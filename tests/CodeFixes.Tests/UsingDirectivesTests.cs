using StreamTuning.CodeFixes.Edits;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.CodeFixes.Tests;

public sealed class UsingDirectivesTests
{
    [Theory]
    // Among its equals, in order, System first.
    [InlineData("using System;\nusing Zebra;\n\nclass C;\n", "using System;\nusing StreamTuning;\nusing Zebra;\n\nclass C;\n")]
    [InlineData("using System;\nusing System.Text;\n\nclass C;\n", "using System;\nusing System.Text;\nusing StreamTuning;\n\nclass C;\n")]
    [InlineData("using Alpha;\nusing Zebra;\nclass C;\n", "using Alpha;\nusing StreamTuning;\nusing Zebra;\nclass C;\n")]
    // Before aliases and static imports, after global ones.
    [InlineData("using System;\nusing static System.Math;\nusing X = System.String;\nclass C;\n", "using System;\nusing StreamTuning;\nusing static System.Math;\nusing X = System.String;\nclass C;\n")]
    [InlineData("global using System;\nclass C;\n", "global using System;\nusing StreamTuning;\nclass C;\n")]
    // Comments stay with what they are about.
    [InlineData("// header\n\nusing System; // why\n// about Zebra\nusing Zebra;\nclass C;\n", "// header\n\nusing System; // why\n// about Zebra\nusing StreamTuning;\nusing Zebra;\nclass C;\n")]
    [InlineData("using System; // why\nclass C;\n", "using System; // why\nusing StreamTuning;\nclass C;\n")]
    // Without any: below the header and directives, above what belongs to the code.
    [InlineData("class C;\n", "using StreamTuning;\n\nclass C;\n")]
    [InlineData("// header\n\nclass C;\n", "// header\n\nusing StreamTuning;\n\nclass C;\n")]
    [InlineData("// header\nnamespace N;\n\nclass C;\n", "// header\nusing StreamTuning;\n\nnamespace N;\n\nclass C;\n")]
    [InlineData("// about C\nclass C;\n", "using StreamTuning;\n\n// about C\nclass C;\n")]
    [InlineData("// header\n\n/// <summary>C</summary>\nclass C;\n", "// header\n\nusing StreamTuning;\n\n/// <summary>C</summary>\nclass C;\n")]
    [InlineData("#nullable enable\n\nnamespace N;\n\nclass C;\n", "#nullable enable\n\nusing StreamTuning;\n\nnamespace N;\n\nclass C;\n")]
    [InlineData("#define X\nclass C;\n", "#define X\nusing StreamTuning;\n\nclass C;\n")]
    [InlineData("extern alias A;\nclass C;\n", "extern alias A;\nusing StreamTuning;\n\nclass C;\n")]
    // Where the file has its directives in the namespace.
    [InlineData("namespace N\n{\n    using System;\n\n    class C;\n}\n", "namespace N\n{\n    using System;\n    using StreamTuning;\n\n    class C;\n}\n")]
    [InlineData("namespace N;\n\nusing System;\n\nclass C;\n", "namespace N;\n\nusing System;\nusing StreamTuning;\n\nclass C;\n")]
    [InlineData("using System;\nnamespace N\n{\n    using Zebra;\n    class C;\n}\n", "using System;\nusing StreamTuning;\nnamespace N\n{\n    using Zebra;\n    class C;\n}\n")]
    // Not under a condition.
    [InlineData("using System.Text;\n#if DEBUG\nusing System.Buffers;\n#endif\nclass C;\n", "using System.Text;\nusing StreamTuning;\n#if DEBUG\nusing System.Buffers;\n#endif\nclass C;\n")]
    [InlineData("using System.Text;\n#if !DEBUG\nusing Zebra;\n#endif\nclass C;\n", "using System.Text;\nusing StreamTuning;\n#if !DEBUG\nusing Zebra;\n#endif\nclass C;\n")]
    [InlineData("#if !DEBUG\nusing Zebra;\n#endif\nclass C;\n", "using StreamTuning;\n#if !DEBUG\nusing Zebra;\n#endif\nclass C;\n")]
    // As the lines of the file end.
    [InlineData("using System;\r\nclass C;\r\n", "using System;\r\nusing StreamTuning;\r\nclass C;\r\n")]
    [InlineData("using System; class C;", "using System;\nusing StreamTuning; class C;")]
    public void The_directive_stands_where_a_person_would_put_it(string code, string expected) => Assert.Equal(expected, Insert(code));

    [Theory]
    [InlineData("using StreamTuning;\nclass C;\n")]
    [InlineData("using global::StreamTuning;\nclass C;\n")]
    [InlineData("global using StreamTuning;\nclass C;\n")]
    [InlineData("namespace N\n{\n    using StreamTuning;\n    class C;\n}\n")]
    [InlineData("namespace StreamTuning;\nclass C;\n")]
    [InlineData("namespace StreamTuning.Mine { class C; }\n")]
    [InlineData("namespace StreamTuning { namespace Mine { class C; } }\n")]
    public void Nothing_is_added_to_what_is_imported(string code) => Assert.Equal(code, Insert(code));

    [Theory]
    [InlineData("using Alpha;\nclass C;\n", "using System;\nusing Alpha;\nclass C;\n")]
    [InlineData("using System.Text;\nusing Alpha;\nclass C;\n", "using System;\nusing System.Text;\nusing Alpha;\nclass C;\n")]
    [InlineData("using static System.Math;\nclass C;\n", "using System;\nusing static System.Math;\nclass C;\n")]
    public void System_comes_before_all_others(string code, string expected) => Assert.Equal(expected, Insert(code, "System"));

    private static string Insert(string code, string name = "StreamTuning")
    {
        SourceText text = SourceText.From(code);
        var root = SyntaxFactory.ParseCompilationUnit(code);
        TextChange? change = UsingDirectives.TryInsert(root, code.IndexOf("class C", StringComparison.Ordinal), name, text);
        return change is { } insertion ? text.WithChanges(insertion).ToString() : code;
    }
}
