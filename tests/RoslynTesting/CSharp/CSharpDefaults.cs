using Microsoft.CodeAnalysis.CSharp;

namespace Microsoft.CodeAnalysis.CSharp.Testing;

/// <summary>The options that C# tests share.</summary>
internal static class CSharpDefaults
{
    public const string FileExtension = "cs";

    public static CompilationOptions CompilationOptions => new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true);

    public static ParseOptions ParseOptions => new CSharpParseOptions(LanguageVersion.Default, DocumentationMode.Diagnose);
}
