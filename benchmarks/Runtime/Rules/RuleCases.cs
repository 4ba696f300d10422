using StreamTuning.SimulatedShare;
using static StreamTuning.Benchmarks.Sizes;
using static StreamTuning.Benchmarks.TextTable;

namespace StreamTuning.Benchmarks;

/// <summary>What the rules about files and temporary files find, and what their fixes make of it: in turn, as all that is measured here.</summary>
/// <param name="mount">A share.</param>
/// <param name="disk">A directory on a disk of this machine.</param>
internal sealed class RuleCases(ShareMount mount, string disk)
{
    private const double Faster = 10;
    private const int Block = (int)MiB;

    private const string OnShare =
        "A new file on [a simulated Azure Files share](../benchmarks/copying.md#how-it-is-measured) that is ten times as fast; " +
        "times are scaled back. " + TimeTable.Caption + ".";

    private const string OnDisk = "A local disk. " + TimeTable.Caption + ".";
    private const string Downloaded = "A download of 16 MiB from a server in the same process. " + OnShare;
    private const string Allocated = " After the times: what the process allocates, the server included.";
    private const string Tried = "Tried on a simulated share that costs no time";

    private static readonly Func<HttpContent, string, Task> _intoSmallBuffer = Into(4096, (content, file) => content.CopyToAsync(file));
    private static readonly Func<HttpContent, string, Task> _intoLargeBuffer = Into(Block, (content, file) => content.CopyToAsync(file));
    private static readonly Func<HttpContent, string, Task> _intoRuntime = Into(4096, (content, file) => content.CopyToFileAsync(file));

    private readonly string _onShare = mount.PathOf("file");
    private readonly string _onDisk = Path.Combine(disk, "file");

    public IEnumerable<RuleCase> All =>
    [
        new("STRM1001", OnShare, CopyWithDefaultBufferAsync),
        new("STRM1002", OnShare, CopyWithSmallBufferAsync),
        new("STRM1003", OnShare, PresetLengthAsync),
        new(
            "STRM1004",
            "Copies with blocks of 1 MiB into a file with a buffer of 4 MiB, and with the default of 4,096 bytes; and copies with the " +
            "default buffer into a file with one of 1 MiB, and what replaces them. " + OnDisk +
            " After the times: what the process allocates.",
            LargeFileBufferAsync),
        new("STRM1005", Downloaded + Allocated, BufferedContentAsync),
        new("STRM1006", "Copies with blocks of 1 MiB. " + OnDisk, AsynchronousFileAsync),
        new("STRM1008", Downloaded, CopyContentAsync),
        new("STRM1012", Downloaded + Allocated, BufferedResponseAsync),
        new(
            "STRM1013",
            "Random hexadecimal digits, which a compression halves, into a new file on a simulated Azure Files share in real time. " +
            TimeTable.Caption + ".",
            CopyThroughTransformsAsync),
        new(
            "STRM2001",
            "Write a temporary file, read it, and delete it, in a directory on a simulated Azure Files share in real time, and in one " +
            "on a local disk. " + TimeTable.Caption + ".",
            HardCodedPathAsync),
        new("STRM2002", $"{Tried} and has room for 4 MiB: 10 MiB, with the share as the temp directory and a local disk as the next.", FullTempDirectoryAsync),
        new("STRM2003", $"{Tried} and has room for 4 MiB.", FreeSpaceAsync),
    ];

    private Task CopyWithDefaultBufferAsync(TextWriter writer)
    {
        UseShare();
        return TimeTable.WriteAsync(writer, "File", ((long[])[MiB, 16 * MiB, 256 * MiB]).Select(bytes => OnShareCase(
            Text(bytes),
            bytes,
            Copy("`CopyToAsync(file)`", bytes, (source, file) => source.CopyToAsync(file)),
            Copy("`CopyToAsync(file, 1048576)`", bytes, (source, file) => source.CopyToAsync(file, Block)),
            Copy("`CopyToFileAsync(file)`", bytes, (source, file) => source.CopyToFileAsync(file)))));
    }

