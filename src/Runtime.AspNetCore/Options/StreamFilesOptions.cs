namespace StreamTuning;

/// <summary>
/// What a streamed form may be. Read when a request begins to be read, and never changed; one instance can serve many requests. What a
/// request exceeds ends it with status 413 (too much) or 400 (malformed) while it is read.
/// </summary>
public sealed class StreamFilesOptions
{
    private long? _maxFileBytes;
    private long? _maxTotalBytes;
    private int _maxFiles = 1024;
    private int _maxFields = 1024;
    private int _maxKeyLength = 2048;
    private int _maxValueLength = 4 * 1024 * 1024;
    private long _maxFieldsLength = 16 * 1024 * 1024;
    private int _maxBoundaryLength = 128;
    private int _maxPartHeaders = 16;
    private int _maxPartHeadersLength = 16 * 1024;
    private int? _bufferSize;

    /// <summary>Makes options with the defaults.</summary>
    public StreamFilesOptions()
    {
    }

    internal StreamFilesOptions(StreamFilesOptions other)
    {
        _maxFileBytes = other._maxFileBytes;
        _maxTotalBytes = other._maxTotalBytes;
        _maxFiles = other._maxFiles;
        _maxFields = other._maxFields;
        _maxKeyLength = other._maxKeyLength;
        _maxValueLength = other._maxValueLength;
        _maxFieldsLength = other._maxFieldsLength;
        _maxBoundaryLength = other._maxBoundaryLength;
        _maxPartHeaders = other._maxPartHeaders;
        _maxPartHeadersLength = other._maxPartHeadersLength;
        _bufferSize = other._bufferSize;
        FieldsMustPrecedeFiles = other.FieldsMustPrecedeFiles;
        HideFilesUntilComplete = other.HideFilesUntilComplete;
        KeepFilesOfInvalidForm = other.KeepFilesOfInvalidForm;
        Antiforgery = other.Antiforgery;
        foreach (string type in other.AllowedContentTypes)
        {
            AllowedContentTypes.Add(type);
        }
    }

    /// <summary>
    /// How many bytes one file may have; <see langword="null"/>, the default, for as many as the request. A value above what the server
    /// lets a request have raises that for this request to one file of this size and the fields, unless <see cref="MaxTotalBytes"/> or an
    /// attribute of the endpoint says how long the request may be.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public long? MaxFileBytes
    {
        get => _maxFileBytes;
        set => _maxFileBytes = value is null ? null : AtLeast(value.Value, 0, nameof(value));
    }

    /// <summary>
    /// How many bytes the whole body may have, what surrounds the files included. <see langword="null"/>, the default, for what the server
    /// allows (30,000,000 for Kestrel and IIS, or what an attribute of the endpoint says). A value takes its place for this request,
    /// whether it is lower or higher. In a body without Content-Length the server may count what surrounds its chunks, too.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public long? MaxTotalBytes
    {
        get => _maxTotalBytes;
        set => _maxTotalBytes = value is null ? null : AtLeast(value.Value, 0, nameof(value));
    }

    /// <summary>How many files there may be, 1,024 by default.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public int MaxFiles
    {
        get => _maxFiles;
        set => _maxFiles = (int)AtLeast(value, 0, nameof(value));
    }

    /// <summary>How many fields there may be, 1,024 by default. An input in which no file was chosen counts as a field.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public int MaxFields
    {
        get => _maxFields;
        set => _maxFields = (int)AtLeast(value, 0, nameof(value));
    }

    /// <summary>How many characters the name of a field or file input may have, 2,048 by default.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not positive.</exception>
    public int MaxKeyLength
    {
        get => _maxKeyLength;
        set => _maxKeyLength = (int)AtLeast(value, 1, nameof(value));
    }

    /// <summary>
    /// How many bytes the value of a field may have, 4,194,304 by default. Values are held in memory. ASP.NET Core limits a field of a
    /// multipart form only by the length of the request (<c>MultipartBodyLengthLimit</c> is about files): set it if you expect longer ones.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative, or more than 256 MiB.</exception>
    public int MaxValueLength
    {
        get => _maxValueLength;
        set => _maxValueLength = value <= 256 * 1024 * 1024
            ? (int)AtLeast(value, 0, nameof(value))
            : throw new ArgumentOutOfRangeException(nameof(value), value, "The value must be at most 256 MiB.");
    }

