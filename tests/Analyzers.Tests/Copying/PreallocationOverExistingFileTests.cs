using Microsoft.CodeAnalysis;
using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Copying.PreallocationOverExistingFileAnalyzer,
    StreamTuning.CodeFixes.Copying.PreallocationOverExistingFileCodeFix>;

namespace StreamTuning.Analyzers.Tests.Copying;

public sealed class PreallocationOverExistingFileTests
{
    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("using var file = new FileStream(path, new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write, [|PreallocationSize = size|] });")]
    [InlineData("using var file = File.Open(path, new FileStreamOptions() { [|PreallocationSize = 1 << 20|], Mode = FileMode.Create, Access = FileAccess.Write });")]
    [InlineData("using var file = new FileInfo(path).Open(new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write, [|PreallocationSize = source.Length|] });")]
    [InlineData("using FileStream file = new(path, new FileStreamOptions { Mode = (FileMode)2, [|PreallocationSize = await SizeAsync()|] });")]
    [InlineData("var options = new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write }; options.[|PreallocationSize = size|]; using var file = new FileStream(path, options);", true)]
    [InlineData("var options = new FileStreamOptions(); options.Mode = FileMode.Create; if (size > 0) { options.[|PreallocationSize = size|]; } using var file = File.Open(path, options);", true)]
    [InlineData("FileStreamOptions options = new() { Mode = FileMode.Create, [|PreallocationSize = size|] }; options.Access = FileAccess.Write; using var a = File.Open(path, options); using var b = File.Open(path + 1, options);")]
    [InlineData("FileStreamOptions options; options = new FileStreamOptions { Mode = FileMode.Create, [|PreallocationSize = size|] }; using var file = File.Open(path, options); Console.WriteLine(options.Mode);")]
    [InlineData("var options = new FileStreamOptions { Mode = FileMode.Create, [|PreallocationSize = size|] }; using var a = File.Open(Path.GetRandomFileName(), options); using var b = File.Open(path, options);")]
    [InlineData("Func<FileStream> open = () => new FileStream(path, new FileStreamOptions { Mode = FileMode.Create, [|PreallocationSize = size|] }); using var file = open();")]
    [InlineData("using var handle = File.OpenHandle(path, FileMode.Create, FileAccess.Write, FileShare.None, FileOptions.None, [|size|]);")]
    [InlineData("using var handle = File.OpenHandle(path, preallocationSize: [|source.Length|], mode: FileMode.Create, access: FileAccess.Write);")]
    // Options that come from elsewhere get their mode here.
    [InlineData("var options = Writing; options.Mode = FileMode.Create; if (source.CanSeek) { options.[|PreallocationSize = source.Length|]; } using var file = File.Open(path, options);", true)]
    // Another file is looked after.
    [InlineData("File.Delete(path + 1); using var file = File.Open(path, new FileStreamOptions { Mode = FileMode.Create, [|PreallocationSize = size|] });")]
    [InlineData("using (var file = File.Open(path, new FileStreamOptions { Mode = FileMode.Create, [|PreallocationSize = size|] })) { } File.Move(_name, path);")]
    public Task A_preallocation_over_a_file_that_may_exist_is_reported(string body, bool isStatement = false) =>
        Check.ReportsAsync(InMethod(isStatement ? body.Replace("options.[|", "[|options.") : body));

    [Theory]
    [Trait("Case", "Negative")]
    // Another mode, or one that is not known.
    [InlineData("using var file = File.Open(path, new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write, PreallocationSize = size });")]
    [InlineData("using var file = File.Open(path, new FileStreamOptions { Mode = FileMode.OpenOrCreate, Access = FileAccess.Write, PreallocationSize = size });")]
    [InlineData("using var file = File.Open(path, new FileStreamOptions { Mode = mode, Access = FileAccess.Write, PreallocationSize = size });")]
    [InlineData("using var file = File.Open(path, new FileStreamOptions { Access = FileAccess.Write, PreallocationSize = size });")]
    [InlineData("var options = new FileStreamOptions { Mode = FileMode.Create, PreallocationSize = size }; options.Mode = FileMode.CreateNew; using var file = File.Open(path, options);")]
    [InlineData("using var handle = File.OpenHandle(path, FileMode.CreateNew, FileAccess.Write, FileShare.None, FileOptions.None, size);")]
    [InlineData("using var handle = File.OpenHandle(path, mode, FileAccess.Write, FileShare.None, FileOptions.None, size);")]
    // No preallocation.
    [InlineData("using var file = File.Open(path, new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write, PreallocationSize = 0 });")]
    [InlineData("const long None = 0; using var file = File.Open(path, new FileStreamOptions { Mode = FileMode.Create, PreallocationSize = None });")]
    [InlineData("using var file = File.Open(path, new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write });")]
    [InlineData("using var handle = File.OpenHandle(path, FileMode.Create, FileAccess.Write, FileShare.None, FileOptions.None, 0);")]
    [InlineData("using var handle = File.OpenHandle(path, FileMode.Create, FileAccess.Write);")]
    // A path that is made unique.
    [InlineData("using var file = File.Open(Path.GetTempFileName(), new FileStreamOptions { Mode = FileMode.Create, PreallocationSize = size });")]
    [InlineData("path = Path.Combine(path, Path.GetRandomFileName()); using var file = File.Open(path, new FileStreamOptions { Mode = FileMode.Create, PreallocationSize = size });", true)]
    [InlineData("var name = Path.Combine(path, Path.GetRandomFileName()); using var file = File.Open(name, new FileStreamOptions { Mode = FileMode.Create, PreallocationSize = size });")]
    [InlineData("var id = Guid.NewGuid(); string name = $\"{path}/{id:N}.tmp\"; using var file = new FileStream(name, new FileStreamOptions { Mode = FileMode.Create, PreallocationSize = size });")]
    [InlineData("var folder = Directory.CreateTempSubdirectory(); var info = new FileInfo(Path.Combine(folder.FullName, \"a\")); using var file = info.Open(new FileStreamOptions { Mode = FileMode.Create, PreallocationSize = size });")]
    [InlineData("using var handle = File.OpenHandle(path + Guid.NewGuid(), FileMode.Create, FileAccess.Write, preallocationSize: size);")]
    [InlineData("using var file = File.Open($\"{path}-{DateTime.UtcNow:yyyyMMddHHmmss}.bin\", new FileStreamOptions { Mode = FileMode.Create, PreallocationSize = size });")]
    // The method looks after what exists.
    [InlineData("if (!File.Exists(Name)) { using var file = File.Open(Name, new FileStreamOptions { Mode = FileMode.Create, PreallocationSize = size }); }")]
    [InlineData("File.Delete(Path.Combine(_name, path)); using var file = File.Open(Path.Combine(_name, path), new FileStreamOptions { Mode = FileMode.Create, PreallocationSize = size });")]
    [InlineData("string part = path + 1; using (var file = File.Open(part, new FileStreamOptions { Mode = FileMode.Create, PreallocationSize = size })) { } new FileInfo(part).MoveTo(path);")]
    [InlineData("var old = new FileInfo(path); if (old.Exists) { old.Delete(); } using var file = File.Open(path, new FileStreamOptions { Mode = FileMode.Create, PreallocationSize = size });")]
    [InlineData("if (File.Exists(path)) { return; } using var file = File.Open(path, new FileStreamOptions { Mode = FileMode.Create, PreallocationSize = size });")]
    [InlineData("File.Delete(path); using var file = File.Open(path, new FileStreamOptions { Mode = FileMode.Create, PreallocationSize = size });")]
    [InlineData("var info = new FileInfo(path); if (!info.Exists) { using var file = info.Open(new FileStreamOptions { Mode = FileMode.Create, PreallocationSize = size }); }")]
    [InlineData("string part = path + \".part\"; using (var file = File.Open(part, new FileStreamOptions { Mode = FileMode.Create, PreallocationSize = size })) { } File.Move(part, path, overwrite: true);")]
    // The options go elsewhere, or come from there.
    [InlineData("var options = new FileStreamOptions { Mode = FileMode.Create, PreallocationSize = size }; Keep(options); using var file = File.Open(path, options);")]
    [InlineData("Keep(new FileStreamOptions { Mode = FileMode.Create, PreallocationSize = size });")]
    [InlineData("var options = new FileStreamOptions { Mode = FileMode.Create, PreallocationSize = size };")]
    [InlineData("given.Mode = FileMode.Create; given.PreallocationSize = size; using var file = File.Open(path, given);")]
    [InlineData("_options.Mode = FileMode.Create; _options.PreallocationSize = size; using var file = File.Open(path, _options);")]
    [InlineData("var options = Writing; options.PreallocationSize = size; using var file = File.Open(path, options);")]
    [InlineData("var options = Writing; options.Mode = mode; options.PreallocationSize = size; using var file = File.Open(path, options);")]
    [InlineData("var options = _options; options.Mode = FileMode.Create; options.PreallocationSize = size; using var file = File.Open(path, options);")]
    // Another property of that name.
    [InlineData("var other = new Other { Mode = FileMode.Create, PreallocationSize = size }; using var file = File.Open(path, other.Mode);")]
    public Task Anything_else_is_not_reported(string body, bool isLocal = false) =>
        Check.IsSilentAsync(InMethod(isLocal ? "string path = _name; " + body : body, isLocal ? "first" : "path"));

    [Fact]
    [Trait("Case", "Negative")]
    public Task Code_without_the_types_is_not_reported() => Check.IsSilentAsync("class C { long PreallocationSize { get; set; } void OpenHandle(C other) => other.PreallocationSize = 5; }");

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_message_names_the_mode() => Check.ReportsAsync(
        InMethod("using var file = File.Open(path, new FileStreamOptions { Mode = FileMode.Create, {|#0:PreallocationSize = size|} });"),
        Check.Diagnostic(0).WithMessage("If the disk is full, FileMode.Create with a preallocation size deletes an existing file; remove the size"));

    [Theory]
    [InlineData("Mode = FileMode.Create, [|PreallocationSize = size|]", "Mode = FileMode.Create")]
    [InlineData("Mode = FileMode.Create, [|PreallocationSize = size|],", "Mode = FileMode.Create,")]
    [InlineData("[|PreallocationSize = size|], Mode = FileMode.Create", "Mode = FileMode.Create")]
    [InlineData("Mode = FileMode.Create, [|PreallocationSize = 1 << 20|], Access = FileAccess.Write", "Mode = FileMode.Create, Access = FileAccess.Write")]
    [InlineData("Mode = FileMode.Create, [|PreallocationSize = (long)source.Length + 1|]", "Mode = FileMode.Create")]
    [InlineData("Mode = FileMode.Create, [|PreallocationSize = content.Headers.ContentLength ?? 0|]", "Mode = FileMode.Create")]
    [InlineData("Mode = FileMode.Create, [|PreallocationSize = content?.Headers.ContentLength.GetValueOrDefault() ?? 0|]", "Mode = FileMode.Create")]
    [InlineData("Mode = FileMode.Create, [|PreallocationSize = Math.Max(size, new FileInfo(path).Length)|]", "Mode = FileMode.Create")]
    [InlineData("Mode = FileMode.Create, [|PreallocationSize = size > 0 ? size : -1|]", "Mode = FileMode.Create")]
    public Task The_initializer_is_removed(string initializers, string fixedInitializers) => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod("using var file = new FileStream(path, new FileStreamOptions { " + initializers + " });"),
        InMethod("using var file = new FileStream(path, new FileStreamOptions { " + fixedInitializers + " });"));

    [Theory]
    [InlineData("var options = new FileStreamOptions { Mode = FileMode.Create };\n        [|options.PreallocationSize = size|];\n        using var file = File.Open(path, options);", "var options = new FileStreamOptions { Mode = FileMode.Create };\n        using var file = File.Open(path, options);")]
    [InlineData("var options = new FileStreamOptions { Mode = FileMode.Create }; [|options.PreallocationSize = size|]; using var file = File.Open(path, options);", "var options = new FileStreamOptions { Mode = FileMode.Create }; using var file = File.Open(path, options);")]
    [InlineData("var options = new FileStreamOptions { Mode = FileMode.Create };\n        if (size > 0)\n            [|options.PreallocationSize = size|];\n        using var file = File.Open(path, options);", "var options = new FileStreamOptions { Mode = FileMode.Create };\n        using var file = File.Open(path, options);")]
    [InlineData("var options = new FileStreamOptions { Mode = FileMode.Create };\n        if (content.Headers.ContentLength is { } length && length > 0)\n        {\n            [|options.PreallocationSize = length|];\n        }\n        using var file = File.Open(path, options);", "var options = new FileStreamOptions { Mode = FileMode.Create };\n        using var file = File.Open(path, options);")]
    [InlineData("var options = new FileStreamOptions { Mode = FileMode.Create }; if (content.Headers.ContentLength.HasValue) { if (size > 0) { [|options.PreallocationSize = size|]; } } using var file = File.Open(path, options);", "var options = new FileStreamOptions { Mode = FileMode.Create }; using var file = File.Open(path, options);")]
    [InlineData("var options = new FileStreamOptions { [|PreallocationSize = size|] }; options.Mode = FileMode.Create; using var file = File.Open(path, options);", "var options = new FileStreamOptions { }; options.Mode = FileMode.Create; using var file = File.Open(path, options);")]
    [InlineData("using var handle = File.OpenHandle(path, FileMode.Create, FileAccess.Write, FileShare.None, FileOptions.None, [|size|]);", "using var handle = File.OpenHandle(path, FileMode.Create, FileAccess.Write, FileShare.None, FileOptions.None);")]
    [InlineData("using var handle = File.OpenHandle(preallocationSize: [|size|], path: path, mode: FileMode.Create);", "using var handle = File.OpenHandle(path: path, mode: FileMode.Create);")]
    [InlineData("const long Size = 1 << 20;\n        using var file = File.Open(path, new FileStreamOptions { Mode = FileMode.Create, [|PreallocationSize = Size|] });", "using var file = File.Open(path, new FileStreamOptions { Mode = FileMode.Create });")]
    public Task The_size_is_removed_wherever_it_is_given(string body, string fixedBody) => Check.FixesAsync(RuleFixes.Plain, InMethod(body), InMethod(fixedBody));

    [Theory]
    [Trait("Case", "NoFix")]
    // What computes the size would no longer be called.
    [InlineData("using var file = File.Open(path, new FileStreamOptions { Mode = FileMode.Create, [|PreallocationSize = await SizeAsync()|] });")]
    [InlineData("using var file = File.Open(path, new FileStreamOptions { Mode = FileMode.Create, [|PreallocationSize = size++|] });")]
    [InlineData("using var file = File.Open(path, new FileStreamOptions { Mode = FileMode.Create, [|PreallocationSize = source.Seek(0, SeekOrigin.End)|] });")]
    // The statement is the whole of another that does more.
    [InlineData("var options = new FileStreamOptions { Mode = FileMode.Create }; if (size > 0) [|options.PreallocationSize = size|]; else path = _name; using var file = File.Open(path, options);")]
    [InlineData("var options = new FileStreamOptions { Mode = FileMode.Create }; if (--size > 0) { [|options.PreallocationSize = size|]; } using var file = File.Open(path, options);")]
    [InlineData("var options = new FileStreamOptions { Mode = FileMode.Create }; if (size < 0) path = _name; else if (size > 0) { [|options.PreallocationSize = size|]; } using var file = File.Open(path, options);")]
    [InlineData("var options = new FileStreamOptions { Mode = FileMode.Create }; while (size > 0) [|options.PreallocationSize = size|]; using var file = File.Open(path, options);")]
    [InlineData("var options = new FileStreamOptions { Mode = FileMode.Create }; if (size < 0) { path = _name; } else { [|options.PreallocationSize = size|]; } using var file = File.Open(path, options);")]
    // What the condition declares is used behind it.
    [InlineData("var options = new FileStreamOptions { Mode = FileMode.Create }; if (content.Headers.ContentLength is not { } length) { return; } if (size is var all) { [|options.PreallocationSize = all|]; } all = 0; using var file = File.Open(path, options);")]
    [InlineData("var options = new FileStreamOptions { Mode = FileMode.Create }; size = [|options.PreallocationSize = size|]; using var file = File.Open(path, options);")]
    // A comment would go with it.
    [InlineData("using var file = File.Open(path, new FileStreamOptions { Mode = FileMode.Create, /* all */ [|PreallocationSize = size|] });")]
    [InlineData("using var file = File.Open(path, new FileStreamOptions { Mode = FileMode.Create, [|PreallocationSize = size|] /* all */ });")]
    [InlineData("using var file = File.Open(path, new FileStreamOptions\n{\n// The whole.\n[|PreallocationSize = size|],\nMode = FileMode.Create });")]
    [InlineData("using var file = File.Open(path, new FileStreamOptions\n{\n[|PreallocationSize = size|], // The whole.\nMode = FileMode.Create });")]
    [InlineData("using var handle = File.OpenHandle(path, FileMode.Create, FileAccess.Write, preallocationSize: /* all */ [|size|]);")]
    [InlineData("var options = new FileStreamOptions { Mode = FileMode.Create };\nif (size > 0) // The whole.\n{\n[|options.PreallocationSize = size|];\n}\nusing var file = File.Open(path, options);")]
    [InlineData("var options = new FileStreamOptions { Mode = FileMode.Create };\n// The whole.\n[|options.PreallocationSize = size|];\nusing var file = File.Open(path, options);")]
    public Task Where_more_would_be_lost_there_is_no_fix(string body) => Check.OffersNoFixAsync(RuleFixes.Plain, InMethod(body));

    /// <summary>Of a field that nothing reads any more the compiler warns, though not where the fix is.</summary>
    [Theory]
    [Trait("Case", "NoFix")]
    [InlineData("private static long s_size = 5;", "s_size")]
    [InlineData("private long _bytes; void Set(long bytes) => this._bytes = 7;", "this._bytes")]
    [InlineData("private string _text = \"\";", "_text.Length")]
    public Task A_field_that_is_there_for_the_size_alone_is_no_fix(string field, string size) => Check.OffersNoFixAsync(
        RuleFixes.Plain,
        $"using System.IO;\n\nclass C\n{{\n    {field}\n\n    void M(string path)\n    {{\n        using var file = File.Open(path, new FileStreamOptions {{ Mode = FileMode.Create, [|PreallocationSize = {size}|] }});\n    }}\n}}\n");

    /// <summary>What is read elsewhere may go on being read there, and of what is computed nobody is warned.</summary>
    [Theory]
    [InlineData("private long _size = 5; long Size() => _size;", "_size")]
    [InlineData("private readonly long _size = System.Environment.TickCount64;", "_size")]
    [InlineData("private protected long _size = 5;", "_size")]
    public Task A_field_of_which_nothing_is_warned_may_stay(string field, string size) => Check.FixesAsync(
        RuleFixes.Plain,
        $"using System.IO;\n\nclass C\n{{\n    {field}\n\n    void M(string path)\n    {{\n        using var file = File.Open(path, new FileStreamOptions {{ Mode = FileMode.Create, [|PreallocationSize = {size}|] }});\n    }}\n}}\n",
        $"using System.IO;\n\nclass C\n{{\n    {field}\n\n    void M(string path)\n    {{\n        using var file = File.Open(path, new FileStreamOptions {{ Mode = FileMode.Create }});\n    }}\n}}\n");

    [Fact]
    [Trait("Case", "Trivia")]
    public Task Comments_and_formatting_stay() => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod(
            """
            using var first = new FileStream(path, new FileStreamOptions
                    {
                        Mode=FileMode.Create , // over what is there
                        [|PreallocationSize =
                            size|],
                        // Nobody reads it yet.
                        Share = FileShare.None,
                    }); // for long
                    using var second = new FileStream(path, new FileStreamOptions
                    {
                        Mode = FileMode.Create, // over what is there
                        [|PreallocationSize = size|]
                    });
                    using var third = new FileStream(path, new FileStreamOptions {
                        Mode = FileMode.Create, [|PreallocationSize = size|],
                        Share = FileShare.None });
                    using var fourth = new FileStream(path, new FileStreamOptions
                    {   [|PreallocationSize = size|]
                      , Mode = FileMode.Create /* over what is there */
                    });
            """),
        InMethod(
            """
            using var first = new FileStream(path, new FileStreamOptions
                    {
                        Mode=FileMode.Create , // over what is there
                        // Nobody reads it yet.
                        Share = FileShare.None,
                    }); // for long
                    using var second = new FileStream(path, new FileStreamOptions
                    {
                        Mode = FileMode.Create // over what is there
                    });
                    using var third = new FileStream(path, new FileStreamOptions {
                        Mode = FileMode.Create,
                        Share = FileShare.None });
                    using var fourth = new FileStream(path, new FileStreamOptions
                    {   Mode = FileMode.Create /* over what is there */
                    });
            """));

    [Fact]
    [Trait("Case", "FixAll")]
    public Task All_of_a_project_are_removed_at_once() => Check.FixesAllAsync(
        RuleFixes.Plain,
        [
            InMethod("using var a = File.Open(path, new FileStreamOptions { Mode = FileMode.Create, [|PreallocationSize = size|] }); using var b = File.OpenHandle(path, FileMode.Create, preallocationSize: [|size|]);"),
            "using System.IO;\n\nclass D\n{\n    FileStream M(string path) => new FileStream(path, new FileStreamOptions { [|PreallocationSize = 5|], Mode = FileMode.Create });\n}\n",
        ],
        [
            InMethod("using var a = File.Open(path, new FileStreamOptions { Mode = FileMode.Create }); using var b = File.OpenHandle(path, FileMode.Create);"),
            "using System.IO;\n\nclass D\n{\n    FileStream M(string path) => new FileStream(path, new FileStreamOptions { Mode = FileMode.Create });\n}\n",
        ]);

    [Fact]
    public Task Top_level_statements_are_fixed_too() => Check.FixesAsync(
        RuleFixes.Plain,
        "using System.IO;\n\nvar options = new FileStreamOptions { Mode = FileMode.Create };\n[|options.PreallocationSize = args.Length|];\nusing var file = File.Open(args[0], options);\n",
        "using System.IO;\n\nvar options = new FileStreamOptions { Mode = FileMode.Create };\nusing var file = File.Open(args[0], options);\n",
        outputKind: OutputKind.ConsoleApplication);

    private static string InMethod(string body, string name = "path") =>
        $$"""
        using System;
        using System.IO;
        using System.Net.Http;
        using System.Threading.Tasks;

        class C
        {
            private readonly FileStreamOptions _options = new();
            private readonly string _name = "a";

            private static FileStreamOptions Writing => new() { Access = FileAccess.Write };

            private string Name { get; set; } = "b";

            async Task M(Stream source, string {{name}}, long size, FileMode mode, FileStreamOptions given, HttpContent content)
            {
                await Task.CompletedTask;
                {{body}}
            }

            static Task<long> SizeAsync() => Task.FromResult(5L);

            static void Keep(FileStreamOptions options)
            {
            }
        }

        class Other
        {
            public FileMode Mode { get; set; }

            public long PreallocationSize { get; set; }
        }

        """;
}
