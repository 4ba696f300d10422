using System.Diagnostics;

namespace StreamTuning.Infrastructure;

/// <summary>
/// Keeps this process from starting others for a while. A new process closes for itself the files that this one has open, which the kernel tells
/// to the file system as a flush, and some file systems take that for the end of the file: the next write fails with EBADF.
/// </summary>
public static class Forking
{
    private static readonly SemaphoreSlim Gate = new(1, 1);

    /// <summary>Waits until no process is being started, and lets nobody start one until the result is disposed.</summary>
    public static async Task<IDisposable> StopAsync()
    {
        await Gate.WaitAsync().ConfigureAwait(false);
        return new Release();
    }

    /// <summary>Starts a process, when that is allowed.</summary>
    public static Process Start(ProcessStartInfo start)
    {
        Gate.Wait();
        using (new Release())
        {
            return Process.Start(start)!;
        }
    }

    private sealed class Release : IDisposable
    {
        public void Dispose() => Gate.Release();
    }
}
