using Spectre.Console;
using StreamTuning.Measuring;

namespace StreamTuning.Tool.Measuring;

/// <summary>A result in the terminal: what it means, the plot, the tables, and the lines to paste.</summary>
internal static class MeasurementTable
{
    private const int PlotWidth = 72;
    private const int MostBars = 20;

    public static void Write(StorageMeasurement measured, IAnsiConsole console)
    {
        console.Profile.Width = Math.Max(console.Profile.Width, 100);
        Advice advice = Advice.Of(measured, TemporaryDirectory.Find());
        console.MarkupLine($"[bold]{Markup.Escape(measured.Directory)}[/]");
        WriteVerdict(advice, console);
        console.WriteLine();
        WriteWays(measured, console);
        foreach (MeasurementRows rows in MeasurementRows.Of(measured))
        {
            WriteRows(rows, console);
        }

        console.WriteLine(MeasurementRows.Note);
        WriteRates(measured, console);
        foreach (string note in measured.Notes)
        {
            console.MarkupLine($"[yellow]{Markup.Escape(note)}[/]");
        }

        foreach (AdviceLine line in advice.Lines)
        {
            console.WriteLine();
            console.WriteLine(line.What);
            foreach (string paste in line.Paste.Split('\n'))
            {
                console.MarkupLine($"[green]    {Markup.Escape(paste)}[/]");
            }
        }

        console.WriteLine();
        console.WriteLine(
            $"Measured in {measured.Took.TotalSeconds:0} s with {measured.Runtime}. Intervals are resampled with seed {measured.Seed}.");
    }

    public static void WriteVerdict(Advice advice, IAnsiConsole console)
    {
        // Never green: without a gain, the verdict can also be that nothing is certain.
        console.MarkupLine($"[{(advice.HasGain ? "yellow" : "default")}]{Markup.Escape(advice.Verdict)}[/]");
        console.WriteLine(advice.Reason);
    }

    public static void WriteComparison(StorageMeasurement first, StorageMeasurement second, IAnsiConsole console)
    {
        console.Profile.Width = Math.Max(console.Profile.Width, 100);
        var rows = new List<string[]>();
        if (first.Costs is { } one && second.Costs is { } other)
        {
            Add("A write that makes the file longer", one.Write + one.Extension, other.Write + other.Extension);
            Add("Any other write", one.Write, other.Write);
            rows.Add(["Bandwidth", Units.Rate(one.BytesPerSecond), Units.Rate(other.BytesPerSecond), ""]);
        }

        foreach (WayTimes way in first.Ways.Ways)
        {
            if (first.TimeOf(way.Way, first.Ways.Bytes) is { } a && second.TimeOf(way.Way, first.Ways.Bytes) is { } b)
            {
                string star = b.IsMeasured ? "" : "*";
                rows.Add([
                    $"{way.Way.Name}, {Units.Bytes(first.Ways.Bytes)}",
                    Units.Time(a.Seconds),
                    Units.Time(b.Seconds) + star,
                    Ratio(a.Seconds, b.Seconds),
                ]);
            }
        }

        string[] head = ["", first.Directory, second.Directory, "The second takes"];
        WriteRows(new MeasurementRows($"{first.Directory} and {second.Directory}", head, rows), console);
        console.WriteLine(MeasurementRows.Note);

        void Add(string what, TimeSpan a, TimeSpan b) => rows.Add(
            [what, Units.Time(a.TotalSeconds), Units.Time(b.TotalSeconds), Ratio(a.TotalSeconds, b.TotalSeconds)]);

        static string Ratio(double a, double b) => a > 0 && b > 0 ? $"{Units.Times(b / a)} as long" : "";
    }

    public static void WriteRows(MeasurementRows rows, IAnsiConsole console)
    {
        var table = new Table
        {
            Border = console.Profile.Capabilities.Unicode ? TableBorder.Rounded : TableBorder.Ascii,
            Title = new TableTitle(Markup.Escape(rows.Title)),
        };
        foreach (string head in rows.Head)
        {
            table.AddColumn(Markup.Escape(head));
        }

        foreach (string[] row in rows.Rows)
        {
            table.AddRow(Array.ConvertAll(row, Markup.Escape));
        }

        console.Write(table);
    }

    private static void WriteWays(StorageMeasurement measured, IAnsiConsole console)
    {
        BarChart chart = new BarChart()
            .Width(PlotWidth)
            .Label($"Milliseconds for {Units.Bytes(measured.Ways.Bytes)}")
            .LeftAlignLabel();
        foreach (WayTimes way in measured.Ways.Ways)
        {
            chart.AddItem(way.Way.Name, Math.Round(way.MedianSeconds * 1000, 1), way == measured.Ways.First ? Color.Yellow : Color.Green);
        }

        console.Write(chart);
        console.WriteLine();
    }

    private static void WriteRates(StorageMeasurement measured, IAnsiConsole console)
    {
        if (measured.Steady is not { } steady)
        {
            return;
        }

        BarChart chart = new BarChart().Width(PlotWidth).Label("MiB/s over the time of the writes").LeftAlignLabel();
        foreach (double[] part in steady.Rates.Chunk(Math.Max(1, (steady.Rates.Count + MostBars - 1) / MostBars)))
        {
            chart.AddItem("", Math.Round(part.Average() / (1024 * 1024), 1), Color.Blue);
        }

        console.WriteLine();
        console.Write(chart);
        console.WriteLine(MeasurementRows.LimitOf(measured)!);
    }
}
