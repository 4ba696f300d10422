using System.Diagnostics;
using Azure;
using Azure.Storage;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;
using StreamTuning.Measuring;

namespace StreamTuning.Tool.Blobs;

/// <summary>Measures uploads to a container, with blobs of a prefix of its own that are removed.</summary>
internal sealed class BlobMeasurer
{
    private const int MiB = 1024 * 1024;
    private const int Probes = 8;
    private const int MostTurns = 12;
    private const int LeastTurns = 3;

    // Three of 4 MiB on one connection, and two ways to upload 4 MiB in the least number of turns. The rest are single bytes.
    private const long LeastBytes = 40L * MiB;

    private static readonly int[] _blocks = [MiB, 4 * MiB, 8 * MiB];
    private static readonly int[] _atOnce = [1, 4, 8];
    private static readonly TimeSpan _timeToClean = TimeSpan.FromSeconds(30);

    private readonly RequestCounter _counter = new();
    private readonly List<BlobClient> _blobs = [];
    private readonly string _prefix = $"streamtuning-measure-{Guid.NewGuid():N}/";
    private readonly Uri _container;
    private readonly BlobContainerClient _client;
    private readonly BlobCredential _credential;
    private readonly MeasureOptions _options;
    private readonly Progress _progress;
    private readonly long _begin = Stopwatch.GetTimestamp();

    private long _written;

    private BlobMeasurer(Uri container, BlobCredential credential, MeasureOptions options, Progress progress)
    {
        (_container, _credential, _options, _progress) = (container, credential, options, progress);
        _client = credential.Open(container, _counter);
    }

    private TimeSpan Elapsed => Stopwatch.GetElapsedTime(_begin);

    /// <exception cref="ToolException">The container cannot be measured.</exception>
    public static async Task<BlobMeasurement> RunAsync(
        string url, BlobCredential credential, MeasureOptions options, Progress progress, CancellationToken cancellationToken)
    {
        bool isUrl = Uri.TryCreate(url, UriKind.Absolute, out Uri? container);
        if (!isUrl || container!.Scheme is not ("https" or "http") || container.AbsolutePath.Length < 2)
        {
            throw new ToolException(
                "--blob: name the URL of a container, such as https://ACCOUNT.blob.core.windows.net/CONTAINER.", ExitCode.Usage);
        }

        if (options.MaxBytes < LeastBytes)
        {
            throw new ToolException($"--max-bytes: a container needs {Units.Bytes(LeastBytes)} or more to be measured.", ExitCode.Usage);
        }

        var measurer = new BlobMeasurer(container, credential, options, progress);
        progress.Note(
            $"Measuring {container} for {options.Time.TotalSeconds:0} s at most, with {Units.Bytes(options.MaxBytes)} of uploads at most, "
            + $"in blobs that begin with {measurer._prefix} and are removed.");
        try
        {
            return await progress.StepAsync("Measuring", () => measurer.MeasureAsync(cancellationToken));
        }
        catch (RequestFailedException e)
        {
            // Its message has headers and a part of the answer.
            throw new ToolException(
                $"The measurement stopped: the service answered {e.Status} {e.ErrorCode}. "
                + "The secret must permit to read, write and delete.");
        }
        catch (Exception e) when (e is not (OperationCanceledException or ToolException))
        {
            throw new ToolException("The measurement stopped: " + credential.Hide(e.GetBaseException().Message));
        }
        finally
        {
            await measurer.RemoveAsync();
        }
    }

