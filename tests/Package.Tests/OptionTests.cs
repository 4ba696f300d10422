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
                [Second.cs]
                stream_tuning.copy_buffer_size = 4194304
                stream_tuning.copy_bufer_size = 4194304
                """)
            .Add("EditorConfig/First.cs", "// Nothing to report but what is set for it.\nclass First;\n")
            .Add("EditorConfig/Second.cs", "class Second;\n")
            .AddProject("Global/Global.csproj", "net10.0", ["StreamTuning"])
            .Add("Global/.globalconfig", "is_global = true\nstream_tuning.copy_buffer_size = 4 MiB\nstream_tuning.small_upload_bytes = 0\n")
            .Add("Global/Third.cs", "class Third;\n")
            .AddProject("Lower/Lower.csproj", "net10.0", ["StreamTuning"])
            .Add("Lower/.editorconfig", "[*.cs]\nstream_tuning.copy_buffer_size = 4 MiB\ndotnet_diagnostic.STRM0001.severity = suggestion\n")
            .Add("Lower/Fifth.cs", "class Fifth;\n")
            .AddProject("None/None.csproj", "net10.0", ["StreamTuning"], "<StreamTuningMode>None</StreamTuningMode>")
            .Add("None/.editorconfig", "[*.cs]\nstream_tuning.copy_buffer_size = 4 MiB\n")
            .Add("None/Sixth.cs", "class Sixth;\n")
            .AddProject("Silent/Silent.csproj", "net10.0", ["StreamTuning"], "<NoWarn>$(NoWarn);STRM0001</NoWarn>")
            .Add("Silent/.globalconfig", "is_global = true\nstream_tuning.copy_buffer_size = 4 MiB\n")
            .Add("Silent/Fourth.cs", "class Fourth;\n")
            .AddSolution();

        string output = await scratch.DotNetAsync("build", "All.slnx");

        Reported[] found = [new("STRM0001", "warning", ".editorconfig", 2), new("STRM0001", "warning", ".editorconfig", 5)];
        Reported[] global = [new("STRM0001", "warning", ".globalconfig", 2)];
        Assert.Equal([.. found, .. global], Reported.Parse(output));
        Assert.Contains("warning STRM0001: Invalid value for option 'stream_tuning.STRM1003.minimum_preset_length'. Instead of 'much', use 0 to 2147483647.", output);
        Assert.Contains("warning STRM0001: Unknown option 'stream_tuning.copy_bufer_size'. Did you mean 'stream_tuning.copy_buffer_size'?", output);
        Assert.Equal(found, scratch.ErrorLog("EditorConfig/EditorConfig.csproj"));
        Assert.Equal(global, scratch.ErrorLog("Global/Global.csproj"));
        Assert.Equal([new("STRM0001", "note", ".editorconfig", 2)], scratch.ErrorLog("Lower/Lower.csproj"));
        Assert.Empty(scratch.ErrorLog("None/None.csproj"));
        Assert.Empty(scratch.ErrorLog("Silent/Silent.csproj"));
    });
}
