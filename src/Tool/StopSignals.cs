using System.Runtime.InteropServices;

namespace StreamTuning.Tool;

/// <summary>Takes the signals that end a process, and cancels a token in the place of the process.</summary>
internal sealed class StopSignals : IDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly PosixSignalRegistration[] _registrations;

    public StopSignals()
    {
        PosixSignal[] signals = [PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP];
        _registrations = [.. signals.Select(signal => PosixSignalRegistration.Create(signal, Stop))];
    }

    public CancellationToken Token => _stop.Token;

    public void Dispose()
    {
        foreach (PosixSignalRegistration registration in _registrations)
        {
            registration.Dispose();
        }

        _stop.Dispose();
    }

    private void Stop(PosixSignalContext signal)
    {
        signal.Cancel = true;
        _stop.Cancel();
    }
}
