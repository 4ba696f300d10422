using Microsoft.Win32.SafeHandles;

namespace StreamTuning.Measuring;

/// <summary>What a measurement means, in words, and the lines to paste. Nothing is said that the figures do not carry.</summary>
/// <param name="HasGain">Whether copying can be made faster there by an amount that counts.</param>
/// <param name="Verdict">What copying costs against what it could.</param>
/// <param name="Reason">Why.</param>
/// <param name="Lines">What to set.</param>
public sealed record Advice(bool HasGain, string Verdict, string Reason, IReadOnlyList<AdviceLine> Lines)
{
    // Less than that, a program has no use for the gain: neither a fifth of the time, nor 20 ms of a typical file.
    private const double LeastGain = 1.5;
    private const double LeastCertainGain = 1.2;
    private const double LeastSaved = 0.02;
    private const int LeastTurnsOfGain = 3;

    // Settings are worth a line from here on.
    private const double WorthSetting = 1.1;
    private const double CertainlyWorthSetting = 1.05;
    private const int LeastTurns = 5;

    /// <summary>Decides.</summary>
    /// <param name="measured">The figures.</param>
    /// <param name="temporary">The temporary directory of this machine, if it is known.</param>
    public static Advice Of(StorageMeasurement measured, TemporaryDirectory? temporary = null)
    {
        Comparison ways = measured.Ways;
        WayTimes best = ways.Fastest;
        bool saves = ways.First.MedianSeconds - best.MedianSeconds >= LeastSaved;
        bool hasGain = saves && best.Faster.Median >= LeastGain && best.Faster.Low >= LeastCertainGain
            && best.Faster.Turns >= LeastTurnsOfGain;
        bool mayHaveGain = saves && !hasGain && best.Faster.High >= LeastGain;
        string size = Units.Bytes(ways.Bytes);
        string slow = Units.Time(ways.First.MedianSeconds);
        string interval = best.Faster.IsInterval ? "95 % interval" : $"in {best.Faster.Turns} runs";
        string sure = $"{interval} {Units.Factor(best.Faster.Low)} to {Units.Factor(best.Faster.High)} times as fast";
        string possible = $"{size}: {slow} by CopyToAsync, {Units.Time(best.MedianSeconds)} possible ({best.Way.Name}), {sure}.";
        string verdict = hasGain ? possible
            : mayHaveGain ? "It is not certain whether there is something to gain here: measure for longer by --time. " + possible
            : $"Nothing to gain here. {size}: {slow} by CopyToAsync, {Units.Time(best.MedianSeconds)} by the fastest way "
                + $"({best.Way.Name}).";
        return new Advice(
            hasGain, verdict, ReasonOf(measured, hasGain, mayHaveGain), mayHaveGain ? [] : [.. LinesOf(measured, hasGain, temporary)]);
    }

    private static string ReasonOf(StorageMeasurement measured, bool hasGain, bool mayHaveGain)
    {
        WrittenFile plain = CopyWay.Platform.FileOf(measured.Ways.Bytes);
        WrittenFile preset = CopyWay.PresetBlocks.FileOf(measured.Ways.Bytes);
        if (measured.Costs is not { } costs)
        {
            return "There were too few figures to tell what a request costs.";
        }

        TimeSpan request = costs.Write + costs.Extension;
        string each = costs.Extension > costs.Write
            ? $"A write that makes the file longer costs {Units.Time(request.TotalSeconds)}, "
                + $"any other {Units.Time(costs.Write.TotalSeconds)}"
            : $"A write costs {Units.Time(request.TotalSeconds)}";
        return (hasGain, measured.FileSystem.IsLocal) switch
        {
            (true, _) => $"{each}, and a copy of {Units.Bytes(plain.Bytes)} makes {plain.Requests} requests "
                + $"where {preset.Requests} are enough.",
            _ when mayHaveGain => $"{each}.",
            (_, true) => $"{each}: the directory is on this machine ({measured.FileSystem.Kind}), and no request waits for a server.",
            _ when request.TotalSeconds * plain.Writes < LeastSaved * 2 =>
                $"{each}: the client of the share gathers small writes before it sends them.",
            _ => $"{each}, but no way to copy avoids it.",
        };
    }

