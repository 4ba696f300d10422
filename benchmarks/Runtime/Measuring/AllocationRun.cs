using BenchmarkDotNet.Attributes;

namespace StreamTuning.Benchmarks;

/// <summary>What a copy allocates and takes, without a share to wait for.</summary>
[MemoryDiagnoser]
public class AllocationRun : IDisposable
{
    private readonly string _directory = Directory.CreateTempSubdirectory("streamtuning-benchmarks-").FullName;

    [Params(4096, 65_536, 1_048_576, 16_777_216)]
    public int Bytes { get; set; }

    private string Target => Path.Combine(_directory, "file");

    [Benchmark(Baseline = true)]
    public async Task CopyToAsync()
    {
        using Stream source = new SyntheticSource(Bytes, knowsLength: true);
        using FileStream file = File.Create(Target);
        await source.CopyToAsync(file);
    }

    [Benchmark]
    public async Task CopyToFileAsync()
    {
        using Stream source = new SyntheticSource(Bytes, knowsLength: true);
        using FileStream file = File.Create(Target);
        await source.CopyToFileAsync(file);
    }

    [Benchmark]
    public async Task CopyToFileAsync_Path()
    {
        using Stream source = new SyntheticSource(Bytes, knowsLength: true);
        await source.CopyToFileAsync(Target);
    }

    [Benchmark]
    public void CopyToFile()
    {
        using Stream source = new SyntheticSource(Bytes, knowsLength: true);
        using FileStream file = File.Create(Target);
        source.CopyToFile(file);
    }

    [GlobalCleanup]
    public void Dispose()
    {
        Directory.Delete(_directory, recursive: true);
        GC.SuppressFinalize(this);
    }
}
