namespace StreamTuning.Mutation;

internal enum Fate
{
    Killed,
    TimedOut,
    Survived,
    NotReached,
}

/// <param name="Mutant">The mutant.</param>
/// <param name="Fate">Whether a test noticed it.</param>
/// <param name="Test">The test that did.</param>
/// <param name="Ran">How many tests ran.</param>
/// <param name="Reaching">How many reach it.</param>
/// <param name="Seconds">The time they took.</param>
internal sealed record Result(Mutant Mutant, Fate Fate, string? Test, int Ran, int Reaching, double Seconds)
{
    public bool IsKilled => Fate is Fate.Killed or Fate.TimedOut;
}
