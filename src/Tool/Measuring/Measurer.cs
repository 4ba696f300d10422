using StreamTuning.Measuring;

namespace StreamTuning.Tool.Measuring;

/// <summary>Measures a directory for a command: says before what it will do, shows how far it is, and leaves nothing behind.</summary>
internal static class Measurer
{
    /// <exception cref="ToolException">The directory cannot be measured.</exception>
    public static async Task<StorageMeasurement> RunAsync(
        string directory, MeasureOptions options, Progress progress, CancellationToken cancellationToken)
    {
        if (!Directory.Exists(directory))
        {
            throw new ToolException($"'{directory}' is not a directory that can be read. Name one of the storage.", ExitCode.Usage);
        }

        progress.Note(
            $"Measuring {directory} for {options.Time.TotalSeconds:0} s at most, with {Units.Bytes(options.MaxBytes)} of writes at most, "
            + "in a folder of its own that is removed. No other file is touched.");
        try
        {
            StorageMeasurement measured;
            using (OwnFolder folder = OwnFolder.Create(directory))
            {
                var run = new StorageRun(new DirectoryProbe(folder.Path), options, new Steps(progress));

                // Not on the thread that shows the progress: some requests block.
                measured = await progress.StepAsync(
                    "Measuring", () => Task.Run(() => run.RunAsync(directory, cancellationToken), cancellationToken));
            }

            if (OwnFolder.IsLeftIn(directory))
            {
                progress.Warn(
                    $"The folder of the measurement could not be removed from '{directory}': the next measurement there does it, "
                    + "when this process has ended.");
            }

            return measured;
        }
        catch (MeasuringException e)
        {
            throw new ToolException(e.Message);
        }
        catch (UnauthorizedAccessException e)
        {
            throw new ToolException($"'{directory}' cannot be written: {e.Message} Measure a directory that you may write to.");
        }
        catch (IOException e)
        {
            string left = !Directory.Exists(directory)
                ? " The directory cannot be reached: if the folder is still there, the next measurement there removes it."
                : OwnFolder.IsLeftIn(directory)
                ? " Its folder could not be removed: the next measurement there does it, when this process has ended."
                : " Nothing of the measurement is left there.";
            throw new ToolException($"The measurement of '{directory}' stopped: {e.Message}{left}");
        }
    }

    private sealed class Steps(Progress progress) : IProgress<MeasureStep>
    {
        public void Report(MeasureStep value) => progress.At(
            $"Measuring {value.What} ({value.Part * 100:0} % of the time, {Math.Ceiling(value.Left.TotalSeconds):0} s left at most)");
    }
}
