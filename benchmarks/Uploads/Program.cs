using StreamTuning.Benchmarks;
using StreamTuning.BlobService;
using static StreamTuning.Benchmarks.Sizes;

// What uploads cost an ASP.NET Core server: forms that are streamed by the runtime against those that are read first, and files in JSON.
//   StreamTuning.UploadBenchmarks [GROUP ...] [--directory PATH] [--output PATH] [--sizes LEAST-MOST] [--turns N] [--quick]
// Groups: see BenchmarkGroups; all but the rules if none is named. A rule is written on its page, in the folder 'rules' beside --output.
// Sizes are in KiB. --quick shows that a group runs, not what it takes. The server is another process on this machine.
if (args is [UploadServer.Command, var files])
{
    await UploadServer.RunAsync(files);
    return 0;
}

if (BenchmarkGroups.Uploads.Choose(args) is not { } groups)
{
    return 2;
}

var commandLine = new CommandLine(args);
bool isQuick = commandLine.IsQuick;
int turns = commandLine.Turns ?? 7;
using var scratch = new ScratchFolder(commandLine.Option("--directory") ?? Path.GetTempPath());
try
{
    if (groups.Contains("forms"))
    {
        await MeasureFormsAsync();
    }

    if (groups.Contains("memory"))
    {
        await commandLine.WriteAsync("upload-memory.md", text => MemoryRun.RunAsync(scratch.Path, isQuick ? 64 * MiB : 1024 * MiB, text));
    }

    await RulePages.WriteAsync(new RuleCases(scratch.Path, turns, isQuick).All, groups, commandLine);
}
catch (AzuriteUnavailableException e)
{
    Console.Error.WriteLine(e.Message);
    return 1;
}

return 0;

async Task MeasureFormsAsync()
{
    // Each run takes the server some tenths of a second.
    (long Bytes, int Requests)[] sizes = [(10 * KiB, 1000), (100 * KiB, 400), (MiB, 80), (10 * MiB, 10), (100 * MiB, 2)];
    var results = new List<UploadResult>();
    await using ServerProcess server = await ServerProcess.StartAsync(scratch.Path);
    foreach ((long bytes, int requests) in sizes.Where(size => commandLine.Includes(size.Bytes)))
    {
        int count = isQuick ? Math.Max(1, requests / 10) : requests;
        results.AddRange(await UploadRun.MeasureAsync(server, UploadWay.All, bytes, count, turns));
        Console.WriteLine(Sizes.Text(bytes));
    }

    await commandLine.WriteAsync("uploads.md", text => text.WriteAsync(UploadResult.Tables(results)));
    if (commandLine.Output is { } output)
    {
        UploadResult.Write(Path.Combine(output, "uploads.csv"), results);
    }
}
