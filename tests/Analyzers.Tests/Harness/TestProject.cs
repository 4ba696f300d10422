using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Formatting;

namespace StreamTuning.RuleTesting;

/// <summary>
/// The projects that tests add their sources to, one for each set of references and options. Binding some hundred references takes longer than most tests; a
/// project that is forked from a compiled one has them bound already.
/// </summary>
internal static class TestProject
{
    private static readonly AdhocWorkspace Workspace = new();
    private static readonly ConcurrentDictionary<TestSetup, Lazy<Project>> Projects = [];

    /// <summary>The project of a setup, without sources.</summary>
    public static Project Of(TestSetup setup) => Thoroughness.IsOn
        ? Create(setup)
        : Projects.GetOrAdd(setup with { EditorConfig = null, OtherSources = [], FixedOtherSources = null }, static key => new(() => Create(key))).Value;

    private static Project Create(TestSetup setup)
    {
        // Our sources have these line ends on every system, so a fix has to write them too.
        Solution solution = Workspace.CurrentSolution.WithOptions(Workspace.CurrentSolution.Options.WithChangedOption(FormattingOptions.NewLine, LanguageNames.CSharp, "\n"));
        Project project = solution.AddProject(ProjectInfo.Create(
            ProjectId.CreateNewId(),
            VersionStamp.Default,
            "TestProject",
            setup.AssemblyName,
            LanguageNames.CSharp,
            compilationOptions: new CSharpCompilationOptions(
                setup.OutputKind,
                allowUnsafe: true,
                nullableContextOptions: setup.Nullable,
                specificDiagnosticOptions: Severities()),
            parseOptions: new CSharpParseOptions(setup.LanguageVersion ?? LanguageVersion.Latest, DocumentationMode.Diagnose),
            metadataReferences: setup.AllReferences)).Projects.Single();
        _ = project.GetCompilationAsync().GetAwaiter().GetResult()!.GetSpecialType(SpecialType.System_Object);
        return project;
    }

    /// <summary>An exception is an error, and rules are on that users have to turn on.</summary>
    private static IEnumerable<KeyValuePair<string, ReportDiagnostic>> Severities() =>
    [
        new("AD0001", ReportDiagnostic.Error),
        .. Analyzers.Rules.All.Select(rule => rule.Descriptor).Where(descriptor => !descriptor.IsEnabledByDefault)
            .Select(descriptor => new KeyValuePair<string, ReportDiagnostic>(descriptor.Id, SeverityOf(descriptor))),
    ];

    private static ReportDiagnostic SeverityOf(DiagnosticDescriptor descriptor) => descriptor.DefaultSeverity switch
    {
        DiagnosticSeverity.Error => ReportDiagnostic.Error,
        DiagnosticSeverity.Warning => ReportDiagnostic.Warn,
        DiagnosticSeverity.Info => ReportDiagnostic.Info,
        _ => ReportDiagnostic.Hidden,
    };
}
