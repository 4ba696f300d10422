namespace Microsoft.CodeAnalysis.Testing;

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
