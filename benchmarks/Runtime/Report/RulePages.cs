using System.Runtime.InteropServices;
using static StreamTuning.Benchmarks.TextTable;

namespace StreamTuning.Benchmarks;

/// <summary>Brings the effect of rules on their pages.</summary>
internal static class RulePages
{
    /// <summary>Measures those rules that were chosen.</summary>
    /// <param name="cases">How the rules are measured.</param>
    /// <param name="groups">What was chosen.</param>
    /// <param name="output">Where the pages of benchmarks are, beside the folder with those of rules; <see langword="null"/> to write on none.</param>
    public static async Task WriteAsync(IEnumerable<RuleCase> cases, IReadOnlyCollection<string> groups, string? output)
    {
        foreach (RuleCase rule in cases.Where(rule => groups.Contains(rule.Rule)))
        {
            using var text = new StringWriter { NewLine = "\n" };
            text.WriteLine(Text($"{rule.Conditions} .NET {Environment.Version} on {System()}, {Environment.ProcessorCount} processors."));
            text.WriteLine();
            await rule.WriteAsync(text);
            Console.WriteLine(rule.Rule);
            Console.WriteLine(text);
            if (output is not null)
            {
                MarkdownReport.Update(Path.Combine(output, "..", "rules", rule.Rule + ".md"), text.ToString());
            }
        }

        static string System() =>
            OperatingSystem.IsLinux() ? "Linux" : OperatingSystem.IsWindows() ? "Windows" : OperatingSystem.IsMacOS() ? "macOS" : RuntimeInformation.OSDescription;
    }
}