    private static IEnumerable<AdviceLine> LinesOf(StorageMeasurement measured, bool hasGain, TemporaryDirectory? temporary)
    {
        if (hasGain && !measured.FileSystem.IsLocal)
        {
            yield return new AdviceLine(
                "The project is about a share: rules about round trips become warnings.",
                "<PropertyGroup><StreamTuningStorage>Share</StreamTuningStorage></PropertyGroup>");
        }
        else if (!hasGain && measured.FileSystem.IsLocal)
        {
            yield return new AdviceLine(
                "The project is about a local disk: rules about round trips become suggestions.",
                "<PropertyGroup><StreamTuningStorage>Local</StreamTuningStorage></PropertyGroup>");
        }

        if (hasGain && BestSetting(measured) is { } setting)
        {
            yield return new AdviceLine(
                $"The runtime: {Units.Times(setting.Faster.Median)} as fast as with its defaults, "
                + $"for files of {Units.Bytes(measured.Settings!.Bytes)}.",
                $"await source.CopyToFileAsync(path, new FileCopyOptions {{ {OptionsOf(setting.Way)} }});");
        }
        else if (hasGain && measured.Ways.Find(CopyWay.Path) is not null)
        {
            yield return new AdviceLine("The runtime: its defaults.", "await source.CopyToFileAsync(path);");
        }

        if (hasGain && BestPlain(measured) is { } plain)
        {
            yield return new AdviceLine(
                $"Fixes in plain .NET: buffers of {Units.Bytes(plain.Block)}"
                + (plain.PresetsLength ? ", and the length set first (STRM1003)." : "."),
                FormattableString.Invariant($"[*.cs]\nstream_tuning.copy_buffer_size = {plain.Block}"));
        }

        if (hasGain && !measured.FileSystem.IsLocal && temporary is { IsLocal: true })
        {
            yield return new AdviceLine(
                $"Temporary files: not on this share, but in {temporary.Path}, which is on this machine "
                + $"and has {Units.Bytes(temporary.FreeBytes)} free"
                + (temporary.IsMemory ? " of its memory." : "."),
                OperatingSystem.IsWindows() ? $"setx TEMP \"{temporary.Path}\"" : $"export TMPDIR={temporary.Path}");
        }
    }

    /// <summary>A setting of the runtime that is faster than its defaults, without doubt.</summary>
    public static WayTimes? BestSetting(StorageMeasurement measured)
    {
        WayTimes[] better =
        [
            .. (measured.Settings?.Ways ?? [])
                .Where(static way => way.Way.Kind == CopyKind.RuntimeToPath)
                .Where(static way => IsWorthSetting(way.Faster)),
        ];
        return better.MinBy(static way => way.MedianSeconds);
    }

    /// <summary>The plain way with buffers of 1 MiB, or one with larger ones that is faster without doubt.</summary>
    public static CopyWay? BestPlain(StorageMeasurement measured)
    {
        // Both comparisons have plain ways, but only what is of the same size can be compared.
        Comparison from = measured.Settings is { Ways.Count: > 1 } settings && settings.Ways.Any(static way => !way.Way.IsOfRuntime)
            ? settings
            : measured.Ways;
        WayTimes? usual = from.Ways
            .Where(static way => !way.Way.IsOfRuntime && way.Way.Block == CopyWay.DefaultBlock)
            .MinBy(static way => way.MedianSeconds);

        WayTimes? better = usual is null ? null : from.Ways
            .Where(static way => !way.Way.IsOfRuntime && way.Way.Block > CopyWay.DefaultBlock)
            .Where(way => IsWorthSetting(way.FasterThan(usual)))
            .MinBy(static way => way.MedianSeconds);
        return (better ?? usual)?.Way;
    }

    private static bool IsWorthSetting(PairedRatio faster) =>
        faster is { Median: >= WorthSetting, Low: >= CertainlyWorthSetting, Turns: >= LeastTurns };

    private static string OptionsOf(CopyWay way) => string.Join(", ", new[]
    {
        way.Block == CopyWay.DefaultBlock ? null : FormattableString.Invariant($"BlockSize = {way.Block}"),
        way.Depth == CopyWay.DefaultDepth ? null : FormattableString.Invariant($"Depth = {way.Depth}"),
        (long)way.Block * (way.Depth + 1) > new FileCopyOptions().MemoryBudget
            ? FormattableString.Invariant($"MemoryBudget = {(long)way.Block * (way.Depth + 1)}")
            : null,
    }.OfType<string>());
}

/// <summary>What to set.</summary>
/// <param name="What">In words.</param>
/// <param name="Paste">The lines to paste.</param>
public sealed record AdviceLine(string What, string Paste);

/// <summary>The temporary directory of this machine.</summary>
/// <param name="Path">Its path.</param>
/// <param name="IsLocal">Whether it is known to be on this machine.</param>
/// <param name="IsMemory">Whether it is in memory.</param>
/// <param name="FreeBytes">The bytes that may be written there.</param>
public sealed record TemporaryDirectory(string Path, bool IsLocal, bool IsMemory, long FreeBytes)
{
    /// <summary>Looks at the directory that the system names, as <see cref="Of"/> does.</summary>
    public static TemporaryDirectory? Find() => Of(System.IO.Path.GetTempPath());

    /// <summary>
    /// Looks at a directory, and touches no file; <see langword="null"/> if nothing is known of it, or Unix says that it cannot be written.
    /// </summary>
    /// <param name="directory">The directory, as an absolute path.</param>
    public static TemporaryDirectory? Of(string directory)
    {
        string path = System.IO.Path.TrimEndingDirectorySeparator(directory);
        if (!Directory.Exists(path) || !(OperatingSystem.IsWindows() || UnixFile.MayCreateIn(path) == 0))
        {
            return null;
        }

        try
        {
            using SafeFileHandle? open = UnixHandle.TryOpenDirectory(path);
            MountKind kind = open is not null ? Mount.Of(open, path).Kind
                : new DriveInfo(path).DriveType is DriveType.Fixed ? MountKind.Disk
                : MountKind.Unknown;
            bool isMemory = kind is MountKind.Memory;
            return new TemporaryDirectory(path, isMemory || kind is MountKind.Disk, isMemory, TempSpace.GetAvailableBytes(path));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            // A directory of a server by its UNC path has no drive.
            return null;
        }
    }
}
