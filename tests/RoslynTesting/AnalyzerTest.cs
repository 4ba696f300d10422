using System.Collections.Immutable;
using System.Globalization;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Host.Mef;
using Microsoft.CodeAnalysis.Options;
using Microsoft.CodeAnalysis.Text;

namespace Microsoft.CodeAnalysis.Testing;

/// <summary>
/// Runs analyzers over a solution and compares what they and the compiler report with what is expected: concurrently and not,
/// with the files in a shuffled order, as generated code and under <c>#pragma warning disable</c>.
/// </summary>
public abstract class AnalyzerTest<TVerifier>
    where TVerifier : IVerifier, new()
{
    private AdhocWorkspace? _workspace;

    /// <summary>An empty test.</summary>
    protected AnalyzerTest()
    {
        TestState = CreateState();
    }

    /// <summary>The language of the sources.</summary>
    public abstract string Language { get; }

    /// <summary>Adds a source to <see cref="TestState"/>.</summary>
    public string TestCode
    {
        set => TestState.Sources.Add(value);
    }

    /// <summary>What is analyzed.</summary>
    public SolutionState TestState { get; }

    /// <summary>The diagnostics expected in <see cref="TestState"/> besides those marked in its sources.</summary>
    public List<DiagnosticResult> ExpectedDiagnostics => TestState.ExpectedDiagnostics;

    /// <summary>The framework.</summary>
    public ReferenceAssemblies ReferenceAssemblies { get; set; } = new("net10.0");

    /// <summary>Which diagnostics of the compiler have to be declared.</summary>
    public CompilerDiagnostics CompilerDiagnostics { get; set; } = CompilerDiagnostics.Errors;

    /// <summary>How marks are interpreted.</summary>
    public MarkupOptions MarkupOptions { get; set; }

    /// <summary>Checks that are left out.</summary>
    public TestBehaviors TestBehaviors { get; set; }

    /// <summary>Ids that are turned off.</summary>
    public List<string> DisabledDiagnostics { get; } = [];

    /// <summary>Changes to the options of the solution.</summary>
    public List<Func<OptionSet, OptionSet>> OptionsTransforms { get; } = [];

    /// <summary>Changes to the solution, given the main project.</summary>
    public List<Func<Solution, ProjectId, Solution>> SolutionTransforms { get; } = [];

    /// <summary>The ending of source files, without the dot.</summary>
    protected abstract string DefaultFileExt { get; }

    /// <summary>What the path of a source without a name starts with.</summary>
    protected virtual string DefaultFilePathPrefix => "/0/Test";

    /// <summary>The name of the main project.</summary>
    protected virtual string DefaultTestProjectName => "TestProject";

    private protected static TVerifier Verify => new();

    /// <summary>Runs the test.</summary>
    public async Task RunAsync(CancellationToken cancellationToken = default)
    {
        using var workspace = new AdhocWorkspace(MefHostServices.DefaultHost);
        _workspace = workspace;
        try
        {
            await RunImplAsync(cancellationToken);
        }
        finally
        {
            _workspace = null;
        }
    }

    /// <summary>The options that projects are compiled with.</summary>
    protected abstract CompilationOptions CreateCompilationOptions();

    /// <summary>The options that sources are parsed with.</summary>
    protected abstract ParseOptions CreateParseOptions();

    /// <summary>The analyzers under test.</summary>
    protected abstract IEnumerable<DiagnosticAnalyzer> GetDiagnosticAnalyzers();

    /// <summary>Runs the test.</summary>
    protected virtual async Task RunImplAsync(CancellationToken cancellationToken)
    {
        var analyzers = GetDiagnosticAnalyzers().ToImmutableArray();
        var state = Evaluate(TestState.Inherit(null, []), analyzers, []);
        await VerifyAnalyzersAsync(state, analyzers, Verify, cancellationToken);
    }

    private protected SolutionState CreateState() => new(DefaultTestProjectName, Language, DefaultFilePathPrefix, DefaultFileExt);

    private protected EvaluatedState Evaluate(
        SolutionState state,
        ImmutableArray<DiagnosticAnalyzer> analyzers,
        ImmutableArray<string> fixableIds,
        bool everyKeyIsUsed = true)
    {
        var verifier = Verify;
        verifier.LanguageIsSupported(Language);
        verifier.NotEmpty("sources", state.Sources);
        try
        {
            return EvaluatedState.Create(
                state,
                MarkupOptions,
                analyzers.SelectMany(static analyzer => analyzer.SupportedDiagnostics).ToLookup(static descriptor => descriptor.Id),
                () => DefaultDescriptor(analyzers),
                fixableIds,
                everyKeyIsUsed);
        }
        catch (FormatException exception)
        {
            verifier.Fail(exception.Message);
            throw;
        }
    }

    /// <summary>All checks of the analyzers on a state.</summary>
    private protected async Task VerifyAnalyzersAsync(
        EvaluatedState state,
        ImmutableArray<DiagnosticAnalyzer> analyzers,
        IVerifier verifier,
        CancellationToken cancellationToken)
    {
        VerifySetUp(analyzers, verifier);
        VerifyMessagesAreSaid(state.Expected, analyzers, verifier);
        var solution = await CreateSolutionAsync(state, analyzers, cancellationToken);
        var first = verifier.PushContext("Diagnostics of the test state");
        var reported = await VerifyDiagnosticsAsync(solution, state.Expected, analyzers, first, cancellationToken);
        var second = verifier.PushContext("Analyzers run without concurrency");
        await VerifySameAsync(solution, analyzers, concurrent: false, reported, second, cancellationToken);
        await VerifyShuffledAsync(state, analyzers, reported, verifier, cancellationToken);
        if (!TestBehaviors.HasFlag(TestBehaviors.SkipGeneratedCodeCheck))
        {
            var generated = verifier.PushContext("Sources as generated code");
            await VerifySilenceAsync(state, analyzers, "// <auto-generated/>", static _ => true, generated, cancellationToken);
        }

        if (!TestBehaviors.HasFlag(TestBehaviors.SkipSuppressionCheck))
        {
            var ids = analyzers.SelectMany(static analyzer => analyzer.SupportedDiagnostics).Select(static descriptor => descriptor.Id).Distinct().ToList();
            if (ids.Count != 0)
            {
                await VerifySilenceAsync(
                    state,
                    analyzers,
                    $"#pragma warning disable {string.Join(", ", ids)}",
                    static diagnostic => !diagnostic.Descriptor.CustomTags.Contains(WellKnownDiagnosticTags.NotConfigurable),
                    verifier.PushContext("Sources under #pragma warning disable"),
                    cancellationToken);
            }
        }
    }

    /// <summary>Compares what is reported in a solution with what is expected, and returns what was reported.</summary>
    private protected async Task<ImmutableArray<ReportedDiagnostic>> VerifyDiagnosticsAsync(
        Solution solution,
        ImmutableArray<DiagnosticResult> expected,
        ImmutableArray<DiagnosticAnalyzer> analyzers,
        IVerifier verifier,
        CancellationToken cancellationToken)
    {
        var reported = await GetDiagnosticsAsync(solution, analyzers, concurrent: true, cancellationToken);
        var relevant = reported.Where(diagnostic => !diagnostic.IsCompiler || IsIncluded(diagnostic.Diagnostic)).ToImmutableArray();
        if (DiagnosticMatcher.Compare(expected, relevant) is { } failure)
        {
            verifier.Fail(failure);
        }

        return reported;
    }

    /// <summary>The solution of a state, each project's sources in the order that <paramref name="order"/> gives.</summary>
    private protected async Task<Solution> CreateSolutionAsync(
        EvaluatedState state,
        ImmutableArray<DiagnosticAnalyzer> analyzers,
        CancellationToken cancellationToken,
        Func<ImmutableArray<(string Path, SourceText Text)>, IEnumerable<(string Path, SourceText Text)>>? order = null)
    {
        var workspace = _workspace ?? throw new InvalidOperationException("The test is not running.");
        workspace.ClearSolution();
        var solution = workspace.CurrentSolution;
        foreach (var transform in OptionsTransforms)
        {
            solution = solution.WithOptions(transform(solution.Options));
        }

        var ids = state.Projects.Select(static project => project.State.Name).ToDictionary(static name => name, static name => ProjectId.CreateNewId(name));
        foreach (var project in state.Projects)
        {
            var framework = await (project.State.ReferenceAssemblies ?? ReferenceAssemblies).ResolveAsync(Language, cancellationToken);
            var id = ids[project.State.Name];
            solution = solution.AddProject(ProjectInfo.Create(
                id,
                VersionStamp.Default,
                project.State.Name,
                project.State.AssemblyName,
                project.State.Language,
                compilationOptions: CompilationOptionsOf(project.State, analyzers),
                parseOptions: CreateParseOptions().WithDocumentationMode(project.State.DocumentationMode ?? DocumentationMode.Diagnose),
                metadataReferences: framework.AddRange(project.State.AdditionalReferences)));
            foreach (var (path, text) in order is null ? project.Sources : order(project.Sources))
            {
                var (name, folders) = SplitPath(path);
                solution = solution.AddDocument(DocumentId.CreateNewId(id, path), name, text, folders, path);
            }

            foreach (var (path, text) in project.State.AdditionalFiles)
            {
                var (name, folders) = SplitPath(path);
                solution = solution.AddAdditionalDocument(DocumentId.CreateNewId(id, path), name, text, folders, path);
            }

            foreach (var (path, text) in project.State.AnalyzerConfigFiles)
            {
                var (name, folders) = SplitPath(path);
                solution = solution.AddAnalyzerConfigDocument(DocumentId.CreateNewId(id, path), name, text, folders, path);
            }
        }

        foreach (var project in state.Projects)
        {
            foreach (string name in project.State.AdditionalProjectReferences)
            {
                Verify.True(ids.ContainsKey(name), $"The project '{project.State.Name}' references '{name}', which is not in the solution.");
                solution = solution.AddProjectReference(ids[project.State.Name], new ProjectReference(ids[name]));
            }
        }

        foreach (var transform in SolutionTransforms)
        {
            solution = transform(solution, ids[state.Projects[0].State.Name]);
        }

        return solution;
    }

    /// <summary>What analyzers and compiler report in all projects, in the order of projects, files and spans.</summary>
    private protected static async Task<ImmutableArray<ReportedDiagnostic>> GetDiagnosticsAsync(
        Solution solution,
        ImmutableArray<DiagnosticAnalyzer> analyzers,
        bool concurrent,
        CancellationToken cancellationToken)
    {
        var all = ImmutableArray.CreateBuilder<ReportedDiagnostic>();
        foreach (var project in solution.Projects)
        {
            all.AddRange(await GetDiagnosticsAsync(project, analyzers, concurrent, cancellationToken));
        }

        return all.ToImmutable();
    }

    /// <summary>What analyzers and compiler report in a project, in the order of files and spans.</summary>
    private protected static async Task<ImmutableArray<ReportedDiagnostic>> GetDiagnosticsAsync(
        Project project,
        ImmutableArray<DiagnosticAnalyzer> analyzers,
        bool concurrent,
        CancellationToken cancellationToken)
    {
        var compilation = await project.GetCompilationAsync(cancellationToken)
            ?? throw new InvalidOperationException($"The project '{project.Name}' cannot be compiled.");
        var all = new List<ReportedDiagnostic>();
        all.AddRange(compilation.GetDiagnostics(cancellationToken).Select(diagnostic => new ReportedDiagnostic(project, diagnostic, IsLocal: true, IsCompiler: true)));
        if (!analyzers.IsEmpty)
        {
            var options = new CompilationWithAnalyzersOptions(
                project.AnalyzerOptions,
                onAnalyzerException: null,
                concurrentAnalysis: concurrent,
                logAnalyzerExecutionTime: false,
                reportSuppressedDiagnostics: true);
            var result = await compilation.WithAnalyzers(analyzers, options).GetAnalysisResultAsync(cancellationToken);
            var notLocal = result.CompilationDiagnostics.Values.SelectMany(static diagnostics => diagnostics).ToHashSet(ReferenceEqualityComparer.Instance);
            all.AddRange(result.GetAllDiagnostics().Select(diagnostic => new ReportedDiagnostic(project, diagnostic, !notLocal.Contains(diagnostic), IsCompiler: false)));
        }

        var sourceOrder = project.Documents.Select(static document => document.FilePath).Order(StringComparer.Ordinal).ToList();
        return
        [
            .. all
                .Where(diagnostic => !IsSuppressedInSource(diagnostic.Diagnostic, compilation))
                .OrderBy(diagnostic => sourceOrder.IndexOf(diagnostic.Path))
                .ThenBy(static diagnostic => diagnostic.Diagnostic.Location.SourceSpan.Start)
                .ThenBy(static diagnostic => diagnostic.Diagnostic.Location.SourceSpan.End)
                .ThenBy(static diagnostic => diagnostic.Identity, StringComparer.Ordinal),
        ];
    }

    // A pragma or an attribute in the source is how a test says that a diagnostic does not count; a suppressor's work is compared.
    private static bool IsSuppressedInSource(Diagnostic diagnostic, Compilation compilation) =>
        diagnostic.IsSuppressed && diagnostic.GetSuppressionInfo(compilation)?.ProgrammaticSuppressions is not { IsEmpty: false };

    private static (string Name, IEnumerable<string> Folders) SplitPath(string path)
    {
        string[] parts = path.Split('/', StringSplitOptions.RemoveEmptyEntries);
        return (parts[^1], parts[..^1]);
    }

    private void VerifySetUp(ImmutableArray<DiagnosticAnalyzer> analyzers, IVerifier verifier)
    {
        foreach (var analyzer in analyzers.Where(static analyzer => analyzer is not DiagnosticSuppressor))
        {
            var context = new RecordingAnalysisContext();
            analyzer.Initialize(context);
            verifier.True(context.IsConcurrent, $"{analyzer.GetType().Name} does not call EnableConcurrentExecution.");
            if (!TestBehaviors.HasFlag(TestBehaviors.SkipGeneratedCodeCheck))
            {
                verifier.True(context.GeneratedCode is not null, $"{analyzer.GetType().Name} does not call ConfigureGeneratedCodeAnalysis.");
                verifier.False(
                    context.GeneratedCode.Value.HasFlag(GeneratedCodeAnalysisFlags.ReportDiagnostics),
                    $"{analyzer.GetType().Name} asks to report in generated code.");
            }
        }
    }

    // A mark says id and span; whoever writes more has to write the message, or nothing compares it.
    private static void VerifyMessagesAreSaid(
        ImmutableArray<DiagnosticResult> expected,
        ImmutableArray<DiagnosticAnalyzer> analyzers,
        IVerifier verifier)
    {
        var descriptors = analyzers.SelectMany(static analyzer => analyzer.SupportedDiagnostics).ToLookup(static descriptor => descriptor.Id);
        foreach (var result in expected.Where(static result => !result.IsMarkup && result.MessageArguments is null && result.Message is null))
        {
            var withHoles = descriptors[result.Id].Select(static descriptor => descriptor.MessageFormat.ToString(CultureInfo.InvariantCulture))
                .FirstOrDefault(static format => Regex.IsMatch(format.Replace("{{", string.Empty), @"\{\d"));
            verifier.True(
                withHoles is null,
                $"The message of {result.Id} has arguments (\"{withHoles}\"), but an expected result says none: call WithArguments or WithMessage."
                + $"{Environment.NewLine}  {DiagnosticText.Of(result)}");
        }
    }

    private static async Task VerifySameAsync(
        Solution solution,
        ImmutableArray<DiagnosticAnalyzer> analyzers,
        bool concurrent,
        ImmutableArray<ReportedDiagnostic> first,
        IVerifier verifier,
        CancellationToken cancellationToken)
    {
        var second = await GetDiagnosticsAsync(solution, analyzers, concurrent, cancellationToken);
        verifier.EqualOrDiff(Identities(first), Identities(second), "The analyzers do not report the same twice.");
    }

    private static string Identities(ImmutableArray<ReportedDiagnostic> diagnostics) =>
        string.Join('\n', diagnostics.Where(static one => !one.IsCompiler).Select(static one => one.Identity).Order(StringComparer.Ordinal));

    private async Task VerifyShuffledAsync(
        EvaluatedState state,
        ImmutableArray<DiagnosticAnalyzer> analyzers,
        ImmutableArray<ReportedDiagnostic> first,
        IVerifier verifier,
        CancellationToken cancellationToken)
    {
        if (state.Projects.All(static project => project.Sources.Length < 2))
        {
            return;
        }

        var shuffle = new SourceShuffle();
        var shuffled = await CreateSolutionAsync(state, analyzers, cancellationToken, shuffle.Order);
        await VerifySameAsync(shuffled, analyzers, concurrent: true, first, verifier.PushContext(shuffle.ToString()), cancellationToken);
    }

    private async Task VerifySilenceAsync(
        EvaluatedState state,
        ImmutableArray<DiagnosticAnalyzer> analyzers,
        string firstLine,
        Func<Diagnostic, bool> mustBeSilent,
        IVerifier verifier,
        CancellationToken cancellationToken)
    {
        var prefixed = state with
        {
            Projects = [.. state.Projects.Select(project => project with
            {
                Sources = [.. project.Sources.Select(source => (source.Path, source.Text.Replace(0, 0, firstLine + Environment.NewLine)))],
            })],
        };
        var solution = await CreateSolutionAsync(prefixed, analyzers, cancellationToken);
        var reported = await GetDiagnosticsAsync(solution, analyzers, concurrent: true, cancellationToken);
        var loud = reported.Where(one => !one.IsCompiler && one.Diagnostic.Location.IsInSource && mustBeSilent(one.Diagnostic));
        if (DiagnosticMatcher.Compare([], [.. loud]) is { } failure)
        {
            verifier.Fail(failure);
        }
    }

    private CompilationOptions CompilationOptionsOf(ProjectState project, ImmutableArray<DiagnosticAnalyzer> analyzers)
    {
        var options = CreateCompilationOptions();
        if (project.OutputKind is { } outputKind)
        {
            options = options.WithOutputKind(outputKind);
        }

        var specific = options.SpecificDiagnosticOptions.ToBuilder();
        // Two framework versions of one assembly are unified, as in an SDK project.
        specific["CS1701"] = ReportDiagnostic.Suppress;
        specific["CS1702"] = ReportDiagnostic.Suppress;
        var descriptors = analyzers.SelectMany(static analyzer => analyzer.SupportedDiagnostics);
        foreach (var descriptor in descriptors.Where(static descriptor => !descriptor.IsEnabledByDefault))
        {
            specific[descriptor.Id] = descriptor.DefaultSeverity switch
            {
                DiagnosticSeverity.Error => ReportDiagnostic.Error,
                DiagnosticSeverity.Warning => ReportDiagnostic.Warn,
                DiagnosticSeverity.Info => ReportDiagnostic.Info,
                _ => ReportDiagnostic.Hidden,
            };
        }

        foreach (string id in DisabledDiagnostics)
        {
            specific[id] = ReportDiagnostic.Suppress;
        }

        return options.WithSpecificDiagnosticOptions(specific);
    }

    private DiagnosticDescriptor DefaultDescriptor(ImmutableArray<DiagnosticAnalyzer> analyzers)
    {
        var first = analyzers.IsEmpty ? [] : analyzers[0].SupportedDiagnostics;
        if (first.Length == 1 || (first.Length > 1 && MarkupOptions.HasFlag(MarkupOptions.UseFirstDescriptor)))
        {
            return first[0];
        }

        throw new FormatException($"'[|x|]' and '$$' need a first analyzer with exactly one descriptor, but it has {first.Length}: name the id, {{|ID:x|}}.");
    }

    private bool IsIncluded(Diagnostic diagnostic) => CompilerDiagnostics switch
    {
        CompilerDiagnostics.None => false,
        CompilerDiagnostics.Errors => diagnostic.Severity >= DiagnosticSeverity.Error,
        CompilerDiagnostics.Warnings => diagnostic.Severity >= DiagnosticSeverity.Warning,
        CompilerDiagnostics.Suggestions => diagnostic.Severity >= DiagnosticSeverity.Info,
        _ => true,
    };
}
