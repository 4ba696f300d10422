using Azure;
using PhotoDrop;

if (args is ["--serve", ..])
{
    // Until Ctrl+C.
    DirectoryInfo stored = Directory.CreateTempSubdirectory("PhotoDrop-");
    try
    {
        using var photos = new PhotoServer();
        await using WebApplication service = PhotoService.Create(WebApplication.CreateBuilder(PhotoService.Options(args[1..])), stored.FullName, photos, storage: null);
        await service.RunAsync();
        return 0;
    }
    catch (IOException e)
    {
        // Such as an address that is in use.
        Console.Error.WriteLine($"PhotoDrop: {e.Message}");
        return 1;
    }
    finally
    {
        stored.Delete(recursive: true);
    }
}

if (args.Length > 1 || args is [['-', ..]])
{
    Console.Error.WriteLine("Usage: PhotoDrop [folder]                 runs the service, uses it in every way, and checks what it has stored");
    Console.Error.WriteLine("       PhotoDrop --serve [--urls <url>]   runs the service until Ctrl+C");
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
    await Rehearsal.RunAsync(folder.FullName, stop.Token);
    return 0;
}
catch (OperationCanceledException) when (stop.IsCancellationRequested)
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
