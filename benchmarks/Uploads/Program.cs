using StreamTuning.Benchmarks;
using StreamTuning.BlobService;
using static StreamTuning.Benchmarks.Sizes;

// What uploads cost an ASP.NET Core server: forms that are streamed by the runtime against those that are read first, and files in JSON.
//   StreamTuning.UploadBenchmarks [GROUP ...] [--directory PATH] [--output PATH] [--sizes LEAST-MOST] [--turns N] [--quick]
// Groups: see BenchmarkGroups; all but the rules if none is named. A rule is written on its page, which is in the folder 'rules' beside that of --output. Sizes are in KiB. --quick shows that a group runs, not what it takes. The server is another process on this machine.
if (args is [UploadServer.Command, var files])
{
    await UploadServer.RunAsync(files);
    return 0;
}

if (BenchmarkGroups.Uploads.Choose(args) is not { } groups)
{
    return 2;
}

bool isQuick = args.Contains("--quick");
int turns = isQuick ? 1 : int.Parse(Option("--turns") ?? "7");
string? output = Option("--output");
string scratch = Directory.CreateDirectory(Path.Combine(Option("--directory") ?? Path.GetTempPath(), $"streamtuning-forms-{Environment.ProcessId}")).FullName;
try
{
    if (groups.Contains("forms"))
    {
        await MeasureFormsAsync();
    }

    if (groups.Contains("memory"))
    {
        using var text = new StringWriter { NewLine = "\n" };
        await MemoryRun.RunAsync(scratch, isQuick ? 64 * MiB : 1024 * MiB, text);
        Console.WriteLine(text);
        if (output is not null)
        {
            MarkdownReport.Update(Path.Combine(output, "upload-memory.md"), text.ToString());
        }
    }

    await RulePages.WriteAsync(new RuleCases(scratch, turns, isQuick).All, groups, output);
}
catch (AzuriteUnavailableException e)
{
    Console.Error.WriteLine(e.Message);
    return 1;
}
finally
{
    Directory.Delete(scratch, recursive: true);
}

return 0;

async Task MeasureFormsAsync()
{
    // Each run takes the server some tenths of a second.
    (long Bytes, int Requests)[] sizes = [(10 * KiB, 1000), (100 * KiB, 400), (MiB, 80), (10 * MiB, 10), (100 * MiB, 2)];
    var results = new List<UploadResult>();
    await using ServerProcess server = await ServerProcess.StartAsync(scratch);
    foreach ((long bytes, int requests) in sizes.Where(size => IsWanted(size.Bytes)))
    {
        IReadOnlyList<UploadResult> measured = await UploadRun.MeasureAsync(server, UploadWay.All, bytes, isQuick ? Math.Max(1, requests / 10) : requests, turns);
        results.AddRange(measured);
        Console.WriteLine(Sizes.Text(bytes));
        foreach (UploadResult r in measured)
        {
            Console.WriteLine($"    {r.Way,-32} {r.Processor,9:0.00} ms {r.ProcessorRatio,6:0.00}x {r.Allocated / KiB,12:0.0} KiB {r.AllocatedRatio,7:0.00}x {r.Written,5:0.00}x written {r.Rate,8:0.0}/s");
        }
    }

    if (output is not null)
    {
        UploadResult.Write(Path.Combine(output, "uploads.csv"), results);
        MarkdownReport.Update(Path.Combine(output, "uploads.md"), UploadResult.Tables(results));
    }
}

bool IsWanted(long bytes) => Option("--sizes")?.Split('-') is not [{ } least, { } most] || (bytes >= long.Parse(least) * KiB && bytes <= long.Parse(most) * KiB);

string? Option(string name)
{
    int index = Array.IndexOf(args, name);
    return index >= 0 && index + 1 < args.Length ? args[index + 1] : null;
}
