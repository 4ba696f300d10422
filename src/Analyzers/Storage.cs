namespace StreamTuning.Analyzers;

/// <summary>Where the files of a project live, as its property <c>StreamTuningStorage</c> says.</summary>
internal enum Storage
{
    /// <summary>Nothing is set.</summary>
    Unknown,

    /// <summary>On network shares or cloud disks: each request is a round trip.</summary>
    Share,

    /// <summary>On disks of the machine.</summary>
    Local,
}

/// <summary>Reads <see cref="Storage"/>.</summary>
internal static class StorageProperty
{
    /// <summary>The key by which the compiler hands the property to analyzers.</summary>
    private const string Key = "build_property.StreamTuningStorage";

    /// <summary>The storage of a project. The build reports a value that isn't allowed; here it is unknown.</summary>
    public static Storage Read(AnalyzerOptions options) =>
        !options.AnalyzerConfigOptionsProvider.GlobalOptions.TryGetValue(Key, out string? value) ? Storage.Unknown
        : Is(value, nameof(Storage.Share)) ? Storage.Share
        : Is(value, nameof(Storage.Local)) ? Storage.Local
        : Storage.Unknown;

    private static bool Is(string value, string name) => value.Trim().Equals(name, StringComparison.OrdinalIgnoreCase);
}
