using System.Text.RegularExpressions;
using StreamTuning.PackageTests.Setup;
using StreamTuning.PhotoDropTests.Browser;
using Xunit.Abstractions;

namespace StreamTuning.PackageTests;

/// <summary>The sample of the repository, fixed by the installed packages: it stores the same, and its page does the same.</summary>
[Collection(SampleCollection.Name)]
[Trait(Suite.Name, Suite.Slow)]
public sealed partial class SampleTests(PackedPackages packed, ITestOutputHelper output)
{
    private const string Share = "tests/Servers/SimulatedShare";
    private const string Blobs = "tests/Servers/BlobService";
    private const string Sample = "samples/PhotoDrop";
    private const string Project = Sample + "/PhotoDrop.csproj";
    private const string Program = Sample + "/bin/Debug/net10.0/PhotoDrop.dll";

    // What the sample does before it is fixed is the same whatever packages it has.
    private static string? _before;

    [Fact]
    public Task With_the_runtime_every_rule_warns_all_with_a_fix_is_fixed_and_the_same_is_stored() => packed.InScratchAsync(async scratch =>
    {
        await AddSampleAsync(scratch, "StreamTuning.AspNetCore", "StreamTuning.AzureBlobs");
        await AssertStrictBuildWarnsOfEveryRuleAsync(scratch);
        (IReadOnlyList<Reported> found, IReadOnlyList<Reported> left) = await FixAsync(scratch);

        Assert.Contains(found, reported => reported.Level == "note");
        Assert.DoesNotContain(left, reported => FixesOf(reported.Id).Split(", ").Any(fix => fix != "none" && !fix.EndsWith("(one by one)", StringComparison.Ordinal)));
    });

    [Fact]
    public Task Without_the_runtime_all_that_plain_code_alone_fixes_is_fixed_and_the_same_is_stored() => packed.InScratchAsync(async scratch =>
    {
        await AddSampleAsync(scratch, "StreamTuning.Analyzers");
        (IReadOnlyList<Reported> found, IReadOnlyList<Reported> left) = await FixAsync(scratch);

        Assert.True(left.Count < found.Count);
        Assert.DoesNotContain(left, reported => FixesOf(reported.Id) is "plain .NET code" or "a setting, plain .NET code (one by one)");
        // A rule that only the runtime has a fix for still tells; and of STRM2002 where STRM2001 has been fixed to the temp directory.
        Assert.Equal(OnlyFixedByRuntime(found), OnlyFixedByRuntime(left));
    });

    private static async Task AssertStrictBuildWarnsOfEveryRuleAsync(ScratchFolder scratch)
    {
        string built = await scratch.DotNetAsync("build", Project, "-p:StreamTuningMode=Strict");

        IEnumerable<string> rules = Directory.EnumerateFiles(Path.Combine(PackedPackages.RepositoryRoot, "docs", "rules"), "STRM*.md").Select(page => Path.GetFileNameWithoutExtension(page));
        IReadOnlyList<Reported> reported = Reported.Parse(built);
        // The key of the sample for STRM1006 takes precedence.
        Assert.Equal(rules.Where(rule => rule != "STRM1006").Order(StringComparer.Ordinal), reported.Select(one => one.Id).Distinct().Order(StringComparer.Ordinal));
        Assert.All(reported, one => Assert.Equal("warning", one.Level));
    }

    /// <summary>Fixes the sample until it is stable, and runs it before and after.</summary>
    /// <returns>What was found before and after.</returns>
    private async Task<(IReadOnlyList<Reported> Found, IReadOnlyList<Reported> Left)> FixAsync(ScratchFolder scratch)
    {
        await scratch.DotNetAsync("build", Project);
        _before ??= await RunAsync(scratch);
        IReadOnlyList<Reported> found = scratch.ErrorLog(Project);
        Assert.NotEmpty(found);
        Assert.NotEqual(0, await scratch.FormatUntilStableAsync(Project, "--severity", "info"));
        await scratch.DotNetAsync("build", Project);

        Assert.Equal(_before, await RunAsync(scratch));
        // As PhotoDrop.Tests use that of the sample as it is.
        await UsePageAsync(Path.Combine(scratch.Path, Program));
        return (found, scratch.ErrorLog(Project));
    }

    /// <summary>Copies the sample, and what it runs on, and installs packages in it.</summary>
    private async Task AddSampleAsync(ScratchFolder scratch, params string[] packages)
    {
        scratch
            .Add(
                "Directory.Build.props",
                $"""
                <Project>
                  <PropertyGroup>
                    <ErrorLog>$(MSBuildProjectDirectory)/$(MSBuildProjectName).sarif,version=2.1</ErrorLog>
                    <AzuriteDirectory>{Path.Combine(PackedPackages.RepositoryRoot, "artifacts", "azurite")}</AzuriteDirectory>
                  </PropertyGroup>
                </Project>
                """)
            .AddCopyOf(Sample)
            .AddCopyOf(Share)
            .AddCopyOf(Blobs);
        foreach (string package in packages)
        {
            await scratch.DotNetAsync("add", Project, "package", package, "--version", packed.Version, "--no-restore");
        }
    }

    /// <returns>What the sample has verified: the number of files, and a hash over them.</returns>
    private static async Task<string> RunAsync(ScratchFolder scratch)
    {
        Match verified = Verified().Match(await scratch.DotNetAsync("run", "--project", Project, "--no-build"));
        Assert.True(verified.Success);
        return verified.Value.TrimEnd();
    }

    private async Task UsePageAsync(string program)
    {
        await using Chromium? browser = await Chromium.TryStartAsync();
        if (browser is null)
        {
            output.WriteLine(Chromium.Missing);
            return;
        }

        await using RunningService service = await RunningService.StartAsync(program, "--serve");
        await PageScenarios.RunAllAsync(browser, service);
    }

    private static string[] OnlyFixedByRuntime(IReadOnlyList<Reported> reported) =>
        [.. reported.Select(one => one.Id).Distinct().Where(id => FixesOf(id) == "StreamTuning library")];

    /// <summary>The fixes that the index of rules promises for a rule.</summary>
    private static string FixesOf(string id) => Fixes()
        .Matches(File.ReadAllText(Path.Combine(PackedPackages.RepositoryRoot, "docs", "rules", "README.md")))
        .Single(row => row.Groups["id"].Value == id).Groups["fixes"].Value;

    [GeneratedRegex(@"^verified .*$", RegexOptions.Multiline)]
    private static partial Regex Verified();

    [GeneratedRegex(@"^\| \[(?<id>STRM\d{4})\]\(STRM\d{4}\.md\) \|.*\| (?<fixes>[^|]*) \|\r?$", RegexOptions.Multiline)]
    private static partial Regex Fixes();
}
