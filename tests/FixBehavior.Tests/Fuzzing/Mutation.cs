namespace StreamTuning.FixBehavior.Fuzzing;

/// <summary>A way to write a program differently. What it makes need not compile, nor be reported: then it is not taken.</summary>
/// <param name="Name">What a failure calls it.</param>
/// <param name="Apply">Gives the other text, or null where it does not fit.</param>
internal sealed record Mutation(string Name, Func<Draft, string?> Apply);
