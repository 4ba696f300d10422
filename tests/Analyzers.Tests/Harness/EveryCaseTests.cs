using System.Collections.Concurrent;
using System.Reflection;
using StreamTuning.Analyzers;
using Xunit.Sdk;

namespace StreamTuning.RuleTesting;

/// <summary>The cases of all rules once more, in projects of their own and with the checks that take several runs of the analyzer.</summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class EveryCaseTests
{
    /// <summary>The class with the cases of each rule.</summary>
    public static TheoryData<string> Classes => [.. Rules.All.Select(rule => $"StreamTuning.Analyzers.Tests.{rule.Area}.{rule.Name}Tests")];

    [Theory]
    [MemberData(nameof(Classes))]
    public async Task Passes_thoroughly_and_alone(string name)
    {
        Type tests = typeof(EveryCaseTests).Assembly.GetType(name, throwOnError: true)!;
        var failures = new ConcurrentQueue<string>();
        var cases = Tests(tests).SelectMany(method => Rows(method).Select(row => (Method: method, Row: row)));
        await Parallel.ForEachAsync(cases, async (test, _) =>
        {
            Thoroughness.IsOn = true;
            try
            {
                await (test.Method.Invoke(Activator.CreateInstance(tests), test.Row) as Task ?? Task.CompletedTask);
            }
            catch (Exception exception)
            {
                failures.Enqueue($"{test.Method.Name}({string.Join(", ", test.Row)}): {exception}");
            }
        });
        Assert.True(failures.IsEmpty, string.Join("\n\n", failures));
    }

    private static IEnumerable<MethodInfo> Tests(Type type) =>
        type.GetMethods().Where(method => method.GetCustomAttribute<FactAttribute>() is { Skip: null });

    private static IEnumerable<object?[]> Rows(MethodInfo method)
    {
        DataAttribute[] data = [.. method.GetCustomAttributes<DataAttribute>()];
        IEnumerable<object?[]> rows = data.Length == 0 ? [[]] : data.SelectMany(attribute => attribute.GetData(method));
        return rows.Select(row => row.Concat(method.GetParameters().Skip(row.Length).Select(parameter => parameter.DefaultValue)).ToArray());
    }
}
