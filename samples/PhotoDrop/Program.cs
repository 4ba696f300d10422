using System.Diagnostics;
using System.Globalization;
using PhotoDrop;

if (args.Length > 1 || args is ["--help" or "-h"])
{
    Console.Error.WriteLine("Usage: PhotoDrop [folder]");
    return 2;
}

using var stop = new CancellationTokenSource();
Console.CancelKeyPress += (_, e) =>
{
    e.Cancel = true;
    stop.Cancel();
};

DirectoryInfo folder = args.Length == 1 ? Directory.CreateDirectory(args[0]) : Directory.CreateTempSubdirectory("PhotoDrop-");
try
{
    using var server = new PhotoServer();
    using var client = new HttpClient(server) { BaseAddress = new Uri("http://photos.example/") };
    var share = new PhotoShare(Path.Combine(folder.FullName, "share"));
    var inbox = new Inbox(client, Path.Combine(folder.FullName, "inbox"));
    var import = new Import(client, share);
    var gallery = new Gallery(inbox, share);
    var archive = new Archive(inbox, Path.Combine(folder.FullName, "archive"));
    using var check = new Check(server);
    CancellationToken cancel = stop.Token;

    double total = 0;
    await Measure("import to share", () => import.RunAsync(cancel));
    await Measure("receive on disk", () => inbox.ReceiveAsync(cancel));
    await Measure("publish to share", () => gallery.PublishAsync(cancel));
    await Measure("album on share", () => gallery.BindAlbumAsync(cancel));
    await Measure("archive on disk", () => archive.AddAllAsync(cancel));
    Print("total", total);

    check.IsStored(share.Folder, PhotoServer.Direct);
    check.IsStored(share.Folder, PhotoServer.Received);
    check.IsStored(inbox.Folder, PhotoServer.Received);
    check.IsStored(archive.Folder, PhotoServer.Received);
    check.IsJoined(Path.Combine(share.Folder, Gallery.AlbumName), PhotoServer.Received);
    Console.WriteLine($"verified {check.Files} {check.Hash}");
    return 0;

    async Task Measure(string step, Func<Task> run)
    {
        long start = Stopwatch.GetTimestamp();
        await run();
        double milliseconds = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
        total += milliseconds;
        Print($"step {step}", milliseconds);
    }
}
catch (OperationCanceledException)
{
    Console.Error.WriteLine("Stopped.");
    return 130;
}
catch (Exception e) when (e is IOException or InvalidDataException or UnauthorizedAccessException or HttpRequestException)
{
    Console.Error.WriteLine($"PhotoDrop: {e.Message}");
    return 1;
}
finally
{
    if (args.Length == 0)
    {
        folder.Delete(recursive: true);
    }
}

static void Print(string what, double milliseconds) => Console.WriteLine($"{what} {milliseconds.ToString("F1", CultureInfo.InvariantCulture)}");