    private Task CopyWithSmallBufferAsync(TextWriter writer)
    {
        UseShare();
        return TimeTable.WriteAsync(
            writer,
            "File, small buffer",
            from bytes in (long[])[MiB, 16 * MiB]
            from buffer in (int[])[4 * 1024, 64 * 1024]
            select OnShareCase(
                $"{Text(bytes)}, {Text(buffer)}",
                bytes,
                Copy("`CopyToAsync(file, small)`", bytes, (source, file) => source.CopyToAsync(file, buffer)),
                Copy("`CopyToAsync(file, 1048576)`", bytes, (source, file) => source.CopyToAsync(file, Block)),
                Copy("`CopyToFileAsync(file)`", bytes, (source, file) => source.CopyToFileAsync(file))));
    }

    private Task PresetLengthAsync(TextWriter writer)
    {
        UseShare();
        return TimeTable.WriteAsync(
            writer,
            "File, blocks",
            from bytes in (long[])[MiB, 16 * MiB]
            from buffer in (int[])[128 * 1024, Block]
            select OnShareCase(
                $"{Text(bytes)}, {Text(buffer)}",
                bytes,
                Copy("copy", bytes, (source, file) => source.CopyToAsync(file, buffer)),
                Copy("`SetLength`, then copy", bytes, (source, file) =>
                {
                    file.SetLength(source.Length);
                    return source.CopyToAsync(file, buffer);
                })));
    }

    private async Task LargeFileBufferAsync(TextWriter writer)
    {
        long[] sizes = [MiB, 4 * MiB, 16 * MiB];
        await TimeTable.WriteAsync(
            writer,
            "File",
            sizes.Select(bytes => OnDiskCase(
                bytes,
                Copy("buffer of 4 MiB", bytes, _onDisk, (source, file) => source.CopyToAsync(file, Block), fileBuffer: 4 * Block),
                Copy("buffer of 4,096 bytes", bytes, _onDisk, (source, file) => source.CopyToAsync(file, Block)))),
            withMemory: true);
        await writer.WriteLineAsync();
        await TimeTable.WriteAsync(
            writer,
            "File",
            sizes.Select(bytes => OnDiskCase(
                bytes,
                Copy("`CopyToAsync(file)`, buffer of 1 MiB", bytes, _onDisk, (source, file) => source.CopyToAsync(file), fileBuffer: Block),
                Copy("`CopyToAsync(file, 1048576)`, 4,096 bytes", bytes, _onDisk, (source, file) => source.CopyToAsync(file, Block)),
                Copy("`CopyToFileAsync(file)`, 4,096 bytes", bytes, _onDisk, (source, file) => source.CopyToFileAsync(file)))),
            withMemory: true);
    }

    private Task BufferedContentAsync(TextWriter writer) => DownloadAsync(
        writer,
        "Download",
        warmUps: 1,
        turns: 7,
        withMemory: true,
        ("`ReadAsByteArrayAsync`, then `WriteAllBytesAsync`", async (content, path) => await File.WriteAllBytesAsync(path, await content.ReadAsByteArrayAsync())),
        ("`CopyToFileAsync(path)`", (content, path) => content.CopyToFileAsync(path)));

    private Task AsynchronousFileAsync(TextWriter writer) => TimeTable.WriteAsync(
        writer,
        "File",
        ((long[])[MiB, 4 * MiB, 16 * MiB]).Select(bytes => OnDiskCase(
            bytes,
            Copy("`FileOptions.None`", bytes, _onDisk, (source, file) => source.CopyToAsync(file, Block), options: FileOptions.None),
            Copy("`FileOptions.Asynchronous`", bytes, _onDisk, (source, file) => source.CopyToAsync(file, Block)))));

    private Task CopyContentAsync(TextWriter writer) => DownloadAsync(
        writer,
        "Response",
        warmUps: 0,
        turns: 3,
        withMemory: false,
        ("`Content.CopyToAsync(file)`", _intoSmallBuffer),
        ("the same, `file` with a buffer of 1 MiB", _intoLargeBuffer),
        ("`Content.CopyToFileAsync(file)`", _intoRuntime));

