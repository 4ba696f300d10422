using System.Globalization;
using StreamTuning.Benchmarks;
using StreamTuning.SimulatedShare;

// The copies of the runtime against those of the platform and of the article it learnt from.
//   StreamTuning.Benchmarks [GROUP ...] [--directory PATH] [--memory PATH] [--output PATH] [--sizes LEAST-MOST]
// Groups: see BenchmarkGroups; all but the rules if none is named. A rule is written on its page, in the folder 'rules' beside --output.
// 'real' measures on real file systems, with options of its own: see RealProgram.
if (args is ["real" or "guest" or DelayedServer.Proxy, ..])
{
    return await RealProgram.RunAsync(args);
}

if (args is [SlowCopiesRun.OneWay, var way, var copies, var share])
{
    await SlowCopiesRun.RunOneAsync(int.Parse(way, CultureInfo.InvariantCulture), int.Parse(copies, CultureInfo.InvariantCulture), share);
    return 0;
}

if (BenchmarkGroups.Runtime.Choose(args) is not { } groups)
{
    return 2;
}

string[] onDisks = ["temp", "disk", "memory"];
bool needsShare = groups.Except(onDisks).Any();
if (needsShare && !ShareMount.IsSupported(out string? reason))
{
    Console.Error.WriteLine($"{reason} Without it there are only {string.Join(", ", onDisks)}.");
    return 1;
}

var commandLine = new CommandLine(args);
var page = new ResultPage(commandLine, "copying");
using var disk = new ScratchFolder(commandLine.Option("--directory") ?? Path.GetTempPath());
using var memory = new ScratchFolder(commandLine.Option("--memory") ?? "/dev/shm");
if (needsShare)
{
    using ShareMount mount = ShareMount.Start(SlowShareProfile.AzureFiles);
    await WriteAsync("fit", text => FitRun.RunAsync(mount, text));
    await WriteAsync("memory-slow", text => SlowCopiesRun.RunAsync(mount, text));
    await MeasureAsync("share-a", ShareCases.AzureFiles(mount));
    mount.KeepsContent = true;
    mount.Profile = SlowShareProfile.AzureFiles.Faster(10);
    await MeasureAsync("many", ManyCases.Into("share A", disk.Path, mount.Directory, scale: 10));
    if (groups.Contains("http"))
    {
        await using HttpCases http = await HttpCases.StartAsync();
        await MeasureAsync("http", http.Into("share A, download", mount.Directory, scale: 10));
    }

    await RulePages.WriteAsync(new RuleCases(mount, disk.Path).All, groups, commandLine);
}

await WriteAsync("temp", async text =>
{
    ShareMount.TryStart(SlowShareProfile.Instant, directory: null, out ShareMount? mount, out _);
    using (mount)
    {
        await TempRun.RunAsync(disk.Path, memory.Path, mount, text);
    }
});
await MeasureAsync("many", ManyCases.Into("a disk", disk.Path, disk.Path, scale: 1));
await MeasureAsync("disk", LocalCases.Into("disk", disk.Path));
await MeasureAsync("memory", LocalCases.Into("memory", memory.Path));
return 0;

Task WriteAsync(string group, Func<TextWriter, Task> writeAsync) =>
    groups.Contains(group) ? commandLine.WriteAsync(group + ".md", writeAsync) : Task.CompletedTask;

Task MeasureAsync(string group, IEnumerable<Case> cases) =>
    groups.Contains(group) ? page.MeasureAsync(cases.ToAsyncEnumerable()) : Task.CompletedTask;
