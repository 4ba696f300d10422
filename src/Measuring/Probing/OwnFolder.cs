using System.Diagnostics;

namespace StreamTuning.Measuring;

/// <summary>
/// The one folder that a measurement writes to. Its name tells its process, so that the next measurement deletes it if this one is killed.
/// </summary>
public sealed class OwnFolder : IDisposable
{
    private const string Prefix = ".streamtuning-measure-";
    private static readonly TimeSpan _longest = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan _pause = TimeSpan.FromMilliseconds(250);

    private OwnFolder(string path) => Path = path;

    /// <summary>The folder, as an absolute path.</summary>
    public string Path { get; }

    /// <summary>Makes a folder, and deletes those of measurements that have ended without doing so, if it can.</summary>
    /// <param name="directory">The directory that it is in.</param>
    /// <exception cref="IOException">The folder cannot be made.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder may not be made.</exception>
    public static OwnFolder Create(string directory)
    {
        foreach (string left in Directory.EnumerateDirectories(directory, Prefix + "*"))
        {
            try
            {
                string name = System.IO.Path.GetFileName(left);
                bool isLink = (File.GetAttributes(left) & FileAttributes.ReparsePoint) != 0;
                if (!isLink && ProcessIdentity.TryParse(name[Prefix.Length..]) is { HasEnded: true })
                {
                    Directory.Delete(left, recursive: true);
                }
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // Another measurement deletes it, or nobody can. Either way this one has a folder of its own.
            }
        }

        string path = System.IO.Path.Combine(directory, $"{Prefix}{ProcessIdentity.Current}-{RandomName.Create()}");
        Directory.CreateDirectory(path);
        return new OwnFolder(path);
    }

    /// <summary>Whether this process has left a folder in a directory.</summary>
    /// <param name="directory">The directory.</param>
    public static bool IsLeftIn(string directory)
    {
        try
        {
            return Directory.EnumerateDirectories(directory, $"{Prefix}{ProcessIdentity.Current}-*").Any();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A share that has vanished does not say.
            return true;
        }
    }

    /// <summary>
    /// Deletes the folder with everything in it. If it cannot be deleted, <see cref="IsLeftIn"/> tells, and the next measurement there
    /// tries again.
    /// </summary>
    public void Dispose()
    {
        long start = Stopwatch.GetTimestamp();
        TryDelete(
            () => Directory.Delete(Path, recursive: true),
            () => Stopwatch.GetElapsedTime(start),
            static () => Thread.Sleep(_pause));
    }

    /// <summary>
    /// Deletes, and tries again for some seconds: clients of shares may list a deleted file for a moment longer, and Windows denies access
    /// to it until the last handle is closed.
    /// </summary>
    /// <param name="delete">Deletes.</param>
    /// <param name="elapsed">How long that has been tried. On a share that has vanished, each try waits for the client.</param>
    /// <param name="wait">Waits before it is tried again.</param>
    /// <returns>Whether nothing is left.</returns>
    internal static bool TryDelete(Action delete, Func<TimeSpan> elapsed, Action wait)
    {
        while (true)
        {
            try
            {
                delete();
                return true;
            }
            catch (DirectoryNotFoundException)
            {
                // Somebody else has deleted it.
                return true;
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                if (elapsed() >= _longest)
                {
                    return false;
                }

                wait();
            }
        }
    }
}
