using StreamTuning.PackageTests.Setup;

namespace StreamTuning.PackageTests;

/// <summary>The pages of docs/start: each is followed from an empty folder to its end.</summary>
[Collection(PackageCollection.Name)]
[Trait(Suite.Name, Suite.Slow)]
public sealed class GuideTests(PackedPackages packed)
{
    public static TheoryData<string> Pages =>
        [.. Directory.EnumerateFiles(Path.Combine(PackedPackages.RepositoryRoot, "docs", "start"), "*.md").Select(file => Path.GetFileName(file)).Order(StringComparer.Ordinal)];

    [Theory]
    [MemberData(nameof(Pages))]
    public Task What_the_page_says_is_what_happens(string page) => packed.InScratchAsync(
        scratch => new Guide(Path.Combine(PackedPackages.RepositoryRoot, "docs", "start", page), scratch, packed.Version).FollowAsync(),
        Path.GetFileNameWithoutExtension(page));
}
