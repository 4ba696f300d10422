using Microsoft.CodeAnalysis;

namespace StreamTuning.PublicApi;

/// <summary>The public members of each assembly are those in the checked-in file. With STREAMTUNING_WRITE_API=1 the test writes the file.</summary>
public sealed class PublicApiTests
{
    /// <summary>What net8.0 has and netstandard2.0 does not, or the other way round, and why. Package validation finds only what netstandard2.0 has alone.</summary>
    private static readonly (string Assembly, string Line, string Reason)[] _differences =
    [
        ("StreamTuning", "net8.0: static StreamTuning.FileCopyExtensions.CopyToFile(this System.Net.Http.HttpContent! source, System.IO.FileStream! destination, StreamTuning.FileCopyOptions? options = null, System.Threading.CancellationToken cancellationToken = default(System.Threading.CancellationToken)) -> long", ".NET Standard cannot read an HttpContent synchronously."),
        ("StreamTuning", "net8.0: static StreamTuning.FileCopyExtensions.CopyToFile(this System.Net.Http.HttpContent! source, System.IO.Stream! destination, StreamTuning.FileCopyOptions? options = null, System.Threading.CancellationToken cancellationToken = default(System.Threading.CancellationToken)) -> long", ".NET Standard cannot read an HttpContent synchronously."),
        ("StreamTuning", "net8.0: static StreamTuning.FileCopyExtensions.CopyToFile(this System.Net.Http.HttpContent! source, string! destination, StreamTuning.FileCopyOptions? options = null, System.Threading.CancellationToken cancellationToken = default(System.Threading.CancellationToken)) -> long", ".NET Standard cannot read an HttpContent synchronously."),
        ("StreamTuning", "net8.0: sealed class StreamTuning.TempFile : System.IAsyncDisposable, System.IDisposable", "IAsyncDisposable is no part of .NET Standard 2.0, and not worth a package; DisposeAsync is there."),
        ("StreamTuning", "netstandard2.0: sealed class StreamTuning.TempFile : System.IDisposable", "IAsyncDisposable is no part of .NET Standard 2.0, and not worth a package; DisposeAsync is there."),
    ];

    public static TheoryData<PublicAssembly> Assemblies => [.. PublicAssembly.All];

    [Theory]
    [MemberData(nameof(Assemblies))]
    public void Public_members_are_those_of_the_file(PublicAssembly assembly)
    {
        string actual = string.Concat(PublicMembers.Lines(assembly.Symbol).Select(line => line + "\n"));
        if (Environment.GetEnvironmentVariable("STREAMTUNING_WRITE_API") == "1")
        {
            Directory.CreateDirectory(Path.GetDirectoryName(assembly.FullPath)!);
            File.WriteAllText(assembly.FullPath, actual);
        }

        string expected = File.Exists(assembly.FullPath) ? File.ReadAllText(assembly.FullPath).ReplaceLineEndings("\n") : "";

        Assert.True(
            expected == actual,
            $"The public members of {assembly} are not those of {assembly.File}. If that is meant, run this test with STREAMTUNING_WRITE_API=1, look at the difference, and add a line to CHANGELOG.md."
                + string.Concat(actual.Split('\n').Except(expected.Split('\n')).Select(line => Environment.NewLine + "+ " + line))
                + string.Concat(expected.Split('\n').Except(actual.Split('\n')).Select(line => Environment.NewLine + "- " + line)));
    }

    [Theory]
    [MemberData(nameof(Assemblies))]
    public void Every_type_in_a_public_member_is_known(PublicAssembly assembly) =>
        Assert.DoesNotContain(
            PublicMembers.Types(assembly.Symbol.GlobalNamespace).SelectMany(PublicMembers.Members).OfType<IMethodSymbol>().SelectMany(method => method.Parameters.Select(parameter => parameter.Type).Append(method.ReturnType)),
            type => type.TypeKind == TypeKind.Error);

    [Theory]
    [InlineData("StreamTuning")]
    [InlineData("StreamTuning.AzureBlobs")]
    public void The_frameworks_differ_where_they_are_meant_to(string name)
    {
        string[] net8 = [.. PublicMembers.Lines(new PublicAssembly(name, "net8.0").Symbol)];
        string[] netStandard = [.. PublicMembers.Lines(new PublicAssembly(name, "netstandard2.0").Symbol)];

        string[] differences = [.. net8.Except(netStandard).Select(line => "net8.0: " + line), .. netStandard.Except(net8).Select(line => "netstandard2.0: " + line)];

        Assert.Equal(
            string.Join('\n', _differences.Where(difference => difference.Assembly == name).Select(difference => difference.Line).Order(StringComparer.Ordinal)),
            string.Join('\n', differences.Order(StringComparer.Ordinal)));
    }

    [Fact]
    public void There_is_no_file_of_another_framework()
    {
        string source = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(PublicAssembly.All[0].FullPath)!, "..", ".."));
        Assert.Equal(
            PublicAssembly.All.Select(assembly => assembly.FullPath).Order(StringComparer.Ordinal),
            Directory.EnumerateFiles(source, "*.txt", SearchOption.AllDirectories).Where(path => Path.GetFileName(Path.GetDirectoryName(path)) == "PublicAPI").Order(StringComparer.Ordinal));
    }
}
