using System.Diagnostics;
using System.Globalization;
using Azure;
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
    using var share = new PhotoShare(Path.Combine(folder.FullName, "share"));
    var inbox = new Inbox(client, Path.Combine(folder.FullName, "inbox"));
    var import = new Import(client, share);
    var gallery = new Gallery(inbox, share);
    var intake = new Intake(client, Path.Combine(folder.FullName, "intake"));
    var archive = new Archive(inbox, Path.Combine(folder.FullName, "archive"));
    CancellationToken cancel = stop.Token;
    (BlobStorage? storage, string storageKind) = await BlobStorage.TryStartAsync(cancel);
    await using BlobStorage? started = storage;
    var backup = storage is null ? null : new Backup(inbox, storage.Container);
    var oldBackup = storage is null ? null : new OldBackup(inbox, storage.ConnectionString, storage.Container.Name);
    using var check = new Check(server);
    Console.WriteLine($"share {share.Kind}");
    Console.WriteLine($"blobs {storageKind}");

    // The previews take what only a first run takes, such as compiling, out of the times: a service runs for long.
    await HandleAsync(server.Previews, static (_, _) => { });
    double total = 0;
    long allocated = GC.GetTotalAllocatedBytes(precise: true);
    await HandleAsync(server.Originals, (step, milliseconds) =>
    {
        Print($"step {step}", milliseconds);
        total += milliseconds;
    });
    allocated = GC.GetTotalAllocatedBytes(precise: true) - allocated;
    Print("total", total);
    Print("allocated", allocated / (1024.0 * 1024.0));
    Console.WriteLine($"verified {check.Files} {check.Hash}");
    return 0;

    async Task HandleAsync(Delivery photos, Action<string, double> report)
    {
        await Measure("import to share", () => import.RunAsync(photos, cancel));
        await Measure("receive on disk", () => inbox.ReceiveAsync(photos, cancel));
        await Measure("publish to share", () => gallery.PublishAsync(photos, cancel));
        await Measure("album on share", async () =>
        {
            await gallery.BindAlbumAsync(photos, cancel);
            await gallery.WriteIndexAsync(photos, cancel);
        });
        await Measure("take in on disk", () => intake.TakeInAsync(photos, cancel));
        await Measure("archive on disk", () => archive.AddAllAsync(photos, cancel));
        if (backup is not null && oldBackup is not null)
        {
            await Measure("back up to blobs", async () =>
            {
                await backup.BackUpAsync(photos, cancel);
                await backup.WriteJournalAsync(photos, cancel);
                await oldBackup.BackUpAsync(photos, cancel);
            });
        }

        check.IsStored(share.Folder, photos.Direct);
        check.IsStored(share.Folder, photos.Received);
        check.IsStored(inbox.Folder, photos.Received);
        check.IsStored(intake.Folder, photos.Direct);
        check.IsStored(archive.Folder, photos.Received);
        check.IsJoined(Path.Combine(share.Folder, Gallery.AlbumName), photos.Received);
        check.IsIndex(Path.Combine(share.Folder, Gallery.IndexName), photos.Received);
        if (storage is not null)
        {
            await check.IsBackedUpAsync(storage.Inside, photos.Received, cancel);
        }

        async Task Measure(string step, Func<Task> run)
        {
            long start = Stopwatch.GetTimestamp();
            await run();
            report(step, Stopwatch.GetElapsedTime(start).TotalMilliseconds);
        }
    }
}
catch (OperationCanceledException)
{
    Console.Error.WriteLine("Stopped.");
    return 130;
}
catch (Exception e) when (e is IOException or InvalidDataException or UnauthorizedAccessException or HttpRequestException or RequestFailedException)
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

static void Print(string what, double value) => Console.WriteLine($"{what} {value.ToString("F1", CultureInfo.InvariantCulture)}");
