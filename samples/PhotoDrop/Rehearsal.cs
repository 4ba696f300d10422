using System.Diagnostics;
using System.Globalization;

namespace PhotoDrop;

/// <summary>Runs the service on this machine, uses it in every way, measures that, and checks what has been stored.</summary>
internal static class Rehearsal
{
    /// <param name="folder">Where the service stores photos.</param>
    /// <param name="rounds">For each line, the service runs once on small photos. Without it, it runs once on large ones.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="InvalidDataException">Something that was stored is not what was sent.</exception>
    /// <exception cref="HttpRequestException">The service has failed; it has said why.</exception>
    public static async Task RunAsync(string folder, TextReader? rounds, CancellationToken cancellationToken)
    {
        using var photos = new PhotoServer();
        using var check = new Check(photos);
        (BlobStorage? storage, string storageKind) = await BlobStorage.TryStartAsync(cancellationToken);
        await using BlobStorage? started = storage;
        Console.WriteLine($"blobs {storageKind}");
        int runs = 0;

        // The first run takes what only a first run takes, such as compiling, out of the times: a service runs for long.
        await HandleAsync(PhotoServer.PreviewsName);
        if (rounds is null)
        {
            await HandleAsync(PhotoServer.OriginalsName);
        }
        else
        {
            while (await rounds.ReadLineAsync(cancellationToken) is not null)
            {
                await HandleAsync(PhotoServer.PreviewsName);
            }
        }

        Console.WriteLine($"verified {check.Files} {check.Hash}");

        // Each run has a service and a folder of its own.
        async Task HandleAsync(string delivery)
        {
            bool isFirst = runs++ == 0;
            WebApplicationBuilder builder = WebApplication.CreateBuilder(PhotoService.Options(["--urls", "http://127.0.0.1:0"]));
            // What is measured is for standard output, and what fails for the other.
            builder.Logging.ClearProviders().AddConsole(options => options.LogToStandardErrorThreshold = LogLevel.Trace).SetMinimumLevel(LogLevel.Error);
            string own = Path.Combine(folder, runs.ToString(CultureInfo.InvariantCulture));
            await using WebApplication service = PhotoService.Create(builder, own, photos, storage);
            await service.StartAsync(cancellationToken);
            using var client = new PhotoClient(new Uri(service.Urls.Single()), photos);
            PhotoShare share = service.Services.GetRequiredService<PhotoShare>();
            Delivery names = photos.Deliveries[delivery];
            double total = 0;
            long allocated = GC.GetTotalAllocatedBytes(precise: true);
            await DoAsync("import to share", "import");
            await DoAsync("receive on disk", "receive");
            await DoAsync("publish to share", "publish");
            await DoAsync("album on share", "bind");
            await DoAsync("take in on disk", "take-in");
            await DoAsync("archive on disk", "archive");
            if (storage is not null)
            {
                await MeasureAsync("back up to blobs", () => client.DoAsync(delivery, "back-up", cancellationToken));
            }

            await MeasureAsync("upload to disk", () => client.UploadToDiskAsync(names, cancellationToken));
            await MeasureAsync("upload to share", () => client.UploadToShareAsync(names, cancellationToken));
            allocated = GC.GetTotalAllocatedBytes(precise: true) - allocated;
            await CheckAsync(service.Services, share, names);
            if (isFirst)
            {
                Console.WriteLine($"share {share.Kind}");
            }
            else
            {
                Print("total", total);
                Print("allocated", allocated / (1024.0 * 1024.0));
            }

            Task DoAsync(string step, string work) => MeasureAsync(step, () => client.DoAsync(delivery, work, cancellationToken));

            async Task MeasureAsync(string step, Func<Task> run)
            {
                long start = Stopwatch.GetTimestamp();
                await run();
                double milliseconds = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
                total += milliseconds;
                if (!isFirst)
                {
                    Print($"step {step}", milliseconds);
                }
            }
        }

        async Task CheckAsync(IServiceProvider services, PhotoShare share, Delivery names)
        {
            string uploads = services.GetRequiredService<Uploads>().Folder;
            check.IsStored(share.Folder, names.Direct);
            check.IsStored(share.Folder, names.Received);
            check.IsStored(services.GetRequiredService<Inbox>().Folder, names.Received);
            check.IsStored(services.GetRequiredService<Intake>().Folder, names.Direct);
            Archive archive = services.GetRequiredService<Archive>();
            check.IsStored(archive.Folder, names.Received);
            check.IsPacked(archive.PackedPathOf(names.Received[5]), names.Received[5]);
            check.IsJoined(Path.Combine(share.Folder, Gallery.AlbumName), names.Received);
            check.IsStored(uploads, names.Received);
            check.IsStored(uploads, names.Direct.Take(2));
            check.IsStored(share.Folder, names.Direct, name => PhotoName.InAlbum(PhotoClient.Album, name));
            if (storage is not null)
            {
                await check.IsBackedUpAsync(storage.Inside, names.Received, cancellationToken);
            }
        }
    }

    private static void Print(string what, double value) => Console.WriteLine($"{what} {value.ToString("F1", CultureInfo.InvariantCulture)}");
}
