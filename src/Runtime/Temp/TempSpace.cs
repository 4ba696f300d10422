namespace StreamTuning;

/// <summary>
/// Makes temporary files where there is room for them: in the first of its directories whose quota allows it, by default the temporary
/// directory of the operating system, then the one that <c>HOME</c> names. Whatever it makes only the user of the process may open, under a
/// name that nobody can guess.
/// </summary>
/// <remarks>
/// Can be used by many threads at once, and shared by all of a program: see <see cref="Default"/>. Room means the length that is expected,
/// and 64 MiB or a tenth of it to spare, whichever is more.
/// <see href="https://github.com/streamtuning/streamtuning/blob/v0.1.0/docs/temp.md">How a directory is chosen</see>.
/// </remarks>
public sealed class TempSpace
{
    private readonly TempRoot[] _roots;
    private readonly int _memoryLimit;
    private readonly long _assumedLength;
    private readonly Action<TempSpaceDecision>? _decisionMade;
    private readonly SemaphoreSlim _movingOn = new(1, 1);
    private int _sweeps;

    /// <summary>Makes a space of its own. Nothing is looked at or created before the first file.</summary>
    /// <param name="options">Where files may go; <see langword="null"/> for the defaults.</param>
    /// <exception cref="ArgumentException">
    /// A directory is empty, or lies in the web root of an app service (<c>site/wwwroot</c>), from which it could be downloaded.
    /// </exception>
    public TempSpace(TempSpaceOptions? options = null)
    {
        options ??= new TempSpaceOptions();
        _roots = TempRoots.Of(options);
        _memoryLimit = options.MemoryLimit;
        _assumedLength = options.AssumedLength;
        _decisionMade = options.DecisionMade;
        _sweeps = options.SweepLeftovers ? 1 : 0;
    }

    /// <summary>The space with the default options, shared by the whole program.</summary>
    public static TempSpace Default { get; } = new();

    /// <summary>
    /// The bytes that the caller may still write in a directory: the quota of the directory and, on Windows, of the user counts. A
    /// directory that does not exist yet has what the nearest one above it has that does.
    /// </summary>
    /// <param name="directory">The directory; a relative path starts at the current directory.</param>
    /// <returns>The number of bytes, of which others may take some at any time.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="directory"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="directory"/> is empty.</exception>
    /// <exception cref="IOException">The system does not say.</exception>
    /// <exception cref="UnauthorizedAccessException">The directory may not be looked at.</exception>
    public static long GetAvailableBytes(string directory)
    {
        if (directory is null)
        {
            throw new ArgumentNullException(nameof(directory));
        }

        if (directory.Length == 0)
        {
            throw new ArgumentException("The path is empty.", nameof(directory));
        }

        string path = Path.GetFullPath(directory);
        while (!Directory.Exists(path) && Path.GetDirectoryName(path) is { } parent)
        {
            path = parent;
        }

        return FreeSpace.Of(path);
    }

    /// <summary>Makes an empty temporary file.</summary>
    /// <param name="options">How long it will be, and more; <see langword="null"/> for the defaults.</param>
    /// <returns>The file, open for reading and writing. The caller disposes it, which deletes it.</returns>
    /// <exception cref="IOException">No directory has room. The message tells what was found in each.</exception>
    public TempFile CreateFile(TempFileOptions? options = null)
    {
        options ??= new TempFileOptions();
        return Search(options.ExpectedLength).Take(Creation(options, async: true), file => file.Dispose());
    }

    /// <summary>Makes an empty temporary directory.</summary>
    /// <param name="expectedLength">How many bytes will probably be written in it; <see langword="null"/> when nobody knows.</param>
    /// <returns>The directory. The caller disposes it, which deletes it with all that is in it.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="expectedLength"/> is negative.</exception>
    /// <exception cref="IOException">No directory has room. The message tells what was found in each.</exception>
    public TempDirectory CreateDirectory(long? expectedLength = null) =>
        Search(Checked(expectedLength)).Take(root => root.CreateDirectory(), directory => directory.Dispose());

    /// <summary>
    /// Makes an empty file that is not deleted by itself: what <see cref="Path.GetTempFileName"/> does, where there is room.
    /// </summary>
    /// <param name="expectedLength">How many bytes will probably be written to it; <see langword="null"/> when nobody knows.</param>
    /// <returns>The full path of the file, which belongs to the caller.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="expectedLength"/> is negative.</exception>
    /// <exception cref="IOException">No directory has room. The message tells what was found in each.</exception>
    public string CreateEmptyFile(long? expectedLength = null) =>
        Search(Checked(expectedLength)).Take(root => root.CreateEmptyFile(), File.Delete);

