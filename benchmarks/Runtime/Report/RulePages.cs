using System.Runtime.InteropServices;
using static StreamTuning.Benchmarks.TextTable;

namespace StreamTuning.Benchmarks;

/// <summary>Brings the effect of rules on their pages.</summary>
internal static class RulePages
{
    /// <summary>Measures those rules that were chosen: all if the group of all was.</summary>
    /// <param name="cases">How the rules are measured.</param>
    /// <param name="groups">What was chosen.</param>
    /// <param name="commandLine">Gives the folder of the benchmarks, beside which that of the rules is.</param>
    public static async Task WriteAsync(IEnumerable<RuleCase> cases, IReadOnlyCollection<string> groups, CommandLine commandLine)
    {
        foreach (RuleCase rule in cases.Where(rule => groups.Contains(rule.Rule) || groups.Contains(BenchmarkGroups.AllRules)))
        {
            Console.WriteLine(rule.Rule);
            await commandLine.WriteAsync($"../rules/{rule.Rule}.md", async text =>
            {
                string system = Text($".NET {Environment.Version} on {System()}, {Environment.ProcessorCount} processors.");
                text.WriteLine($"{rule.Conditions} {system}");
                text.WriteLine();
                await rule.WriteAsync(text);
            });
        }

        static string System() =>
            OperatingSystem.IsLinux() ? "Linux" : OperatingSystem.IsWindows() ? "Windows" : OperatingSystem.IsMacOS() ? "macOS" : RuntimeInformation.OSDescription;
    }
}
