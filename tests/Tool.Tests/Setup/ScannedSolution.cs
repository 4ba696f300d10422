using StreamTuning.Tool.Reports;

namespace StreamTuning.Tool.Tests.Setup;

/// <summary>A solution with a project for everything that a scan has to cope with, scanned once: most tests look at the report.</summary>
public sealed class ScannedSolution : IAsyncLifetime
{
    public ScratchFolder Folder { get; } = new();

    internal ToolRun Run { get; private set; } = null!;

    internal JsonReport Report { get; private set; } = null!;

    public async Task InitializeAsync()
    {
        Folder
            // Two frameworks; what is in a part for one of them counts for that one.
            .AddProject("Lib/Lib.csproj", "net10.0;net8.0")
            .Add("Lib/Store.cs", Sources.OneCopy("Store").Replace("internal static", "public static"))
            .Add("Lib/Newer.cs", $"#if NET10_0_OR_GREATER\n{Sources.OneCopy("Newer")}#endif\n")
            .Add("Lib/Text.cs", """
                using System.Text.RegularExpressions;

                public static partial class Text
                {
                    [GeneratedRegex("a+")]
                    public static partial Regex Pattern();
                }

                """)
            // Refers to a project that nothing has built, and does not compile without it and its generated code.
            .AddProject("App/App.csproj", "net10.0", """
                <ItemGroup>
                  <ProjectReference Include="../Lib/Lib.csproj" />
                  <ProjectReference Include="../Old/Old.csproj" />
                  <Compile Include="../Lib/Newer.cs" Link="Newer.cs" />
                </ItemGroup>
                """)
            .Add("App/UsesLib.cs", """
                using System.IO;

                public static class UsesLib
                {
                    public static void Run(Stream photo)
                    {
                        Store.Save(photo, "photo");
                        OldStore.Name = Text.Pattern().ToString();
                    }
                }

                """)
            .AddProject("Old/Old.csproj", "netstandard2.0")
            .Add("Old/OldStore.cs", "public static class OldStore { public static string Name = \"\"; }\n")
            .Add("Old/Copy.cs", Sources.OneCopy("Copy"))
            .AddProject("Settings/Settings.csproj", content: "<PropertyGroup><TreatWarningsAsErrors>true</TreatWarningsAsErrors></PropertyGroup>")
            .Add("Settings/.editorconfig", """
                [Error.cs]
                dotnet_diagnostic.STRM1001.severity = error

                [Silent.cs]
                dotnet_diagnostic.STRM1001.severity = none

                [Set.cs]
                stream_tuning.minimum_preset_length = nothing

                """)
            .Add("Settings/Error.cs", Sources.OneCopy("Error"))
            .Add("Settings/Silent.cs", Sources.OneCopy("Silent"))
            .Add("Settings/Set.cs", "public static class Set { }\n")
            .Add("Settings/Warning.cs", Sources.OneCopy("Warning"))
            .Add("Settings/Pragma.cs", "#pragma warning disable STRM1001\n" + Sources.OneCopy("Pragma"))
            .Add("Settings/Attribute.cs", Sources.OneCopy("Attribute").Replace(
                "internal static", "[System.Diagnostics.CodeAnalysis.SuppressMessage(\"StreamTuning.Copying\", \"STRM1001\")]\ninternal static"))
            .Add("Settings/Generated.g.cs", Sources.OneCopy("Generated"))
            .Add("Settings/Length.cs", Sources.OneLength("Length"))
            .AddProject("Broken/Broken.csproj")
            .Add("Broken/Copy.cs", Sources.OneCopy("Copy"))
            .Add("Broken/Error.cs", "public class Error : IMissing { }\n")
            .AddProject("Bad/Bad.csproj", content: "<ItemGroup><PackageReference Include=\"No.Such.Package\" Version=\"1.0.0\" /></ItemGroup>")
            .Add("Bad/nuget.config", "<configuration><packageSources><clear /><add key=\"none\" value=\".\" /></packageSources></configuration>\n")
            .Add("Malformed/Malformed.csproj", "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup>")
            .Add("Other/Other.fsproj", "<Project Sdk=\"Microsoft.NET.Sdk\" />")
            .Add("All.slnx", """
                <Solution>
                  <Project Path="App/App.csproj" />
                  <Project Path="Bad/Bad.csproj" />
                  <Project Path="Broken/Broken.csproj" />
                  <Project Path="Lib/Lib.csproj" />
                  <Project Path="Malformed/Malformed.csproj" />
                  <Project Path="Missing/Missing.csproj" />
                  <Project Path="Old/Old.csproj" />
                  <Project Path="Other/Other.fsproj" />
                  <Project Path="Settings/Settings.csproj" />
                </Solution>

                """);
        Run = await ToolRun.RunAsync(Folder.Root, "scan", "--format", "json");
        Assert.True(Run.Output.StartsWith('{'), Run.Error);
        Report = Run.Report;
    }

    public Task DisposeAsync()
    {
        Folder.Dispose();
        return Task.CompletedTask;
    }
}

/// <summary>The tests that share the scanned solution; they run one after the other.</summary>
[CollectionDefinition(Name)]
public sealed class ScannedCollection : ICollectionFixture<ScannedSolution>
{
    public const string Name = "scanned";
}