    /// <summary>
    /// Names a place for a file or directory whose name is given. The same name leads to the same place as long as something is there, also
    /// in the next process of this user; else to where there is room. Directories above it are created, it is not, and nothing deletes it
    /// by itself.
    /// </summary>
    /// <param name="name">A relative path, without <c>..</c>.</param>
    /// <param name="expectedLength">How many bytes will probably be written to it; <see langword="null"/> when nobody knows.</param>
    /// <returns>The full path, in a directory that only the user of the process may open.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="name"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="name"/> is empty, rooted, leads upwards, or has a part of dots and spaces alone.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="expectedLength"/> is negative.</exception>
    /// <exception cref="IOException">No directory has room. The message tells what was found in each.</exception>
    public string GetPath(string name, long? expectedLength = null)
    {
        TempName.ThrowIfNotRelative(name, nameof(name));
        long? expected = Checked(expectedLength);
        string first = TempName.FirstSegment(name);
        foreach (TempRoot root in _roots)
        {
            if (root.Holds(first))
            {
                return root.PathOf(name);
            }
        }

        return Search(expected).Take(root => root.PathOf(name), _ => { });
    }

    /// <summary>
    /// Copies the rest of a stream into a temporary file. When a directory fills up meanwhile, or is lost, the next one takes over, without
    /// losing a byte.
    /// </summary>
    /// <param name="source">
    /// Read from its position to its end; stays open. If it can seek it may be read a second time, when a directory is lost with what was
    /// in it.
    /// </param>
    /// <param name="options">
    /// How long the file will be, where the source does not know, and more; <see langword="null"/> for the defaults.
    /// </param>
    /// <param name="cancellationToken">
    /// Ends the copy; nothing is left. If a share does not answer, the file is deleted in the background when it does.
    /// </param>
    /// <returns>The file, complete, at its start. Its path does not change any more. The caller disposes it, which deletes it.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is <see langword="null"/>.</exception>
    /// <exception cref="NotSupportedException">The source cannot be read.</exception>
    /// <exception cref="ObjectDisposedException">The source is closed.</exception>
    /// <exception cref="OperationCanceledException">The copy was cancelled.</exception>
    /// <exception cref="IOException">
    /// Reading the source failed; no directory has room, where the message tells what was found in each; or a directory was lost, and the
    /// source cannot be read again.
    /// </exception>
    public Task<TempFile> StageAsync(Stream source, TempFileOptions? options = null, CancellationToken cancellationToken = default)
    {
        Staging staging = Prepare(source, options, async: true);
        return cancellationToken.IsCancellationRequested
            ? Task.FromCanceled<TempFile>(cancellationToken)
            : staging.RunAsync(cancellationToken).AsTask();
    }

    /// <inheritdoc cref="StageAsync"/>
    public TempFile Stage(Stream source, TempFileOptions? options = null, CancellationToken cancellationToken = default)
    {
        Staging staging = Prepare(source, options, async: false);
        cancellationToken.ThrowIfCancellationRequested();
        return staging.RunAsync(cancellationToken).GetAwaiter().GetResult();
    }

    /// <summary>
    /// Deletes temporary files and directories that processes of this machine have left which ended without disposing them. Nothing of a
    /// process that runs is touched, of another machine, or of an earlier start of this one; nor what <see cref="GetPath"/> and
    /// <see cref="CreateEmptyFile"/> have named.
    /// </summary>
    /// <returns>How many files and directories were deleted.</returns>
    public int Sweep()
    {
        int swept = 0;
        foreach (TempRoot root in _roots)
        {
            swept += root.Sweep();
        }

        TempObservation.CountSwept(swept);
        return swept;
    }

    private static long? Checked(long? expectedLength) => expectedLength is null or >= 0
        ? expectedLength
        : throw new ArgumentOutOfRangeException(nameof(expectedLength), expectedLength, "The value must not be negative.");

    private static Func<TempRoot, TempFile> Creation(TempFileOptions options, bool async)
    {
        string extension = options.Extension;
        FileOptions given = (async ? FileOptions.Asynchronous : FileOptions.None)
            | (options.DeleteOnClose ? FileOptions.DeleteOnClose : FileOptions.None);
        return root => root.CreateFile(extension, given);
    }

    private Staging Prepare(Stream source, TempFileOptions? options, bool async)
    {
        if (source is null)
        {
            throw new ArgumentNullException(nameof(source));
        }

        if (!source.CanRead)
        {
            throw source.CanWrite
                ? new NotSupportedException("The source does not support reading.")
                : new ObjectDisposedException(source.GetType().Name, "The source is closed.");
        }

        options ??= new TempFileOptions();
        return new Staging(source, options.ExpectedLength, _memoryLimit, Search, Creation(options, async), _movingOn, async);
    }

    private TempRootSearch Search(long? expectedLength)
    {
        if (Interlocked.Exchange(ref _sweeps, 0) == 1)
        {
            // In the background: a share may hold many files, and nobody waits for theirs to go.
            _ = Task.Run(Sweep);
        }

        return new TempRootSearch(_roots, expectedLength, _assumedLength, _decisionMade);
    }
}
