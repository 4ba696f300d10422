namespace StreamTuning.NetworkShares.Guest;

/// <summary>All ways and lengths, with the requests that the client sends.</summary>
internal static class GuestTable
{
    public static int[] Lengths { get; } = [1, 3, 16, 64];

    public static string Name(GuestWay way, int mebibytes) => $"{way.Name}, {mebibytes} MiB";

    public static async Task RunAsync(GuestMount mount)
    {
        foreach (int mebibytes in Lengths)
        {
            string source = GuestContent.Source(mebibytes * GuestContent.MiB);
            byte[] content = File.ReadAllBytes(source);
            foreach (GuestWay way in GuestWay.All)
            {
                (string client, string server) = mount.NewFolder();
                string target = $"{client}/target";
                if (way.NeedsFile)
                {
                    File.WriteAllBytes($"{server}/target", GuestContent.OldBytes);
                }

                // The folder has been seen; its target has not.
                Directory.Exists(client);
                mount.Requests.Start();
                Dictionary<string, string> values = await GuestProgram.TryAsync(way, new GuestCopy(source, target));
                values["requests"] = mount.Requests.Sent().ToString();
                values["target"] = GuestContent.Look($"{server}/target", way.Prefix, content, way.Suffix);
                values["left"] = GuestMount.Leftovers(server);
                mount.Report(GuestProgram.Table, Name(way, mebibytes), values);

                // By the client, so that the server has no reason to hold the space.
                File.Delete(target);
            }
        }
    }
}
