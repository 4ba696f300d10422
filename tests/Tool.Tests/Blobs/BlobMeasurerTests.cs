using System.Net;
using System.Net.Sockets;
using StreamTuning.BlobService;
using StreamTuning.Tool.Blobs;
using StreamTuning.Tool.CommandLine;
using StreamTuning.Tool.Tests.Setup;

namespace StreamTuning.Tool.Tests.Blobs;

/// <summary>Measurements of a service that takes everything, and what they say and do not say.</summary>
public sealed class BlobMeasurerTests
{
    private static readonly string _key = Convert.ToBase64String(Enumerable.Range(0, 64).Select(static i => (byte)(i * 3)).ToArray());

    [Fact]
    public async Task A_container_is_measured_and_its_blobs_are_removed()
    {
        await using FaultProxy proxy = FaultProxy.StartWithSink(NetworkProfile.Of(mebibytesPerSecond: 40, milliseconds: 5));
        using var folder = new ScratchFolder();

        string container = new Uri(proxy.Uri, "sink/uploads").ToString();
        ToolRun run = await RunAsync(
            folder, $"AccountName=sink;AccountKey={_key}", "--blob", container, "--time", "30s", "--output", "blobs.json");

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Matches(@"(\d+ MiB): \d.* and 1 request by UploadAsync, \d.* and \d+ requests by UploadBlocksAsync", run.Output);
        Assert.Contains("8 at once", run.Output);
        Assert.Contains("\"latencySeconds\"", folder["blobs.json"]);
        long written = proxy.Requests(BlobOperation.PutBlob) + proxy.Requests(BlobOperation.PutBlockList);
        Assert.Equal(written, proxy.Requests(BlobOperation.Delete));
        AssertHidden(run);
    }

    [Theory]
    [InlineData("AccountName=sink;AccountKey={0}")]
    [InlineData("?sv=2024-01-01&sr=c&sig={0}")]
    public async Task A_service_that_does_not_answer_is_named_and_the_secret_is_not(string secret)
    {
        using var closed = new TcpListener(IPAddress.Loopback, 0);
        closed.Start();
        int port = ((IPEndPoint)closed.LocalEndpoint).Port;
        closed.Stop();
        using var folder = new ScratchFolder();

        string given = string.Format(secret, secret.StartsWith('?') ? Uri.EscapeDataString(_key) : _key);
        ToolRun run = await RunAsync(folder, given, "--blob", $"http://127.0.0.1:{port}/sink/uploads", "--time", "5s");

        Assert.Equal(3, run.ExitCode);
        Assert.Contains("The measurement stopped:", run.Error);
        AssertHidden(run);
    }

    [Fact]
    public async Task A_service_that_refuses_is_quoted_by_its_code()
    {
        await using FaultProxy proxy = FaultProxy.StartWithSink();
        using var folder = new ScratchFolder();
        proxy.SetFaults(FaultRule.On(BlobOperation.PutBlob, Fault.Answer(403, "AuthorizationFailure")));

        string container = new Uri(proxy.Uri, "sink/uploads").ToString();
        ToolRun run = await RunAsync(folder, $"sv=1&sig={Uri.EscapeDataString(_key)}", "--blob", container);

        Assert.Equal(3, run.ExitCode);
        Assert.Contains("the service answered 403 AuthorizationFailure", run.Error);
        AssertHidden(run);
    }

    [Theory]
    [InlineData("http://127.0.0.1/sink/uploads?sig=secret", "everybody on this machine can see")]
    [InlineData("sink/uploads", "name the URL of a container")]
    public async Task A_container_without_a_proper_URL_is_refused(string url, string said)
    {
        using var folder = new ScratchFolder();

        ToolRun run = await RunAsync(folder, $"AccountName=sink;AccountKey={_key}", "--blob", url);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(said, run.Error);
        Assert.DoesNotContain("sig=secret", run.Error);
    }

    [Theory]
    [InlineData("--max-bytes 39MiB", "--max-bytes: a container needs 40 MiB or more")]
    [InlineData("--output x.html", "a measurement of blobs is written as .json or .md")]
    public async Task What_cannot_be_done_is_refused_before_the_service_is_asked(string arguments, string said)
    {
        using var folder = new ScratchFolder();

        ToolRun run = await RunAsync(
            folder, $"AccountName=sink;AccountKey={_key}", ["--blob", "http://127.0.0.1:1/sink/uploads", .. arguments.Split(' ')]);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(said, run.Error);
    }

    [Theory]
    [InlineData("BlobEndpoint=https://sink.example/;SharedAccessSignature=sv=1&sig=c2VjcmV0")]
    [InlineData("?sv=1&sig=c2VjcmV0")]
    public async Task A_SAS_is_the_query_of_requests_alone_or_in_a_connection_string(string secret)
    {
        BlobCredential credential = await BlobCredential.ReadAsync(new StringReader(secret), default);

        Uri opened = credential.Open(new Uri("http://127.0.0.1/sink/uploads"), new RequestCounter()).Uri;

        Assert.Equal("http://127.0.0.1/sink/uploads?sv=1&sig=c2VjcmV0", opened.AbsoluteUri);
    }

    [Theory]
    [InlineData(3.0, 0.9, 5, 6, "It is not certain")]
    [InlineData(3.0, 2.5, 4, 2, "It is not certain")]
    [InlineData(1.0, 0.9, 1.1, 6, "Nothing to gain")]
    [InlineData(3.0, 2.5, 4, 3, "64 MiB: 3.0 s")]
    public void What_is_not_certain_is_called_so(double median, double low, double high, int turns, string said)
    {
        var measured = new BlobMeasurement(
            "container", 0.01, 1e6, [], 64 << 20, 3, 1, 1, 9, new StreamTuning.Measuring.PairedRatio(median, low, high, turns));

        Assert.StartsWith(said, measured.Verdict);
    }

    [Fact]
    public async Task Without_a_secret_the_way_to_give_one_is_said()
    {
        using var folder = new ScratchFolder();

        ToolRun run = await RunAsync(folder, "", "--blob", "http://127.0.0.1/sink/uploads");

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("STREAMTUNING_BLOB_CREDENTIAL or on standard input", run.Error);
    }

    private static void AssertHidden(ToolRun run)
    {
        foreach (string text in new[] { run.Output, run.Error })
        {
            Assert.DoesNotContain(_key, text);
            Assert.DoesNotContain(Uri.EscapeDataString(_key), text);
        }
    }

    private static async Task<ToolRun> RunAsync(ScratchFolder folder, string secret, params string[] arguments)
    {
        using var output = new StringWriter();
        using var error = new StringWriter();
        var console = new ToolConsole(output, TextWriter.Synchronized(error), OutputIsTerminal: false, ErrorIsTerminal: false)
        {
            Input = new StringReader(secret),
        };
        int exitCode = await ScanCommand.RunAsync(["measure", .. arguments], console, folder.Root, CancellationToken.None);
        return new ToolRun(exitCode, output.ToString(), error.ToString());
    }
}
