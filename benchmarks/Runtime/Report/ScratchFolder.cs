namespace StreamTuning.Benchmarks;

/// <summary>A new folder for this process, which is deleted with all that is in it.</summary>
internal sealed class ScratchFolder(string parent) : IDisposable
{
    public string Path { get; } =
        Directory.CreateDirectory(System.IO.Path.Combine(parent, $"streamtuning-benchmarks-{Environment.ProcessId}")).FullName;

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
