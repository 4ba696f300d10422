using StreamTuning.Measuring;
using StreamTuning.Tool.Tests.Setup;

namespace StreamTuning.Tool.Tests.Measuring;

public sealed class MeasurerTests : IDisposable
{
    private readonly ScratchFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_measurement_that_leaves_its_folder_warns_and_keeps_its_result()
    {
        string measured = Directory.CreateDirectory(_folder.PathOf("measured")).FullName;
        using OwnFolder left = OwnFolder.Create(measured);

        ToolRun run = await ToolRun.RunAsync(_folder.Root, "measure", "measured", "--time", "10s", "--output", "result.json");

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.True(File.Exists(_folder.PathOf("result.json")));
        Assert.Contains($"warning: The folder of the measurement could not be removed from '{measured}'", run.Error);
    }
}
