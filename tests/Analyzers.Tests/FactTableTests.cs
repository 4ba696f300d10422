using Microsoft.CodeAnalysis.CSharp;
using StreamTuning.Analyzers.Facts;
using StreamTuning.Analyzers.Tests.Robustness;

namespace StreamTuning.Analyzers.Tests;

/// <summary>However many rules look at a copy, an opening or an upload, it is read once.</summary>
[Collection(nameof(FactTableTests))]
public sealed class FactTableTests
{
    private const string Source = """
        using System.IO;
        using System.Threading.Tasks;
        using Azure.Storage.Blobs;

        class C
        {
            async Task M(Stream source, BlobClient blob, string path)
            {
                using var file = File.Create(path);
                await source.CopyToAsync(file);
                await blob.UploadAsync(source);
            }
        }
        """;

    [Fact]
    public async Task A_fact_is_read_once_with_all_rules_on()
    {
        CSharpCompilation compilation = CanonicalSource.Compile(Source, References.All);
        (int copies, int fileCopies, int openings, int uploads) = Reads();
        Assert.NotEmpty(await AnalyzerRunner.RunAsync(compilation, concurrent: false));
        Assert.Equal((copies + 1, fileCopies + 1, openings + 1, uploads + 1), Reads());
    }

    private static (int Copies, int FileCopies, int Openings, int Uploads) Reads() =>
        (StreamCopy.Facts.Reads, FileCopy.Facts.Reads, OpenedFile.Facts.Reads, BlobUpload.Facts.Reads);
}

/// <summary>What is counted is counted for the whole process: nothing else runs beside it.</summary>
[CollectionDefinition(nameof(FactTableTests), DisableParallelization = true)]
public sealed class FactTableCollection;