    private Task CopyThroughTransformsAsync(TextWriter writer)
    {
        // Not faster: a compression takes its time too.
        mount.KeepsContent = false;
        mount.Profile = SlowShareProfile.AzureFiles;
        return TimeTable.WriteAsync(
            writer,
            "Destination, source",
            from through in Transform.All
            from bytes in (long[])[MiB, 16 * MiB]
            select new Case(
                "share A",
                $"`{through.Name}`, {Text(bytes)}",
                bytes,
                WarmUps: bytes > MiB ? 0 : 1,
                bytes > MiB ? 3 : 7,
                Scale: 1,
                [
                    new Way("`CopyToAsync(stream)`, file buffer of 4,096 bytes", () => through.CopyAsync(_onShare, bytes, 4096), Delete),
                    new Way("the same, file buffer of 1 MiB", () => through.CopyAsync(_onShare, bytes, Block), Delete),
                ]));

        void Delete() => File.Delete(_onShare);
    }

    private Task BufferedResponseAsync(TextWriter writer) => DownloadAsync(
        writer,
        "Response",
        warmUps: 1,
        turns: 7,
        withMemory: true,
        // As a request without ResponseHeadersRead does.
        ("read whole, then `Content.CopyToAsync(file)`", async (content, path) =>
        {
            await content.LoadIntoBufferAsync();
            await _intoSmallBuffer(content, path);
        }),
        ("`ResponseHeadersRead`, `file` with a buffer of 1 MiB", _intoLargeBuffer),
        ("`ResponseHeadersRead`, `Content.CopyToFileAsync(file)`", _intoRuntime));

    private async Task DownloadAsync(
        TextWriter writer, string column, int warmUps, int turns, bool withMemory, params (string Name, Func<HttpContent, string, Task> SaveAsync)[] ways)
    {
        UseShare();
        await using HttpCases http = await HttpCases.StartAsync();
        await TimeTable.WriteAsync(writer, column, http.Into("share A", mount.Directory, Faster, warmUps, turns, ways), withMemory);
    }

    private static Func<HttpContent, string, Task> Into(int buffer, Func<HttpContent, FileStream, Task> copy) => async (content, path) =>
    {
        await using FileStream file = Create(path, buffer);
        await copy(content, file);
    };

    private Task HardCodedPathAsync(TextWriter writer)
    {
        mount.Profile = SlowShareProfile.AzureFiles;
        mount.KeepsContent = true;
        return TimeTable.WriteAsync(writer, "File", ((long[])[64 * KiB, MiB, 16 * MiB]).Select(bytes => new Case(
            "share A",
            Text(bytes),
            bytes,
            WarmUps: 0,
            bytes > MiB ? 3 : 7,
            Scale: 1,
            [new Way("on the share", () => StageAsync(_onShare, bytes)), new Way("on a local disk", () => StageAsync(_onDisk, bytes))])));

        static async Task StageAsync(string path, long bytes)
        {
            await using (FileStream file = Create(path))
            {
                await new SyntheticSource(bytes, knowsLength: true).CopyToAsync(file);
            }

            await using (FileStream file = File.OpenRead(path))
            {
                await file.CopyToAsync(Stream.Null);
            }

            File.Delete(path);
        }
    }

    private async Task FullTempDirectoryAsync(TextWriter writer)
    {
        await UseQuotaAsync(4 * MiB);
        string next = Directory.CreateDirectory(Path.Combine(disk, "next")).FullName;
        var options = new TempSpaceOptions { UseSystemDirectory = false, UseHomeDirectory = false, SweepLeftovers = false };
        options.Directories.Add(mount.Directory);
        options.Directories.Add(next);
        var space = new TempSpace(options);
        var table = new TextTable(writer, ("Way", 3, true), ("What happens", 3, true), ("Written", 3, false), ("Where", 3, true));
        table.WriteHeader();
        await TryAsync("a file in the temp directory, and a copy", () => mount.PathOf("staged"));
        await TryAsync("`TempSpace.CreateEmptyFile(length)`, and the copy", () => space.CreateEmptyFile(10 * MiB));
        mount.Quota = null;

        async Task TryAsync(string way, Func<string> choose)
        {
            string path = choose();
            string outcome = await OutcomeAsync(async () =>
            {
                await using FileStream file = Create(path);
                await new SyntheticSource(10 * MiB, knowsLength: true).CopyToAsync(file);
            });
            table.WriteRow(way, outcome, Text(new FileInfo(path).Length), path.StartsWith(mount.Directory, StringComparison.Ordinal) ? "the temp directory, which is full now" : "the next directory");
            File.Delete(path);
        }
    }

