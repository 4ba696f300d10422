namespace StreamTuning.NetworkShares.Guest;

/// <summary>How a copy treats its target.</summary>
internal enum GuestTarget
{
    /// <summary>Writes into a stream of the caller.</summary>
    Stream,

    /// <summary>Publishes a new name.</summary>
    New,

    /// <summary>Overwrites a file.</summary>
    InPlace,

    /// <summary>Replaces a file.</summary>
    Atomic,
}

/// <summary>A way to copy.</summary>
internal sealed record GuestWay(string Name, GuestTarget Target, Func<GuestCopy, Task> RunAsync)
{
    /// <summary>.NET's own copy, to compare requests with.</summary>
    public const string Plain = "CopyToAsync";

    private const FileReplacement Atomic = FileReplacement.Atomic;

    public static GuestWay[] All { get; } =
    [
        new(Plain, GuestTarget.Stream, copy => copy.IntoStreamAsync(async stream =>
        {
            await using Stream source = copy.OpenSource();
            await source.CopyToAsync(stream);
        })),
        new("FileStream", GuestTarget.Stream, copy => copy.IntoStreamAsync(ToStreamAsync(copy))),
        new("FileStream, synchronous", GuestTarget.Stream, copy => copy.IntoStreamAsync(ToStream(copy))),
        new("FileStream, unknown length", GuestTarget.Stream, copy => copy.IntoStreamAsync(UnknownToStreamAsync(copy))),
        new("FileStream at the end of a file", GuestTarget.Stream, copy => copy.IntoStreamAsync(ToStreamAsync(copy), mode: FileMode.Open))
        {
            Prefix = GuestContent.OldBytes,
        },
        Enclosed("FileStream between header and trailer", ToStreamAsync),
        Enclosed("FileStream between header and trailer, synchronous", ToStream),
        Enclosed("FileStream between header and trailer, unknown length", UnknownToStreamAsync),
        new("path", GuestTarget.New, ToPathAsync()),
        new("path, synchronous", GuestTarget.New, copy =>
        {
            using Stream source = copy.OpenSource();
            source.CopyToFile(copy.Target, copy.Options());
            return Task.CompletedTask;
        }),
        new("path, unknown length", GuestTarget.New, UnknownToPathAsync()),
        new("path in place", GuestTarget.InPlace, ToPathAsync()),
        new("path in place, unknown length", GuestTarget.InPlace, UnknownToPathAsync()),
        new("path, atomic", GuestTarget.Atomic, ToPathAsync(Atomic)),
        new("path, atomic, unknown length", GuestTarget.Atomic, UnknownToPathAsync(Atomic)),
        new("FileInfo", GuestTarget.New, FileToPathAsync()),
        new("FileInfo, atomic", GuestTarget.Atomic, FileToPathAsync(Atomic)),
        new("MoveTo", GuestTarget.New, copy => copy.MoveAsync(overwrite: false)) { Stages = true },
        new("MoveTo over a file", GuestTarget.Atomic, copy => copy.MoveAsync(overwrite: true)) { Stages = true },
    ];

    /// <summary>The bytes of the target before the content of the source, and those behind it.</summary>
    public byte[] Prefix { get; private init; } = [];

    public byte[] Suffix { get; private init; } = [];

    /// <summary>
    /// How often a full disk is tried. After a failed flush NFS sometimes cuts a file at the end of a page and not within it: seen in one of ten.
    /// </summary>
    public int Rounds { get; private init; } = 1;

    /// <summary>Whether a staged file must outlive a failure.</summary>
    public bool Stages { get; private init; }

    public bool NeedsFile => Target is GuestTarget.InPlace or GuestTarget.Atomic || Prefix == GuestContent.OldBytes;

    public static GuestWay Named(string name) => All.Single(way => way.Name == name);

    private static GuestWay Enclosed(string name, Func<GuestCopy, Func<FileStream, Task>> copyInto) =>
        new(name, GuestTarget.Stream, copy => copy.IntoStreamAsync(copyInto(copy), GuestContent.Header, GuestContent.Trailer))
        {
            Prefix = GuestContent.Header,
            Suffix = GuestContent.Trailer,
            Rounds = 4,
        };

    private static Func<FileStream, Task> ToStreamAsync(GuestCopy copy) => async stream =>
    {
        await using Stream source = copy.OpenSource();
        await source.CopyToFileAsync(stream, copy.Options());
    };

    private static Func<FileStream, Task> ToStream(GuestCopy copy) => stream =>
    {
        using Stream source = copy.OpenSource();
        source.CopyToFile(stream, copy.Options());
        return Task.CompletedTask;
    };

    private static Func<FileStream, Task> UnknownToStreamAsync(GuestCopy copy) => async stream =>
    {
        await using Stream source = copy.OpenUnknownSource();
        await source.CopyToFileAsync(stream, copy.Options());
    };

    private static Func<GuestCopy, Task> ToPathAsync(FileReplacement replace = FileReplacement.InPlace) => async copy =>
    {
        await using Stream source = copy.OpenSource();
        await source.CopyToFileAsync(copy.Target, copy.Options(replace));
    };

    private static Func<GuestCopy, Task> UnknownToPathAsync(FileReplacement replace = FileReplacement.InPlace) => async copy =>
    {
        await using Stream source = copy.OpenUnknownSource();
        await source.CopyToFileAsync(copy.Target, copy.Options(replace));
    };

    private static Func<GuestCopy, Task> FileToPathAsync(FileReplacement replace = FileReplacement.InPlace) => copy =>
        new FileInfo(copy.Source).CopyToFileAsync(copy.Target, copy.Options(replace));
}
