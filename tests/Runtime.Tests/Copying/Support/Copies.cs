namespace StreamTuning.Copying;

/// <summary>Both ways to copy, so that a test covers the synchronous twin too.</summary>
internal static class Copies
{
    public static TheoryData<bool> BothWays { get; } = new(true, false);

    public static async Task<long> CopyAsync(
        Stream source, Stream target, bool async, FileCopyOptions? options = null, CancellationToken token = default) =>
        async ? await source.CopyToFileAsync(target, options, token) : source.CopyToFile(target, options, token);

    public static async Task<long> CopyAsync(
        Stream source, string target, bool async, FileCopyOptions? options = null, CancellationToken token = default) =>
        async ? await source.CopyToFileAsync(target, options, token) : source.CopyToFile(target, options, token);

    public static async Task<long> CopyAsync(
        FileInfo source, string target, bool async, FileCopyOptions? options = null, CancellationToken token = default) =>
        async ? await source.CopyToFileAsync(target, options, token) : source.CopyToFile(target, options, token);

    public static async Task<long> CopyAsync(
        FileInfo source, Stream target, bool async, FileCopyOptions? options = null, CancellationToken token = default) =>
        async ? await source.CopyToFileAsync(target, options, token) : source.CopyToFile(target, options, token);
}
