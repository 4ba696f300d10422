using System.Security.Cryptography;
using StreamTuning;

if (args is not ([] or [_, _]))
{
    Console.Error.WriteLine("Usage: CopySample [SOURCE TARGET]. SOURCE is a file or an http(s) address, TARGET a file.");
    return 2;
}

using var stop = new CancellationTokenSource();
Console.CancelKeyPress += (_, key) =>
{
    key.Cancel = true;
    stop.Cancel();
};

// Without arguments: from one temporary file to another, both of which are deleted at the end.
using TempDirectory demonstration = TempSpace.Default.CreateDirectory();
(string source, string target) = args is [var from, var to] ? (from, to) : (Made(demonstration), Path.Combine(demonstration.Path, "copy.bin"));
try
{
    // 1. Into a temporary file, where there is room for it. The text of the decision says where, and why.
    var space = new TempSpace(new TempSpaceOptions { DecisionMade = decision => Console.WriteLine(decision) });
    using var http = new HttpClient();
    await using Stream content = Uri.TryCreate(source, UriKind.Absolute, out Uri? address) && address.Scheme.StartsWith("http", StringComparison.Ordinal)
        ? await http.GetStreamAsync(address, stop.Token)
        : new FileStream(source, FileMode.Open, FileAccess.Read, FileShare.Read, 4096, FileOptions.Asynchronous);
    await using TempFile staged = await space.StageAsync(content, cancellationToken: stop.Token);

    // 2. To where it belongs: the name is there when the file is complete, and what had the name before stays if it never is.
    using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
    var options = new FileCopyOptions
    {
        Replace = FileReplacement.Atomic,
        Progress = new Percentage(staged.Length),
        Hash = hash,
    };
    long bytes = await staged.Stream.CopyToFileAsync(target, options, stop.Token);
    Console.WriteLine($"{bytes} bytes, SHA-256 {Convert.ToHexString(hash.GetHashAndReset())}");
    return 0;
}
catch (Exception e) when (e is IOException or UnauthorizedAccessException or HttpRequestException)
{
    Console.Error.WriteLine($"'{source}' could not be copied to '{target}': {e.Message}");
    return 1;
}
catch (OperationCanceledException)
{
    Console.Error.WriteLine("Stopped. Nothing is left.");
    return 1;
}

static string Made(TempDirectory directory)
{
    string path = Path.Combine(directory.Path, "source.bin");
    using FileStream file = File.Create(path);
    file.Write(RandomNumberGenerator.GetBytes(8 * 1024 * 1024));
    return path;
}

/// <summary>Told of every block, in order, by the copy itself. (A <see cref="Progress{T}"/> passes reports on to other threads, in any order.)</summary>
internal sealed class Percentage(long total) : IProgress<long>
{
    public void Report(long value) => Console.WriteLine($"{100 * value / Math.Max(total, 1)} %");
}
