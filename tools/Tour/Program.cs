using StreamTuning.Tool;
using StreamTuning.Tour;

if (!TourOptions.TryParse(args, out TourOptions options, out string? error))
{
    Console.Error.WriteLine(error);
    Console.Error.WriteLine(TourOptions.Help);
    return 2;
}

if (options.ShowHelp)
{
    Console.WriteLine(TourOptions.Help);
    return 0;
}

using var stop = new StopSignals();

Screen screen = Screen.OfConsole(options.Plain);
try
{
    var folders = TourFolders.Find();
    await using var work = new TourWork(folders, new Dotnet(stop.Token), stop.Token);
    await new Tour(work, screen, folders, options).RunAsync();
    return 0;
}
catch (OperationCanceledException) when (stop.Token.IsCancellationRequested)
{
    screen.Fail("Stopped.");
    return 130;
}
catch (Exception e) when (e is TourException or ToolException or IOException or UnauthorizedAccessException)
{
    screen.Fail(e.Message);
    return 1;
}