    private async Task FreeSpaceAsync(TextWriter writer)
    {
        await UseQuotaAsync(4 * MiB);
        string missing = mount.PathOf("missing");
        var table = new TextTable(writer, ("Way", 3, true), ("Answer for the directory of the share", 3, false), ("Answer for one in it that does not exist", 3, false));
        table.WriteHeader();
        await AskAsync("`new DriveInfo(Path.GetPathRoot(directory)).AvailableFreeSpace`", path => new DriveInfo(Path.GetPathRoot(path)!).AvailableFreeSpace);
        await AskAsync("`new DriveInfo(directory).AvailableFreeSpace`", path => new DriveInfo(path).AvailableFreeSpace);
        await AskAsync("`TempSpace.GetAvailableBytes(directory)`", TempSpace.GetAvailableBytes);
        mount.Quota = null;

        async Task AskAsync(string way, Func<string, long> ask) => table.WriteRow(way, await AnswerAsync(mount.Directory, ask), await AnswerAsync(missing, ask));

        static async Task<string> AnswerAsync(string directory, Func<string, long> ask)
        {
            long answer = 0;
            string outcome = await OutcomeAsync(() =>
            {
                answer = ask(directory);
                return Task.CompletedTask;
            });
            return answer > 0 ? Text(answer) : outcome;
        }
    }

    /// <summary>What becomes of an attempt, as it stands in a table.</summary>
    private static async Task<string> OutcomeAsync(Func<Task> attempt)
    {
        try
        {
            await attempt();
            return "succeeds";
        }
        catch (IOException e)
        {
            return TextTable.Text($"`{e.GetType().Name}`, `HResult` {(e.HResult < 0 ? $"0x{e.HResult:X8}" : $"{e.HResult}")}");
        }
    }

    private static Case OnShareCase(string what, long bytes, params Way[] ways) =>
        new("share A", what, bytes, WarmUps: bytes <= MiB ? 1 : 0, bytes <= MiB ? 7 : bytes <= 16 * MiB ? 5 : 3, Faster, ways);

    private static Case OnDiskCase(long bytes, params Way[] ways) => new("disk", Text(bytes), bytes, WarmUps: 10, bytes <= MiB ? 301 : 101, Scale: 1, ways);

    private Way Copy(string name, long bytes, Func<Stream, FileStream, Task> copy) => Copy(name, bytes, _onShare, copy) with { Prepare = () => File.Delete(_onShare) };

    private static Way Copy(string name, long bytes, string path, Func<Stream, FileStream, Task> copy, int fileBuffer = 4096, FileOptions options = FileOptions.Asynchronous) => new(name, async () =>
    {
        using Stream source = new SyntheticSource(bytes, knowsLength: true);
        using FileStream file = Create(path, fileBuffer, options);
        await copy(source, file);
    });

    private static FileStream Create(string path, int buffer = 4096, FileOptions options = FileOptions.Asynchronous) =>
        new(path, FileMode.Create, FileAccess.Write, FileShare.None, buffer, options);

    /// <summary>Files are as long as they are written, but memory is for the copies.</summary>
    private void UseShare()
    {
        mount.KeepsContent = false;
        mount.Profile = SlowShareProfile.AzureFiles.Faster(Faster);
    }

    /// <summary>The share is empty, and has so much room.</summary>
    private async Task UseQuotaAsync(long quota)
    {
        mount.KeepsContent = true;
        mount.Profile = SlowShareProfile.Instant;
        foreach (string file in Directory.EnumerateFiles(mount.Directory))
        {
            File.Delete(file);
        }

        while (mount.UsedBytes > 0)
        {
            await Task.Delay(1);
        }

        mount.Quota = quota;
    }

    private static string Text(long bytes) => bytes >= 1024 * MiB ? TextTable.Text($"{bytes / (1024 * MiB)} GiB") : Sizes.Text(bytes);
}
