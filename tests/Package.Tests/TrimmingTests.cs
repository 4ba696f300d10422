using System.Runtime.InteropServices;
using System.Text.RegularExpressions;
using StreamTuning.PackageTests.Setup;
using Xunit.Abstractions;

namespace StreamTuning.PackageTests;

/// <summary>
/// One program that uses all runtime packages is published trimmed, and compiled ahead of time, and runs. The linker has nothing to say about our assemblies; what it
/// says about those of the Azure SDK is the SDK's.
/// </summary>
[Collection(PackageCollection.Name)]
[Trait(Suite.Name, Suite.Slow)]
public sealed partial class TrimmingTests(PackedPackages packed, ITestOutputHelper output)
{
    [Fact]
    public Task Trimmed_programs_run() => packed.InScratchAsync(async scratch =>
    {
        Add(scratch, "net10.0", "<PublishTrimmed>true</PublishTrimmed><TrimMode>full</TrimMode>");

        await PublishAndRunAsync(scratch);
    });

    /// <summary>For the oldest framework of the packages, whose code is in no other test: it becomes part of the program.</summary>
    [SkippableFact]
    public async Task Programs_that_are_compiled_ahead_of_time_run()
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "Compiling ahead of time is tried on Linux only.");
        Skip.IfNot(IsOnPath("clang") || IsOnPath("gcc"), "Compiling ahead of time needs a linker: neither clang nor gcc is on the path.");
        await packed.InScratchAsync(async scratch =>
        {
            Add(scratch, "net8.0", "<PublishAot>true</PublishAot><NativeDebugSymbols>false</NativeDebugSymbols>");

            await PublishAndRunAsync(scratch);
        });
    }

    private static bool IsOnPath(string program) =>
        Environment.GetEnvironmentVariable("PATH")?.Split(Path.PathSeparator).Any(folder => File.Exists(Path.Combine(folder, program))) == true;

    private static string Driver => File.ReadAllText(Path.Combine(PackedPackages.RepositoryRoot, "tests", "Package.Tests", "Drivers", "TrimmedApp.cs"));

    private void Add(ScratchFolder scratch, string framework, string properties) =>
        scratch
            .Add("App/Program.cs", Driver)
            .Add(
                "App/App.csproj",
                $"""
                <Project Sdk="Microsoft.NET.Sdk.Web">
                  <PropertyGroup>
                    <TargetFramework>{framework}</TargetFramework>
                    <LangVersion>latest</LangVersion>
                    <Nullable>enable</Nullable>
                    <ImplicitUsings>enable</ImplicitUsings>
                    <UseCurrentRuntimeIdentifier>true</UseCurrentRuntimeIdentifier>
                    <InvariantGlobalization>true</InvariantGlobalization>
                    {properties}
                    <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
                    <!-- What the linker says is judged below: some of it is about the Azure SDK. -->
                    <ILLinkTreatWarningsAsErrors>false</ILLinkTreatWarningsAsErrors>
                    <IlcTreatWarningsAsErrors>false</IlcTreatWarningsAsErrors>
                    <WarningsNotAsErrors>NU1603</WarningsNotAsErrors>
                    <SuppressTrimAnalysisWarnings>false</SuppressTrimAnalysisWarnings>
                    <TrimmerSingleWarn>false</TrimmerSingleWarn>
                  </PropertyGroup>
                  <ItemGroup>
                    <!-- The oldest that the storage SDK takes makes its ActivitySource by reflection, which fails in a program compiled ahead of time. -->
                    <PackageReference Include="Azure.Core" Version="1.40.0" />
                    <PackageReference Include="StreamTuning.AspNetCore" Version="{packed.Version}" />
                    <PackageReference Include="StreamTuning.AzureBlobs" Version="{packed.Version}" />
                  </ItemGroup>
                </Project>
                """);

    private async Task PublishAndRunAsync(ScratchFolder scratch)
    {
        string published = await scratch.DotNetAsync("publish", "App", "-c", "Release", "-o", "out");

        string[] warnings = [.. published.Split('\n').Where(line => line.Contains(": warning ", StringComparison.Ordinal) || line.Contains(" warning IL", StringComparison.Ordinal)).Where(line => !line.Contains("NU1603", StringComparison.Ordinal))];
        Assert.All(warnings, warning => Assert.Matches(OfAzureSdk(), warning));

        string folder = Path.Combine(scratch.Path, "out");
        output.WriteLine($"{Directory.GetFiles(folder).Sum(file => new FileInfo(file).Length)} bytes in {folder}, {warnings.Length} warnings about the Azure SDK");
        string program = Path.Combine(folder, RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? "App.exe" : "App");
        (int exitCode, string text) = await DotNet.TryStartAsync(program, folder);
        Assert.True(exitCode == 0, text);
        Assert.Equal(
            Parts().Matches(Driver).Select(part => part.Groups[1].Value),
            text.Split('\n').Where(line => line.StartsWith("works: ", StringComparison.Ordinal)).Select(line => line["works: ".Length..].TrimEnd()));
    }

    /// <summary>A warning of the linker about a member of the SDK.</summary>
    [GeneratedRegex(@"^(ILLink|ILC) : (Trim|AOT) analysis warning IL\d{4}: Azure\.")]
    private static partial Regex OfAzureSdk();

    /// <summary>The parts of the program, in the order in which they stand there, which is that in which they run.</summary>
    [GeneratedRegex("""^ *Report\.(?:That|Same)\((?:[^;]*),\s*"([^"]*)"\);""", RegexOptions.Multiline)]
    private static partial Regex Parts();
}
