using System.CommandLine;
using System.Globalization;
using System.Text;
using StreamTuning.Measuring;
using StreamTuning.Tool.Blobs;
using StreamTuning.Tool.Measuring;

namespace StreamTuning.Tool.CommandLine;

/// <summary>The command <c>measure</c>: what storage costs, and what to set for it.</summary>
internal static class MeasureCommand
{
    private static readonly TimeSpan _leastTime = TimeSpan.FromSeconds(5);

    public static Command Create(ToolConsole console, string currentFolder)
    {
        var directory = new Argument<string?>("DIRECTORY")
        {
            Description = "A directory of the storage; a folder is made in it and removed",
            Arity = ArgumentArity.ZeroOrOne,
        };
        var output = new Option<string?>("--output", "-o")
        {
            Description = "A file for the result: .html, .json or .md",
            HelpName = "FILE",
        };
        var time = TimeOption();
        var bytes = new Option<string?>("--max-bytes") { Description = "Write so much at most [default: 4GiB]", HelpName = "SIZE" };
        var typical = TypicalSizeOption("Compare with files of this size if there is time");
        var blob = new Option<string?>("--blob")
        {
            Description = "Measure uploads to this container of Azure Storage. The SAS or connection string comes from "
                + $"{BlobCredential.Variable} or standard input",
            HelpName = "CONTAINER-URL",
        };
        var compare = new Option<string[]?>("--compare")
        {
            Description = "Measure nothing, and compare two results: files written by --output x.json",
            HelpName = "A.json B.json",
            Arity = new ArgumentArity(2, 2),
            AllowMultipleArgumentsPerToken = true,
        };
        var command = new Command(
            "measure", "Measures the storage that a program really uses: what copying costs there, what it could, and what to set")
        {
            directory, output, time, bytes, typical, blob, compare,
        };
        command.SetAction(async (result, cancellationToken) =>
        {
            if (result.GetValue(compare) is [var first, var second])
            {
                StorageMeasurement one = await ReadAsync(first, cancellationToken);
                StorageMeasurement other = await ReadAsync(second, cancellationToken);
                MeasurementTable.WriteComparison(one, other, ToolConsole.Ansi(console.Output, console.OutputIsTerminal));
                return ExitCode.Clean;
            }

            string? file = result.GetValue(output) is { Length: > 0 } target ? Path.GetFullPath(target, currentFolder) : null;
            MeasurementFile.CheckExtension(file);
            var options = new MeasureOptions
            {
                Time = TimeOf(result.GetValue(time)),
                MaxBytes = SizeOf("--max-bytes", result.GetValue(bytes)) ?? new MeasureOptions().MaxBytes,
                TypicalSize = TypicalSizeOf(result.GetValue(typical)),
            };
            var progress = new Progress(console, Verbosity.Normal);
            if (result.GetValue(blob) is { } container)
            {
                return await MeasureBlobsAsync(container, options, file, progress, console, cancellationToken);
            }

            string path = result.GetValue(directory) is { Length: > 0 } given
                ? Path.GetFullPath(given, currentFolder)
                : throw new ToolException("Name a directory of the storage: 'streamtuning measure /mnt/share'.", ExitCode.Usage);
            if (options.MaxBytes < MeasureOptions.LeastMaxBytes)
            {
                throw new ToolException(
                    $"--max-bytes: a directory needs {Units.Bytes(MeasureOptions.LeastMaxBytes)} or more to be measured.", ExitCode.Usage);
            }

            StorageMeasurement measured = await Measurer.RunAsync(path, options, progress, cancellationToken);
            MeasurementTable.Write(measured, ToolConsole.Ansi(console.Output, console.OutputIsTerminal));
            if (file is not null)
            {
                await MeasurementFile.WriteAsync(measured, file, cancellationToken);
                progress.Note($"The result is in {file}.");
            }

            return ExitCode.Clean;
        });
        return command;

        Task<StorageMeasurement> ReadAsync(string file, CancellationToken cancellationToken) =>
            MeasurementFile.ReadAsync("--compare", Path.GetFullPath(file, currentFolder), cancellationToken);
    }

    private static async Task<int> MeasureBlobsAsync(
        string container, MeasureOptions options, string? file, Progress progress, ToolConsole console, CancellationToken cancellationToken)
    {
        if (container.Contains('?'))
        {
            throw new ToolException(
                "--blob: the URL has a query, which everybody on this machine can see. Give the SAS by the variable "
                + $"{BlobCredential.Variable} or standard input.",
                ExitCode.Usage);
        }

        BlobReport.CheckExtension(file);
        BlobCredential credential = await BlobCredential.ReadAsync(console.Input, cancellationToken);
        BlobMeasurement measured = await BlobMeasurer.RunAsync(container, credential, options, progress, cancellationToken);
        BlobReport.Write(measured, ToolConsole.Ansi(console.Output, console.OutputIsTerminal));
        if (file is not null)
        {
            await Files.WriteAsync(file, Encoding.UTF8.GetBytes(BlobReport.Create(measured, file)), cancellationToken);
            progress.Note($"The result is in {file}.");
        }

        return ExitCode.Clean;
    }

    public static Option<string?> TimeOption() => new("--time")
    {
        Description = "Measure for so long at most, such as 30s or 5m [default: 60s]",
        HelpName = "TIME",
    };

    public static Option<string?> TypicalSizeOption(string description) =>
        new("--typical-size") { Description = $"{description} [default: 16MiB]", HelpName = "SIZE" };

    /// <exception cref="ToolException">It is no time, or too short.</exception>
    public static TimeSpan TimeOf(string? text)
    {
        if (text is null)
        {
            return new MeasureOptions().Time;
        }

        double unit = text.EndsWith('m') ? 60 : 1;
        bool isNumber = double.TryParse(
            text.TrimEnd('s', 'm'), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double number);
        return isNumber && number * unit >= _leastTime.TotalSeconds && number * unit <= TimeSpan.FromDays(1).TotalSeconds
            ? TimeSpan.FromSeconds(number * unit)
            : throw new ToolException($"--time: '{text}' is not a time of 5 s or more, such as 30s or 5m.", ExitCode.Usage);
    }

    /// <exception cref="ToolException">It is no size, or too large a one.</exception>
    public static long TypicalSizeOf(string? text) =>
        SizeOf("--typical-size", text) is not { } size ? new MeasureOptions().TypicalSize
        : size <= MeasureOptions.MostTypicalSize ? size
        : throw new ToolException(
            $"--typical-size: '{text}' is more than {Units.Bytes(MeasureOptions.MostTypicalSize)}.", ExitCode.Usage);

    /// <exception cref="ToolException">It is no size.</exception>
    private static long? SizeOf(string option, string? text) =>
        text is null ? null
        : Units.TryParseBytes(text, out long bytes) ? bytes
        : throw new ToolException($"{option}: '{text}' is not a size, such as 16MiB.", ExitCode.Usage);
}
