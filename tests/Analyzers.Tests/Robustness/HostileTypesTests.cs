using StreamTuning.Analyzers.Api;
using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using StreamTuning.Analyzers.Tests.Tables;

namespace StreamTuning.Analyzers.Tests.Robustness;

/// <summary>No analyzer throws where types are there twice, are the user's own, or are not there at all.</summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class HostileTypesTests
{
    private static readonly MetadataReference Core = MetadataReference.CreateFromFile(typeof(object).Assembly.Location);

    [Theory]
    [InlineData("class")]
    [InlineData("static class")]
    [InlineData("struct")]
    [InlineData("ref struct")]
    [InlineData("interface")]
    [InlineData("enum")]
    [InlineData("delegate void")]
    public Task Known_types_are_the_users_own(string kind) => RunAsync(References.All, Stubs.Declare(kind));

    [Theory]
    [InlineData("")]
    [InlineData("params object[] all")]
    [InlineData("int first = 0, params object[] others")]
    [InlineData("object first = null, object second = null, object third = null, object fourth = null, object fifth = null, object sixth = null")]
    [InlineData("in System.ReadOnlySpan<byte> first, System.Threading.CancellationToken second = default")]
    [InlineData("dynamic first, dynamic second = null")]
    public Task Members_of_known_types_are_the_users_own(string parameters) => RunAsync(References.All, Stubs.DeclareWith(parameters));

    [Theory]
    [InlineData("")]
    [InlineData("params object[] all")]
    public Task Known_types_and_their_members_are_the_users_own_and_nothing_else_is_there(string parameters) => RunAsync([Core], Stubs.DeclareWith(parameters));

    [Theory]
    [InlineData("namespace System.IO { public class FileStream { } }")]
    [InlineData("namespace System.IO { public class FileStream : Stream { } public abstract class Stream { } }")]
    [InlineData("namespace Azure.Storage.Blobs { public class BlobClient { public void Upload(object content) { } } }")]
    [InlineData("namespace StreamTuning { public static class FileCopyExtensions { } public class TempSpace { } public class FileCopyOptions { } }")]
    [InlineData(null)]
    public async Task Known_types_are_there_twice(string? source)
    {
        CSharpCompilation twice = CanonicalSource.Compile(source ?? Stubs.Declare("class"), References.All).WithAssemblyName("Twice");
        CSharpCompilation compilation = CanonicalSource.CompileAll(References.All.Add(twice.ToMetadataReference()));
        if (source is null)
        {
            // Those of the core library go before.
            Assert.Null(KnownTypes.Of(compilation).BlobClient);
            Assert.NotNull(KnownTypes.Of(compilation).FileStream);
        }

        await RunAsync(compilation);
    }

    [Fact]
    public Task No_type_is_there() => RunAsync([]);

    [Fact]
    public Task Only_the_core_library_is_there() => RunAsync([Core]);

    [Fact]
    public async Task All_is_in_a_script()
    {
        foreach (Rule rule in Rules.All)
        {
            SyntaxTree tree = CSharpSyntaxTree.ParseText(CanonicalSource.Of(rule).Text, CanonicalSource.ParseOptions.WithKind(SourceCodeKind.Script), "Source.csx");
            await RunAsync(CSharpCompilation.CreateScriptCompilation("Script", tree, References.All));
        }
    }

    /// <summary>Nor does a fix, which is offered what the user has in the place of the runtime.</summary>
    [Theory]
    [InlineData("static class")]
    [InlineData("class")]
    public async Task No_fix_throws_where_the_runtime_is_the_users_own(string kind)
    {
        string own = string.Concat(new[] { "FileCopyExtensions", "FileCopyOptions", "TempSpace", "BlobUploadExtensions", "DisableFormModelBindingAttribute", "StreamFilesExtensions" }
            .Select(name => $"namespace StreamTuning {{ public {kind} {name} {{ }} }}\n"));
        foreach (Rule rule in Rules.All.Where(rule => rule.Fixes.HasFlag(RuleFixes.Runtime)))
        {
            await Watchdog.RunAsync(late => FixRunner.ActionsAsync(CanonicalSource.Of(rule).Text + "\n" + own, rule, reported => reported.Take(3)));
        }
    }

    private static Task RunAsync(ImmutableArray<MetadataReference> references, string source = "") =>
        RunAsync(CanonicalSource.CompileAll(references).AddSyntaxTrees(CanonicalSource.Parse(source, "Stubs.cs")));

    private static Task RunAsync(CSharpCompilation compilation) =>
        Watchdog.RunAsync(late => AnalyzerRunner.RunAsync(compilation, settings: CanonicalSource.AllSettings, cancellationToken: late));
}
