namespace Microsoft.CodeAnalysis.Testing;

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
