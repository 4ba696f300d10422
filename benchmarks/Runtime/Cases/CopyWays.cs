namespace StreamTuning.Benchmarks;

/// <summary>The ways to copy a stream into a file of a directory. Each closes the file, and is timed with that.</summary>
internal sealed class CopyWays(string directory, SourceKind kind, long bytes, FileCopyOptions? options = null, Func<string, FileStream>? create = null)
{
    public const string Platform = "CopyToAsync";
    public const string LargeBuffer = "CopyToAsync, 1 MiB buffer";
    public const string Article = "article's loop";
    public const string FileStreamTarget = "CopyToFileAsync, FileStream";
    public const string PathTarget = "CopyToFileAsync, new path";
    public const string Synchronous = "CopyToFile, FileStream";

    private readonly string _path = Path.Combine(directory, "file");

    /// <summary>Into a file that is there from the turn before and is emptied, as by <see cref="File.Create(string)"/>.</summary>
    public IEnumerable<Way> Overwriting(bool withArticle = true, bool withSynchronous = false)
    {
        yield return new Way(Platform, PlatformAsync);
        if (withArticle)
        {
            yield return new Way(Article, ArticleAsync);
        }

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
        .. Overwriting(withSynchronous: withSynchronous).Select(way => way with { Prepare = Delete }),
        new Way(PathTarget, PathAsync, Delete),
    ];

    /// <summary>Those that differ if the share writes in the background, each into a file that does not exist.</summary>
    public IEnumerable<Way> InBackground() =>
    [
        new Way(Platform, PlatformAsync, Delete),
        new Way(LargeBuffer, LargeBufferAsync, Delete),
        new Way(FileStreamTarget, FileStreamAsync, Delete),
        new Way(PathTarget, PathAsync, Delete),
    ];

    /// <summary>Creates a file, or empties it.</summary>
    public static FileStream Create(string path) =>
        new(path, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 4096, useAsync: true);

    private async Task PlatformAsync()
    {
        using Stream source = kind.Open(bytes);
        using FileStream file = Create();
        await source.CopyToAsync(file);
    }

    private async Task LargeBufferAsync()
    {
        using Stream source = kind.Open(bytes);
        using FileStream file = Create();
        await source.CopyToAsync(file, (int)Sizes.MiB);
    }

    private async Task ArticleAsync()
    {
        using Stream source = kind.Open(bytes);
        using FileStream file = Create();
        await ArticleLoop.CopyAsync(source, file, kind.KnowsLength ? bytes : null);
    }

    private async Task FileStreamAsync()
    {
        using Stream source = kind.Open(bytes);
        using FileStream file = Create();
        await source.CopyToFileAsync(file, options);
    }

    private async Task PathAsync()
    {
        using Stream source = kind.Open(bytes);
        await source.CopyToFileAsync(_path, options);
    }

    private Task RunSynchronously()
    {
        using Stream source = kind.Open(bytes);
        using FileStream file = Create();
        source.CopyToFile(file, options);
        return Task.CompletedTask;
    }

    private void Delete() => File.Delete(_path);

    private FileStream Create() => create?.Invoke(_path) ?? Create(_path);
}