    /// <summary>
    /// How much the names of all fields, in characters, and their values, in bytes, may have together, 16,777,216 by default. They are held
    /// in memory.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public long MaxFieldsLength
    {
        get => _maxFieldsLength;
        set => _maxFieldsLength = AtLeast(value, 0, nameof(value));
    }

    /// <summary>How many characters the boundary between parts may have, 128 by default. RFC 2046 allows 70.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not positive.</exception>
    public int MaxBoundaryLength
    {
        get => _maxBoundaryLength;
        set => _maxBoundaryLength = (int)AtLeast(value, 1, nameof(value));
    }

    /// <summary>How many headers a part may have, 16 by default.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not positive.</exception>
    public int MaxPartHeaders
    {
        get => _maxPartHeaders;
        set => _maxPartHeaders = (int)AtLeast(value, 1, nameof(value));
    }

    /// <summary>
    /// How many bytes the headers of a part may have together, 16,384 by default; also what may precede the first boundary and follow the
    /// last one, where a form has nothing.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not positive, or more than 1 MiB.</exception>
    public int MaxPartHeadersLength
    {
        get => _maxPartHeadersLength;
        set => _maxPartHeadersLength = value <= 1024 * 1024
            ? (int)AtLeast(value, 1, nameof(value))
            : throw new ArgumentOutOfRangeException(nameof(value), value, "The value must be at most 1 MiB.");
    }

    /// <summary>
    /// How many bytes are collected before they are written to a stream that is no file, and read at a time where the body comes through a
    /// stream of a middleware; files are written in blocks of their own. <see langword="null"/>, the default, chooses by Content-Length: as
    /// much as the body has, from 4,096 to 65,536.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is below 1,024, or more than 16 MiB.</exception>
    public int? BufferSize
    {
        get => _bufferSize;
        set => _bufferSize = value is null or (>= 1024 and <= 16 * 1024 * 1024)
            ? value
            : throw new ArgumentOutOfRangeException(nameof(value), value, "The value must be from 1,024 to 16 MiB.");
    }

    /// <summary>
    /// Which content types files may say they have, such as <c>image/png</c> or <c>image/*</c>; any while it is empty, as it is by default.
    /// Others end the request with status 415. What the client says need not be true. Adding what is no content type throws an
    /// <see cref="ArgumentException"/>.
    /// </summary>
    public IList<string> AllowedContentTypes => AllowedTypes;

    internal ContentTypes AllowedTypes { get; } = [];

    /// <summary>
    /// Whether a field behind a file ends the request with status 400, so that every file can count on all fields. <see langword="false"/>
    /// by default.
    /// </summary>
    public bool FieldsMustPrecedeFiles { get; set; }

    /// <summary>
    /// Whether <see cref="StreamedFile.CopyToFileAsync(string, FileCopyOptions?, CancellationToken)"/> gives a file that does not exist yet
    /// a hidden name in its directory, and its own name only when the form is complete and valid, so that nobody sees files of a form that
    /// fails later. The callback cannot open the file under its name then. A name that another request has taken meanwhile makes the
    /// request fail, unless <see cref="FileCopyOptions.Replace"/> is <see cref="FileReplacement.Atomic"/>. <see langword="false"/> by
    /// default. A process that is killed leaves the hidden files (<c>.streamtuning-RANDOM.tmp</c>).
    /// </summary>
    public bool HideFilesUntilComplete { get; set; }

    /// <summary>
    /// Whether the files of a form whose fields are not valid stay. <see langword="false"/> by default: they are undone before
    /// <c>StreamFiles</c> returns, as by <see cref="StreamedForm.DiscardFilesAsync"/>.
    /// </summary>
    public bool KeepFilesOfInvalidForm { get; set; }

    /// <summary>
    /// Whether a valid antiforgery token is required, in the request's header and not in the form; <see langword="true"/> by default. An
    /// endpoint that disables antiforgery (<c>DisableAntiforgery()</c>, <c>[IgnoreAntiforgeryToken]</c>) requires none in any case.
    /// </summary>
    public bool Antiforgery { get; set; } = true;

    private static long AtLeast(long value, long minimum, string name) =>
        value >= minimum ? value : throw new ArgumentOutOfRangeException(name, value, $"The value must be at least {minimum}.");
}
