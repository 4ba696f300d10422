namespace StreamTuning.Testing;

/// <summary>The trait that says when a test runs: <c>[Trait(Suite.Name, Suite.Slow)]</c>.</summary>
internal static class Suite
{
    public const string Name = "Suite";

    /// <summary>Needs root, real file systems, another program, or more time than a developer waits for.</summary>
    public const string Slow = "Slow";
}
