namespace StreamTuning.Docs;

/// <summary>A file of the repository that is generated, as a whole or in regions.</summary>
/// <param name="Path">Relative to the repository, with <c>/</c>.</param>
internal abstract record GeneratedFile(string Path)
{
    /// <summary>The text of the file as it should be.</summary>
    /// <param name="text">The text as it is; null where there is no such file.</param>
    /// <exception cref="FormatException">What is not generated is missing or ambiguous.</exception>
    public abstract string Update(string? text);
}

/// <summary>A file with generated regions, and what belongs into them.</summary>
/// <param name="Path">Relative to the repository, with <c>/</c>.</param>
/// <param name="Regions">The content of each region by its name.</param>
internal sealed record FileWithRegions(string Path, params (string Name, string Content)[] Regions) : GeneratedFile(Path)
{
    public override string Update(string? text) => text is null
        ? throw new FormatException("There is no such file, and only regions of it are generated.")
        : Regions.Aggregate(text, (updated, region) => MarkedRegion.Replace(updated, region.Name, region.Content));
}

/// <summary>A file that is generated as a whole.</summary>
/// <param name="Path">Relative to the repository, with <c>/</c>.</param>
/// <param name="Content">All of it.</param>
internal sealed record WholeFile(string Path, string Content) : GeneratedFile(Path)
{
    public override string Update(string? text) => Content;
}
