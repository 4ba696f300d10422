using System.Diagnostics.CodeAnalysis;

namespace StreamTuning.Tour;

/// <summary>The options of the command line.</summary>
internal sealed record TourOptions
{
    public const string Help = """
        Usage: dotnet run --project tools/Tour [-- options]

        Packs StreamTuning, builds a copy of samples/PhotoDrop with the packages, shows what they find, fixes it, and runs the sample before and after
        on a simulated slow share. Takes about two minutes on two idle cores, and writes to artifacts/tour only.

          --all        show every finding and every change
          --plain      no color and no animation; the default if the output is redirected
          --svg PATH   write a picture of the result
          --help       show this
        """;

    /// <summary>Whether to show every finding and every change.</summary>
    public bool All { get; private init; }

    public bool Plain { get; private init; } = Console.IsOutputRedirected;

    public bool ShowHelp { get; private init; }

    /// <summary>Where to write the picture, if anywhere.</summary>
    public string? Picture { get; private init; }

    public static bool TryParse(string[] args, out TourOptions options, [NotNullWhen(false)] out string? error)
    {
        options = new TourOptions();
        error = null;
        for (int i = 0; i < args.Length; i++)
        {
            switch (args[i])
            {
                case "--all":
                    options = options with { All = true };
                    break;
                case "--plain":
                    options = options with { Plain = true };
                    break;
                case "--help" or "-h" or "-?":
                    options = options with { ShowHelp = true };
                    break;
                case "--svg" when i + 1 < args.Length && args[i + 1].Length > 0:
                    options = options with { Picture = Path.GetFullPath(args[++i]) };
                    break;
                case "--svg":
                    error = "--svg needs a path.";
                    return false;
                default:
                    error = $"Unknown option: {args[i]}";
                    return false;
            }
        }

        return true;
    }
}