    private async Task<BlobMeasurement> MeasureAsync(CancellationToken cancellationToken)
    {
        _progress.At("Measuring latency");
        await PutAsync(1, cancellationToken);
        double latency = await MedianAsync(Probes, () => PutAsync(1, cancellationToken));
        _progress.At("Measuring one connection");
        double oneMiB = Math.Max(1e-6, await MedianAsync(LeastTurns, () => PutAsync(4 * MiB, cancellationToken)) - latency) / 4;

        // What fits: half of the time for the two ways, a third for the table.
        long compared = new long[] { 64, 16, 4 }.Select(static size => size * MiB)
            .First(size => size == 4 * MiB
                || (FitsInto(0.6, (size / MiB * oneMiB * 2) + latency, LeastTurns)
                    && _written + (2 * LeastTurns * size) <= _options.MaxBytes));
        var requests = (Plain: 0, Blocks: 0);
        Way[] ways =
        [
            new("UploadAsync", async () => requests.Plain = await CountAsync(() => UploadAsync(compared, cancellationToken))),
            new(
                "UploadBlocksAsync",
                async () => requests.Blocks = await CountAsync(() => UploadBlocksAsync(compared, default, cancellationToken))),
        ];
        PairedTurns turns = await PairedRun.RunAsync(0, ways, MayStart, TimeProvider.System);
        var uploads = new List<BlobUpload>();
        long each = Math.Min(compared, 16 * MiB);
        foreach ((int block, int atOnce) in _blocks.SelectMany(static block => _atOnce.Select(atOnce => (block, atOnce))))
        {
            if (!FitsInto(0.95, each / MiB * oneMiB, 1) || _written + each > _options.MaxBytes)
            {
                break;
            }

            _progress.At($"Measuring blocks of {Units.Bytes(block)}, {atOnce} at once");
            var transfer = new StorageTransferOptions
            {
                InitialTransferSize = block,
                MaximumTransferSize = block,
                MaximumConcurrency = atOnce,
            };
            double seconds = await TimeAsync(() => UploadBlocksAsync(each, transfer, cancellationToken));
            uploads.Add(new BlobUpload(block, atOnce, each / seconds));
        }

        return new BlobMeasurement(
            _container.ToString(),
            latency,
            MiB / oneMiB,
            uploads,
            compared,
            Samples.Median(turns.SecondsOf(0)),
            requests.Plain,
            Samples.Median(turns.SecondsOf(1)),
            requests.Blocks,
            turns.RatioOf(1));

        bool MayStart(PairedTurns done)
        {
            _progress.At($"Measuring {Units.Bytes(compared)}, turn {done.Count + 1}");
            bool hasTime = done.Count == 0 || Elapsed + done.Longest <= _options.Time * 0.6;
            return done.Count < MostTurns && hasTime && (done.Count == 0 || _written + (2 * compared) <= _options.MaxBytes);
        }
    }

    private bool FitsInto(double part, double seconds, int times) =>
        Elapsed.TotalSeconds + (seconds * times) <= _options.Time.TotalSeconds * part;

    private async Task PutAsync(int bytes, CancellationToken cancellationToken)
    {
        // One request, whatever the size.
        var options = new BlobUploadOptions { TransferOptions = new StorageTransferOptions { InitialTransferSize = 256L * MiB } };
        _written += bytes;
        await NextBlob().UploadAsync(new BinaryData(new byte[bytes]), options, cancellationToken);
    }

    private async Task UploadAsync(long bytes, CancellationToken cancellationToken)
    {
        _written += bytes;
        using var source = new MemoryStream(new byte[bytes], writable: false);
        await NextBlob().UploadAsync(source, overwrite: true, cancellationToken);
    }

    private async Task UploadBlocksAsync(long bytes, StorageTransferOptions transfer, CancellationToken cancellationToken)
    {
        _written += bytes;
        using var source = new MemoryStream(new byte[bytes], writable: false);
        await NextBlob().UploadBlocksAsync(source, new BlobUploadOptions { TransferOptions = transfer }, cancellationToken);
    }

    private async Task<int> CountAsync(Func<Task> upload)
    {
        int before = _counter.Requests;
        await upload();
        return _counter.Requests - before;
    }

    private static async Task<double> MedianAsync(int times, Func<Task> run)
    {
        var seconds = new List<double>();
        for (int i = 0; i < times; i++)
        {
            seconds.Add(await TimeAsync(run));
        }

        return Samples.Median(seconds);
    }

    private static async Task<double> TimeAsync(Func<Task> run)
    {
        long start = Stopwatch.GetTimestamp();
        await run();
        return Stopwatch.GetElapsedTime(start).TotalSeconds;
    }

    private BlobClient NextBlob()
    {
        BlobClient blob = _client.GetBlobClient($"{_prefix}{_blobs.Count}");
        _blobs.Add(blob);
        return blob;
    }

    /// <summary>Removes the blobs, also of a measurement that was stopped.</summary>
    private async Task RemoveAsync()
    {
        using var limit = new CancellationTokenSource(_timeToClean);
        int left = 0;
        foreach (BlobClient blob in _blobs)
        {
            try
            {
                await blob.DeleteIfExistsAsync(cancellationToken: limit.Token);
            }
            catch (Exception e) when (e is RequestFailedException or OperationCanceledException or AggregateException)
            {
                left++;
            }
        }

        if (left > 0)
        {
            _progress.Warn($"{left} blobs could not be removed. Their names begin with {_prefix}");
        }
    }
}
