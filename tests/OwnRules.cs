using System.Collections.Immutable;
using System.Reflection;
using Microsoft.CodeAnalysis.Diagnostics;
using StreamTuning.Analyzers;
using StreamTuning.CodeFixes;

namespace StreamTuning.RoslynTesting;

/// <summary>All analyzers and fixes of the packages, one object of each.</summary>
internal static class OwnRules
{
    public static ImmutableArray<DiagnosticAnalyzer> Analyzers { get; } = Create<DiagnosticAnalyzer>(typeof(StreamTuningAnalyzer).Assembly);

    public static ImmutableArray<StreamTuningCodeFix> Fixes { get; } = Create<StreamTuningCodeFix>(typeof(StreamTuningCodeFix).Assembly);

    private static ImmutableArray<T> Create<T>(Assembly assembly) =>
    [
        .. assembly.GetTypes()
            .Where(type => !type.IsAbstract && type.IsAssignableTo(typeof(T)))
            .OrderBy(type => type.FullName, StringComparer.Ordinal)
            .Select(type => (T)Activator.CreateInstance(type)!),
    ];
}
