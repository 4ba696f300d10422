using System.Globalization;

namespace StreamTuning.Analyzers;

/// <summary>The fixes a rule offers.</summary>
[Flags]
public enum RuleFixes
{
    None = 0,

    /// <summary>A call into the StreamTuning runtime, where it is referenced.</summary>
    Runtime = 1,

    /// <summary>Plain BCL or SDK code.</summary>
    Plain = 2,

    /// <summary>
    /// A setting of the framework, in the one place where an application makes them: it is for all findings of a project.
    /// </summary>
    Setting = 4,
}

/// <summary>One row of the table in <see cref="Rules"/>: everything that is fixed about a rule.</summary>
public sealed class Rule(
    int number,
    string name,
    DiagnosticSeverity severity,
    string title,
    string message,
    string description,
    string effect,
    string? runtimeFix = null,
    string? settingFix = null,
    string? plainFix = null,
    RuleFixes fixesOneByOne = RuleFixes.None,
    bool roundTrips = false,
    bool onlyForWindows = false,
    bool reportsAtEnd = false,
    string since = "0.1")
{
    /// <summary>The address of the repository.</summary>
    public const string Repository = "https://github.com/streamtuning/streamtuning";

    /// <summary>The documentation of this version. Links in the packages lead to its tag, never to a branch that has moved on.</summary>
    public const string Documentation = Repository + "/blob/v0.1.0/docs/";

    /// <summary>The address of the rule pages.</summary>
    public const string HelpLinkBase = Documentation + "rules/";

    /// <summary>The key by which the compiler hands an analyzer the property that says where the files of a project live.</summary>
    private const string Storage = "build_property.StreamTuningStorage";

    /// <summary>STRM and four digits.</summary>
    public string Id => Descriptor.Id;

    /// <summary>The word that the analyzer, the fix, the test class and the page carry.</summary>
    public string Name => name;

    /// <summary>The folder of the rule, and the last part of its category.</summary>
    public string Area => AreaOf(number);

    /// <summary>
    /// The severity of most findings while nobody has said where the files live. A finding that is worse, or less certain, has its own.
    /// </summary>
    public DiagnosticSeverity Severity => severity;

    /// <summary>
    /// Whether the rule saves round trips to a share or service. Then all of its findings are warnings where the files live on a share,
    /// and suggestions where they are local.
    /// </summary>
    public bool IsAboutRoundTrips => roundTrips;

    /// <summary>
    /// Whether the rule is off unless the project names Windows, as a target or runtime, or is strict. The build knows; the compiler
    /// doesn't.
    /// </summary>
    public bool IsOnlyForWindows => onlyForWindows;

    /// <summary>The title of the fix that calls the runtime; null where there is none.</summary>
    public string? RuntimeFix => runtimeFix;

    /// <summary>The title of the fix that makes a setting; null where there is none.</summary>
    public string? SettingFix => settingFix;

    /// <summary>The title of the fix in plain BCL or SDK code; null where there is none.</summary>
    public string? PlainFix => plainFix;

    /// <summary>The fixes there are.</summary>
    public RuleFixes Fixes =>
        (RuntimeFix is null ? RuleFixes.None : RuleFixes.Runtime)
        | (SettingFix is null ? RuleFixes.None : RuleFixes.Setting)
        | (PlainFix is null ? RuleFixes.None : RuleFixes.Plain);

    /// <summary>The fixes that are taken in many places at once: not those with a cost that is to be weighed place by place.</summary>
    public RuleFixes FixAllForms => Fixes & ~fixesOneByOne;

    /// <summary>
    /// The version that the rule came with, as major and minor number: a project that is pinned to an earlier one goes without it.
    /// </summary>
    public string Since => since;

    /// <summary>
    /// What was measured, with its condition, in a few words of plain text; the page has all of it. Says what it is about where that is not
    /// time.
    /// </summary>
    public string Effect => effect;

#pragma warning disable RS0030 // This is the one place that may.
    // The compiler doesn't run a rule whose severity is a suggestion, and nothing of it could become a warning.
    public DiagnosticDescriptor Descriptor { get; } = new(
        IdOf(number), title, message, "StreamTuning." + AreaOf(number), roundTrips ? DiagnosticSeverity.Warning : severity,
        isEnabledByDefault: !onlyForWindows, description, HelpLinkBase + IdOf(number) + ".md",
        reportsAtEnd ? [WellKnownDiagnosticTags.CompilationEnd] : []);
#pragma warning restore RS0030

    /// <summary>The severity of a finding in a project.</summary>
    /// <param name="ownSeverity">The severity of the finding while nobody has said where the files live.</param>
    /// <param name="options">The options of the project.</param>
    internal DiagnosticSeverity SeverityOf(DiagnosticSeverity ownSeverity, AnalyzerOptions options) =>
        IsAboutRoundTrips && options.AnalyzerConfigOptionsProvider.GlobalOptions.TryGetValue(Storage, out string? storage)
            ? storage.Trim().ToLowerInvariant() switch
            {
                "share" => DiagnosticSeverity.Warning,
                "local" => DiagnosticSeverity.Info,
                _ => ownSeverity, // The build reports a value that isn't allowed.
            }
            : ownSeverity;

    /// <summary>The rule's page, relative to the repository.</summary>
    public string Page => "docs/rules/" + Id + ".md";

    private static string IdOf(int number) => "STRM" + number.ToString("0000", CultureInfo.InvariantCulture);

    private static string AreaOf(int number) => (number / 1000) switch
    {
        0 => "Configuration",
        1 => "Copying",
        2 => "Temp",
        3 => "Blobs",
        4 => "Uploads",
        _ => throw new ArgumentOutOfRangeException(nameof(number), number, "No such group of rules."),
    };
}
