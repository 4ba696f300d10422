using System.Diagnostics;

namespace StreamTuning.Infrastructure;

/// <summary>Waits for something that another process does.</summary>
public static class Wait
{
    /// <summary>Polls a condition for a minute at most.</summary>
    /// <param name="condition">What is waited for.</param>
    /// <param name="failure">Makes the message if it never comes true.</param>
    /// <exception cref="TimeoutException">It did not come true.</exception>
    public static void Until(Func<bool> condition, Func<string> failure)
    {
        long start = Stopwatch.GetTimestamp();
        while (!condition())
        {
            if (Stopwatch.GetElapsedTime(start) > TimeSpan.FromMinutes(1))
            {
                throw new TimeoutException(failure());
            }

            Thread.Sleep(10);
        }
    }
}
