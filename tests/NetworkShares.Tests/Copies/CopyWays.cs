using System.Diagnostics;

namespace StreamTuning.NetworkShares;

/// <summary>The calls of the engine, by <see cref="CopyWay"/>.</summary>
public static class CopyWays
{
    /// <summary>What <see cref="CopyWay.FileStreamInside"/> writes before the copy.</summary>
    public const int HeaderBytes = 1000;

    /// <summary>What <see cref="CopyWay.FileStreamInside"/> writes after the copy.</summary>
    public const int TrailerBytes = 500;

    /// <summary>The most bytes that .NET's own copy writes at once, and that a copy into a FileStream writes without asking what has become of them.</summary>
    public const int MostInOneWrite = 128 * 1024;

    public static bool IsFileStream(CopyWay way) =>
        way is CopyWay.FileStream or CopyWay.FileStreamSynchronously or CopyWay.FileStreamOfUnknownLength or CopyWay.FileStreamInside;

    /// <summary>Whether a failure leaves an existing file as it was.</summary>
    public static bool IsAtomic(CopyWay way) => way is CopyWay.PathAtomically or CopyWay.MoveTo;

    public static bool KnowsLength(CopyWay way) => way is not (CopyWay.PathOfUnknownLength or CopyWay.FileStreamOfUnknownLength);

    /// <summary>Whether an existing file is emptied before the copy.</summary>
    /// <param name="way">The call.</param>
    /// <param name="abilities">A file that cannot be written in its middle can only be written from its start, empty.</param>
    public static bool Truncates(CopyWay way, Abilities abilities) =>
        way is not (CopyWay.FileStream or CopyWay.FileStreamInside) || !abilities.HasFlag(Abilities.WriteInMiddle);

    /// <summary>The bytes that a copy must have; others for each length.</summary>
    public static byte[] Content(int length)
    {
        byte[] bytes = new byte[length];
        new Random(length + 1).NextBytes(bytes);
        return bytes;
    }

    public static byte[] Header => [.. Enumerable.Repeat((byte)'h', HeaderBytes)];

    public static byte[] Trailer => [.. Enumerable.Repeat((byte)'t', TrailerBytes)];

    /// <summary>Copies, closes whatever was opened, and says how that ended.</summary>
    /// <param name="way">The call.</param>
    /// <param name="source">The bytes to copy.</param>
    /// <param name="target">The path.</param>
    /// <param name="staging">A directory on another volume.</param>
    /// <param name="abilities">Of the target's file system.</param>
    internal static async Task<CopyOutcome> RunAsync(CopyWay way, CaseSource source, string target, string staging, Abilities abilities)
    {
        var outcome = new CopyOutcome();
        long start = Stopwatch.GetTimestamp();
        try
        {
            switch (way)
            {
                case CopyWay.Path or CopyWay.PathOfUnknownLength:
                    await source.CopyToFileAsync(target);
                    break;
                case CopyWay.PathAtomically:
                    await source.CopyToFileAsync(target, new FileCopyOptions { Replace = FileReplacement.Atomic });
                    break;
                case CopyWay.PathFromFile:
                    await CopyFileAsync(source, target, staging);
                    break;
                case CopyWay.MoveTo:
                    await MoveAsync(source, target, staging, outcome);
                    break;
                default:
                    await CopyToStreamAsync(way, source, target, abilities, outcome);
                    break;
            }
        }
        catch (Exception e)
        {
            outcome.Exception = e;
        }

        outcome.Took = Stopwatch.GetElapsedTime(start);
        return outcome;
    }

    private static async Task CopyFileAsync(CaseSource source, string target, string staging)
    {
        string file = Path.Combine(staging, "source-" + Guid.NewGuid().ToString("N"));
        await File.WriteAllBytesAsync(file, source.Content);
        var options = new FileCopyOptions();
        if (source.Act is { } act)
        {
            // A file cannot break off, but whoever is told about the progress can.
            bool hasActed = false;
            options.Progress = new Progress(written =>
            {
                if (!hasActed && written >= source.ActsAt)
                {
                    hasActed = true;
                    act();
                }
            });
        }

        try
        {
            await new FileInfo(file).CopyToFileAsync(target, options);
        }
        finally
        {
            File.Delete(file);
        }
    }

    private static async Task MoveAsync(CaseSource source, string target, string staging, CopyOutcome outcome)
    {
        var options = new TempSpaceOptions { UseSystemDirectory = false, UseHomeDirectory = false, SweepLeftovers = false };
        options.Directories.Add(staging);
        await using TempFile file = await new TempSpace(options).StageAsync(source);
        try
        {
            await file.MoveToAsync(target, overwrite: true);
        }
        catch
        {
            outcome.Staged = File.Exists(file.Path) ? await File.ReadAllBytesAsync(file.Path) : [];
            throw;
        }
    }

    private static async Task CopyToStreamAsync(CopyWay way, CaseSource source, string target, Abilities abilities, CopyOutcome outcome)
    {
        FileMode mode = Truncates(way, abilities) ? FileMode.Create : FileMode.OpenOrCreate;
        bool isAsync = way is not CopyWay.FileStreamSynchronously;
        var file = new FileStream(target, mode, FileAccess.Write, FileShare.Read, bufferSize: 4096, isAsync);
        try
        {
            await CopyToStreamAsync(way, source, file, mode is FileMode.Create, outcome);
        }
        catch (Exception e)
        {
            // Closing may fail too, which is not what the copy has thrown.
            outcome.Exception = e;
        }

        try
        {
            await file.DisposeAsync();
        }
        catch (IOException e)
        {
            outcome.Exception ??= e;
        }
    }

    private static async Task CopyToStreamAsync(CopyWay way, CaseSource source, FileStream file, bool isTruncated, CopyOutcome outcome)
    {
        // After truncation some file systems report the old length for a while.
        outcome.LengthBefore = isTruncated ? 0 : file.Length;
        if (way is CopyWay.FileStreamInside)
        {
            await file.WriteAsync(Header);
        }

        outcome.Start = file.Position;
        outcome.LengthBefore = Math.Max(outcome.LengthBefore, outcome.Start);
        try
        {
            _ = file.IsAsync ? await source.CopyToFileAsync(file) : source.CopyToFile(file);
        }
        catch
        {
            outcome.Position = file.Position;
            throw;
        }

        if (way is CopyWay.FileStreamInside)
        {
            await file.WriteAsync(Trailer);
        }
    }

    private sealed class Progress(Action<long> report) : IProgress<long>
    {
        public void Report(long value) => report(value);
    }
}

/// <summary>How a copy ended.</summary>
public sealed class CopyOutcome
{
    /// <summary>Of the copy or of closing the file.</summary>
    public Exception? Exception { get; set; }

    /// <summary>Of a caller's stream, when the copy started.</summary>
    public long Start { get; set; }

    /// <summary>Of a caller's file, when the copy started.</summary>
    public long LengthBefore { get; set; }

    /// <summary>Of a caller's stream, after the copy has failed.</summary>
    public long? Position { get; set; }

    /// <summary>From the call until everything was closed.</summary>
    public TimeSpan Took { get; set; }

    /// <summary>The content of the temporary file, after it could not be moved.</summary>
    public byte[]? Staged { get; set; }
}
