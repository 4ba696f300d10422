using StreamTuning.PackageTests.Setup;

namespace StreamTuning.PackageTests;

/// <summary>Severities are set as for any analyzer: by .editorconfig, .globalconfig, NoWarn and #pragma.</summary>
[Collection(PackageCollection.Name)]
[Trait(Suite.Name, Suite.Slow)]
public sealed class SeverityTests(PackedPackages packed)
{
    [Fact]
    public Task Builds_follow_every_way_to_set_a_severity() => packed.InScratchAsync(async scratch =>
    {
        string pragma = Sources.OneCopy("Pragma")
            .Replace("        photo.CopyTo(file); // STRM1001", "#pragma warning disable STRM1001\n        photo.CopyTo(file);\n#pragma warning restore STRM1001");
        scratch
            // By file: default, error, suggestion, none and a pragma.
            .AddProject("EditorConfig/EditorConfig.csproj", "net10.0", ["StreamTuning"])
            .Add("EditorConfig/.editorconfig", """
                [Error.cs]
                dotnet_diagnostic.STRM1001.severity = error
                [Suggestion.cs]
                dotnet_diagnostic.STRM1001.severity = suggestion
                [None.cs]
                dotnet_diagnostic.STRM1001.severity = none
                [Category.cs]
                dotnet_analyzer_diagnostic.category-StreamTuning.Copying.severity = error
                """)
            .Add("EditorConfig/Default.cs", Sources.OneCopy("Default"))
            .Add("EditorConfig/Error.cs", Sources.OneCopy("Error"))
            .Add("EditorConfig/Suggestion.cs", Sources.OneCopy("Suggestion"))
            .Add("EditorConfig/None.cs", Sources.OneCopy("None"))
            .Add("EditorConfig/Category.cs", Sources.OneCopy("Category"))
            .Add("EditorConfig/Pragma.cs", pragma)
            // For the whole compilation.
            .AddProject("Global/Global.csproj", "net10.0", ["StreamTuning"])
            .Add("Global/.globalconfig", """
                is_global = true
                dotnet_diagnostic.STRM1001.severity = error
                dotnet_diagnostic.STRM1003.severity = none
                """)
            .Add("Global/Copy.cs", Sources.OneCopy("Copy"))
            .Add("Global/Length.cs", Sources.OneLength("Length"))
            .AddProject("Suggestion/Suggestion.csproj", "net10.0", ["StreamTuning"], "<NoWarn>$(NoWarn);STRM1003</NoWarn>")
            .Add("Suggestion/.globalconfig", "is_global = true\ndotnet_diagnostic.STRM1001.severity = suggestion\n")
            .Add("Suggestion/Copy.cs", Sources.OneCopy("Copy"))
            .Add("Suggestion/Length.cs", Sources.OneLength("Length"))
            // A project that breaks on warnings, but not on ours.
            .AddProject("Strict/Strict.csproj", "net10.0", ["StreamTuning"], "<TreatWarningsAsErrors>true</TreatWarningsAsErrors><WarningsNotAsErrors>STRM1003</WarningsNotAsErrors>")
            .Add("Strict/StrictCopy.cs", Sources.OneCopy("StrictCopy"))
            .Add("Strict/StrictLength.cs", Sources.OneLength("StrictLength"))
            .AddSolution();

        (int exitCode, string output) = await scratch.TryDotNetAsync("build", "All.slnx");

        Assert.True(exitCode == 1, output);
        Assert.Equal(
            [
                new("STRM1001", "error", "Category.cs", 8),
                // Of the project Global.
                new("STRM1001", "error", "Copy.cs", 8),
                new("STRM1001", "warning", "Default.cs", 8),
                new("STRM1001", "error", "Error.cs", 8),
                new("STRM1001", "error", "StrictCopy.cs", 8),
                new("STRM1003", "warning", "StrictLength.cs", 8),
            ],
            Reported.Parse(output));
        Assert.Equal(
            [
                new("STRM1001", "error", "Category.cs", 8),
                new("STRM1001", "warning", "Default.cs", 8),
                new("STRM1001", "error", "Error.cs", 8),
                new("STRM1001", "note", "Suggestion.cs", 8),
            ],
            scratch.ErrorLog("EditorConfig/EditorConfig.csproj"));
        Assert.Equal([new("STRM1001", "error", "Copy.cs", 8)], scratch.ErrorLog("Global/Global.csproj"));
        Assert.Equal([new("STRM1001", "note", "Copy.cs", 8)], scratch.ErrorLog("Suggestion/Suggestion.csproj"));
    });
}
