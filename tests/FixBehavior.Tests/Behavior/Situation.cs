namespace StreamTuning.FixBehavior.Behavior;

/// <summary>What a program meets when it runs: how much there is, what goes wrong, and what is there before.</summary>
/// <param name="Length">How many bytes the source has.</param>
/// <param name="Fails">Whether it fails halfway.</param>
/// <param name="Cancels">When the token is cancelled.</param>
/// <param name="Target">What is at the path of the target, and at the name of the blob.</param>
internal sealed record Situation(int Length, bool Fails = false, CancelsWhen Cancels = CancelsWhen.Never, TargetBefore Target = TargetBefore.Nothing)
{
    private const int Block = 1024 * 1024;

    /// <summary>More than the SDK for blobs sends in one request after a fix.</summary>
    private const int Large = (5 * Block) + 12_345;

    /// <summary>All there are; those that make no difference to a program are left out by what runs it.</summary>
    public static IReadOnlyList<Situation> All { get; } =
    [
        new(0),
        new(1),
        new(4096),
        new(81_920),
        new(Block),
        new(Block + 1),
        new(Large),
        new(1, Fails: true),
        new(100_000, Fails: true),
        new(Large, Fails: true),
        new(Large, Fails: true, Target: TargetBefore.LongerFile),
        new(0, Cancels: CancelsWhen.Before),
        new(Large, Cancels: CancelsWhen.Before),
        new(Large, Cancels: CancelsWhen.Before, Target: TargetBefore.LongerFile),
        new(Large, Cancels: CancelsWhen.Halfway),
        new(100_000, Cancels: CancelsWhen.Halfway, Target: TargetBefore.LongerFile),
        new(0, Target: TargetBefore.LongerFile),
        new(100_000, Target: TargetBefore.LongerFile),
        new(Large, Target: TargetBefore.LongerFile),
        new(100_000, Target: TargetBefore.ShorterFile),
        new(Large, Target: TargetBefore.ReadOnlyFile),
        new(100_000, Target: TargetBefore.Folder),
        new(100_000, Target: TargetBefore.MissingFolder),
    ];

    public override string ToString() => $"{Length} bytes{(Fails ? ", of which the second half fails" : "")}, cancelled: {Cancels}, target: {Target}";
}

internal enum CancelsWhen
{
    Never,
    Before,
    Halfway,
}

internal enum TargetBefore
{
    Nothing,
    ShorterFile,
    LongerFile,
    ReadOnlyFile,

    /// <summary>A folder has the name of the file.</summary>
    Folder,

    /// <summary>The folder of the file does not exist.</summary>
    MissingFolder,
}
