using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace StreamTuning.RuleTesting;

/// <summary>What surrounds a tested source. The default is a .NET 10 library that references StreamTuning.</summary>
internal sealed record TestSetup
{
    /// <summary>A .NET 10 library that references StreamTuning.</summary>
    public static TestSetup Default { get; } = new();

    /// <summary>A .NET 10 library that does not reference StreamTuning.</summary>
    public static TestSetup WithoutRuntime { get; } = new() { Runtime = false };

    /// <summary>The framework.</summary>
    public TestTarget Target { get; init; } = TestTarget.Net100;

    /// <summary>Whether StreamTuning is referenced.</summary>
    public bool Runtime { get; init; } = true;

    /// <summary>Whether ASP.NET Core is referenced; only on .NET 10.</summary>
    public bool AspNetCore { get; init; }

    /// <summary>Whether Azure.Storage.Blobs and the packages before it are referenced.</summary>
    public bool AzureBlobs { get; init; }

    /// <summary>More references.</summary>
    public ImmutableArray<MetadataReference> References { get; init; } = [];

    /// <summary>The language; null is the newest.</summary>
    public LanguageVersion? LanguageVersion { get; init; }

    /// <summary>Whether nullable reference types are on.</summary>
    public NullableContextOptions Nullable { get; init; }

    /// <summary>A library, or an application for top-level statements.</summary>
    public OutputKind OutputKind { get; init; } = OutputKind.DynamicallyLinkedLibrary;

    /// <summary>The name of the assembly.</summary>
    public string AssemblyName { get; init; } = "TestProject";

    /// <summary>Lines of an .editorconfig for all sources, such as <c>stream_tuning.rule = value</c>; null is none.</summary>
    public string? EditorConfig { get; init; }

    /// <summary>Sources beside the tested one.</summary>
    public ImmutableArray<(string Path, string Text)> OtherSources { get; init; } = [];

    /// <summary>What a fix makes of the other sources; as they were when not set.</summary>
    public ImmutableArray<(string Path, string Text)>? FixedOtherSources { get; init; }

    /// <summary>Everything that a source is compiled against.</summary>
    public ImmutableArray<MetadataReference> AllReferences =>
    [
        .. TestReferences.Framework(Target),
        .. AspNetCore ? Target == TestTarget.Net100 ? TestReferences.AspNetCore : throw new InvalidOperationException("ASP.NET Core is referenced on .NET 10 only.") : [],
        .. Runtime ? TestReferences.Runtime(Target) : [],
        .. AzureBlobs ? TestReferences.AzureBlobs(Target) : [],
        .. References,
    ];
}
