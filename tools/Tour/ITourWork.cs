namespace StreamTuning.Tour;

/// <summary>The work behind the steps of the tour. The tests of the tour replace it with recorded results.</summary>
internal interface ITourWork
{
    /// <summary>Packs the packages that the sample takes, and those that they depend on.</summary>
    Task PackAsync();

    /// <summary>Copies the sample, and adds the packages to the copy.</summary>
    Task CopySampleAsync();

    /// <summary>Builds the copy.</summary>
    /// <returns>The findings.</returns>
    Task<IReadOnlyList<Finding>> BuildAsync();

    /// <summary>Builds the command that applies fixes.</summary>
    Task BuildScanToolAsync();

    /// <summary>Applies the fixes to the copy.</summary>
    Task FixAsync();

    /// <summary>Runs the sample before and after the fix.</summary>
    Task<Timings> RaceAsync();

    /// <summary>The sources of the copy by file name.</summary>
    IReadOnlyDictionary<string, string> ReadSources();
}
