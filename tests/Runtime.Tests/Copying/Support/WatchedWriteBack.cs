using Microsoft.Win32.SafeHandles;

namespace StreamTuning.Copying;

/// <summary>Notes what the system is asked about written files, and answers as the test says; needs no share.</summary>
internal sealed class WatchedWriteBack : WriteBack
{
    public static readonly IOException Lost = new("Disk quota exceeded", 122);

    public List<string> Asked { get; } = [];

    /// <summary>The parts that were sent while the copy went on.</summary>
    public List<(long Offset, long Count)> Sent { get; } = [];

    public Exception? Failure { get; init; }

    /// <summary>Is called with each question; may wait.</summary>
    public Action<string>? OnQuestion { get; init; }

    public override void SettleOwn(SafeFileHandle file) => Answer("settle");

    public override void Flush(SafeFileHandle file) => Answer("flush");

    public override void Send(SafeFileHandle file) => Answer("send");

    public override void StartToSend(SafeFileHandle file, long offset, long count)
    {
        lock (Sent)
        {
            Sent.Add((offset, count));
        }
    }

    public override void FlushDirectory(string directory) => Answer("flush " + Path.GetFileName(directory));

    private void Answer(string question)
    {
        lock (Asked)
        {
            Asked.Add(question);
        }

        OnQuestion?.Invoke(question);
        if (Failure is not null)
        {
            throw Failure;
        }
    }
}
