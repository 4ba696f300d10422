using Microsoft.CodeAnalysis;
using StreamTuning.Analyzers.Tests.Robustness;
using StreamTuning.Analyzers.Tests.Tables;
using StreamTuning.RuleTesting;

namespace StreamTuning.Analyzers.Tests;

/// <summary>Operations are found by their names however these are written, once, and where there is code only.</summary>
public sealed class NamedOperationsTests
{
    private const string Awaits = "await file.WriteAsync(new byte[10]);";

    [Theory]
    [InlineData("using System.IO;", "var file = File.Create(path);")]
    [InlineData("using System.IO;", "var file = File . Create (path);")]
    [InlineData("using System.IO;", "var file = File.@Create(path);")]
    [InlineData("using static System.IO.File;", "var file = Create(path);")]
    [InlineData("using Files = System.IO.File;", "var file = Files.Create(path);")]
    [InlineData("using System.IO;", "FileInfo info = new(path); var file = info.Create();")]
    [InlineData("", "var file = global::System.IO.File.Create(path);")]
    [InlineData("using System.IO;", "var file = new FileStream(path, FileMode.Create);")]
    [InlineData("using IO = System.IO;", "var file = new IO.FileStream(path, IO.FileMode.Create);")]
    [InlineData("using IO = System.IO;", "var file = new IO::FileStream(path, IO.FileMode.Create);")]
    [InlineData("using System.IO;", "FileStream file = new(path, FileMode.Create);")]
    [InlineData("using System.IO;", "FileStream file = new ( path, FileMode.Create);")]
    [InlineData("using System.IO; using Target = System.IO.FileStream;", "var file = new Target(path, FileMode.Create);")]
    public async Task An_operation_is_found_however_its_name_is_written(string directives, string opening) =>
        Assert.Equal(1, await CountAsync($"{directives} class C {{ async System.Threading.Tasks.Task M(string path) {{ {opening} using (file) {{ {Awaits.Replace("file.", "file!.")} }} }} }}"));

    [Theory]
    [InlineData("System.Func<string, Task> M = async path => { using var file = File.Create(path); " + Awaits + " };")]
    [InlineData("System.Func<string, Task> M { get; } = async path => { using var file = File.Create(path); " + Awaits + " };")]
    [InlineData("async Task M(string path) { await LocalAsync(); async Task LocalAsync() { using var file = File.Create(path); " + Awaits + " } }")]
    [InlineData("C(System.Func<string, Task> f) { } C() : this(async path => { using var file = File.Create(path); " + Awaits + " }) { }")]
    [InlineData("Task this[string path] => Task.Run(async () => { using var file = File.Create(path); " + Awaits + " });")]
    [InlineData("event System.Func<Task> M { add => Task.Run(async () => { using var file = File.Create(\"x\"); " + Awaits + " }); remove { } }")]
    [InlineData("class D(System.Func<string, Task> f); class E() : D(async path => { using var file = File.Create(path); " + Awaits + " });", Skip = Needs.CSharp12)]
    public async Task An_operation_is_found_in_any_member(string member) =>
        Assert.Equal(1, await CountAsync($"using System.IO; using System.Threading.Tasks; class C {{ {member} }}"));

    [Fact]
    public async Task Statements_at_the_top_of_a_file_do_not_repeat_what_is_in_its_types() =>
        Assert.Equal(2, await CountAsync(
            $$"""
            using System.IO;
            using var file = File.Create("x"); {{Awaits}}
            class C { async System.Threading.Tasks.Task M() { using var file = File.Create("y"); {{Awaits}} } }
            """,
            OutputKind.ConsoleApplication));

    [Theory]
    [InlineData("// using var file = File.Create(path);")]
    [InlineData("/* File.Create(path) */")]
    [InlineData("var text = \"File.Create(path)\";")]
    [InlineData("var text = $\"File.Create(path) {path}\";")]
    [InlineData("var name = nameof(File.Create);")]
    [InlineData("System.Func<string, FileStream> create = File.Create;")]
    [InlineData("int Create = 1;")]
    [InlineData("\n#if NEVER\nusing var file = File.Create(path);\n#endif\n")]
    public async Task A_name_that_is_no_operation_is_none(string statement) =>
        Assert.Equal(0, await CountAsync($"using System.IO; class C {{ async System.Threading.Tasks.Task M(string path, FileStream file) {{ {statement} {Awaits} }} }}"));

    private static async Task<int> CountAsync(string source, OutputKind kind = OutputKind.DynamicallyLinkedLibrary)
    {
        Compilation compilation = CanonicalSource.Compile(source, References.All);
        return (await AnalyzerRunner.RunAsync(compilation.WithOptions(compilation.Options.WithOutputKind(kind)))).Count(diagnostic => diagnostic.Id == Rules.FileNotOpenedForAsync.Id);
    }
}
