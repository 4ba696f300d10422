using StreamTuning.Benchmarks;
using StreamTuning.SimulatedShare;

// The copies of the runtime against those of the platform and of the article it learnt from.
//   StreamTuning.Benchmarks [GROUP ...] [--directory PATH] [--memory PATH] [--output PATH] [--sizes LEAST-MOST]
// Groups: see BenchmarkGroups; all but the rules if none is named. A rule is written on its page, which is in the folder 'rules' beside that of --output.
// 'pictures' draws the pictures again from what was measured. 'real' measures on real file systems, with options of its own: see RealProgram.
if (args is ["real" or "guest" or DelayedServer.Proxy, ..])
{
    return await RealProgram.RunAsync(args);
}

if (args is [SlowCopiesRun.OneWay, var way, var copies, var share])
{
    await SlowCopiesRun.RunOneAsync(int.Parse(way), int.Parse(copies), share);
    return 0;
}

string? output = Option("--output", otherwise: null);
string table = output is null ? "" : Path.Combine(output, "copying.csv");
ResultTable results = ResultTable.Read(table);
if (args is ["pictures", ..])
{
    if (results.Rows.Count == 0)
    {
        Console.Error.WriteLine("'pictures' needs --output with a folder that has copying.csv.");
        return 2;
    }

    DrawPictures();
    return 0;
}

if (BenchmarkGroups.Runtime.Choose(args) is not { } groups)
{
    return 2;
}

string scratch = Directory.CreateDirectory(Path.Combine(Option("--directory", Path.GetTempPath())!, $"streamtuning-benchmarks-{Environment.ProcessId}")).FullName;
string memory = Directory.CreateDirectory(Path.Combine(Option("--memory", "/dev/shm")!, $"streamtuning-benchmarks-{Environment.ProcessId}")).FullName;
var forgotten = new HashSet<string>();

try
{
    if (groups.Any(group => group is "fit" or "fit-w" or "memory-slow" or "http" or "files" or "many"
        || group.StartsWith("share", StringComparison.Ordinal) || group.StartsWith("STRM", StringComparison.Ordinal)))
    {
        if (!ShareMount.IsSupported(out string? reason))
        {
            Console.WriteLine(
                $"{reason} So the share is simulated inside the process, without paths, downloads, rules, and profiles B, C and W.");
            await MeasureAllAsync("share-a", ShareCases.InProcess(scratch));
            groups = [.. groups.Where(group => group is "disk" or "memory" or "allocations" or "temp")];
        }
        else
        {
            using ShareMount mount = ShareMount.Start(SlowShareProfile.AzureFiles);
            if (groups.Contains("fit"))
            {
                await WriteAsync("fit.md", text => FitRun.RunAsync(mount, text));
            }

            if (groups.Contains("fit-w"))
            {
                await WriteAsync("fit-w.md", text => KernelFitRun.RunAsync(mount, scratch, text));
            }

            if (groups.Contains("memory-slow"))
            {
                await WriteAsync("memory-slow.md", text => SlowCopiesRun.RunAsync(mount, text));
            }

            await MeasureAllAsync("share-a", ShareCases.AzureFiles(mount));
            await MeasureAllAsync("share-b", ShareCases.RoundTrips(mount));
            await MeasureAllAsync("share-c", ShareCases.LongRoundTrips(mount));
            await MeasureAllAsync("share-w", ShareCases.InBackground(mount));
            mount.KeepsContent = true;
            mount.Profile = SlowShareProfile.AzureFiles.Faster(10);
            await MeasureAllAsync("files", LocalCases.FromFile("share A, from a file", scratch, mount.Directory, scale: 10));
            await MeasureAllAsync("many", ManyCases.Into("share A", scratch, mount.Directory, scale: 10));
            if (groups.Contains("http"))
            {
                await using HttpCases http = await HttpCases.StartAsync();
                await MeasureAllAsync("http", http.Into("share A, download", mount.Directory, scale: 10));
            }

            await RulePages.WriteAsync(new RuleCases(mount, scratch).All, groups, output);
        }
    }

    if (groups.Contains("temp"))
    {
        await MeasureTempAsync();
    }

    if (groups.Contains("allocations"))
    {
        Update("allocations.md", BenchmarkTable.Run<AllocationRun>());
    }

    await MeasureAllAsync("files", LocalCases.FromFile("disk, from a file", scratch, scratch, scale: 1));
    await MeasureAllAsync("many", ManyCases.Into("a disk", scratch, scratch, scale: 1));
    await MeasureAllAsync("disk", LocalCases.Into("disk", scratch));
    await MeasureAllAsync("memory", LocalCases.Into("memory", memory));
}
finally
{
    Directory.Delete(scratch, recursive: true);
    Directory.Delete(memory, recursive: true);
}

return 0;

async Task MeasureTempAsync()
{
    using ShareMount? mount = ShareMount.TryStart(SlowShareProfile.Instant, directory: null, out ShareMount? share, out _) ? share : null;
    await WriteAsync("temp.md", text => TempRun.RunAsync(scratch, memory, mount, text));
}

async Task WriteAsync(string document, Func<TextWriter, Task> measure)
{
    using var text = new StringWriter();
    await measure(text);
    Console.WriteLine(text);
    Update(document, text.ToString());
}

async Task MeasureAllAsync(string group, IEnumerable<Case> cases)
{
    if (!groups.Contains(group))
    {
        return;
    }

    foreach (Case measured in cases)
    {
        if (Option("--sizes", otherwise: null)?.Split('-') is [{ } least, { } most] && (measured.Bytes < long.Parse(least) * 1024 || measured.Bytes > long.Parse(most) * 1024))
        {
            continue;
        }

        if (forgotten.Add(measured.Target))
        {
            results.Forget(measured.Target);
        }

        Measurement[] measurements = await PairedRun.MeasureAsync(measured.WarmUps, measured.Turns, measured.Ways);
        results.Add(measured, measurements);
        Console.WriteLine($"{measured.Target}, {measured.Source}, {Sizes.Text(measured.Bytes)}");
        foreach (Measurement m in measurements)
        {
            Console.WriteLine($"    {m.Way,-28} {m.Median.TotalMilliseconds * measured.Scale,11:0.000} ms {m.Ratio,8:0.00}x {m.Allocated,10} B");
        }
    }

    if (output is not null)
    {
        Save();
    }
}

void Save()
{
    results.Write(table);
    DrawPictures();
    Update("copying.md", MarkdownReport.Tables(results.Rows));
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

void Update(string document, string tables)
{
    if (output is not null)
    {
        MarkdownReport.Update(Path.Combine(output, document), tables);
    }
}

string? Option(string name, string? otherwise)
{
    int index = Array.IndexOf(args, name);
    return index >= 0 && index + 1 < args.Length ? args[index + 1] : otherwise;
}
