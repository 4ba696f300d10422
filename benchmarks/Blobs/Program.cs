using StreamTuning.Benchmarks;
using StreamTuning.BlobService;
using static StreamTuning.Benchmarks.Sizes;

// Uploads of the runtime against those of the Azure SDK, on slow and on bad networks.
//   StreamTuning.BlobBenchmarks [GROUP ...] [--directory PATH] [--output PATH] [--sizes LEAST-MOST] [--turns N] [--seed N] [--quick]
// Groups: see BenchmarkGroups; all but the rules if none is named. A rule is written on its page, in the folder 'rules' beside --output.
// Sizes are in KiB. --quick shows that a group runs, not what it takes.
if (args is [MemoryRun.Command, var way, var path, var connectionString])
{
    await MemoryRun.UploadOnceAsync(way, path, connectionString);
    return 0;
}

if (BenchmarkGroups.Blobs.Choose(args) is not { } groups)
{
    return 2;
}

var commandLine = new CommandLine(args);
var page = new ResultPage(commandLine, "blobs");
long most = commandLine.IsQuick ? 4 * MiB : long.MaxValue;
using var scratch = new ScratchFolder(commandLine.Option("--directory") ?? Path.GetTempPath());
try
{
    var uploads = new UploadCases(scratch.Path, commandLine.Turns, most);
    await MeasureAsync("sink", uploads.IntoSinkAsync);
    await MeasureAsync("region", uploads.InRegionAsync);
    await MeasureAsync("many", new ManyCases(scratch.Path, commandLine.IsQuick ? 16 : 256, commandLine.Turns).AllAsync);
    await MeasureAsync("azurite", uploads.IntoAzuriteAsync);
    await WriteAsync("requests", text => RequestRun.RunAsync(
        scratch.Path, Chosen(MiB, 16 * MiB, 64 * MiB, 256 * MiB), UploadWays.Timed, text));
    await WriteAsync("memory", text => MemoryRun.RunAsync(scratch.Path, Chosen(64 * MiB, 256 * MiB), UploadWays.Weighed, text));
    await WriteAsync("faults", text => FaultRun.RunAsync(scratch.Path, commandLine.Number("--seed") ?? 1, commandLine.IsQuick, text));
    await RulePages.WriteAsync(new RuleCases(scratch.Path, commandLine.Turns ?? 3, most).All, groups, commandLine);
}
catch (AzuriteUnavailableException e)
{
    Console.Error.WriteLine(e.Message);
    return 1;
}

return 0;

Task MeasureAsync(string group, Func<IAsyncEnumerable<Case>> cases) =>
    groups.Contains(group) ? page.MeasureAsync(cases()) : Task.CompletedTask;

Task WriteAsync(string group, Func<TextWriter, Task> writeAsync) =>
    groups.Contains(group) ? commandLine.WriteAsync($"blob-{group}.md", writeAsync) : Task.CompletedTask;

IEnumerable<long> Chosen(params long[] sizes) => sizes.Where(commandLine.Includes).Select(bytes => Math.Min(bytes, most)).Distinct();
