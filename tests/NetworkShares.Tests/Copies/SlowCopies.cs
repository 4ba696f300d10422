using System.Globalization;

namespace StreamTuning.NetworkShares;

/// <summary>Copies over existing and into new files, all at once and slowly, in a process that is killed meanwhile.</summary>
public static class SlowCopies
{
    public const int Length = (6 * 1024 * 1024) + 12345;

    /// <summary>How long a copy takes after it was said to be under way, in milliseconds, about.</summary>
    public const int Milliseconds = 300;

    private const int PieceBytes = 256 * 1024;

    /// <summary>The calls whose file can be seen while it is written, and those whose file cannot.</summary>
    private static readonly CopyWay[] Ways =
    [
        CopyWay.Path, CopyWay.PathOfUnknownLength, CopyWay.PathAtomically,
        CopyWay.FileStream, CopyWay.FileStreamSynchronously, CopyWay.FileStreamOfUnknownLength,
    ];

    /// <summary>How many copies one process makes at a time.</summary>
    public static int Count => Ways.Length;

    /// <summary>
    /// Runs in the child: says <see cref="Program.Started"/> when all copies are under way, and the number of each copy that is done.
    /// </summary>
    public static Task RunAsync(string directory, string staging, Abilities abilities, int seed)
    {
        int started = 0;
        return Task.WhenAll(Enumerable.Range(0, Count).Select(number => Task.Run(async () =>
        {
            var random = new Random(seed + number);
            var source = new CaseSource(CopyWays.Content(Length), CopyWays.KnowsLength(Ways[number]))
            {
                PieceBytes = PieceBytes,
                Pause = () => TimeSpan.FromMilliseconds(random.Next(30)),
                ActsAt = Length / 4,
                Act = () =>
                {
                    if (Interlocked.Increment(ref started) == Count)
                    {
                        Console.WriteLine(Program.Started);
                    }
                },
            };
            CopyOutcome outcome = await CopyWays.RunAsync(Ways[number], source, PathOf(directory, number), staging, abilities);
            Console.WriteLine(outcome.Exception is { } e ? e.ToString().ReplaceLineEndings(" ") : number.ToString(CultureInfo.InvariantCulture));
        })));
    }

    /// <summary>Puts something at some of the targets, before the process starts.</summary>
    public static void Prepare(string directory)
    {
        for (int number = 0; number < Count; number++)
        {
            if (Ways[number] is not CopyWay.FileStreamSynchronously)
            {
                File.WriteAllText(PathOf(directory, number), "old");
            }
        }
    }

    /// <summary>How a file that a killed copy has left looks whole and is not, or <see langword="null"/> if it does not.</summary>
    public static string? Check(string directory, int number)
    {
        byte[] content = CopyWays.Content(Length);
        byte[] file = File.Exists(PathOf(directory, number)) ? File.ReadAllBytes(PathOf(directory, number)) : [];
        int right = file.AsSpan().CommonPrefixLength(content);
        if (Ways[number] is CopyWay.PathAtomically)
        {
            return right == content.Length || file.AsSpan().SequenceEqual("old"u8)
                ? null
                : $"{Ways[number]}: {file.Length} bytes, {right} of them right";
        }

        return file.Length != content.Length || right == content.Length
            ? null
            : $"{Ways[number]}: full length, but only {right} of {content.Length} bytes are right";
    }

    private static string PathOf(string directory, int number) => Path.Combine(directory, "killed-" + number.ToString(CultureInfo.InvariantCulture));
}
