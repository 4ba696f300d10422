using Azure;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;
using StreamTuning;

if (args is not ([_] or [_, _]))
{
    Console.Error.WriteLine("Usage: BackupSample FILE [CONNECTION-STRING]. Without a connection string the file goes to the emulator, Azurite.");
    return 2;
}

string path = args[0];
string connection = args is [_, var given] ? given : "UseDevelopmentStorage=true";
using var stop = new CancellationTokenSource();
Console.CancelKeyPress += (_, key) =>
{
    key.Cancel = true;
    stop.Cancel();
};

try
{
    // One quick try: whoever runs a sample wants to know at once that no service is there.
    var client = new BlobClientOptions { Retry = { MaxRetries = 1, Delay = TimeSpan.FromMilliseconds(100) } };
    var container = new BlobContainerClient(connection, "backup", client);
    await container.CreateIfNotExistsAsync(cancellationToken: stop.Token);
    BlobClient blob = container.GetBlobClient(Path.GetFileName(path));

    // Blocks, several at a time, each with its MD5. Run it again after Ctrl+C: what has arrived is not sent again.
    Response<BlobContentInfo> stored = await blob.UploadVerifiedAsync(
        path,
        new BlobVerifiedUploadOptions
        {
            HttpHeaders = new BlobHttpHeaders { ContentType = "application/octet-stream" },
            ProgressHandler = new Percentage(new FileInfo(path).Length),
        },
        stop.Token);
    Console.WriteLine($"{blob.Uri} {stored.Value.ETag}");
    return 0;
}
catch (Exception e) when (e is IOException or UnauthorizedAccessException or FormatException)
{
    Console.Error.WriteLine($"'{path}' could not be uploaded: {e.Message}");
    return 1;
}
catch (RequestFailedException e) when (e.Status > 0)
{
    Console.Error.WriteLine($"The service refused '{path}': {e.Status} {e.ErrorCode}");
    return 1;
}
catch (Exception e) when (e is RequestFailedException or AggregateException)
{
    Console.Error.WriteLine("No blob service answers. Start the emulator with 'npx azurite', or give a connection string.");
    return 1;
}
catch (OperationCanceledException)
{
    Console.Error.WriteLine("Stopped. The next upload of the file goes on from here.");
    return 1;
}

/// <summary>Told of every block that is stored, never by two threads at a time.</summary>
internal sealed class Percentage(long total) : IProgress<long>
{
    public void Report(long value) => Console.WriteLine($"{100 * value / Math.Max(total, 1)} %");
}
