using System.Collections.Immutable;
using Microsoft.CodeAnalysis.Text;

namespace Microsoft.CodeAnalysis.Testing;

/// <summary>A project with its marks taken out.</summary>
internal sealed record EvaluatedProject(ProjectState State, ImmutableArray<(string Path, SourceText Text)> Sources);

/// <summary>A solution with its marks taken out and turned into expected diagnostics. The main project comes first.</summary>
internal sealed record EvaluatedState(ImmutableArray<EvaluatedProject> Projects, ImmutableArray<DiagnosticResult> Expected)
{
    /// <summary>Reads the marks of a state.</summary>
    /// <param name="state">The state, with what it inherits.</param>
    /// <param name="options">How marks are interpreted.</param>
    /// <param name="descriptors">The descriptors of the analyzers by id.</param>
    /// <param name="defaultDescriptor">What an unnamed mark stands for; throws where that is not known.</param>
    /// <param name="fixableIds">The ids that <see cref="MarkupMode.IgnoreFixable"/> leaves out.</param>
    /// <param name="everyKeyIsUsed">Whether a key that no expected diagnostic names is an error.</param>
    /// <exception cref="FormatException">A mark is wrong, or an expected diagnostic names a key that is not there.</exception>
    public static EvaluatedState Create(
        SolutionState state,
        MarkupOptions options,
        ILookup<string, DiagnosticDescriptor> descriptors,
        Func<DiagnosticDescriptor> defaultDescriptor,
        ImmutableArray<string> fixableIds,
        bool everyKeyIsUsed)
    {
        var mode = state.MarkupHandling ?? MarkupMode.Allow;
        var expected = ImmutableArray.CreateBuilder<DiagnosticResult>();
        var keys = new Dictionary<string, FileLinePositionSpan>(StringComparer.Ordinal);
        var projects = state.AdditionalProjects.Values.Prepend(state).Select(project => new EvaluatedProject(
            project,
            [.. project.Sources.Select(source => (source.filename, mode == MarkupMode.None ? source.content : Read(source.filename, source.content)))])).ToImmutableArray();

        string defaultPath = state.Sources.Count == 0 ? string.Empty : state.Sources[0].filename;
        var used = new HashSet<string>(StringComparer.Ordinal);
        expected.AddRange(state.ExpectedDiagnostics.Select(result => Resolve(result, keys, used).WithDefaultPath(defaultPath)));
        if (everyKeyIsUsed && keys.Keys.FirstOrDefault(key => !used.Contains(key)) is { } unused)
        {
            throw new FormatException($"No expected diagnostic names the mark '{{|{unused}:x|}}': add one with WithLocation({unused.TrimStart('#')}), or remove the mark.");
        }

        return new EvaluatedState(projects, expected.ToImmutable());

        SourceText Read(string path, SourceText content)
        {
            var markup = MarkupParser.Parse(content.ToString(), options.HasFlag(MarkupOptions.TreatPositionIndicatorsAsCode));
            var text = SourceText.From(markup.Text, content.Encoding, content.ChecksumAlgorithm);
            foreach (int position in markup.Positions)
            {
                Expect(() => new DiagnosticResult(defaultDescriptor()), path, text, new TextSpan(position, 0), DiagnosticLocationOptions.IgnoreLength);
            }

            foreach (var (name, span) in markup.Spans)
            {
                if (name.StartsWith('#'))
                {
                    if (!keys.TryAdd(name, new FileLinePositionSpan(path, text.Lines.GetLinePositionSpan(span))))
                    {
                        throw new FormatException($"The key '{name}' is used in two files.");
                    }
                }
                else if (name.Length == 0)
                {
                    Expect(() => new DiagnosticResult(defaultDescriptor()), path, text, span, DiagnosticLocationOptions.None);
                }
                else
                {
                    Expect(
                        () => descriptors[name].FirstOrDefault() is { } descriptor ? new DiagnosticResult(descriptor) : DiagnosticResult.CompilerError(name),
                        path,
                        text,
                        span,
                        DiagnosticLocationOptions.None);
                }
            }

            return text;
        }

        void Expect(Func<DiagnosticResult> create, string path, SourceText text, TextSpan span, DiagnosticLocationOptions locationOptions)
        {
            if (mode == MarkupMode.Ignore)
            {
                return;
            }

            var result = create();
            if (mode == MarkupMode.Allow || !fixableIds.Contains(result.Id))
            {
                expected.Add(result
                    .WithSpan(new FileLinePositionSpan(path, text.Lines.GetLinePositionSpan(span)), locationOptions)
                    .WithOptions(DiagnosticOptions.IgnoreAdditionalLocations | DiagnosticOptions.IgnoreSeverity)
                    .AsMarkup());
            }
        }
    }

    private static DiagnosticResult Resolve(DiagnosticResult result, Dictionary<string, FileLinePositionSpan> keys, HashSet<string> used)
    {
        return result.WithSpans([.. result.Spans.Select(ResolveLocation)]);

        DiagnosticLocation ResolveLocation(DiagnosticLocation location)
        {
            if (!location.Options.HasFlag(DiagnosticLocationOptions.InterpretAsMarkupKey))
            {
                return location;
            }

            string key = location.Span.Path;
            if (!keys.TryGetValue(key, out var span))
            {
                string known = keys.Count == 0 ? "The sources have no keys." : $"The sources have {string.Join(", ", keys.Keys.Order(StringComparer.Ordinal))}.";
                throw new FormatException($"{result.Id} is expected at the mark '{{|{key}:x|}}', which is not in the sources. {known}");
            }

            used.Add(key);
            return new DiagnosticLocation(span, location.Options & ~DiagnosticLocationOptions.InterpretAsMarkupKey);
        }
    }
}
