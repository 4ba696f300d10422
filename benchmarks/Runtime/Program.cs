using System.Globalization;
using StreamTuning;
using StreamTuning.Benchmarks;
using StreamTuning.SimulatedShare;

// StreamTuning.Benchmarks [share | local] [--turns N] [--faster N] [--sizes KiB,KiB,...] [--directory PATH]
string mode = args.FirstOrDefault(a => a is "share" or "local") ?? "share";
string directory = Directory.CreateDirectory(
    Path.Combine(Option("--directory", Path.GetTempPath()), $"streamtuning-benchmarks-{Environment.ProcessId}")).FullName;
double faster = double.Parse(Option("--faster", "10"), CultureInfo.InvariantCulture);
int turns = int.Parse(Option("--turns", mode == "share" ? "5" : "25"), CultureInfo.InvariantCulture);
long[] sizes = [.. Option("--sizes", "4,64,256,1024,2048,16384,65536").Split(',').Select(kib => long.Parse(kib, CultureInfo.InvariantCulture) * 1024)];

var sources = new (string Name, Func<long, Stream> Open)[]
{
    ("known length", size => new SyntheticSource(size, knowsLength: true, int.MaxValue)),
    ("unknown length", size => new SyntheticSource(size, knowsLength: false, int.MaxValue)),
    ("16 KiB reads", size => new SyntheticSource(size, knowsLength: false, 16 * 1024)),
};

try
{
    Console.WriteLine(mode == "share"
        ? $"Simulated share, {faster:0.#} times as fast as the real one; medians of {turns} turns, times as real"
        : $"{directory}; medians of {turns} turns");
    Console.WriteLine();
    Console.WriteLine($"| {"size",10} | {"source",-14} | {"CopyToAsync",12} | {"CopyToFileAsync",15} | {"ratio",6} | {"CopyToFile",12} | {"ratio",6} |{PathHeader()}");
    Console.WriteLine($"|{Dashes(11)}:|{Dashes(16)}|{Dashes(13)}:|{Dashes(16)}:|{Dashes(7)}:|{Dashes(13)}:|{Dashes(7)}:|{PathRule()}");
    foreach (long size in sizes)
    {
        foreach ((string name, Func<long, Stream> open) in sources)
        {
            (TimeSpan Median, double Ratio)[] results = await PairedRun.MeasureAsync(turns, Ways(size, open));
            double scale = mode == "share" ? faster : 1;
            string cells = string.Join(" | ", results.Skip(1).Select((r, i) => $"{Time(r.Median * scale, i == 0 ? 15 : 12)} | {r.Ratio,5:0.00}x"));
            Console.WriteLine($"| {Size(size),10} | {name,-14} | {Time(results[0].Median * scale, 12)} | {cells} |");
        }
    }
}
finally
{
    Directory.Delete(directory, recursive: true);
}

return 0;

Func<Task>[] Ways(long size, Func<long, Stream> open)
{
    string path = Path.Combine(directory, "file");
    var share = new SlowShare(SlowShareProfile.AzureFiles.Faster(faster));
    FileStream Create() => mode == "share" ? share.Create(path) : File.Create(path);
    List<Func<Task>> ways =
    [
        async () =>
        {
            using Stream source = open(size);
            using FileStream file = Create();
            await source.CopyToAsync(file);
        },
        async () =>
        {
            using Stream source = open(size);
            using FileStream file = Create();
            await source.CopyToFileAsync(file);
        },
        () =>
        {
            using Stream source = open(size);
            using FileStream file = Create();
            source.CopyToFile(file);
            return Task.CompletedTask;
        },
    ];
    if (mode == "local")
    {
        ways.Add(async () =>
        {
            // A new name each time: that is what differs from writing in place.
            string fresh = Path.Combine(directory, "fresh");
            File.Delete(fresh);
            using Stream source = open(size);
            await source.CopyToFileAsync(fresh);
        });
    }

    return [.. ways];
}

string PathHeader() => mode == "local" ? $" {"new path",12} | {"ratio",6} |" : "";

string PathRule() => mode == "local" ? $"{Dashes(13)}:|{Dashes(7)}:|" : "";

string Option(string name, string otherwise)
{
    int index = Array.IndexOf(args, name);
    return index >= 0 && index + 1 < args.Length ? args[index + 1] : otherwise;
}

static string Dashes(int count) => new('-', count);

static string Size(long bytes) => bytes < 1024 * 1024 ? $"{bytes / 1024} KiB" : $"{bytes / 1024 / 1024} MiB";

static string Time(TimeSpan time, int width) =>
    (time.TotalMilliseconds < 10 ? $"{time.TotalMicroseconds:0} us" : $"{time.TotalMilliseconds:0} ms").PadLeft(width);
