namespace StreamTuning.Tour;

/// <summary>A folder of this run alone, outside the repository; deleted in the end.</summary>
internal sealed class Scratch : IDisposable
{
    private readonly bool _keep;

    public Scratch(bool keep, string repository)
    {
        _keep = keep;
        Folder = Directory.CreateTempSubdirectory("StreamTuning-tour-").FullName;
        string relative = Path.GetRelativePath(repository, Folder);
        if (!relative.StartsWith("..", StringComparison.Ordinal) && !Path.IsPathRooted(relative))
        {
            Dispose();
            throw new TourException(
                $"The folder for temporary files, {Path.GetTempPath()}, is inside the repository, whose settings would apply to the sample. Set TMPDIR or TEMP to another.");
        }
    }

    public string Folder { get; }

    /// <summary>The path of an entry of the folder.</summary>
    public string this[string name] => Path.Combine(Folder, name);

    public void Dispose()
    {
        if (_keep)
        {
            return;
        }

        // A process that was killed a moment ago may hold a file open.
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                Directory.Delete(Folder, recursive: true);
                return;
            }
            catch (DirectoryNotFoundException)
            {
                return;
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                if (attempt == 5)
                {
                    Console.Error.WriteLine($"Could not delete {Folder}: {e.Message}");
                    return;
                }

                Thread.Sleep(200);
            }
        }
    }
}
