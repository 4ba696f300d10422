namespace Microsoft.CodeAnalysis.Testing;

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
