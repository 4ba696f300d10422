namespace StreamTuning.RuleTesting;

/// <summary>Skips a case on the oldest Roslyn, which knows C# 11: <c>[InlineData("...", Skip = Needs.CSharp12)]</c>.</summary>
internal static class Needs
{
#if OLDEST_ROSLYN
    public const string CSharp12 = "Needs C# 12.";
    public const string CSharp13 = "Needs C# 13.";
#else
    public const string? CSharp12 = null;
    public const string? CSharp13 = null;
#endif
}
