using System.Globalization;
using StreamTuning.Measuring;

namespace StreamTuning.Tool.Costs;

/// <summary>What one copy or upload by the code of a finding costs, and what it would cost instead.</summary>
/// <param name="Bytes">The length of the file that is copied, or of the blob.</param>
/// <param name="Requests">How many requests it takes.</param>
/// <param name="Instead">How many are enough.</param>
/// <param name="Seconds">How long it takes.</param>
/// <param name="SecondsInstead">How long it would take.</param>
/// <param name="IsMeasured">Whether both times were measured; otherwise one is predicted.</param>
internal sealed record FindingCost(long Bytes, long Requests, long Instead, double Seconds, double SecondsInstead, bool IsMeasured)
{
    // Less is noise, and nobody waits for it.
    private const double LeastSaved = 0.02;
    private const double LeastPart = 0.2;

    /// <summary>What the code does, and what would be enough, in words; <see langword="null"/> to tell the requests.</summary>
    public string? What { get; init; }

    /// <summary>The model that the times are from, as a clause, if a report does not say so for all costs.</summary>
    public string? Model { get; init; }

    /// <summary>The seconds that can be saved; 0 if that is nothing that counts.</summary>
    public double Saved => Seconds - SecondsInstead is var saved && saved >= LeastSaved && saved >= LeastPart * Seconds ? saved : 0;

    public override string ToString()
    {
        string what = What ?? (Requests > Instead
            ? string.Create(CultureInfo.InvariantCulture, $"{Requests:N0} requests instead of {Instead:N0}")
            : string.Create(CultureInfo.InvariantCulture, $"{Requests:N0} requests that each make the file longer"));
        string model = Model is null ? "" : ", " + Model;
        return Saved > 0
            ? $"{what}; {(IsMeasured ? "" : "about ")}{Units.Time(Saved)} for {Units.Bytes(Bytes)}{model}"
            : $"{what}; nothing to gain for {Units.Bytes(Bytes)}{model}";
    }
}
