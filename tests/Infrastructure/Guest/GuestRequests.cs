using System.Text.RegularExpressions;

namespace StreamTuning.Infrastructure;

/// <summary>The requests that a kernel client counts.</summary>
public sealed partial class GuestRequests(string mount, bool isCifs)
{
    private Dictionary<string, long> _start = [];

    public void Start() => _start = Count();

    /// <summary>Those since the start.</summary>
    public GuestRequestCount Sent()
    {
        (string Kind, long Number)[] sent = Count()
            .Select(pair => (pair.Key, pair.Value - _start.GetValueOrDefault(pair.Key)))
            .Where(pair => pair.Item2 != 0)
            .ToArray();
        return new GuestRequestCount(string.Join(' ', sent.Select(pair => $"{pair.Kind}:{pair.Number}")), sent.Sum(pair => pair.Number));
    }

    [GeneratedRegex(@"^(\w+): (\d+) (?:total|sent) \d+ failed")]
    private static partial Regex OfCifs();

    [GeneratedRegex(@"^\s+([A-Z_]+): (\d+) \d+ \d+ \d+ \d+ ")]
    private static partial Regex OfNfs();

    [GeneratedRegex(@"^device \S+ mounted on (\S+) with")]
    private static partial Regex Device();

    private Dictionary<string, long> Count()
    {
        var numbers = new Dictionary<string, long>();
        bool isOurs = isCifs;
        foreach (string line in File.ReadLines(isCifs ? "/proc/fs/cifs/Stats" : "/proc/self/mountstats"))
        {
            // NFS has a mount of its own for each exported folder.
            if (Device().Match(line) is { Success: true } device)
            {
                isOurs = device.Groups[1].Value == mount || device.Groups[1].Value.StartsWith(mount + "/", StringComparison.Ordinal);
            }
            else if (isOurs && (isCifs ? OfCifs() : OfNfs()).Match(line) is { Success: true } counter)
            {
                string kind = counter.Groups[1].Value;
                numbers[kind] = numbers.GetValueOrDefault(kind) + long.Parse(counter.Groups[2].ValueSpan);
            }
        }

        return numbers;
    }
}

/// <summary>Requests by kind, and their number.</summary>
public readonly record struct GuestRequestCount(string Kinds, long Total)
{
    public override string ToString() => $"{Kinds} = {Total}";
}
