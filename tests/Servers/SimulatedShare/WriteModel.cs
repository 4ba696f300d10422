namespace StreamTuning.SimulatedShare;

/// <summary>
/// What it takes to write a new file, block after block: <c>Fixed + bytes / BytesPerSecond + writes * (Write + Extension)</c>, where extensions are for free
/// once the length has been set.
/// </summary>
/// <param name="Fixed">What a file costs.</param>
/// <param name="BytesPerSecond">How fast the link is.</param>
/// <param name="Write">What a write costs.</param>
/// <param name="Extension">What a write costs besides when it makes the file longer.</param>
public sealed record WriteModel(TimeSpan Fixed, double BytesPerSecond, TimeSpan Write, TimeSpan Extension)
{
    private const int Parameters = 4;
    private const int MostSteps = 1000;

    /// <summary>The model of <see cref="SlowShareProfile.AzureFiles"/>.</summary>
    public static WriteModel AzureFiles { get; } = new(
        TimeSpan.FromMilliseconds(16.5), SlowShareProfile.AzureFiles.BytesPerSecond, SlowShareProfile.AzureFiles.Write, SlowShareProfile.AzureFiles.Extension);

    /// <summary>Finds the model with the least squares of the logarithms of the ratios to published times: being twice as slow counts as much as being twice as fast.</summary>
    /// <param name="cells">The published times.</param>
    /// <param name="start">Where to start.</param>
    public static WriteModel Fit(IReadOnlyList<PublishedWrites> cells, WriteModel start)
    {
        // Levenberg and Marquardt's way, on the logarithms of the parameters: none becomes negative.
        double[] current = [.. start.ToSeconds().Select(value => Math.Log(value))];
        double error = FromLogarithms(current).SquaredErrors(cells);
        double damping = 1e-3;
        for (int step = 0; step < MostSteps && damping < 1e12; step++)
        {
            double[] values = [.. current.Select(value => Math.Exp(value))];
            double[,] equations = new double[Parameters, Parameters + 1];
            foreach (PublishedWrites cell in cells)
            {
                double[] parts = [.. Factors(cell).Zip(values, (factor, value) => factor * value)];
                double time = parts.Sum();
                double off = Math.Log(time / cell.Median.TotalSeconds);
                for (int row = 0; row < Parameters; row++)
                {
                    for (int column = 0; column < Parameters; column++)
                    {
                        equations[row, column] += parts[row] / time * (parts[column] / time);
                    }

                    equations[row, Parameters] -= parts[row] / time * off;
                }
            }

            for (int i = 0; i < Parameters; i++)
            {
                // The little that is added keeps a parameter that has no effect any more where it is.
                equations[i, i] = (equations[i, i] * (1 + damping)) + 1e-9;
            }

            double[] next = [.. current.Zip(Solve(equations), (value, change) => value + change)];
            double nextError = FromLogarithms(next).SquaredErrors(cells);
            bool isBetter = nextError < error;
            damping *= isBetter ? 1.0 / 3 : 4;
            if (isBetter)
            {
                (current, error) = (next, nextError);
            }
        }

        return FromLogarithms(current);
    }

    /// <summary>How long it takes to write the file of a published time.</summary>
    public TimeSpan TimeOf(PublishedWrites cell) => TimeSpan.FromSeconds(Factors(cell).Zip(ToSeconds(), (factor, value) => factor * value).Sum());

    /// <summary>By which factor the model is off: the root mean square of the logarithms of the ratios to the published times, as a factor.</summary>
    public double ErrorFactor(IReadOnlyList<PublishedWrites> cells) => Math.Exp(Math.Sqrt(SquaredErrors(cells) / cells.Count));

    private static double[] Factors(PublishedWrites cell) => [1, cell.Bytes, cell.Writes, cell.SetsLength ? 0 : cell.Writes];

    private static WriteModel FromLogarithms(double[] logarithms)
    {
        double[] values = [.. logarithms.Select(value => Math.Exp(value))];
        return new(TimeSpan.FromSeconds(values[0]), 1 / values[1], TimeSpan.FromSeconds(values[2]), TimeSpan.FromSeconds(values[3]));
    }

    /// <summary>Solves linear equations; the last column is their right side.</summary>
    private static double[] Solve(double[,] equations)
    {
        int count = equations.GetLength(0);
        for (int pivot = 0; pivot < count; pivot++)
        {
            int largest = Enumerable.Range(pivot, count - pivot).MaxBy(row => Math.Abs(equations[row, pivot]));
            for (int column = 0; column <= count; column++)
            {
                (equations[pivot, column], equations[largest, column]) = (equations[largest, column], equations[pivot, column]);
            }

            for (int row = 0; row < count; row++)
            {
                double factor = row == pivot ? 0 : equations[row, pivot] / equations[pivot, pivot];
                for (int column = pivot; column <= count; column++)
                {
                    equations[row, column] -= factor * equations[pivot, column];
                }
            }
        }

        return [.. Enumerable.Range(0, count).Select(row => equations[row, count] / equations[row, row])];
    }

    private double[] ToSeconds() => [Fixed.TotalSeconds, 1 / BytesPerSecond, Write.TotalSeconds, Extension.TotalSeconds];

    private double SquaredErrors(IReadOnlyList<PublishedWrites> cells) => cells.Sum(cell => Math.Pow(Math.Log(TimeOf(cell) / cell.Median), 2));
}
