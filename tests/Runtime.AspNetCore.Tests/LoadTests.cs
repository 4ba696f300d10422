using System.Collections.Concurrent;
using System.Globalization;
using System.Net;
using System.Security.Cryptography;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;
using Xunit.Abstractions;

namespace StreamTuning.AspNetCore;

/// <summary>Thousands of uploads, of which many are broken off: the files that are stored are exactly those of the uploads that succeeded.</summary>
[Collection(Alone.Name)]
public sealed class LoadTests(ITestOutputHelper output)
{
    private const int Uploads = 2_000;
    private const int AtATime = 200;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task Uploads_of_which_many_are_broken_off_leave_exactly_those_that_succeeded(bool hidesFiles)
    {
        int seed = Seed.Next(output);
        using var scratch = new Scratch();
        using var temp = new Scratch();
        var options = new TempSpaceOptions { UseSystemDirectory = false, UseHomeDirectory = false, SweepLeftovers = false };
        options.Directories.Add(temp.Root);
        var space = new TempSpace(options);
        await using UploadServer server = await UploadServer.StartAsync(app => app.MapPost("/{way}", async (HttpRequest request, int way) =>
        {
            var staged = new List<(TempFile File, string Path)>();
            StreamedForm form = await request.StreamFilesAsync(async (file, ct) =>
            {
                string path = scratch.PathOf(file.SafeFileName);
                switch (way)
                {
                    case 0:
                        await file.CopyToFileAsync(path, cancellationToken: ct);
                        break;
                    case 1:
                        await using (FileStream created = File.Create(path))
                        {
                            await file.CopyToAsync(created, ct);
                        }

                        break;
                    default:
                        staged.Add((await file.StageAsync(space, ct), path));
                        break;
                }
            });
            foreach ((TempFile file, string path) in staged)
            {
                await file.MoveToAsync(path);
            }

            return form.Files.Count;
        }).WithStreamedFiles(files => files.HideFilesUntilComplete = hidesFiles).DisableAntiforgery());
        var stored = new ConcurrentDictionary<string, string>();
        int handles = 0;
        long heap = 0;

        // The first round warms up.
        for (int round = 0; round < 2; round++)
        {
            await Parallel.ForEachAsync(Enumerable.Range(0, Uploads), new ParallelOptions { MaxDegreeOfParallelism = AtATime }, async (i, _) =>
            {
                var random = new Random(HashCode.Combine(seed, round, i));
                byte[] content = new byte[random.Next(1, 300_000)];
                random.NextBytes(content);
                string name = string.Create(CultureInfo.InvariantCulture, $"{round}-{i}");
                byte[] form = new RawForm().File("f", name, content).Field("title", "Sea").End();
                using RawClient client = await server.ConnectAsync();
                try
                {
                    await client.SendHeadAsync("/" + random.Next(3).ToString(CultureInfo.InvariantCulture), form.Length);
                    if (random.Next(100) < 40)
                    {
                        await client.SendAsync(form.AsMemory(0, random.Next(form.Length)));
                        client.Reset();
                        return;
                    }

                    await client.SendAsync(form);
                }
                catch (IOException)
                {
                    return;
                }

                Assert.Equal((int)HttpStatusCode.OK, (await client.ReadResponseAsync())?.Status);
                stored[name] = Convert.ToHexString(SHA256.HashData(content));
            });

            // A connection that is reset before its request is seen begins none.
            Assert.True(SpinWait.SpinUntil(() => server.Running == 0, TimeSpan.FromMinutes(1)), "Requests have not ended.");
            long nowHeap = GC.GetTotalMemory(forceFullCollection: true);
            int nowHandles = OperatingSystem.IsLinux() ? Directory.GetFiles("/proc/self/fd").Count(Targets(scratch, temp)) : 0;
            output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"Round {round}: {stored.Count} stored, heap {nowHeap >> 10} KiB, {nowHandles} handles."));
            if (round > 0)
            {
                // Pools keep more or less. A request that left its file in memory would cost ten times as much.
                Assert.InRange(nowHeap, 0, heap + (Uploads * 16L * 1024));
            }

            (heap, handles) = (nowHeap, nowHandles);
        }

        Assert.Equal(0, handles);
        Assert.Equal(stored.Keys.Order(), scratch.Names);
        Assert.All(stored, file => Assert.Equal(file.Value, Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(scratch.PathOf(file.Key))))));
        Assert.Empty(Directory.EnumerateFiles(temp.Root, "*", SearchOption.AllDirectories));
        Assert.True(server.Errors.Errors.Count == 0, string.Join("\n", server.Errors.Errors));
        Assert.DoesNotContain(server.Errors.Own, entry => entry.Level >= LogLevel.Error);
    }

    /// <summary>Whether a handle of this process is one of a file in the directories.</summary>
    private static Func<string, bool> Targets(params Scratch[] directories) => handle =>
    {
        try
        {
            string? target = File.ResolveLinkTarget(handle, returnFinalTarget: false)?.FullName;
            return directories.Any(directory => target?.StartsWith(directory.Root, StringComparison.Ordinal) == true);
        }
        catch (IOException)
        {
            // Closed since.
            return false;
        }
    };
}
