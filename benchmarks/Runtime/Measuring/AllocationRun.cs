using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.NoEmit;

namespace StreamTuning.Benchmarks;

/// <summary>What a copy allocates and takes, without a share to wait for.</summary>
[MemoryDiagnoser]
public class AllocationRun : IDisposable
{
    private readonly string _directory = Directory.CreateTempSubdirectory("streamtuning-benchmarks-").FullName;

    [Params(4096, 65_536, 1_048_576, 16_777_216)]
    public int Bytes { get; set; }

    private string Target => Path.Combine(_directory, "file");

    /// <summary>The results as a table.</summary>
    public static string Run()
    {
        IConfig config = ManualConfig.CreateEmpty()
            .AddJob(Job.ShortRun.WithToolchain(InProcessNoEmitToolchain.Instance))
            .AddColumnProvider(BenchmarkDotNet.Columns.DefaultColumnProviders.Instance)
            .AddLogger(ConsoleLogger.Default);
        Summary summary = BenchmarkRunner.Run<AllocationRun>(config);
        var text = new StringLogger();
        MarkdownExporter.GitHub.ExportToLog(summary, text);
        string tables = text.Text;

        // Above the table stands what the machine is.
        return tables[tables.IndexOf('|', StringComparison.Ordinal)..];
    }

    [Benchmark(Baseline = true)]
    public async Task CopyToAsync()
    {
        using Stream source = new SyntheticSource(Bytes, knowsLength: true);
        using FileStream file = File.Create(Target);
        await source.CopyToAsync(file);
    }

    [Benchmark]
    public async Task CopyToFileAsync()
    {
        using Stream source = new SyntheticSource(Bytes, knowsLength: true);
        using FileStream file = File.Create(Target);
        await source.CopyToFileAsync(file);
    }

    [Benchmark]
    public async Task CopyToFileAsync_Path()
    {
        using Stream source = new SyntheticSource(Bytes, knowsLength: true);
        await source.CopyToFileAsync(Target);
    }

    [Benchmark]
    public void CopyToFile()
    {
        using Stream source = new SyntheticSource(Bytes, knowsLength: true);
        using FileStream file = File.Create(Target);
        source.CopyToFile(file);
    }

    [GlobalCleanup]
    public void Dispose()
    {
        Directory.Delete(_directory, recursive: true);
        GC.SuppressFinalize(this);
    }

    private sealed class StringLogger : BenchmarkDotNet.Loggers.ILogger
    {
        private readonly System.Text.StringBuilder _text = new();

        public string Text => _text.ToString();

        public string Id => nameof(StringLogger);

        public int Priority => 0;

        public void Write(LogKind logKind, string text) => _text.Append(text);

        public void WriteLine() => _text.Append('\n');

        public void WriteLine(LogKind logKind, string text) => _text.Append(text).Append('\n');

        public void Flush()
        {
        }
    }
}
