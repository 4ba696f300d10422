using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using StreamTuning.RuleTesting;

namespace StreamTuning.FixBehavior.Fuzzing;

/// <summary>What a program is compiled with.</summary>
internal sealed record FuzzSettings(LanguageVersion Language, NullableContextOptions Nullable, TestTarget Target, bool Runtime, OutputKind Output)
{
    /// <summary>The newest language on the newest framework, with the runtime.</summary>
    public static FuzzSettings Newest { get; } = new(LanguageVersion.Latest, NullableContextOptions.Enable, TestTarget.Net100, Runtime: true, OutputKind.DynamicallyLinkedLibrary);

    /// <summary>References are the same objects each time, so that what is read of them once is kept.</summary>
    public ImmutableArray<MetadataReference> References =>
    [
        .. TestReferences.Framework(Target),
        .. Target == TestTarget.Net100 ? TestReferences.AspNetCore : [],
        .. TestReferences.AzureBlobs(Target),
        .. Runtime ? TestReferences.Runtime(Target) : [],
        .. Runtime && Target == TestTarget.Net100 ? TestReferences.RuntimeForUploads : [],
    ];

    public static FuzzSettings Random(Random random) => new(
        random.Next(8) switch
        {
            0 or 1 => LanguageVersion.CSharp7_3,
            2 => LanguageVersion.CSharp8,
            3 or 4 => LanguageVersion.CSharp10,
            _ => LanguageVersion.Latest,
        },
        random.Next(2) == 0 ? NullableContextOptions.Enable : NullableContextOptions.Disable,
        random.Next(8) switch
        {
            0 => TestTarget.Net472,
            1 => TestTarget.NetStandard20,
            _ => TestTarget.Net100,
        },
        Runtime: random.Next(4) != 0,
        OutputKind.DynamicallyLinkedLibrary);

    /// <summary>Null where the language of the settings is too old for their nullability.</summary>
    public NullableContextOptions EffectiveNullable => Language < LanguageVersion.CSharp8 ? NullableContextOptions.Disable : Nullable;

    public override string ToString() => $"C# {Language.ToDisplayString()}, nullable {EffectiveNullable}, {Target}, {(Runtime ? "with" : "without")} runtime, {Output}";
}
