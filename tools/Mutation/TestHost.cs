using System.Diagnostics;
using System.Reflection;
using System.Text.Json;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace StreamTuning.Mutation;

/// <summary>What the tool asks of a host, one line of JSON each.</summary>
/// <param name="Mutant">The mutant to turn on.</param>
/// <param name="Tests">The tests to run, class by class. None asks for the list of all.</param>
/// <param name="Seconds">No test starts after these.</param>
/// <param name="StopAtFailure">Whether the first failure ends the run.</param>
internal sealed record HostRequest(int Mutant, string[] Tests, double Seconds, bool StopAtFailure);

/// <param name="Name">Class and method; all cases of a theory are one test.</param>
/// <param name="IsSlow">Whether it has the trait of the slow run.</param>
/// <param name="Passed">Whether all of its cases passed or were skipped.</param>
/// <param name="Seconds">The time it took.</param>
/// <param name="Reached">The mutants that it reached.</param>
/// <param name="ReachedWhileInitializing">Those of them that ran in a static initializer.</param>
internal sealed record TestOutcome(string Name, bool IsSlow, bool Passed, double Seconds, int[] Reached, int[] ReachedWhileInitializing);

/// <summary>
/// Runs in the place of a test project's own program, with its dependencies and settings: finds its tests once, and then runs those it is asked for, one after the other, as long
/// as it is asked.
/// </summary>
internal sealed class TestHost : IMessageSink
{
    public const string Marker = "@@outcome ";

    private readonly List<(FieldInfo Active, FieldInfo Reached)> _switches = [];
    private readonly string? _reachedByOthers = Environment.GetEnvironmentVariable("STREAMTUNING_MUTANTS_REACHED");
    private readonly List<ITestCase> _found = [];
    private readonly ManualResetEventSlim _ended = new();
    private HostRequest _request = new(0, [], 0, false);
    private List<TestOutcome> _outcomes = [];
    private double _beginOfRun;
    private double _begin;
    private bool _failed;

    /// <summary>The time of the processor: a busy machine does not count. A test that only waits counts a little.</summary>
    private static double Now => Environment.CpuUsage.TotalTime.TotalSeconds + (Stopwatch.GetElapsedTime(0).TotalSeconds / 20);

    public static void Run(string assembly)
    {
        var host = new TestHost();
        AppDomain.CurrentDomain.AssemblyLoad += (_, loaded) => host.Watch(loaded.LoadedAssembly);
        Array.ForEach(AppDomain.CurrentDomain.GetAssemblies(), host.Watch);
        host.Serve(Assembly.LoadFrom(assembly));
    }

    public bool OnMessage(IMessageSinkMessage message)
    {
        switch (message)
        {
            case ITestCaseDiscoveryMessage found:
                _found.Add(found.TestCase);
                break;
            case ITestMethodStarting:
                _begin = Now;
                _failed = false;
                break;
            case ITestMethodFinished finished:
                AddOutcome(Name(finished.TestClass.Class.Name, finished.TestMethod.Method.Name));
                break;
            case ITestAssemblyFinished or IDiscoveryCompleteMessage:
                _ended.Set();
                break;
            case IFailureInformation:
                _failed = true;
                break;
        }

        // False ends the run.
        return _request.Tests.Length == 0 || (!(_failed && _request.StopAtFailure) && Now - _beginOfRun < _request.Seconds);
    }

