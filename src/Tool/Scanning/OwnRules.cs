using System.Collections.Immutable;
using System.Reflection;
using Microsoft.CodeAnalysis.Diagnostics;
using StreamTuning.Analyzers;
using StreamTuning.CodeFixes;

namespace StreamTuning.Tool.Scanning;

/// <summary>The analyzers and fixes of the package, one object of each.</summary>
internal static class OwnRules
{
    public static ImmutableArray<DiagnosticAnalyzer> Analyzers { get; } = Create<DiagnosticAnalyzer>(typeof(StreamTuningAnalyzer).Assembly);

    public static ImmutableArray<StreamTuningCodeFix> Fixes { get; } = Create<StreamTuningCodeFix>(typeof(StreamTuningCodeFix).Assembly);

    /// <summary>The rules by id.</summary>
    public static IReadOnlyDictionary<string, Rule> ById { get; } = StreamTuning.Analyzers.Rules.All.ToDictionary(static rule => rule.Id);

    private static ImmutableArray<T> Create<T>(Assembly assembly) =>
    [
        .. assembly.GetTypes()
            .Where(static type => !type.IsAbstract && type.IsAssignableTo(typeof(T)))
            .OrderBy(static type => type.FullName, StringComparer.Ordinal)
            .Select(static type => (T)Activator.CreateInstance(type)!),
    ];
}
