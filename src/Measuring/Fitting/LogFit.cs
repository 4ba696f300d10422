using MathNet.Numerics.LinearAlgebra;

namespace StreamTuning.Measuring;

/// <summary>
/// Finds what several costs must be, none of them negative, so that their sums come closest to measured times. What is least is the sum
/// of the squares of the logarithms of the ratios: being twice as slow counts as much as being twice as fast.
/// </summary>
public static class LogFit
{
    private const int MostSteps = 100;
    private const double Settled = 1e-12;

    /// <param name="counts">For each time, how often it has each cost. At most eight costs.</param>
    /// <param name="times">The times, in any unit; all positive.</param>
    /// <param name="noise">
    /// How large the logarithm of a ratio is by chance. A larger one counts linearly and not by its square (Huber's loss), so that one time
    /// that is far off cannot outweigh all others.
    /// </param>
    /// <returns>The costs, in the unit of the times. Those that nothing in the times shows are 0.</returns>
    /// <exception cref="ArgumentException">There are fewer times than costs.</exception>
    public static double[] Solve(
        IReadOnlyList<double[]> counts, IReadOnlyList<double> times, double noise = double.PositiveInfinity)
    {
        int costs = counts[0].Length;
        if (times.Count < costs)
        {
            throw new ArgumentException($"{times.Count} times cannot tell {costs} costs.", nameof(times));
        }

        // Gauss and Newton's way: near a sum m, log(sum) is log(m) + sum / m - 1. The first step starts at the times themselves.
        double[] sums = [.. times];
        double[] current = new double[costs];
        double error = double.PositiveInfinity;
        for (int step = 0; step < MostSteps; step++)
        {
            double[] weights = [.. sums.Zip(times, (sum, time) => Math.Sqrt(Math.Min(1, noise / Math.Abs(Math.Log(sum / time)))))];
            double[][] rows = [.. counts.Select((row, i) => Array.ConvertAll(row, count => weights[i] * count / sums[i]))];
            double[] next = SolveNonNegative(rows, [.. times.Select((time, i) => weights[i] * (1 + Math.Log(time / sums[i])))]);
            double[] nextSums = [.. counts.Select(row => row.Zip(next, static (count, cost) => count * cost).Sum())];
            double nextError = nextSums.Zip(times, (sum, time) => Loss(Math.Abs(Math.Log(sum / time)))).Sum();
            if (!(nextError < error - Settled))
            {
                break;
            }

            (current, sums, error) = (next, nextSums, nextError);
        }

        return current;

        double Loss(double ratio) => ratio <= noise ? ratio * ratio : noise * ((2 * ratio) - noise);
    }

    /// <summary>
    /// The least squares without negative results: the best of the solutions in which some costs are 0 and the others positive.
    /// </summary>
    private static double[] SolveNonNegative(double[][] rows, double[] right)
    {
        int costs = rows[0].Length;
        double[] scales = [.. Enumerable.Range(0, costs).Select(column => rows.Max(row => Math.Abs(row[column])))];
        Vector<double> target = Vector<double>.Build.Dense(right);
        double[] best = new double[costs];
        double least = double.PositiveInfinity;
        for (int subset = 1; subset < 1 << costs; subset++)
        {
            int[] columns = [.. Enumerable.Range(0, costs).Where(column => (subset & (1 << column)) != 0)];
            if (columns.Any(column => scales[column] == 0))
            {
                continue;
            }

            Matrix<double> matrix = Matrix<double>.Build.Dense(
                rows.Length, columns.Length, (row, i) => rows[row][columns[i]] / scales[columns[i]]);
            Vector<double> solution = matrix.QR().Solve(target);
            double error = (matrix * solution - target).L2Norm();
            if (solution.All(static value => double.IsFinite(value) && value >= 0) && error < least)
            {
                least = error;
                best = new double[costs];
                for (int i = 0; i < columns.Length; i++)
                {
                    best[columns[i]] = solution[i] / scales[columns[i]];
                }
            }
        }

        return best;
    }
}
