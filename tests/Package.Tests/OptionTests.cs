using StreamTuning.PackageTests.Setup;

namespace StreamTuning.PackageTests;

/// <summary>A build tells of options that do not exist, and of values that are not allowed.</summary>
[Collection(PackageCollection.Name)]
[Trait(Suite.Name, Suite.Slow)]
public sealed class OptionTests(PackedPackages packed)
{
    [Fact]
    public Task Builds_report_options_that_are_not_valid_wherever_they_are_set() => packed.InScratchAsync(async scratch =>
    {
        scratch
            .AddProject("EditorConfig/EditorConfig.csproj", "net10.0", ["StreamTuning"])
            .Add("EditorConfig/.editorconfig", """
                [*.cs]
                stream_tuning.STRM1003.minimum_preset_length = much
                dotnet_diagnostic.STRM0001.severity = warning
                [Second.cs]
                stream_tuning.copy_buffer_size = 4194304
                stream_tuning.copy_bufer_size = 4194304
                """)
            .Add("EditorConfig/First.cs", "// Nothing to report but what is set for it.\nclass First;\n")
            .Add("EditorConfig/Second.cs", "class Second;\n")
            // A suggestion by default, which only the error log shows.
            .AddProject("Global/Global.csproj", "net10.0", ["StreamTuning"])
            .Add("Global/.globalconfig", "is_global = true\nstream_tuning.copy_buffer_size = 4 MiB\nstream_tuning.small_upload_bytes = 0\n")
            .Add("Global/Third.cs", "class Third;\n")
            .AddProject("Silent/Silent.csproj", "net10.0", ["StreamTuning"], "<NoWarn>$(NoWarn);STRM0001</NoWarn>")
            .Add("Silent/.globalconfig", "is_global = true\nstream_tuning.copy_buffer_size = 4 MiB\n")
            .Add("Silent/Fourth.cs", "class Fourth;\n")
            .AddSolution();

        string output = await scratch.DotNetAsync("build", "All.slnx");

        Reported[] found = [new("STRM0001", "warning", "First.cs", 2), new("STRM0001", "warning", "Second.cs", 1)];
        Assert.Equal(found, Reported.Parse(output));
        Assert.Contains("First.cs' is invalid: use 0 to 2147483647", output);
        Assert.Contains("'stream_tuning.STRM1003.minimum_preset_length = much' for '", output);
        Assert.Contains("'stream_tuning.copy_bufer_size = 4194304' for '", output);
        Assert.Contains("is invalid: there is no such option; did you mean 'stream_tuning.copy_buffer_size' (allowed: 262144 to 1073741824)?", output);
        Assert.Equal(found, scratch.ErrorLog("EditorConfig/EditorConfig.csproj"));
        Assert.Equal([new("STRM0001", "note", "Third.cs", 1)], scratch.ErrorLog("Global/Global.csproj"));
        Assert.Contains("'stream_tuning.copy_buffer_size = 4 MiB' for '", scratch["Global/Global.sarif"]);
        Assert.Empty(scratch.ErrorLog("Silent/Silent.csproj"));
    });
}
