using System.Collections.Immutable;

namespace Microsoft.CodeAnalysis.Testing;

/// <summary>A solution at one point of a test: its main project, its other projects and the diagnostics expected in it.</summary>
public class SolutionState : ProjectState
{
    private readonly string _defaultPrefix;
    private readonly string _defaultExtension;

    /// <summary>An empty solution.</summary>
    /// <param name="name">The name of the main project.</param>
    /// <param name="language">The language.</param>
    /// <param name="defaultPrefix">What the path of a source without a name starts with.</param>
    /// <param name="defaultExtension">What it ends with.</param>
    public SolutionState(string name, string language, string defaultPrefix, string defaultExtension)
        : base(name, language, defaultPrefix, defaultExtension)
    {
        _defaultPrefix = defaultPrefix;
        _defaultExtension = defaultExtension;
        AdditionalProjects = new ProjectCollection(language, defaultExtension);
    }

    /// <summary>What is taken over from the state before; null is <see cref="StateInheritanceMode.AutoInherit"/>.</summary>
    public StateInheritanceMode? InheritanceMode { get; set; }

    /// <summary>How marks are read; null is <see cref="MarkupMode.Allow"/>.</summary>
    public MarkupMode? MarkupHandling { get; set; }

    /// <summary>The diagnostics expected besides those marked in the sources.</summary>
    public List<DiagnosticResult> ExpectedDiagnostics { get; } = [];

    /// <summary>The other projects.</summary>
    public ProjectCollection AdditionalProjects { get; }

    /// <summary>A copy that holds what <paramref name="baseState"/> hands down.</summary>
    internal SolutionState Inherit(SolutionState? baseState, ImmutableArray<string> fixableIds)
    {
        var result = new SolutionState(Name, Language, _defaultPrefix, _defaultExtension)
        {
            InheritanceMode = InheritanceMode ?? StateInheritanceMode.AutoInherit,
            MarkupHandling = MarkupHandling,
        };
        result.InheritFrom(this);
        result.ExpectedDiagnostics.AddRange(ExpectedDiagnostics);
        CopyProjects(this, result);
        if (baseState is null || result.InheritanceMode == StateInheritanceMode.Explicit)
        {
            return result;
        }

        result.InheritFrom(baseState);
        if (AdditionalProjects.Count == 0)
        {
            CopyProjects(baseState, result);
        }

        bool sameSources = SourcesOf(result).SequenceEqual(SourcesOf(baseState));
        result.MarkupHandling ??= sameSources ? baseState.MarkupHandling : null;
        bool all = result.InheritanceMode == StateInheritanceMode.AutoInheritAll || sameSources;
        result.ExpectedDiagnostics.AddRange(baseState.ExpectedDiagnostics.Where(expected => all || !fixableIds.Contains(expected.Id)));
        return result;
    }

    private static void CopyProjects(SolutionState from, SolutionState to)
    {
        foreach (string name in from.AdditionalProjects.Keys)
        {
            to.AdditionalProjects[name].InheritFrom(from.AdditionalProjects[name]);
        }
    }

    private static IEnumerable<(string Project, string File, string Text)> SourcesOf(SolutionState state) =>
        state.AdditionalProjects.Values.Prepend(state).SelectMany(static project =>
            project.Sources.Select(source => (project.Name, source.filename, MarkupParser.Strip(source.content.ToString()))));
}
