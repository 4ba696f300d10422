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

bool inRounds = args is ["--rounds", ..];
string[] folders = inRounds ? args[1..] : args;
if (folders.Length > 1 || folders is [['-', ..]])
{
    Console.Error.WriteLine("Usage: PhotoDrop [folder]                 runs the service, uses it in every way, and checks what it has stored");
    Console.Error.WriteLine("       PhotoDrop --rounds [folder]        does so for each line of standard input, with small photos");
    Console.Error.WriteLine("       PhotoDrop --serve [--urls <url>]   runs the service until Ctrl+C");
    return 2;
}

using var stop = new CancellationTokenSource();
Console.CancelKeyPress += (_, e) =>
{
    e.Cancel = true;
    stop.Cancel();
};

DirectoryInfo folder = folders.Length == 1 ? Directory.CreateDirectory(folders[0]) : Directory.CreateTempSubdirectory("PhotoDrop-");
try
{
    await Rehearsal.RunAsync(folder.FullName, inRounds ? Console.In : null, stop.Token);
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
    if (folders.Length == 0)
    {
        folder.Delete(recursive: true);
    }
}
