using System.Diagnostics;
using System.Net.Sockets;
using System.Security.Cryptography;
using Azure;
using Azure.Storage;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;
using Azure.Storage.Blobs.Specialized;
using Xunit.Abstractions;

namespace StreamTuning.BlobService;

/// <summary>The SDK, a bad network, and a service that is real but for its scale.</summary>
[Collection(AzuriteTests.Name)]
[Trait(Suite.Name, Suite.Slow)]
public sealed class AzuriteServerTests(AzuriteFixture azurite, ITestOutputHelper output)
{
    private static readonly BlobClientOptions _withoutDelay = new() { Retry = { Delay = TimeSpan.Zero, MaxDelay = TimeSpan.Zero } };

    private static readonly StorageTransferOptions _blocks = new() { InitialTransferSize = 1, MaximumTransferSize = 256 * Content.KiB, MaximumConcurrency = 4 };

    [SkippableTheory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task An_upload_through_the_proxy_arrives(bool inBlocks)
    {
        await using FaultProxy proxy = FaultProxy.Start(azurite.Server.Uri);
        BlobContainerClient container = await azurite.CreateContainerAsync(proxy);
        byte[] content = Content.Random((3 * Content.MiB) + 1);
        BlobClient blob = container.GetBlobClient("blob");
        await blob.UploadAsync(new MemoryStream(content), new BlobUploadOptions { TransferOptions = inBlocks ? _blocks : default });
        Assert.Equal(content, (await blob.DownloadContentAsync()).Value.Content.ToArray());
        Assert.Equal(inBlocks ? (0, 13, 1) : (1, 0, 0), (proxy.Requests(BlobOperation.PutBlob), proxy.Requests(BlobOperation.PutBlock), proxy.Requests(BlobOperation.PutBlockList)));
        Assert.Equal(content.Length, proxy.Bytes(inBlocks ? BlobOperation.PutBlock : BlobOperation.PutBlob));
    }

    [SkippableFact]
    public async Task Blocks_that_are_cut_are_sent_again()
    {
        int seed = Seed.Next(output);
        await using FaultProxy proxy = FaultProxy.Start(azurite.Server.Uri, seed: seed);
        proxy.SetFaults(FaultRule.On(BlobOperation.PutBlock, Fault.Cut) with { Count = 3 });
        BlobContainerClient container = await azurite.CreateContainerAsync(proxy, _withoutDelay);
        byte[] content = Content.Random(3 * Content.MiB);
        BlobClient blob = container.GetBlobClient("blob");
        await blob.UploadAsync(new MemoryStream(content), new BlobUploadOptions { TransferOptions = _blocks });
        Assert.Equal(content, (await blob.DownloadContentAsync()).Value.Content.ToArray());
        Assert.Equal(15, proxy.Requests(BlobOperation.PutBlock));
        Assert.Equal(3, proxy.Log.Count(record => record.Fault == Fault.Cut));
    }

    [SkippableTheory]
    [InlineData(StorageChecksumAlgorithm.None)]
    [InlineData(StorageChecksumAlgorithm.MD5)]
    public async Task A_flipped_byte_is_found_by_a_checksum_only(StorageChecksumAlgorithm checksum)
    {
        await using FaultProxy proxy = FaultProxy.Start(azurite.Server.Uri);
        proxy.SetFaults(new FaultRule(Fault.FlipByte) { Count = 1 });
        BlobContainerClient container = await azurite.CreateContainerAsync(proxy);
        BlobClient blob = container.GetBlobClient("blob");
        var options = new BlobUploadOptions { TransferValidation = new UploadTransferValidationOptions { ChecksumAlgorithm = checksum } };
        byte[] content = Content.Random(100_000);
        if (checksum == StorageChecksumAlgorithm.MD5)
        {
            RequestFailedException failure = await Assert.ThrowsAsync<RequestFailedException>(() => blob.UploadAsync(new MemoryStream(content), options));
            Assert.Equal((400, "Md5Mismatch"), (failure.Status, failure.ErrorCode));
            Assert.False(await blob.ExistsAsync());
        }
        else
        {
            await blob.UploadAsync(new MemoryStream(content), options);
            BlobDownloadResult stored = await blob.DownloadContentAsync();
            Assert.NotEqual(content, stored.Content.ToArray());
            Assert.NotEqual(MD5.HashData(content), stored.Details.ContentHash);
        }
    }

    [SkippableFact]
    public async Task A_lost_reply_makes_the_SDK_find_its_own_blob()
    {
        await using FaultProxy proxy = FaultProxy.Start(azurite.Server.Uri);
        proxy.SetFaults(FaultRule.On(BlobOperation.PutBlob, Fault.LoseReply) with { Count = 1 });
        BlobContainerClient container = await azurite.CreateContainerAsync(proxy, _withoutDelay);
        BlobClient blob = container.GetBlobClient("blob");
        RequestFailedException failure = await Assert.ThrowsAsync<RequestFailedException>(() => blob.UploadAsync(BinaryData.FromString("content")));
        Assert.Equal((409, "BlobAlreadyExists"), (failure.Status, failure.ErrorCode));
        Assert.Equal("content", (await blob.DownloadContentAsync()).Value.Content.ToString());
        Assert.Equal([(201, Fault.LoseReply), (409, null)], proxy.Log.Take(2).Select(record => (record.Status, record.Fault)));
    }

    [SkippableFact]
    public async Task Two_writers_can_be_held_before_they_commit()
    {
        var gate = new RequestGate();
        await using FaultProxy proxy = FaultProxy.Start(azurite.Server.Uri);
        proxy.SetFaults(FaultRule.On(BlobOperation.PutBlockList, Fault.Hold(gate)));
        BlobContainerClient container = await azurite.CreateContainerAsync(proxy, _withoutDelay);
        Task first = WriteAsync("first");
        await gate.WaitForAsync(1);
        Task second = WriteAsync("second");
        await gate.WaitForAsync(2);
        gate.Pass();
        await first;

        // Committing has thrown away the block of the other.
        gate.Pass();
        Assert.Equal("InvalidBlockList", (await Assert.ThrowsAsync<RequestFailedException>(() => second)).ErrorCode);
        Assert.Equal("first", (await container.GetBlobClient("blob").DownloadContentAsync()).Value.Content.ToString());

        async Task WriteAsync(string content)
        {
            BlockBlobClient blob = container.GetBlockBlobClient("blob");
            string id = Convert.ToBase64String(Guid.NewGuid().ToByteArray());
            await blob.StageBlockAsync(id, BinaryData.FromString(content).ToStream());
            await blob.CommitBlockListAsync([id]);
        }
    }

    [SkippableFact]
    public async Task A_busy_service_is_asked_again()
    {
        await using FaultProxy proxy = FaultProxy.Start(azurite.Server.Uri);
        proxy.SetFaults(new FaultRule(Fault.ServerBusy) { Count = 2 });
        BlobContainerClient container = await azurite.CreateContainerAsync(proxy, _withoutDelay);
        await container.GetBlobClient("blob").UploadAsync(BinaryData.FromString("content"));
        Assert.Equal([503, 503, 201], proxy.Log.Select(record => record.Status));
    }

    [SkippableFact]
    public async Task There_are_two_accounts()
    {
        string name = $"test-{Guid.NewGuid():N}";
        BlobContainerClient[] containers =
            [.. AzuriteServer.Accounts.Select(account => new BlobContainerClient(azurite.Server.ConnectionStringThrough(azurite.Server.Uri, account), name))];
        Assert.Equal(2, containers.Length);
        Assert.All(await Task.WhenAll(containers.Select(container => container.CreateAsync())), created => Assert.Equal(201, created.GetRawResponse().Status));
        await containers[0].UploadBlobAsync("blob", BinaryData.FromString("content"));
        Assert.False(await containers[1].GetBlobClient("blob").ExistsAsync());
    }

    [SkippableTheory]
    [InlineData(AzuriteStorage.Memory)]
    [InlineData(AzuriteStorage.Disk)]
    public async Task A_server_leaves_nothing_behind(AzuriteStorage storage)
    {
        _ = azurite.Server; // Skips where there is none.
        AzuriteServer server = await AzuriteServer.StartAsync(storage);
        Assert.NotEqual(azurite.Server.Uri, server.Uri);
        var container = new BlobContainerClient(server.ConnectionString, "container");
        await container.CreateAsync();
        await container.UploadBlobAsync("blob", BinaryData.FromBytes(Content.Random(Content.MiB)));
        Assert.True(Directory.Exists(server.Data));
        Assert.Equal(storage == AzuriteStorage.Disk, Directory.EnumerateFiles(server.Data, "*", SearchOption.AllDirectories).Any());
        await server.DisposeAsync();
        await server.DisposeAsync();
        Assert.False(Directory.Exists(server.Data));
        using var client = new TcpClient();
        await Assert.ThrowsAnyAsync<SocketException>(() => client.ConnectAsync(server.Uri.Host, server.Uri.Port));
    }

    [SkippableFact]
    public async Task A_server_ends_with_the_process_that_has_started_it()
    {
        _ = azurite.Server; // Skips where there is none.
        string data = Directory.CreateTempSubdirectory("azurite-test-").FullName;
        var start = new ProcessStartInfo("node", ["--require", AzuriteInstallation.Preload, "-e", "console.log('runs'); setInterval(() => {}, 1000)"])
        {
            WorkingDirectory = data,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        using Process server = Process.Start(start)!;
        Assert.Equal("runs", await server.StandardOutput.ReadLineAsync());
        Assert.False(server.HasExited);

        // As the system does for a process that ends in whatever way.
        server.StandardInput.BaseStream.Dispose();
        await server.WaitForExitAsync();
        Assert.Equal(0, server.ExitCode);
        Assert.False(Directory.Exists(data));
    }
}
