namespace Microsoft.CodeAnalysis.Testing;

/// <summary>Which diagnostics of the compiler a test has to declare.</summary>
public enum CompilerDiagnostics
{
    /// <summary>None.</summary>
    None,

    /// <summary>Errors (the default).</summary>
    Errors,

    /// <summary>Errors and warnings.</summary>
    Warnings,

    /// <summary>Errors, warnings and suggestions.</summary>
    Suggestions,

    /// <summary>All, hidden ones too.</summary>
    All,
}

/// <summary>Checks of an analyzer that a test leaves out.</summary>
[Flags]
public enum TestBehaviors
{
    /// <summary>Nothing is left out.</summary>
    None = 0,

    /// <summary>Leaves out the run as generated code.</summary>
    SkipGeneratedCodeCheck = 1,

    /// <summary>Leaves out the run under <c>#pragma warning disable</c>.</summary>
    SkipSuppressionCheck = 2,
}

/// <summary>Checks of a code fix that a test leaves out.</summary>
[Flags]
public enum CodeFixTestBehaviors
{
    /// <summary>Nothing is left out.</summary>
    None = 0,

    /// <summary>Leaves out FixAll in a document.</summary>
    SkipFixAllInDocumentCheck = 1,

    /// <summary>Leaves out FixAll in a project.</summary>
    SkipFixAllInProjectCheck = 2,

    /// <summary>Leaves out FixAll in the solution.</summary>
    SkipFixAllInSolutionCheck = 4,

    /// <summary>Leaves out FixAll altogether.</summary>
    SkipFixAllCheck = SkipFixAllInDocumentCheck | SkipFixAllInProjectCheck | SkipFixAllInSolutionCheck,

    /// <summary>Fixes one diagnostic only.</summary>
    FixOne = 8,
}

/// <summary>How the tree that a fix made is compared with the tree that its text parses to.</summary>
public enum CodeActionValidationMode
{
    /// <summary>Not at all.</summary>
    None,

    /// <summary>Nodes and tokens (the default).</summary>
    SemanticStructure,

    /// <summary>Nodes, tokens and trivia.</summary>
    Full,
}

/// <summary>How marks in the sources of a state are read.</summary>
public enum MarkupMode
{
    /// <summary>There are no marks: the sources are taken as they are.</summary>
    None,

    /// <summary>Marks are removed and mean nothing.</summary>
    Ignore,

    /// <summary>Marks are removed; those of fixable diagnostics mean nothing.</summary>
    IgnoreFixable,

    /// <summary>Marks are removed and become expected diagnostics.</summary>
    Allow,
}

/// <summary>How marks are interpreted.</summary>
[Flags]
public enum MarkupOptions
{
    /// <summary>Unnamed marks need an analyzer with exactly one descriptor.</summary>
    None = 0,

    /// <summary>Unnamed marks stand for the first descriptor of the first analyzer.</summary>
    UseFirstDescriptor = 1,

    /// <summary><c>$$</c> is code, for raw strings.</summary>
    TreatPositionIndicatorsAsCode = 2,
}

/// <summary>What a state takes over from the state before it (test, fixed, batch fixed).</summary>
public enum StateInheritanceMode
{
    /// <summary>What is not set; fixable diagnostics only where the sources stay as they are (the default).</summary>
    AutoInherit,

    /// <summary>Nothing.</summary>
    Explicit,

    /// <summary>What is not set, and all expected diagnostics.</summary>
    AutoInheritAll,
}

/// <summary>What is compared of a diagnostic.</summary>
[Flags]
public enum DiagnosticOptions
{
    /// <summary>Everything.</summary>
    None = 0,

    /// <summary>Not the additional locations.</summary>
    IgnoreAdditionalLocations = 1,

    /// <summary>Not the severity.</summary>
    IgnoreSeverity = 2,
}

/// <summary>What is compared of a location.</summary>
[Flags]
public enum DiagnosticLocationOptions
{
    /// <summary>Path, start and end.</summary>
    None = 0,

    /// <summary>Path and start.</summary>
    IgnoreLength = 1,

    /// <summary>The path is the key of a mark such as <c>{|#0:x|}</c>.</summary>
    InterpretAsMarkupKey = 2,
}
