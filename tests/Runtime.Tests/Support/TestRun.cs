using System.Collections.Concurrent;
using System.Reflection;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace StreamTuning;

/// <summary>
/// Runs the tests of this program in its own process, for systems on which <c>dotnet test</c> does not run: Windows under Wine. See CONTRIBUTING.md.
/// </summary>
internal static class TestRun
{
    private static readonly TimeSpan _longestSilence = TimeSpan.FromMinutes(3);

    /// <param name="classes">Parts of the names of the classes to run; all if none is given. Those that begin with an exclamation mark are left out.</param>
    /// <returns>0 if no test failed.</returns>
    public static int Run(string[] classes)
    {
        var assembly = Assembly.GetExecutingAssembly();
        using var log = new Log();
        using var framework = new XunitTestFramework(log);
        using (ITestFrameworkDiscoverer discoverer = framework.GetDiscoverer(Reflector.Wrap(assembly)))
        {
            discoverer.Find(includeSourceInformation: false, log, new Options());
            log.WaitForEnd();
        }

        using ITestFrameworkExecutor executor = framework.GetExecutor(assembly.GetName());
        executor.RunTests(log.Found.Where(test => IsChosen(test.TestMethod.TestClass.Class.Name, classes)).ToList(), log, new Options());
        log.WaitForEnd();
        Console.WriteLine($"{log.Passed} passed, {log.Failed} failed, {log.Skipped} skipped");
        return log.Failed == 0 ? 0 : 1;
    }

    private static bool IsChosen(string name, string[] classes)
    {
        string[] wanted = [.. classes.Where(part => !part.StartsWith('!'))];
        return (wanted.Length == 0 || wanted.Any(Holds)) && !classes.Except(wanted).Any(part => Holds(part[1..]));

        bool Holds(string part) => name.Contains(part, StringComparison.Ordinal);
    }

    /// <summary>Prints what does not pass, and ends the process with the names of the tests that run if nothing happens any more.</summary>
    private sealed class Log : LongLivedMarshalByRefObject, IMessageSink, IDisposable
    {
        private readonly AutoResetEvent _event = new(initialState: false);
        private readonly ConcurrentDictionary<string, bool> _running = new();
        private volatile bool _hasEnded;
        private int _failed;

        public List<ITestCase> Found { get; } = [];

        public int Passed { get; private set; }

        public int Failed => _failed;

        public int Skipped { get; private set; }

        public bool OnMessage(IMessageSinkMessage message)
        {
            lock (Found)
            {
                switch (message)
                {
                    case ITestCaseDiscoveryMessage found:
                        Found.Add(found.TestCase);
                        break;
                    case ITestStarting starting:
                        _running[starting.Test.DisplayName] = true;
                        break;
                    case ITestPassed:
                        Passed++;
                        break;
                    case ITestSkipped skipped:
                        Skipped++;
                        Console.WriteLine($"SKIPPED {skipped.Test.DisplayName}: {skipped.Reason}");
                        break;
                    case ITestFailed failed:
                        Fail(failed.Test.DisplayName, failed);
                        break;
                    case ITestFinished finished:
                        _running.TryRemove(finished.Test.DisplayName, out _);
                        break;
                    case IDiscoveryCompleteMessage or ITestAssemblyFinished:
                        _hasEnded = true;
                        break;
                    case IFailureInformation failure:
                        Fail(message.GetType().Name, failure);
                        break;
                }
            }

            _event.Set();
            return true;
        }

        public void WaitForEnd()
        {
            while (!_hasEnded)
            {
                if (!_event.WaitOne(_longestSilence))
                {
                    Console.WriteLine($"HANGING {string.Join(", ", _running.Keys)}");
                    Console.WriteLine($"{Passed} passed, {Failed} failed, {Skipped} skipped, the others did not run");
                    Environment.Exit(2);
                }
            }

            _hasEnded = false;
        }

        public void Dispose() => _event.Dispose();

        private void Fail(string name, IFailureInformation failure)
        {
            _failed++;
            Console.WriteLine($"FAILED {name}: {string.Join(" <- ", failure.ExceptionTypes.Zip(failure.Messages, (type, text) => $"{type}: {text}"))}");
            Console.WriteLine(failure.StackTraces.FirstOrDefault());
        }
    }

    /// <summary>The defaults.</summary>
    private sealed class Options : ITestFrameworkDiscoveryOptions, ITestFrameworkExecutionOptions
    {
        public TValue GetValue<TValue>(string name) => default!;

        public void SetValue<TValue>(string name, TValue value) => throw new NotSupportedException();
    }
}
