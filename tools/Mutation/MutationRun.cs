using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text.Json;

namespace StreamTuning.Mutation;

/// <summary>Runs the tests: once each to see which mutants they reach, then for each mutant those that reach it.</summary>
/// <param name="assemblies">The test assembly of each test project.</param>
/// <param name="scratch">A folder for files of the hosts.</param>
/// <param name="fastOnly">Whether only tests of the fast run count.</param>
/// <param name="classes">Parts of the names of test classes to run; all if none is given.</param>
/// <param name="seconds">The time for each mutant, and for each class in the first run.</param>
/// <param name="workers">How many hosts work side by side.</param>
internal sealed class MutationRun(IReadOnlyDictionary<string, string> assemblies, string scratch, bool fastOnly, string[] classes, double seconds, int workers)
{
    private readonly ConcurrentBag<(string Project, TestOutcome Test)> _tests = [];

    /// <summary>Asks which mutants each test reaches. What a class has not told after its time cannot help a mutant in its time.</summary>
    public async Task CoverAsync()
    {
        var queue = new ConcurrentQueue<(string Project, string[] Tests)>();
        foreach ((string project, string assembly) in assemblies)
        {
            using var host = new HostProcess(assembly, scratch);
            List<TestOutcome> all = await host.AskAsync(new HostRequest(0, [], 0, false), TimeSpan.FromMinutes(5)) ?? throw new InvalidOperationException($"{assembly} does not run.");
            var chosen = all.Where(test => (!fastOnly || !test.IsSlow) && (classes.Length == 0 || classes.Any(part => ClassOf(test.Name).Contains(part, StringComparison.Ordinal))));
            foreach (IGrouping<string, string> group in chosen.Select(test => test.Name).GroupBy(ClassOf))
            {
                queue.Enqueue((project, [.. group]));
            }

            Console.WriteLine($"{project}: {all.Count} tests");
        }

        await WorkAsync(async hosts =>
        {
            while (queue.TryDequeue(out (string Project, string[] Tests) group))
            {
                List<TestOutcome>? outcomes = await hosts(group.Project).AskAsync(new HostRequest(0, group.Tests, seconds, false), TimeSpan.FromSeconds((seconds * 3) + 60), watchReached: true);
                outcomes?.ForEach(test => _tests.Add((group.Project, test)));
                Console.WriteLine($"{DateTime.UtcNow:HH:mm:ss} {ClassOf(group.Tests[0])}: {outcomes?.Count ?? 0} of {group.Tests.Length} tests, {outcomes?.Sum(test => test.Seconds):0.0} s"
                    + string.Concat(outcomes?.Where(test => !test.Passed).Select(test => $"; {test.Name} fails without mutants") ?? []));
            }
        });
    }

    public void SaveCoverage(string path) => File.WriteAllText(path, JsonSerializer.Serialize(_tests.Select(pair => new CoveredTest(pair.Project, pair.Test))));

    public void LoadCoverage(string path) => JsonSerializer.Deserialize<CoveredTest[]>(File.ReadAllText(path))!.ToList().ForEach(test => _tests.Add((test.Project, test.Test)));

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
        foreach (IGrouping<string, TestOutcome> group in tests.GroupBy(pair => pair.Project, pair => pair.Test))
        {
            double left = seconds - clock.Elapsed.TotalSeconds;
            if (left <= 0)
            {
                break;
            }

            // A static initializer runs once in a process: with the mutant only in a process of its own.
            using HostProcess? own = initializes ? new HostProcess(assemblies[group.Key], scratch) : null;
            HostProcess host = own ?? hosts(group.Key);
            var request = new HostRequest(mutant.Id, [.. group.Select(test => test.Name)], left, StopAtFailure: true);
            TimeSpan limit = TimeSpan.FromSeconds(left + 10 + (3 * group.Max(test => test.Seconds)));
            List<TestOutcome>? outcomes = await host.AskAsync(request, limit);
            if (outcomes is null)
            {
                return new Result(mutant, Fate.TimedOut, null, ran, tests.Count, clock.Elapsed.TotalSeconds);
            }

            ran += outcomes.Count;
            if (outcomes.FirstOrDefault(test => !test.Passed) is { } killer)
            {
                // A test that fails without the mutant, too, is shaken by others or by one before: in a fresh process it must tell them apart.
                if (initializes || await PassesAsync(host, killer.Name))
                {
                    return new Result(mutant, Fate.Killed, killer.Name, ran, tests.Count, clock.Elapsed.TotalSeconds);
                }

                host.Dispose();
                bool passes = await PassesAsync(host, killer.Name);
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
        List<TestOutcome>? outcomes = await host.AskAsync(new HostRequest(0, [test], seconds, false), TimeSpan.FromSeconds(seconds * 2));
        return outcomes is [{ Passed: true }];
    }

    /// <summary>Those that reach the mutant: the tests of its own file first, then the short ones. A long one would not end in the time of the mutant.</summary>
    private IEnumerable<(string Project, TestOutcome Test)> TestsOf(Mutant mutant, bool initializes)
    {
        string stem = Stem(Path.GetFileNameWithoutExtension(mutant.File));
        var reaching = _tests.Where(pair => pair.Test.Reached.Contains(mutant.Id)).ToList();
        if (initializes)
        {
            // Only the first test in a process reached it: each of the classes may depend on it.
            HashSet<string> around = [.. reaching.Select(pair => ClassOf(pair.Test.Name))];
            HashSet<string> projects = [.. reaching.Select(pair => pair.Project)];
            reaching = [.. _tests.Where(pair => around.Contains(ClassOf(pair.Test.Name)) || (projects.Contains(pair.Project) && IsOwn(pair.Test)))];
        }

        return reaching.Where(pair => pair.Test.Passed && pair.Test.Seconds < seconds / 3)
            .OrderByDescending(pair => IsOwn(pair.Test))
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
        await work(project => hosts.TryGetValue(project, out HostProcess? host) ? host : hosts[project] = new HostProcess(assemblies[project], scratch));
        hosts.Values.ToList().ForEach(host => host.Dispose());
    }));

    private static string ClassOf(string test) => test[..test.LastIndexOf('.')];

    private static string Stem(string name) => name.Replace("Tests", "", StringComparison.Ordinal).Replace("Analyzer", "", StringComparison.Ordinal).Replace("CodeFix", "", StringComparison.Ordinal);

    private sealed record CoveredTest(string Project, TestOutcome Test);
}
