using System.Text;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.NoEmit;

namespace StreamTuning.Benchmarks;

/// <summary>Runs benchmarks of BenchmarkDotNet inside this process.</summary>
internal static class BenchmarkTable
{
    /// <summary>Runs the benchmarks of a class.</summary>
    /// <param name="isQuick">Runs each once, which shows that they run and not what they take.</param>
    /// <returns>The results as a table in Markdown.</returns>
    public static string Run<T>(bool isQuick = false)
    {
        IConfig config = ManualConfig.CreateEmpty()
            .AddJob((isQuick ? Job.Dry : Job.ShortRun).WithToolchain(InProcessNoEmitToolchain.Instance))
            .AddColumnProvider(DefaultColumnProviders.Instance)
            .AddLogger(ConsoleLogger.Default);
        Summary summary = BenchmarkRunner.Run<T>(config);
        var text = new StringLogger();
        MarkdownExporter.GitHub.ExportToLog(summary, text);
        string tables = text.Text;

        // Above the table stands what the machine is.
        return tables[tables.IndexOf('|', StringComparison.Ordinal)..];
    }

    private sealed class StringLogger : ILogger
    {
        private readonly StringBuilder _text = new();

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
