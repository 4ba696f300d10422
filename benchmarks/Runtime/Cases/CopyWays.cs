namespace StreamTuning.Benchmarks;

/// <summary>The ways to copy a stream into a file of a directory. Each closes the file, and is timed with that.</summary>
internal sealed class CopyWays(string directory, SourceKind kind, long bytes)
{
    public const string Platform = "CopyToAsync";
    public const string Article = "article's loop";
    public const string FileStreamTarget = "CopyToFileAsync, FileStream";
    public const string PathTarget = "CopyToFileAsync, new path";
    public const string Synchronous = "CopyToFile, FileStream";

    private readonly string _path = Path.Combine(directory, "file");

    /// <summary>Into a file that is there from the turn before and is emptied, as by <see cref="File.Create(string)"/>.</summary>
    public IEnumerable<Way> Overwriting(bool withSynchronous)
    {
        yield return new Way(Platform, PlatformAsync);
        yield return new Way(Article, ArticleAsync);
        yield return new Way(FileStreamTarget, FileStreamAsync);
        if (withSynchronous)
        {
            yield return new Way(Synchronous, RunSynchronously);
        }
    }

    /// <summary>Into a file that does not exist.</summary>
    public IEnumerable<Way> Creating() =>
    [
        new Way(Platform, PlatformAsync, Delete),
        new Way(PathTarget, PathAsync, Delete),
    ];

    /// <summary>All of both kinds, each into a file that does not exist.</summary>
    public IEnumerable<Way> All(bool withSynchronous) =>
    [
        .. Overwriting(withSynchronous).Select(way => way with { Prepare = Delete }),
        new Way(PathTarget, PathAsync, Delete),
    ];

    /// <summary>Creates a file, or empties it.</summary>
    public static FileStream Create(string path) =>
        new(path, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 4096, useAsync: true);

    private async Task PlatformAsync()
    {
        using Stream source = kind.Open(bytes);
        using FileStream file = Create(_path);
        await source.CopyToAsync(file);
    }

    private async Task ArticleAsync()
    {
        using Stream source = kind.Open(bytes);
        using FileStream file = Create(_path);
        await ArticleLoop.CopyAsync(source, file, kind.KnowsLength ? bytes : null);
    }

    private async Task FileStreamAsync()
    {
        using Stream source = kind.Open(bytes);
        using FileStream file = Create(_path);
        await source.CopyToFileAsync(file);
    }

    private async Task PathAsync()
    {
        using Stream source = kind.Open(bytes);
        await source.CopyToFileAsync(_path);
    }

    private Task RunSynchronously()
    {
        using Stream source = kind.Open(bytes);
        using FileStream file = Create(_path);
        source.CopyToFile(file);
        return Task.CompletedTask;
    }

    private void Delete() => File.Delete(_path);
}
