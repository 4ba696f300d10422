using System.Globalization;
using Microsoft.CodeAnalysis;
using Spectre.Console;
using StreamTuning.Measuring;
using StreamTuning.Tool.Measuring;
using StreamTuning.Tool.Scanning;

namespace StreamTuning.Tool.Reports;

/// <summary>
/// The report for a terminal or a log: the rules with what they found, then the worst places. With a measurement, one screen: the
/// verdict, the most expensive places, and the next command.
/// </summary>
internal static class TableReport
{
    /// <summary>How many places are listed where not all are asked for.</summary>
    private const int ListedPlaces = 100;

    /// <summary>How many of them fit on the screen of a measurement, where each takes about two lines.</summary>
    private const int PlacesOfScreen = 10;

    public static void Write(ScanResult result, IAnsiConsole console, Verbosity verbosity)
    {
        StorageMeasurement? measured = result.Costs?.Measured;
        bool isScreen = measured is not null && verbosity != Verbosity.Detailed;
        if (measured is not null)
        {
            MeasurementTable.WriteVerdict(Advice.Of(measured), console);
            console.WriteLine();
        }

        if (result.Repositories is { } repositories)
        {
            MeasurementTable.WriteRows(
                new MeasurementRows("Repositories", RepositoryResult.Head, [.. repositories.Select(one => one.Row(result.Root))]), console);
            console.WriteLine();
        }

        if (result.Findings.Count == 0)
        {
            return;
        }

        if (!isScreen)
        {
            WriteRules(result, console);
        }

        WritePlaces(result, console, verbosity == Verbosity.Detailed ? result.Findings.Count : isScreen ? PlacesOfScreen : ListedPlaces);
        bool canSave = result.Findings.Any(static finding => finding.Cost is { Saved: > 0 });
        if (canSave && result.Fixed is null && measured is not null)
        {
            console.WriteLine("Next: 'streamtuning scan --fix --dry-run' shows the changes, and 'streamtuning scan --fix' makes them.");
            console.WriteLine();
        }
    }

    private static void WriteRules(ScanResult result, IAnsiConsole console)
    {
        Table table = new Table()
            .AddColumn("Rule")
            .AddColumn("Severity")
            .AddColumn(new TableColumn("Found").RightAligned())
            .AddColumn(new TableColumn("Fix").NoWrap())
            .AddColumn("Title, measured effect of the fix, and page");
        table.Border = console.Profile.Capabilities.Unicode ? TableBorder.Rounded : TableBorder.Ascii;
        table.ShowRowSeparators = true;
        foreach (RuleFindings rule in result.ByRule)
        {
            table.AddRow(
                $"[{Color(rule.Severity)}]{rule.Rule.Id}[/]",
                Finding.Word(rule.Severity),
                rule.Findings.Count.ToString("N0", CultureInfo.InvariantCulture),
                rule.Fix,
                $"[bold]{Markup.Escape(rule.Rule.Descriptor.Title.ToString(CultureInfo.InvariantCulture))}[/]\n"
                + $"{Markup.Escape(rule.Rule.Effect)}\n[grey]{Markup.Escape(rule.Rule.Descriptor.HelpLinkUri)}[/]");
        }

        console.Write(table);
        console.WriteLine();
    }

    private static void WritePlaces(ScanResult result, IAnsiConsole console, int listed)
    {
        // A line that is longer than the terminal is wide goes on in the next one, unbroken for who copies it.
        console.Profile.Width = int.MaxValue;
        if (result.Costs is { } costs && result.Findings.Any(static finding => finding.Cost is not null))
        {
            console.WriteLine(costs.Assumption);
        }

        foreach (Finding finding in result.Findings.Take(listed))
        {
            string place = string.Create(CultureInfo.InvariantCulture, $"{finding.File}({finding.StartLine},{finding.StartColumn})");
            string severity = $"[{Color(finding.Severity)}]{finding.SeverityWord} {finding.Rule.Id}[/]";
            console.MarkupLine($"{Markup.Escape(place)}: {severity}: {Markup.Escape(finding.Message)}{Markup.Escape(CostOf(finding))}");
        }

        if (result.Findings.Count > listed)
        {
            string more = Text.Count(result.Findings.Count - listed, "more place");
            console.WriteLine($"and {more}: --verbosity detailed or --output report.html shows them all.");
        }

        console.WriteLine();
    }

    private static string CostOf(Finding finding) => finding.Cost is { } cost ? $" ({cost})" : "";

    private static string Color(DiagnosticSeverity severity) => severity switch
    {
        DiagnosticSeverity.Error => "red",
        DiagnosticSeverity.Warning => "yellow",
        _ => "blue",
    };
}
