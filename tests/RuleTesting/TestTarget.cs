namespace StreamTuning.RuleTesting;

/// <summary>The framework that a tested source is compiled for.</summary>
public enum TestTarget
{
    /// <summary>.NET 10.</summary>
    Net100,

    /// <summary>.NET Standard 2.0.</summary>
    NetStandard20,

    /// <summary>.NET Framework 4.7.2.</summary>
    Net472,
}
