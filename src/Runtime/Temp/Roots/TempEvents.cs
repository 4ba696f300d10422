#if NET
using System.Diagnostics.CodeAnalysis;
#endif
using System.Diagnostics.Tracing;

namespace StreamTuning;

/// <summary>
/// One structured event for each decision about a temporary file, for tools that listen without any code: <c>dotnet-trace</c>, for
/// instance.
/// </summary>
[EventSource(Name = Telemetry.Name)]
internal sealed class TempEvents : EventSource
{
    private TempEvents()
    {
    }

    public static TempEvents Log { get; } = new();

    [NonEvent]
    public void Write(TempSpaceDecision decision)
    {
        if (!IsEnabled())
        {
            return;
        }

        string reason = decision.Reason.ToTag();
        long expected = decision.ExpectedLength ?? -1;
        if (decision.Directory is { } directory)
        {
            DirectoryTaken(
                reason,
                expected,
                LogText.OneLine(directory),
                decision.Directories[decision.Directories.Count - 1].AvailableBytes ?? -1,
                decision.PassedOver());
        }
        else
        {
            NoDirectory(expected, decision.PassedOver());
        }
    }

    [Event(
        1,
        Level = EventLevel.Informational,
        Message = "temp_space reason={0} expected={1} directory={2} available={3} passed_over=\"{4}\"")]
#if NET
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "All values are of primitive types.")]
#endif
    private void DirectoryTaken(string reason, long expected, string directory, long available, string passedOver) =>
        WriteEvent(1, reason, expected, directory, available, passedOver);

    [Event(
        2,
        Level = EventLevel.Error,
        Message = "temp_space reason=none expected={0} directory=none available=unknown passed_over=\"{1}\"")]
    private void NoDirectory(long expected, string passedOver) => WriteEvent(2, expected, passedOver);
}
