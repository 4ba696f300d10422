namespace StreamTuning.SimulatedShare;

/// <summary>What a share has been asked for.</summary>
/// <param name="Writes">Write requests.</param>
/// <param name="ExtendingWrites">Those of them that made a file longer.</param>
/// <param name="LengthChanges">Requests to set the length of a file.</param>
/// <param name="Opens">Requests to create or open a file.</param>
/// <param name="Bytes">Bytes written.</param>
public readonly record struct SlowShareRequests(int Writes, int ExtendingWrites, int LengthChanges, int Opens, long Bytes);
