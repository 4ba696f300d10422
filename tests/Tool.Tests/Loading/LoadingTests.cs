using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using StreamTuning.Analyzers;
using StreamTuning.Tool.Loading;
using StreamTuning.Tool.Scanning;
using StreamTuning.Tool.Tests.Setup;

namespace StreamTuning.Tool.Tests.Loading;

/// <summary>Targets, and solutions made of calls of the compiler without asking MSBuild.</summary>
public sealed class LoadingTests
{
    [Theory]
    [InlineData("All.sln", "A/A.csproj")]
    [InlineData("All.slnf", "B/B.csproj")]
    [InlineData("All.slnx", "A/A.csproj", "B/B.csproj")]
    [InlineData("A/A.csproj", "A/A.csproj")]
    [InlineData("A", "A/A.csproj")]
    public async Task A_path_stands_for_projects(string path, params string[] projects)
    {
        using var folder = new ScratchFolder();
        folder.AddProject("A/A.csproj").AddProject("B/B.csproj")
            .Add("A/obj/Made.csproj", "<Project />")
            .Add("All.slnx", """<Solution><Project Path="A/A.csproj" /><Project Path="B/B.csproj" /></Solution>""")
            .Add("All.slnf", """{ "solution": { "path": "All.slnx", "projects": [ "B/B.csproj" ] } }""")
            .Add("All.sln", """

                Microsoft Visual Studio Solution File, Format Version 12.00
                Project("{FAE04EC0-301F-11D3-BF4B-00C04F79EFBC}") = "A", "A\A.csproj", "{0A0A0A0A-0000-0000-0000-000000000001}"
                EndProject
                Global
                EndGlobal

                """);

        ScanTarget target = await ScanTarget.FindAsync(folder.PathOf(path), [], null, default);

        Assert.Equal(projects.Select(folder.PathOf), target.Projects);
    }

    [Fact]
    public async Task Reports_are_relative_to_the_repository()
    {
        using var folder = new ScratchFolder();
        folder.AddProject("src/A/A.csproj").Add(".git/HEAD", "");

        ScanTarget target = await ScanTarget.FindAsync(folder.PathOf("src"), [], null, default);

        Assert.Equal(folder.Root, target.Root);
    }

    [Fact]
    public async Task A_rule_that_throws_is_named_and_the_others_go_on()
    {
        using var folder = new ScratchFolder();
        using LoadedSolution loaded = Load(folder.Add("A/Copy.cs", Sources.OneCopy("Copy")), Call(folder, "A"));
        var analysis = new Analysis(loaded, Options(folder), [.. OwnRules.Analyzers, new ThrowingAnalyzer()]);

        ProjectAnalysis result = await analysis.RunAsync(loaded.Solution.Projects.Single(), default);

        Assert.Equal("The rule STRM1002 failed in 'A', so its findings may be missing: InvalidOperationException: on purpose", Assert.Single(analysis.Failures));
        Assert.Contains(result.Diagnostics, diagnostic => diagnostic.Id == "STRM1001");
    }

    [Fact]
    public async Task A_language_that_is_newer_than_the_tool_a_missing_source_and_a_missing_reference_are_told_and_the_rest_is_scanned()
    {
        using var folder = new ScratchFolder();
        CompilerCall call = Call(folder, "A");
        call.Arguments.AddRange(["/langversion:99", "Missing.cs", "/reference:" + folder.PathOf("Missing.dll"), "/analyzer:" + folder.PathOf("Generator.dll")]);
        using LoadedSolution loaded = Load(folder.Add("A/Copy.cs", Sources.OneCopy("Copy")), call);

        ProjectAnalysis result = await new Analysis(loaded, Options(folder)).RunAsync(loaded.Solution.Projects.Single(), default);

        string warnings = string.Join('\n', loaded.Warnings.Select(warning => warning.Text));
        Assert.Contains("The version of the language is not known to this tool", warnings);
        Assert.Contains("Missing.cs' does not exist", warnings);
        Assert.Contains("Missing.dll' does not exist", warnings);
        Assert.Contains("Generator.dll' does not exist", warnings);
        Assert.Equal("STRM1001", Assert.Single(result.Diagnostics).Id);
    }

    [Fact]
    public void Projects_that_refer_to_each_other_are_loaded()
    {
        using var folder = new ScratchFolder();
        CompilerCall a = Call(folder, "A", "B");
        CompilerCall b = Call(folder, "B", "A");
        folder.Add("A/Copy.cs", "").Add("B/Copy.cs", "");

        using LoadedSolution loaded = Load(folder, a, b);

        Assert.Equal(1, loaded.Solution.Projects.Sum(project => project.ProjectReferences.Count()));
    }

    [Fact]
    public void Errors_of_MSBuild_are_told_from_each_other_by_their_project()
    {
        const string Output = """
              Determining projects to restore...
            /a/A.csproj : error NU1101: Unable to find package X. [/tmp/scan.proj]
            /sdk/Some.targets(12,5): error MSB4018: The "T" task failed [unexpectedly]. [/a/B.csproj::TargetFramework=net8.0]
            /sdk/Some.targets(12,5): error MSB4018: The "T" task failed [unexpectedly]. [/a/B.csproj::TargetFramework=net10.0]
            /a/C.csproj : error : Could not resolve SDK "X".
            /a/C.csproj : warning NU1503: Skipping restore
            MSBUILD : error MSB1009: Project file does not exist.
            """;

        Assert.Equal(
            [
                new BuildMessage("/a/A.csproj", "NU1101: Unable to find package X."),
                new BuildMessage("/a/B.csproj", "MSB4018: The \"T\" task failed [unexpectedly]."),
                new BuildMessage("/a/C.csproj", "Could not resolve SDK \"X\"."),
                new BuildMessage(null, "MSB1009: Project file does not exist."),
            ],
            BuildMessage.Errors(Output, ["/a/A.csproj", "/a/B.csproj", "/a/C.csproj"]));
    }

    private static ScanOptions Options(ScratchFolder folder) => new() { Path = folder.Root };

    private static CompilerCall Call(ScratchFolder folder, string name, params string[] references)
    {
        folder.Add($"{name}/{name}.csproj", "<Project />");
        var call = new CompilerCall(folder.PathOf($"{name}/{name}.csproj"), "") { TargetPath = folder.PathOf($"{name}/bin/{name}.dll") };
        call.Arguments.AddRange(["/noconfig", "/nostdlib+", "/target:library", $"/out:obj/{name}.dll", "Copy.cs"]);
        call.Arguments.AddRange(((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(static path => Path.GetFileName(path).StartsWith("System.", StringComparison.Ordinal))
            .Select(static path => "/reference:" + path));
        call.Arguments.AddRange(references.Select(reference => "/reference:" + folder.PathOf($"{reference}/bin/{reference}.dll")));
        return call;
    }

    private static LoadedSolution Load(ScratchFolder folder, params CompilerCall[] calls) =>
        LoadedSolution.Create(calls, new ScanTarget(folder.Root, [.. calls.Select(static call => call.Project)], []));

#pragma warning disable RS1001 // Not for the compiler to load.
    private sealed class ThrowingAnalyzer : DiagnosticAnalyzer
#pragma warning restore RS1001
    {
        public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => [Rules.CopyBufferTooSmall.Descriptor];

        public override void Initialize(AnalysisContext context)
        {
            context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
            context.EnableConcurrentExecution();
            context.RegisterCompilationAction(static _ => throw new InvalidOperationException("on purpose"));
        }
    }
}
