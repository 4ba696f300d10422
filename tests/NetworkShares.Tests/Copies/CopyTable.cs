namespace StreamTuning.NetworkShares;

/// <summary>The cases to be tested: each value of a column meets each value of the others at least once.</summary>
public static class CopyTable
{
    private const int KiB = 1024;
    private const int MiB = 1024 * KiB;

    private static readonly int[] Lengths =
        [0, 1, 4 * KiB - 1, 4 * KiB, 128 * KiB - 1, 128 * KiB, 128 * KiB + 1, MiB - 1, MiB, MiB + 1, 3 * MiB, 8 * MiB - 1, 16 * MiB + 1];

    /// <summary>The cases that make sense in a place, in an order that is always the same.</summary>
    /// <param name="failures">The failures that the place can have.</param>
    /// <param name="targets">The targets that it can have.</param>
    public static IReadOnlyList<CopyCase> Pairs(IReadOnlyList<CopyFailure> failures, IReadOnlyList<CopyTarget> targets)
    {
        List<CopyCase> product = Product(failures, targets);
        HashSet<(object, object)> missing = [.. product.SelectMany(PairsOf)];
        var random = new Random(1);
        List<CopyCase> cases = [];
        while (missing.Count > 0)
        {
            // Of a sample: comparing all of the product for each case takes seconds. A missing pair keeps the sample useful at the end.
            (object one, object other) = missing.First();
            List<CopyCase> candidates = [.. product.Where(copy => PairsOf(copy).Contains((one, other)))];
            CopyCase best = Enumerable.Range(0, 50)
                .Select(_ => candidates[random.Next(candidates.Count)])
                .MaxBy(copy => PairsOf(copy).Count(missing.Contains))!;
            missing.ExceptWith(PairsOf(best));
            cases.Add(best);
        }

        return cases;
    }

    /// <summary>The targets that a file system can have.</summary>
    public static CopyTarget[] Targets(bool hasLinks) =>
        [.. Enum.GetValues<CopyTarget>().Where(target => hasLinks || target is not CopyTarget.Linked)];

    /// <summary>All combinations.</summary>
    public static List<CopyCase> Product(IReadOnlyList<CopyFailure> failures, IReadOnlyList<CopyTarget> targets) =>
    [
        .. from way in Enum.GetValues<CopyWay>()
           from length in Lengths
           from target in targets
           from failure in failures
           select new CopyCase(way, length, target, failure),
    ];

    private static (object, object)[] PairsOf(CopyCase copy)
    {
        object length = copy.Length;
        return
        [
            (copy.Way, length), (copy.Way, copy.Target), (copy.Way, copy.Failure),
            (length, copy.Target), (length, copy.Failure), (copy.Target, copy.Failure),
        ];
    }
}
