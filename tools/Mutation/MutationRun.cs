using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text.Json;

namespace StreamTuning.Mutation;

/// <summary>Runs the tests: once each to see which mutants they reach, then for each mutant those that reach it.</summary>
/// <param name="assemblies">The test assembly of each test project.</param>
/// <param name="fastOnly">Whether only tests of the fast run count.</param>
/// <param name="classes">Parts of the names of test classes to run; all if none is given.</param>
/// <param name="seconds">The time of the processor for each mutant.</param>
/// <param name="workers">How many hosts work side by side.</param>
internal sealed class MutationRun(IReadOnlyDictionary<string, string> assemblies, bool fastOnly, string[] classes, double seconds, int workers)
{
    // In seconds of the processor. Tests that take longer would not end in the time of a mutant.
    private const double LongestTest = 20;
    private const double LongestClass = 100;

    private readonly ConcurrentBag<(string Project, TestOutcome Test)> _tests = [];

    /// <summary>Asks which mutants each test reaches.</summary>
    public async Task CoverAsync(string path)
    {
        CoveredTest[] known = File.Exists(path) ? JsonSerializer.Deserialize<CoveredTest[]>(File.ReadAllText(path))! : [];
        HashSet<(string, string)> before = [.. known.Select(test => (test.Project, ClassOf(test.Test.Name)))];
        var queue = new ConcurrentQueue<(string Project, string[] Tests)>();
        foreach ((string project, string assembly) in assemblies)
        {
            using var host = new HostProcess(assembly);
            List<TestOutcome> all = await host.AskAsync(new HostRequest(0, [], 0, false), limit: 100) ?? throw new InvalidOperationException($"{assembly} does not run.");
            HashSet<string> chosen = [.. all.Where(IsChosen).Select(test => test.Name)];
            known.Where(test => test.Project == project && chosen.Contains(test.Test.Name)).ToList().ForEach(test => _tests.Add((project, test.Test)));
            foreach (IGrouping<string, string> group in chosen.GroupBy(ClassOf).Where(group => !before.Contains((project, group.Key))))
            {
                queue.Enqueue((project, [.. group]));
            }

            Console.WriteLine($"{project}: {all.Count} tests");
        }

        await WorkAsync(async hosts =>
        {
            while (queue.TryDequeue(out (string Project, string[] Tests) group))
            {
                List<TestOutcome>? outcomes = await hosts(group.Project).AskAsync(new HostRequest(0, group.Tests, LongestClass, false), 2 * LongestClass, watchReached: true);
                lock (queue)
                {
                    // One that was not asked may still notice a mutant in the file that it is named like.
                    var asked = outcomes?.Select(test => test.Name).ToHashSet() ?? [];
                    outcomes = [.. outcomes ?? [], .. group.Tests.Where(test => !asked.Contains(test)).Select(test => new TestOutcome(test, false, true, 1, [], []))];
                    outcomes.ForEach(test => _tests.Add((group.Project, test)));
                    known = [.. known, .. outcomes.Select(test => new CoveredTest(group.Project, test))];
                    File.WriteAllText(path + ".new", JsonSerializer.Serialize(known));
                    File.Move(path + ".new", path, overwrite: true);
                }

                Console.WriteLine($"{DateTime.UtcNow:HH:mm:ss} {ClassOf(group.Tests[0])}: {group.Tests.Length} tests, {outcomes.Sum(test => test.Seconds):0} s"
                    + string.Concat(outcomes.Where(test => !test.Passed).Select(test => $"; {test.Name} fails without mutants")));
            }
        });

        bool IsChosen(TestOutcome test) =>
            (!fastOnly || !test.IsSlow) && (classes.Length == 0 || classes.Any(part => ClassOf(test.Name).Contains(part, StringComparison.Ordinal)));
    }

    public async Task<List<Result>> RunAsync(IEnumerable<Mutant> mutants, Action<List<Result>> report)
    {
        var queue = new ConcurrentQueue<Mutant>(mutants);
        var results = new List<Result>();
        await WorkAsync(async hosts =>
        {
            while (queue.TryDequeue(out Mutant? mutant))
            {
                Result result = await RunAsync(mutant, hosts);
                lock (results)
                {
                    results.Add(result);
                    report(results);
                }

                Console.WriteLine($"{DateTime.UtcNow:HH:mm:ss} {mutant.Id} {mutant.File}:{mutant.Line} {result.Fate} {result.Test} ({result.Ran} of {result.Reaching} tests, {result.Seconds:0} s)");
            }
        });
        return results;
    }

