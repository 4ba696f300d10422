using MathNet.Numerics.Statistics;

namespace StreamTuning.Measuring;

/// <summary>Medians and percentiles.</summary>
public static class Samples
{
    /// <summary>The middle value, or the mean of the two in the middle; not a number if there is none.</summary>
    public static double Median(IEnumerable<double> values) => Quantile(values, 0.5);

    /// <summary>The value that so large a part of the values does not exceed, interpolated between neighbours.</summary>
    /// <param name="values">The values, in any order.</param>
    /// <param name="part">From 0 to 1, such as 0.95.</param>
    public static double Quantile(IEnumerable<double> values, double part)
    {
        double[] sorted = [.. values.Order()];
        return SortedArrayStatistics.QuantileCustom(sorted, part, QuantileDefinition.R7);
    }
}
