namespace StreamTuning.NetworkShares.Guest;

/// <summary>Another machine, here the server, creates the target while it is copied to its new name.</summary>
internal static class GuestRenames
{
    public static int[] Lengths { get; } = [64 * 1024, 3 * GuestContent.MiB];

    public static IEnumerable<GuestWay> Ways => GuestWay.All.Where(way => way.Target == GuestTarget.New && !way.Stages);

    public static string Name(GuestWay way, int length) => $"{way.Name}, {length / 1024} KiB";

    public static async Task RunAsync(GuestMount mount)
    {
        foreach (GuestWay way in Ways)
        {
            foreach (int length in Lengths)
            {
                (string client, string server) = mount.NewFolder();

                // The client knows now that there is no such name.
                bool existed = File.Exists($"{client}/target");
                string source = GuestContent.Source(length);
                var copy = new GuestCopy(source, $"{client}/target")
                {
                    Midway = () => File.WriteAllBytes($"{server}/target", GuestContent.OldBytes),
                };
                Dictionary<string, string> values = await GuestProgram.TryAsync(way, copy);
                values["existed"] = $"{existed}";
                values["target"] = GuestContent.Look($"{server}/target", File.ReadAllBytes(source));
                values["left"] = GuestMount.Leftovers(server);
                mount.Report(GuestProgram.Renames, Name(way, length), values);
            }
        }
    }
}
