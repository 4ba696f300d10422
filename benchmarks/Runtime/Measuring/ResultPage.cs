namespace StreamTuning.Benchmarks;

/// <summary>A page of times with its table of figures and its pictures: <c>copying.md</c> and <c>copying.csv</c>, for example.</summary>
internal sealed class ResultPage
{
    private readonly CommandLine _commandLine;
    private readonly string _name;
    private readonly ResultTable _results;
    private readonly HashSet<string> _measured = [];

    /// <param name="commandLine">Gives the folder of the page and the choice of sizes.</param>
    /// <param name="name">The name of the page, without an extension.</param>
    public ResultPage(CommandLine commandLine, string name)
    {
        _commandLine = commandLine;
        _name = name;
        _results = ResultTable.Read(commandLine.Output is null ? "" : PathOf(name + ".csv"));
    }

    /// <summary>Measures cases, which replace what was measured before for the same targets.</summary>
    public async Task MeasureAsync(IAsyncEnumerable<Case> cases)
    {
        await foreach (Case measured in cases)
        {
            if (!_commandLine.Includes(measured.Bytes))
            {
                continue;
            }

            if (_measured.Add(measured.Target))
            {
                _results.Forget(measured.Target);
            }

            int warmUps = _commandLine.IsQuick ? 0 : measured.WarmUps;
            Measurement[] measurements = await PairedRun.MeasureAsync(warmUps, measured.Turns, measured.Ways);
            _results.Add(measured, measurements);
            Console.WriteLine($"{measured.Target}, {measured.Source}, {Sizes.Text(measured.Bytes)}");
            foreach (Measurement m in measurements)
            {
                double milliseconds = m.Median.TotalMilliseconds * measured.Scale;
                Console.WriteLine($"    {m.Way,-30} {milliseconds,11:0.000} ms {m.Ratio,8:0.00}x {m.Allocated,10} B");
            }
        }

        Save();
    }

    /// <summary>Writes the table of figures, the tables of the page and its pictures, if they are asked for.</summary>
    public void Save()
    {
        if (_commandLine.Output is null)
        {
            return;
        }

        _results.Write(PathOf(_name + ".csv"));
        MarkdownReport.Update(PathOf(_name + ".md"), MarkdownReport.Tables(_results.Rows));
        foreach (IGrouping<string, ResultRow> target in _results.Rows.Where(row => MarkdownReport.IsShown(row.Target)).GroupBy(row => row.Target))
        {
            if (Plot.FileName(target.Key, target) is { } picture)
            {
                File.WriteAllText(PathOf(picture), Plot.Draw(target.Key, [.. target]));
            }
        }
    }

    private string PathOf(string file) => Path.Combine(_commandLine.Output!, file);
}
