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

var screen = new Screen(options.Plain);
try
{
    await new Tour(options, screen, stop.Token).RunAsync();
    return 0;
}
catch (OperationCanceledException) when (stop.Token.IsCancellationRequested)
{
    screen.Fail("Stopped.");
    return 130;
}
catch (TourException e)
{
    screen.Fail(e.Message);
    return 1;
}
catch (Exception e) when (e is IOException or UnauthorizedAccessException)
{
    screen.Fail(e.Message);
    return 1;
}
