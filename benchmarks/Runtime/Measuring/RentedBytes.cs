using System.Buffers;
using System.Diagnostics.Tracing;

namespace StreamTuning.Benchmarks;

/// <summary>How many bytes are rented from the shared pool, whoever rents them, as the pool itself reports it.</summary>
internal sealed class RentedBytes : EventListener
{
    private const int Rented = 1;
    private const int Returned = 3;

    // As the pool names itself in its events.
    private readonly int _pool = ArrayPool<byte>.Shared.GetHashCode();
    private readonly Lock _gate = new();
    private long _now;

    /// <summary>The most at a time.</summary>
    public long Most { get; private set; }

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == "System.Buffers.ArrayPoolEventSource")
        {
            EnableEvents(eventSource, EventLevel.Verbose);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (eventData.EventId is not (Rented or Returned) || eventData.Payload is not [_, int size, int pool, ..] || pool != _pool)
        {
            return;
        }

        lock (_gate)
        {
            _now += eventData.EventId == Rented ? size : -size;
            Most = Math.Max(Most, _now);
        }
    }
}
