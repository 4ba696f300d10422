using System.Globalization;

namespace StreamTuning.Measuring;

/// <summary>Sizes and times as people write them.</summary>
public static class Units
{
    private const long KiB = 1024;
    private const long MiB = 1024 * KiB;
    private const long GiB = 1024 * MiB;

    /// <summary>Such as "64 KiB", "1.5 MiB".</summary>
    public static string Bytes(double bytes) => bytes switch
    {
        < KiB => Number(bytes, " B"),
        < MiB => Number(bytes / KiB, " KiB"),
        < GiB => Number(bytes / MiB, " MiB"),
        _ => Number(bytes / GiB, " GiB"),
    };

    /// <summary>Such as "4 µs", "0.19 ms", "433 ms", "4.6 s".</summary>
    public static string Time(double seconds) => seconds switch
    {
        < 0.000_000_5 => "0 µs",
        < 0.000_1 => string.Create(CultureInfo.InvariantCulture, $"{seconds * 1_000_000:0} µs"),
        < 0.01 => string.Create(CultureInfo.InvariantCulture, $"{seconds * 1000:0.##} ms"),
        < 0.9995 => string.Create(CultureInfo.InvariantCulture, $"{seconds * 1000:0} ms"),
        < 99.95 => string.Create(CultureInfo.InvariantCulture, $"{seconds:0.0} s"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{seconds:0} s"),
    };

    /// <summary>Such as "44 MiB/s".</summary>
    public static string Rate(double bytesPerSecond) => double.IsFinite(bytesPerSecond) ? Bytes(bytesPerSecond) + "/s" : "too fast to tell";

    /// <summary>Such as "1.4 times", "25 times".</summary>
    public static string Times(double factor) => Factor(factor) + " times";

    /// <summary>A number of two digits or more.</summary>
    public static string Factor(double factor) =>
        factor.ToString(factor < 19.95 ? "0.0" : "0", CultureInfo.InvariantCulture);

    /// <summary>Reads "16MiB", "64 KiB", "1GiB" or a number of bytes; units of 1000 and 1024 are told apart by the i.</summary>
    public static bool TryParseBytes(string text, out long bytes)
    {
        string trimmed = text.Trim();
        string unit = trimmed.TrimStart("0123456789.".ToCharArray()).Trim().ToUpperInvariant();
        long factor = unit switch
        {
            "" or "B" => 1,
            "K" or "KIB" => KiB,
            "M" or "MIB" => MiB,
            "G" or "GIB" => GiB,
            "KB" => 1000,
            "MB" => 1_000_000,
            "GB" => 1_000_000_000,
            _ => 0,
        };
        string number = trimmed[..^(trimmed.Length - trimmed.TrimEnd("BKMGIbkmgi ".ToCharArray()).Length)];
        bool isNumber = decimal.TryParse(number, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out decimal value);
        bool isPossible = isNumber && factor > 0 && value > 0 && value <= long.MaxValue / factor;
        bytes = isPossible ? (long)(value * factor) : 0;
        return bytes > 0;
    }

    private static string Number(double value, string unit) =>
        value < 9.95 && Math.Abs(value - Math.Round(value)) >= 0.05
            ? string.Create(CultureInfo.InvariantCulture, $"{value:0.0}{unit}")
            : string.Create(CultureInfo.InvariantCulture, $"{value:0}{unit}");
}
