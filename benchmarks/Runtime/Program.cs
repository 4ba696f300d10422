using System.Globalization;
using StreamTuning.Benchmarks;
using StreamTuning.SimulatedShare;

const string Usage = """
    Usage: dotnet run -c Release --project benchmarks/Runtime -- [share | local | fit] [options]

    share  copies to a simulated share: mounted, for root on Linux; else inside the process
    local  copies to a directory of this machine
    fit    measures on the mounted share what was published about a real one

      --profile NAME         of the share: azure-files (default), round-trips or long-round-trips
      --faster N             how many times as fast the share is; 10
      --turns N              how often everything is measured; 5 (share), 25 (local), 3 (fit)
      --sizes KIB,KIB,...    sizes of files
      --directory PATH       where local files are written; that for temporary files
    """;
string mode = args is [var first, ..] && !first.StartsWith("--", StringComparison.Ordinal) ? first : "share";
SlowShareProfile? profile = Option("--profile", "azure-files") switch
{
    "azure-files" => SlowShareProfile.AzureFiles,
    "round-trips" => SlowShareProfile.RoundTrips,
    "long-round-trips" => SlowShareProfile.LongRoundTrips,
    _ => null,
};
if (mode is not ("share" or "local" or "fit") || profile is null)
{
    Console.Error.WriteLine(Usage);
    return 2;
}

double faster = double.Parse(Option("--faster", "10"), CultureInfo.InvariantCulture);
int turns = int.Parse(Option("--turns", mode switch { "share" => "5", "fit" => "3", _ => "25" }), CultureInfo.InvariantCulture);
long[] sizes = [.. Option("--sizes", "4,64,256,1024,2048,16384,65536").Split(',').Select(kib => long.Parse(kib, CultureInfo.InvariantCulture) * 1024)];
if (mode == "fit")
{
    return await FitRun.RunAsync(turns, faster);
}

using Target target = mode == "share" ? Target.Share(profile, faster) : Target.Local(Option("--directory", Path.GetTempPath()));
await CopyRun.RunAsync(target, turns, sizes);
return 0;

string Option(string name, string otherwise)
{
    int index = Array.IndexOf(args, name);
    return index >= 0 && index + 1 < args.Length ? args[index + 1] : otherwise;
}
