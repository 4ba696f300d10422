using System.Buffers;
using System.Globalization;
using System.IO.Pipelines;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Xunit.Abstractions;

namespace StreamTuning.AspNetCore;

/// <summary>
/// No hostile request costs much more than a plain one of the same size, which is a good form with the same kind of parts: bytes that are searched and bytes that are
/// allocated are counted, in a request that is there as a whole, so that one thread reads it to its end.
/// </summary>
[Collection(Alone.Name)]
public sealed class CostTests(ITestOutputHelper output)
{
    /// <summary>What an exception and the answer to it cost, however small the request.</summary>
    private const long Refusal = 64 * 1024;

    [Fact]
    public void A_hostile_request_costs_at_most_twice_a_plain_one()
    {
        var costs = new List<(string Name, double Searched, double Allocated)>();
        foreach (HostileRequest request in HostileRequests.All.Where(request => request is { Framing: null, Ending: Ending.None, Method: "POST" } && request.Path != HostileEndpoints.Body))
        {
            (long searched, long allocated) = CostOf(request.Body, request.ContentType);
            (long Searched, long Allocated)[] plain = [.. Plain(request.Body.Length).Select(form => CostOf(form, RawForm.ContentType))];
            costs.Add((
                request.Name,
                (double)searched / plain.Max(form => form.Searched),
                (double)Math.Max(0, allocated - Refusal) / plain.Max(form => form.Allocated)));
        }

        foreach ((string name, double searched, double allocated) in costs.OrderByDescending(cost => cost.Searched).Take(5).Concat(costs.OrderByDescending(cost => cost.Allocated).Take(5)))
        {
            output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{searched:f2} searched, {allocated:f2} allocated: {name}"));
        }

        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{costs.Count} requests."));
        Assert.All(costs, cost => Assert.True(cost is { Searched: <= 2, Allocated: <= 2 }, cost.ToString()));
    }

    /// <summary>Good forms of a length: with one file, and with fields of up to 10, 1,000 and 4,000,000 bytes and a file that gets the rest.</summary>
    private static IEnumerable<byte[]> Plain(int length) => new[] { 0, 10, 1000, 4_000_000 }.Select(size =>
    {
        const int Headers = 70;
        var form = new RawForm();
        int left = length - 200;
        for (int i = 0; i < 1024 && (i + 1) * size < 16_000_000 && size > 0 && left > size + Headers; i++, left -= size + Headers)
        {
            form.Field("field", new string('v', size));
        }

        return form.File("f", "a.jpg", new byte[Math.Max(0, left)]).End();
    });

    private static (long Searched, long Allocated) CostOf(byte[] body, string contentType)
    {
        // The first time fills the pools, which a machine without memory empties at any time.
        Read(body, contentType);
        (long Searched, long Allocated)[] costs = [.. Enumerable.Range(0, 3).Select(_ => Read(body, contentType))];
        return (costs.Max(cost => cost.Searched), costs.Min(cost => cost.Allocated));
    }

    private static (long Searched, long Allocated) Read(byte[] body, string contentType)
    {
        var context = new DefaultHttpContext();
        context.Request.Method = "POST";
        context.Request.ContentType = contentType;
        context.Request.ContentLength = body.Length;
        context.Features.Set<IRequestBodyPipeFeature>(new Body(body));
        var options = new StreamFilesOptions { Antiforgery = false };
        long before = GC.GetAllocatedBytesForCurrentThread();
        Task reading = context.Request.StreamFilesAsync((file, ct) => file.CopyToAsync(Stream.Null, ct), options);
        Assert.True(reading.IsCompleted);
        long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        _ = reading.Exception;
        return (context.Features.Get<IFormFeature>() is StreamedFormFeature form ? form.BytesSearched : 0, allocated);
    }

    /// <summary>A body in segments as those of a server.</summary>
    private sealed class Body : IRequestBodyPipeFeature
    {
        public Body(byte[] body)
        {
            Segment first = new(ReadOnlyMemory<byte>.Empty, null);
            Segment last = first;
            for (int i = 0; i < body.Length; i += 4096)
            {
                last = new Segment(body.AsMemory(i, Math.Min(4096, body.Length - i)), last);
            }

            Reader = PipeReader.Create(new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length));
        }

        public PipeReader Reader { get; }

        private sealed class Segment : ReadOnlySequenceSegment<byte>
        {
            public Segment(ReadOnlyMemory<byte> memory, Segment? previous)
            {
                Memory = memory;
                if (previous is not null)
                {
                    RunningIndex = previous.RunningIndex + previous.Memory.Length;
                    previous.Next = this;
                }
            }
        }
    }
}
