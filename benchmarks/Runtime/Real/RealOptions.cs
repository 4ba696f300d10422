using System.Globalization;
using static StreamTuning.Benchmarks.Sizes;

namespace StreamTuning.Benchmarks;

/// <summary>The choice of measurements on real file systems, from a command line.</summary>
internal sealed class RealOptions
{
    public IReadOnlyList<RealMount> Mounts { get; private set; } = RealMount.All;

    /// <summary>Milliseconds that each packet takes in each direction.</summary>
    public IReadOnlyList<int> Delays { get; private set; } = [0, 5, 20];

    public (long Least, long Most) Sizes { get; private set; } = (0, long.MaxValue);

    public IReadOnlyList<RealSource> Sources { get; private set; } = RealSource.All;

    public IReadOnlyList<RealWay> Ways { get; private set; } = RealWay.All;

    /// <summary>The most turns of a row.</summary>
    public int Turns { get; private set; } = 101;

    /// <summary>The time of a row, which is exceeded only for the first turns.</summary>
    public TimeSpan Budget { get; private set; } = TimeSpan.FromSeconds(2);

    /// <summary>Where the page and its file are.</summary>
    public string? Output { get; private set; }

    /// <summary>The same choice as the command line of the guest, which has its mounts already.</summary>
    public string ForGuest => string.Join(
        ' ',
        $"--delays {string.Join(',', Delays)}",
        $"--sizes {Sizes.Least / KiB}-{Sizes.Most / KiB}",
        $"--sources {string.Join(',', Sources.Select(source => source.Key))}",
        $"--ways {string.Join(',', Ways.Select(way => way.Key))}",
        $"--turns {Turns}",
        $"--seconds {Budget.TotalSeconds.ToString(CultureInfo.InvariantCulture)}");

    /// <summary>Reads the options.</summary>
    /// <exception cref="FormatException">One is unknown, or has a value that is.</exception>
    public static RealOptions Parse(ReadOnlySpan<string> arguments)
    {
        var options = new RealOptions();
        for (int i = 0; i < arguments.Length; i += 2)
        {
            if (i + 1 == arguments.Length)
            {
                throw new FormatException($"{arguments[i]} needs a value.");
            }

            options.Set(arguments[i], arguments[i + 1]);
        }

        return options;
    }

    private void Set(string name, string value)
    {
        switch (name)
        {
            case "--mounts":
                Mounts = Choose(value, RealMount.All, mount => mount.Key);
                break;
            case "--delays":
                Delays = [.. value.Split(',').Select(Number)];
                break;
            case "--sizes" when value.Split('-') is [var least, var most]:
                Sizes = (long.Parse(least, CultureInfo.InvariantCulture) * KiB, long.Parse(most, CultureInfo.InvariantCulture) * KiB);
                break;
            case "--sources":
                Sources = Choose(value, RealSource.All, source => source.Key);
                break;
            case "--ways":
                Ways = Choose(value, RealWay.All, way => way.Key);
                break;
            case "--turns":
                Turns = Number(value);
                break;
            case "--seconds":
                Budget = TimeSpan.FromSeconds(double.Parse(value, CultureInfo.InvariantCulture));
                break;
            case "--output":
                Output = value;
                break;
            default:
                throw new FormatException(
                    $"{name} {value} is not one of --mounts, --delays, --sizes, --sources, --ways, --turns, --seconds, --output.");
        }
    }

    private static IReadOnlyList<T> Choose<T>(string value, IReadOnlyList<T> all, Func<T, string> keyOf)
    {
        string[] keys = value.Split(',');
        return keys.Except(all.Select(keyOf)).FirstOrDefault() is { } unknown
            ? throw new FormatException($"'{unknown}' is not one of {string.Join(", ", all.Select(keyOf))}.")
            : [.. all.Where(one => keys.Contains(keyOf(one)))];
    }

    private static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);
}
