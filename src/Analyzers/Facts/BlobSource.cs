namespace StreamTuning.Analyzers.Facts;

/// <summary>What an upload reads from, as far as it decides about the requests that carry it.</summary>
internal enum BlobSource
{
    /// <summary>A file that is named by its path.</summary>
    Path,

    /// <summary>A file that is open.</summary>
    File,

    /// <summary>An uploaded file of ASP.NET Core. It seeks.</summary>
    FormFile,

    /// <summary>A stream of which nothing is known.</summary>
    Unknown,

    /// <summary>Content that is in memory.</summary>
    Memory,

    /// <summary>A stream that cannot seek: of a network connection, a compression or a pipe. The SDK sends it in blocks.</summary>
    Unseekable,
}
