namespace StreamTuning.AspNetCore;

/// <summary>Tests that look at the memory of the whole process: no other runs meanwhile.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class Alone
{
    public const string Name = "Alone";
}
