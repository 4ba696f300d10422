namespace StreamTuning;

/// <summary>How a stream is copied into a file. The engine takes its own copy of the values when a call starts and never changes them.</summary>
public sealed class FileCopyOptions
{
}
