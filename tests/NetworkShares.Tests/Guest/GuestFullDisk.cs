namespace StreamTuning.NetworkShares.Guest;

/// <summary>3 MiB to a disk that has room for one, in each way.</summary>
internal static class GuestFullDisk
{
    public static IEnumerable<(string Name, GuestWay Way)> Cases =>
        from way in GuestWay.All
        from round in Enumerable.Range(1, way.Rounds)
        select (round == 1 ? way.Name : $"{way.Name}, round {round}", way);

    /// <summary>All at the same time: a flush of NFS that meets a full disk may wait for 40 s.</summary>
    public static Task RunAsync(GuestMount mount)
    {
        string source = GuestContent.Source(3 * GuestContent.MiB);
        return Task.WhenAll(Cases.Select((tried, number) => RunAsync(mount, tried.Name, tried.Way, source, number)));
    }

    private static async Task RunAsync(GuestMount mount, string name, GuestWay way, string source, int number)
    {
        (string client, string server) = mount.FullDisk(number);
        if (way.NeedsFile)
        {
            File.WriteAllBytes($"{server}/target", GuestContent.OldBytes);
        }

        Dictionary<string, string> values = await GuestProgram.TryAsync(way, new GuestCopy(source, $"{client}/target"));
        values["target"] = GuestContent.Look($"{server}/target", way.Prefix, File.ReadAllBytes(source), way.Suffix);
        values["size"] = File.Exists($"{server}/target") ? $"{new FileInfo($"{server}/target").Length}" : "";
        values["left"] = GuestMount.Leftovers(server);
        mount.Report(GuestProgram.FullDisk, name, values);
    }
}