    private void Serve(Assembly assembly)
    {
        // The tests may turn the console to somewhere else, or print half a line.
        using var commands = new StreamReader(Console.OpenStandardInput());
        using var answers = new StreamWriter(Console.OpenStandardOutput()) { AutoFlush = true };
        using var framework = new XunitTestFramework(this);
        using ITestFrameworkDiscoverer discoverer = framework.GetDiscoverer(Reflector.Wrap(assembly));
        using ITestFrameworkExecutor executor = framework.GetExecutor(assembly.GetName());
        discoverer.Find(includeSourceInformation: false, this, new Options());
        _ended.Wait();
        if (_reachedByOthers is not null)
        {
            File.WriteAllText(_reachedByOthers, "");
            if (!OperatingSystem.IsWindows())
            {
                File.SetUnixFileMode(_reachedByOthers, (UnixFileMode)0b110_110_110);
            }
        }

        ILookup<string, ITestCase> cases = _found.ToLookup(test => Name(test.TestMethod.TestClass.Class.Name, test.TestMethod.Method.Name));
        while (commands.ReadLine() is { } line)
        {
            _request = JsonSerializer.Deserialize<HostRequest>(line)!;
            _outcomes = [];
            if (_request.Tests.Length == 0)
            {
                _outcomes.AddRange(cases.Select(test => new TestOutcome(test.Key, test.First().Traits.TryGetValue("Suite", out var values) && values.Contains("Slow"), true, 0, [], [])));
            }

            Turn(_request.Mutant);
            _beginOfRun = Now;
            foreach (IGrouping<string, string> tests in _request.Tests.GroupBy(test => test[..test.LastIndexOf('.')]))
            {
                _ended.Reset();
                executor.RunTests(tests.SelectMany(test => cases[test]).ToList(), this, new Options());
                _ended.Wait();
                if (Now - _beginOfRun >= _request.Seconds || (_request.StopAtFailure && _outcomes.Any(outcome => !outcome.Passed)))
                {
                    break;
                }
            }

            Turn(0);
            answers.WriteLine("\n" + Marker + JsonSerializer.Serialize(_outcomes));
        }
    }

    private void AddOutcome(string name)
    {
        byte[] reached = new byte[10000];
        lock (_switches)
        {
            foreach (byte[] part in _switches.Select(field => (byte[]?)field.Reached.GetValue(null)).OfType<byte[]>())
            {
                for (int i = 0; i < part.Length; i++)
                {
                    reached[i] = Math.Max(reached[i], part[i]);
                    part[i] = 0;
                }
            }
        }

        if (_reachedByOthers is not null)
        {
            foreach (string line in File.ReadAllLines(_reachedByOthers))
            {
                reached[int.TryParse(line, out int mutant) ? mutant : 0] = 2;
            }

            File.WriteAllText(_reachedByOthers, "");
        }

        int[] all = [.. Enumerable.Range(1, reached.Length - 1).Where(mutant => reached[mutant] > 0)];
        _outcomes.Add(new TestOutcome(name, false, !_failed, Now - _begin, all, [.. all.Where(mutant => reached[mutant] == 2)]));
    }

    private void Watch(Assembly assembly)
    {
        if (!assembly.IsDynamic && assembly.GetType("MutantSwitch") is { } type)
        {
            type.GetField("IsHosted")!.SetValue(null, true);
            lock (_switches)
            {
                _switches.Add((type.GetField("Active")!, type.GetField("Reached")!));
            }
        }
    }

    private void Turn(int mutant)
    {
        // For processes that a test starts, and for assemblies that are loaded later.
        Environment.SetEnvironmentVariable("STREAMTUNING_MUTANT", mutant.ToString(System.Globalization.CultureInfo.InvariantCulture));
        lock (_switches)
        {
            _switches.ForEach(field => field.Active.SetValue(null, mutant));
        }
    }

    private static string Name(string testClass, string method) => $"{testClass}.{method}";

    /// <summary>One test after the other, each message while its test waits, and a theory as one case.</summary>
    private sealed class Options : ITestFrameworkDiscoveryOptions, ITestFrameworkExecutionOptions
    {
        public TValue GetValue<TValue>(string name) => name switch
        {
            "xunit.execution.DisableParallelization" or "xunit.execution.SynchronousMessageReporting" => (TValue)(object)true,
            "xunit.discovery.PreEnumerateTheories" => (TValue)(object)false,
            _ => default!,
        };

        public void SetValue<TValue>(string name, TValue value) => throw new NotSupportedException();
    }
}
