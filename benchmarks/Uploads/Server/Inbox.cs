namespace StreamTuning.Benchmarks;

/// <summary>Where uploaded files go, and are deleted when they are complete.</summary>
public sealed class Inbox(string directory)
{
    private int _count;

    /// <summary>Receives a file under a name that is new.</summary>
    public async Task ReceiveAsync(Func<string, Task> receive)
    {
        string path = Path.Combine(directory, $"upload-{Interlocked.Increment(ref _count)}");
        await receive(path);
        File.Delete(path);
    }
}
