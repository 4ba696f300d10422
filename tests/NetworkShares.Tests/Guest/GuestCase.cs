namespace StreamTuning.NetworkShares.Guest;

/// <summary>The result of one case in the guest: one line on the console.</summary>
internal sealed record GuestCase(string Mount, string Group, string Name, IReadOnlyDictionary<string, string> Values)
{
    private const string Mark = "case";

    public string this[string value] => Values.TryGetValue(value, out string? found) ? found : "";

    public static GuestCase? Parse(string line) => line.Split('|') is [Mark, string mount, string group, string name, .. string[] values]
        ? new GuestCase(mount, group, name, values.Select(value => value.Split('=', 2)).ToDictionary(pair => pair[0], pair => pair[1]))
        : null;

    public override string ToString() => string.Join('|', [Mark, Mount, Group, Name, .. Values.Select(value => $"{value.Key}={Plain(value.Value)}")]);

    private static string Plain(string value) => value.ReplaceLineEndings(" ").Replace('|', '/');
}
