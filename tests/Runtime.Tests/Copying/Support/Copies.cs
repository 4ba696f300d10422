namespace StreamTuning.Copying;

/// <summary>Both ways to copy, so that a test covers the synchronous twin too.</summary>
internal static class Copies
{
    public static TheoryData<bool> BothWays { get; } = new(true, false);

    public static async Task<long> CopyAsync(
        Stream source, Stream destination, bool async, FileCopyOptions? options = null, CancellationToken token = default) =>
        async ? await source.CopyToFileAsync(destination, options, token) : source.CopyToFile(destination, options, token);

    public static async Task<long> CopyAsync(
        Stream source, string destination, bool async, FileCopyOptions? options = null, CancellationToken token = default) =>
        async ? await source.CopyToFileAsync(destination, options, token) : source.CopyToFile(destination, options, token);

    public static async Task<long> CopyAsync(
        FileInfo source, string destination, bool async, FileCopyOptions? options = null, CancellationToken token = default) =>
        async ? await source.CopyToFileAsync(destination, options, token) : source.CopyToFile(destination, options, token);

    public static async Task<long> CopyAsync(
        FileInfo source, Stream destination, bool async, FileCopyOptions? options = null, CancellationToken token = default) =>
        async ? await source.CopyToFileAsync(destination, options, token) : source.CopyToFile(destination, options, token);
}