    private async Task<Result> RunAsync(Mutant mutant, Func<string, HostProcess> hosts)
    {
        bool initializes = _tests.Any(pair => pair.Test.ReachedWhileInitializing.Contains(mutant.Id));
        List<(string Project, TestOutcome Test)> tests = [.. TestsOf(mutant, initializes)];
        var clock = Stopwatch.StartNew();
        int ran = 0;
        double used = 0;
        foreach (IGrouping<string, TestOutcome> group in tests.GroupBy(pair => pair.Project, pair => pair.Test))
        {
            double left = seconds - used;
            if (left <= 0)
            {
                break;
            }

            // A static initializer runs once in a process: with the mutant only in a process of its own.
            using HostProcess? own = initializes ? new HostProcess(assemblies[group.Key]) : null;
            HostProcess host = own ?? hosts(group.Key);
            var request = new HostRequest(mutant.Id, [.. group.Select(test => test.Name)], left, StopAtFailure: true);
            double limit = left + 10 + (3 * group.Max(test => test.Seconds));
            // Twice: a host may end for other reasons.
            List<TestOutcome>? outcomes = await host.AskAsync(request, limit) ?? await host.AskAsync(request, limit);
            if (outcomes is null)
            {
                return new Result(mutant, Fate.TimedOut, null, ran, tests.Count, clock.Elapsed.TotalSeconds);
            }

            ran += outcomes.Count;
            used += outcomes.Sum(test => test.Seconds);
            if (outcomes.FirstOrDefault(test => !test.Passed) is { } killer)
            {
                if (!initializes && await PassesAsync(host, killer.Name))
                {
                    return new Result(mutant, Fate.Killed, killer.Name, ran, tests.Count, clock.Elapsed.TotalSeconds);
                }

                // It is shaken by others or by one before, or the process keeps what the mutant has initialized: in fresh processes the test must tell them apart.
                host.Dispose();
                bool passes = await PassesAsync(host, killer.Name);
                host.Dispose();
                outcomes = await host.AskAsync(request with { Tests = [killer.Name] }, limit);
                host.Dispose();
                if (passes && outcomes?.All(test => test.Passed) != true)
                {
                    return new Result(mutant, Fate.Killed, killer.Name, ran, tests.Count, clock.Elapsed.TotalSeconds);
                }
            }
        }

        return new Result(mutant, tests.Count == 0 ? Fate.NotReached : Fate.Survived, null, ran, tests.Count, clock.Elapsed.TotalSeconds);
    }

    private async Task<bool> PassesAsync(HostProcess host, string test)
    {
        List<TestOutcome>? outcomes = await host.AskAsync(new HostRequest(0, [test], seconds, false), seconds * 2);
        return outcomes is [{ Passed: true }];
    }

    /// <summary>Those that reach the mutant: the tests of its own file first, then the short ones. A long one would not end in the time of the mutant.</summary>
    private IEnumerable<(string Project, TestOutcome Test)> TestsOf(Mutant mutant, bool initializes)
    {
        string stem = Stem(Path.GetFileNameWithoutExtension(mutant.File));
        var reaching = _tests.Where(pair => pair.Test.Reached.Contains(mutant.Id)).ToList();
        if (reaching.Count > 0)
        {
            // Not each case was asked; and of tests that share an initialized type, only the first reached it.
            HashSet<string> around = [.. reaching.Where(_ => initializes).Select(pair => ClassOf(pair.Test.Name))];
            HashSet<string> projects = [.. reaching.Select(pair => pair.Project)];
            reaching = [.. reaching.Union(_tests.Where(pair => projects.Contains(pair.Project) && (around.Contains(ClassOf(pair.Test.Name)) || IsOwn(pair.Test))))];
        }

        return reaching.Where(pair => pair.Test.Passed && pair.Test.Seconds < LongestTest)
            .OrderByDescending(pair => IsOwn(pair.Test))
            .ThenByDescending(pair => pair.Test.Reached.Contains(mutant.Id))
            .ThenBy(pair => pair.Project == mutant.Project + ".Tests" ? 0 : 1)
            .ThenBy(pair => pair.Test.Seconds);

        bool IsOwn(TestOutcome test)
        {
            string name = ClassOf(test.Name);
            string own = Stem(name[(name.LastIndexOf('.') + 1)..]);
            return own.StartsWith(stem, StringComparison.Ordinal) || stem.StartsWith(own, StringComparison.Ordinal);
        }
    }

    private async Task WorkAsync(Func<Func<string, HostProcess>, Task> work) => await Task.WhenAll(Enumerable.Range(0, workers).Select(async _ =>
    {
        var hosts = new Dictionary<string, HostProcess>();
        await work(project => hosts.TryGetValue(project, out HostProcess? host) ? host : hosts[project] = new HostProcess(assemblies[project]));
        hosts.Values.ToList().ForEach(host => host.Dispose());
    }));

    private static string ClassOf(string test) => test[..test.LastIndexOf('.')];

    private static string Stem(string name) => name.Replace("Tests", "", StringComparison.Ordinal).Replace("Analyzer", "", StringComparison.Ordinal).Replace("CodeFix", "", StringComparison.Ordinal);

    private sealed record CoveredTest(string Project, TestOutcome Test);
}
