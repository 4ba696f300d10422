namespace StreamTuning.FixBehavior.Behavior;

/// <summary>What a program has done.</summary>
/// <param name="Failure">What it threw.</param>
/// <param name="Result">What it returned.</param>
/// <param name="File">What is at the path of the target then.</param>
/// <param name="Others">The files that are left beside it.</param>
/// <param name="Blob">What is at the name of the blob.</param>
/// <param name="HasBlobHash">Whether the blob has a Content-MD5.</param>
/// <param name="Disposed">Which of the streams that it was given are closed.</param>
/// <param name="ReadWhole">Which of them were read to the end.</param>
/// <param name="IsReadBlocking">Whether one was read without awaiting it.</param>
internal sealed record Outcome(
    Exception? Failure, string Result, byte[]? File, string Others, byte[]? Blob, bool HasBlobHash, bool[] Disposed, bool[] ReadWhole, bool IsReadBlocking)
{
    /// <summary>Whatever is cancelled, nobody can rely on which of the two it is.</summary>
    public string FailureType => Failure switch
    {
        null => "nothing",
        OperationCanceledException => nameof(OperationCanceledException),
        _ => Failure.GetType().FullName!,
    };

    /// <summary>In what a fixed program differs from the original.</summary>
    public IEnumerable<string> DifferencesTo(Outcome original, World world)
    {
        if (FailureType != original.FailureType)
        {
            yield return $"throws {FailureType} in the place of {original.FailureType}: {Failure}";
        }

        if (Result != original.Result)
        {
            yield return $"returns '{Result}' in the place of '{original.Result}'";
        }

        if (Others != original.Others)
        {
            yield return $"leaves '{Others}' in the place of '{original.Others}'";
        }

        if (Failure is null && original.Failure is null)
        {
            if (!AreSame(File, original.File))
            {
                yield return $"leaves a file of {File?.Length} bytes in the place of one of {original.File?.Length}";
            }

            if (!ReadWhole.SequenceEqual(original.ReadWhole))
            {
                yield return "does not read as much of the source";
            }
        }
        else if (File is not null && !IsBeginningOf(File, world) && !AreSame(File, original.File))
        {
            yield return $"fails and leaves a file of {File.Length} bytes that does not begin as the source does";
        }

        if (!AreSame(Blob, original.Blob))
        {
            yield return $"{(Failure is null ? "" : "fails and ")}leaves a blob of {Blob?.Length} bytes in the place of one of {original.Blob?.Length}";
        }

        if (original.HasBlobHash && !HasBlobHash)
        {
            yield return "leaves a blob without Content-MD5";
        }

        // What cannot write its target need not have read its source, which then stays open.
        bool hasNotRead = Failure is not null && original.Failure is not null && !ReadWhole.SequenceEqual(original.ReadWhole);
        if (!hasNotRead && !Disposed.SequenceEqual(original.Disposed))
        {
            yield return $"closes {string.Join(", ", Disposed)} in the place of {string.Join(", ", original.Disposed)}";
        }

        if (IsReadBlocking && !original.IsReadBlocking)
        {
            yield return "reads the source without awaiting it";
        }
    }

    /// <summary>Whether a file has some of the source first, and then nothing or what was there before.</summary>
    private static bool IsBeginningOf(byte[] file, World world)
    {
        int written = file.AsSpan().CommonPrefixLength(world.Content);
        return written == file.Length || (file.Length == world.Old.Length && file.AsSpan(written).SequenceEqual(world.Old.AsSpan(written)));
    }

    private static bool AreSame(byte[]? first, byte[]? second) => first is null ? second is null : second is not null && first.AsSpan().SequenceEqual(second);
}
