using System.Collections.Immutable;

namespace Microsoft.CodeAnalysis.Testing;

/// <summary>
/// The framework a test compiles against. Here it is a name only: references come from
/// <see cref="ProjectState.AdditionalReferences"/>, so that no test needs a network.
/// </summary>
public sealed class ReferenceAssemblies
{
    /// <summary>A framework without references of its own.</summary>
    public ReferenceAssemblies(string targetFramework)
    {
        TargetFramework = targetFramework;
    }

    /// <summary>The name of the framework, such as <c>net10.0</c>.</summary>
    public string TargetFramework { get; }

    /// <summary>The references of the framework: none.</summary>
    public Task<ImmutableArray<MetadataReference>> ResolveAsync(string? language, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return Task.FromResult(ImmutableArray<MetadataReference>.Empty);
    }
}
