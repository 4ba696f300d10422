using StreamTuning.Benchmarks;
using StreamTuning.BlobService;

// Uploads of the runtime against those of the Azure SDK, on slow and on bad networks.
//   StreamTuning.BlobBenchmarks [GROUP ...] [--directory PATH] [--output PATH] [--sizes LEAST-MOST] [--turns N] [--seed N] [--quick]
// Groups: see BenchmarkGroups; all but the rules if none is named. A rule is written on its page, which is in the folder 'rules' beside that of --output. Sizes are in KiB. --quick shows that a group runs, not what it takes.
// The group 'pictures' draws the pictures again from what was measured.
if (args is [MemoryRun.Command, var way, var path, var connectionString])
{
    await MemoryRun.UploadOnceAsync(way, path, connectionString);
    return 0;
}

string? output = Option("--output");
string table = output is null ? "" : Path.Combine(output, "blobs.csv");
ResultTable results = ResultTable.Read(table);
if (args is ["pictures", ..])
{
    if (results.Rows.Count == 0)
    {
        Console.Error.WriteLine("'pictures' needs --output with a folder that has blobs.csv.");
        return 2;
    }

    DrawPictures();
    return 0;
}

if (BenchmarkGroups.Blobs.Choose(args) is not { } groups)
{
    return 2;
}

bool isQuick = args.Contains("--quick");
long most = isQuick ? 4 * Sizes.MiB : long.MaxValue;
int? turns = isQuick ? 1 : Option("--turns") is { } number ? int.Parse(number) : null;
string scratch = Directory.CreateDirectory(Path.Combine(Option("--directory") ?? Path.GetTempPath(), $"streamtuning-uploads-{Environment.ProcessId}")).FullName;
var forgotten = new HashSet<string>();
try
{
    var uploads = new UploadCases(scratch, turns, most);
    await MeasureAllAsync("sink", uploads.IntoSinkAsync);
    await MeasureAllAsync("region", uploads.InRegionAsync);
    await MeasureAllAsync("many", new ManyCases(scratch, isQuick ? 16 : 256, turns).AllAsync);
    await MeasureAllAsync("azurite", uploads.IntoAzuriteAsync);
    await MeasureAllAsync("accounts", new AccountCases(isQuick ? 200 : 2000, turns).AllAsync);
    long[] counted = [64 * Sizes.KiB, Sizes.MiB, 4 * Sizes.MiB, 16 * Sizes.MiB, 64 * Sizes.MiB, 256 * Sizes.MiB];
    await WriteAsync("requests", "blob-requests.md", text => RequestRun.RunAsync(
        scratch, counted.Where(Includes).Select(bytes => Math.Min(bytes, most)).Distinct(), UploadWays.Timed, text));
    await WriteAsync("memory", "blob-memory.md", text => MemoryRun.RunAsync(scratch, ((long[])[64 * Sizes.MiB, 256 * Sizes.MiB]).Where(Includes).Select(bytes => Math.Min(bytes, most)).Distinct(), UploadWays.Weighed, text));
    await WriteAsync("faults", "blob-faults.md", text => FaultRun.RunAsync(scratch, int.Parse(Option("--seed") ?? "1"), isQuick, text));
    await RulePages.WriteAsync(new RuleCases(scratch, turns ?? 3, most).All, groups, output);
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

async Task MeasureAllAsync(string group, Func<IAsyncEnumerable<Case>> cases)
{
    if (!groups.Contains(group))
    {
        return;
    }

    await foreach (Case measured in cases())
    {
        if (group is not ("accounts" or "many") && !Includes(measured.Bytes))
        {
            continue;
        }

        if (forgotten.Add(measured.Target))
        {
            results.Forget(measured.Target);
        }

        Measurement[] measurements = await PairedRun.MeasureAsync(isQuick ? 0 : measured.WarmUps, measured.Turns, measured.Ways);
        results.Add(measured, measurements);
        Console.WriteLine($"{measured.Target}, {Sizes.Text(measured.Bytes)}");
        foreach (Measurement m in measurements)
        {
            Console.WriteLine($"    {m.Way,-30} {m.Median.TotalMilliseconds,11:0.0} ms {m.Ratio,8:0.00}x");
        }
    }

    if (output is not null)
    {
        Save();
    }
}

async Task WriteAsync(string group, string document, Func<TextWriter, Task> writeAsync)
{
    if (groups.Contains(group))
    {
        using var text = new StringWriter { NewLine = "\n" };
        await writeAsync(text);
        Console.WriteLine(text);
        if (output is not null)
        {
            MarkdownReport.Update(Path.Combine(output, document), text.ToString());
        }
    }
}

void Save()
{
    results.Write(table);
    DrawPictures();
    MarkdownReport.Update(Path.Combine(output!, "blobs.md"), MarkdownReport.Tables(results.Rows));
}

void DrawPictures()
{
    foreach (IGrouping<string, ResultRow> target in results.Rows.GroupBy(row => row.Target))
    {
        if (Plot.FileName(target.Key, target) is { } name)
        {
            File.WriteAllText(Path.Combine(output!, name), Plot.Draw(target.Key, [.. target]));
        }
    }
}

bool Includes(long bytes) => Option("--sizes")?.Split('-') is not [{ } least, { } most] || (bytes >= long.Parse(least) * 1024 && bytes <= long.Parse(most) * 1024);

string? Option(string name)
{
    int index = Array.IndexOf(args, name);
    return index >= 0 && index + 1 < args.Length ? args[index + 1] : null;
}
