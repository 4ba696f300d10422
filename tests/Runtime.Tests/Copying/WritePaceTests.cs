using System.Diagnostics;
using static StreamTuning.Bytes;

namespace StreamTuning.Copying;

/// <summary>
/// What a copy decides by the times of its writes, on series that were recorded: milliseconds of writes of 1 MiB that make the file longer, and then of others within
/// a length that has been set.
/// </summary>
public sealed class WritePaceTests : IDisposable
{
    private readonly Scratch _scratch = new();
    private readonly FileStream _file;
    private readonly OutputFile _output;
    private readonly Mount _mount = new(MountKind.Unknown);
    private long _now;

    public WritePaceTests()
    {
        _file = new FileStream(_scratch.PathOf("file"), FileMode.Create);
        _output = new OutputFile(_file, mayBuffer: true) { Mount = _mount };
    }

    public void Dispose()
    {
        _file.Dispose();
        _scratch.Dispose();
    }

    [Theory]
    [InlineData("simulated share A", 1, new[] { 54.1 }, new[] { 24.9, 24.2 })]
    [InlineData("simulated share A, ten times as fast", 1, new[] { 5.4 }, new[] { 2.5, 2.4 })]
    [InlineData("simulated share B", 1, new[] { 31.0 }, new[] { 20.6, 20.4 })]
    [InlineData("simulated share B, two at once", 2, new[] { 31.0 }, new[] { 20.6, 30.9 })]
    [InlineData("simulated share C, two at once", 2, new[] { 71.0 }, new[] { 60.8, 70.9 })]
    [InlineData("simulated share A, eight at once", 8, new[] { 60.4 }, new[] { 82.7, 125.4, 170.7, 193.5, 216.1, 148.1, 106.6, 57.5 })]
    public void A_length_is_set_where_that_was_seen_to_pay(string share, int writesAtOnce, double[] extending, double[] inner)
    {
        WritePace pace = Pace(writesAtOnce);
        Assert.True(pace.FindsOut && !pace.SetsLength, share);
        foreach (double time in extending)
        {
            Write(pace, time, extends: true);
        }

        Assert.True(pace.SetsLength, share);
        long started = _now;
        foreach (double time in inner)
        {
            // All are sent at once where that is possible.
            Write(pace, time, extends: false, writesAtOnce > 1 ? started : _now);
        }

        Assert.True(pace.FindsOut && pace.SetsLength);

        // The next copy sets it at once, and looks at its first writes too.
        WritePace next = Pace(writesAtOnce);
        Assert.True(next.FindsOut && next.SetsLength);
        Assert.True(Pace(writesAtOnce + 1).FindsOut);
        started = _now;
        foreach (double time in inner)
        {
            Write(next, time, extends: false, writesAtOnce > 1 ? started : _now);
        }

        Assert.True(!next.FindsOut && next.SetsLength);
    }

    [Fact]
    public void Three_copies_that_gain_nothing_are_enough()
    {
        // rclone, WebDAV, 5 ms.
        for (int copy = 0; copy < 3; copy++)
        {
            WritePace pace = Pace(1);
            Assert.True(pace.FindsOut && !pace.SetsLength);
            Write(pace, 14.2, extends: true);
            Write(pace, 14.0, extends: false);
            Write(pace, 14.6, extends: false);
        }

        Assert.False(Pace(1).SetsLength || Pace(1).FindsOut);
    }

    [Fact]
    public void A_moment_in_which_the_machine_is_busy_is_no_verdict()
    {
        // Simulated share A, two at once: the first writes waited for a processor, and those after them did not.
        WritePace pace = Pace(2);
        Write(pace, 54.1, extends: true);
        long started = _now;
        Write(pace, 85.8, extends: false, started);
        Write(pace, 125.8, extends: false, started);
        Assert.True(pace.FindsOut && pace.SetsLength);
        for (int write = 0; write < 6; write++)
        {
            Write(pace, 22.7, extends: false);
        }

        Assert.True(pace.FindsOut && Pace(2).SetsLength);
    }

    [Fact]
    public void A_busy_moment_does_not_undo_what_was_seen()
    {
        WritePace first = Pace(1);
        Write(first, 54.1, extends: true);
        Write(first, 24.9, extends: false);
        WritePace busy = Pace(1);
        Write(busy, 85.8, extends: false);
        WritePace again = Pace(1);
        Assert.True(again.FindsOut);
        Write(again, 54.1, extends: true);
        Write(again, 24.9, extends: false);
        Write(Pace(1), 24.9, extends: false);

        Assert.True(!Pace(1).FindsOut && Pace(1).SetsLength);
    }

    [Fact]
    public void Copies_in_one_busy_moment_are_one_comparison()
    {
        WritePace[] busy = [Pace(1), Pace(1), Pace(1)];
        foreach (WritePace pace in busy)
        {
            Write(pace, 54.1, extends: true);
        }

        foreach (WritePace pace in busy)
        {
            Write(pace, 85.8, extends: false);
            Write(pace, 85.8, extends: false);
        }

        Assert.True(Pace(1).FindsOut);
    }

    [Fact]
    public void A_gain_takes_back_the_comparisons_without_one()
    {
        CopyWithoutGain();
        CopyWithoutGain();
        WritePace gains = Pace(1);
        Write(gains, 54.1, extends: true);
        Write(gains, 24.9, extends: false);
        Write(Pace(1), 85.8, extends: false);

        Assert.True(Pace(1).FindsOut);
    }

    [Fact]
    public void A_gain_that_was_confirmed_is_never_taken_back()
    {
        WritePace early = Pace(1);
        Write(early, 54.1, extends: true);
        WritePace first = Pace(1);
        Write(first, 54.1, extends: true);
        Write(first, 24.9, extends: false);
        Write(Pace(1), 24.9, extends: false);
        Assert.False(Pace(1).FindsOut);

        Write(early, 85.8, extends: false);
        Write(early, 85.8, extends: false);
        for (int copy = 0; copy < 3; copy++)
        {
            WritePace busy = Pace(1);
            Write(busy, 85.8, extends: false);
            Write(busy, 85.8, extends: false);
        }

        Assert.True(!Pace(1).FindsOut && Pace(1).SetsLength);
    }

    [Fact]
    public void A_gain_after_three_comparisons_without_one_has_to_be_confirmed_too()
    {
        WritePace early = Pace(1);
        Write(early, 54.1, extends: true);
        CopyWithoutGain();
        CopyWithoutGain();
        CopyWithoutGain();
        Assert.False(Pace(1).FindsOut);

        Write(early, 24.9, extends: false);
        Assert.True(Pace(1).FindsOut && Pace(1).SetsLength);
        CopyWithoutGain();
        Assert.True(Pace(1).FindsOut);
    }

    [Fact]
    public void A_copy_over_a_longer_file_is_not_compared_with_the_writes_of_another_copy()
    {
        WritePace first = Pace(1);
        Write(first, 54.1, extends: true);
        Write(first, 24.9, extends: false);
        Write(Pace(1), 85.8, extends: false);

        WritePace over = Pace(1);
        Write(over, 24.9, extends: false);
        Write(over, 24.9, extends: false);

        Assert.True(over.FindsOut && !over.SetsLength);
    }

    [Theory]
    [InlineData(8, 6)]
    [InlineData(4, 18)]
    public void Small_files_are_enough_to_find_out_that_there_is_no_gain(int blocks, int copies)
    {
        for (int copy = 0; copy < copies; copy++)
        {
            WritePace pace = Pace(2);
            Assert.True(pace.FindsOut);
            Write(pace, 14.2, extends: true);
            for (int block = 1; block < blocks; block++)
            {
                Write(pace, 14.2, extends: false);
            }
        }

        Assert.False(Pace(2).SetsLength || Pace(2).FindsOut);
    }

    [Fact]
    public void A_first_write_that_is_slow_for_another_reason_sets_a_length_in_six_copies_at_most()
    {
        // MooseFS with 5 ms: its first write to a file waits until the server has made room.
        for (int pair = 0; pair < 3; pair++)
        {
            WritePace pace = Pace(1);
            Write(pace, 21.4, extends: true);
            Write(pace, 9.8, extends: false);
            Write(pace, 10.3, extends: false);
            Assert.True(pace.SetsLength);

            WritePace next = Pace(1);
            Write(next, 20.9, extends: false);
        }

        Assert.False(Pace(1).SetsLength || Pace(1).FindsOut);
    }

    [Fact]
    public void What_blocks_of_8_MiB_have_found_out_says_nothing_of_smaller_ones()
    {
        // Simulated share A: of such a block, the extension is less than a fifth of the time.
        for (int copy = 0; copy < 3; copy++)
        {
            WritePace large = Pace(1, block: 8 * MiB);
            Write(large, 226.7, extends: true, bytes: 8 * MiB);
            Write(large, 190.4, extends: false, bytes: 8 * MiB);
            Write(large, 193.3, extends: false, bytes: 8 * MiB);
        }

        Assert.False(Pace(1, block: 8 * MiB).SetsLength || Pace(1, block: 8 * MiB).FindsOut);
        WritePace small = Pace(1);
        Write(small, 54.1, extends: true);
        Assert.True(small.FindsOut && small.SetsLength);
    }

    [Theory]
    [InlineData("sshfs, 5 ms", new[] { 1.9, 1.1, 1.3 })]
    [InlineData("MooseFS", new[] { 0.6, 0.5, 0.9 })]
    [InlineData("sshfs on a busy machine", new[] { 6.3, 1.2, 1.0 })]
    public void No_length_is_tried_where_writes_are_taken_in_the_background(string share, double[] extending)
    {
        WritePace pace = Pace(1);
        foreach (double time in extending)
        {
            Write(pace, time, extends: true);
        }

        Assert.True(pace.FindsOut && !pace.SetsLength, share);
    }

    [Fact]
    public void Writes_of_another_size_tell_nothing_about_lengths()
    {
        WritePace pace = Pace(1);
        Write(pace, 54, extends: true);
        for (int i = 0; i < 4; i++)
        {
            Write(pace, 3, extends: false, bytes: 128 * KiB);
        }

        Assert.True(pace.FindsOut);
    }

    [Fact]
    public void A_source_is_slow_below_a_quarter_of_the_rate_of_the_writes()
    {
        WritePace pace = Pace(1);
        Write(pace, 10, extends: true);
        foreach ((double time, bool slow) in new[] { (39.0, false), (41.0, true), (5.0, false), (0.0, false) })
        {
            pace.NoteFilled(MiB, Ticks(time));
            Assert.Equal(slow, pace.SourceIsSlow);
        }
    }

    [Fact]
    public void Small_writes_never_hold_a_source_up()
    {
        // 30 ms for each write that makes the file longer, and a link of 44 MiB/s: a source of 10 MiB/s would wait for writes of 128 KiB.
        WritePace pace = Pace(1);
        Write(pace, 53, extends: true);
        Write(pace, 33, extends: true, bytes: 128 * KiB);
        pace.NoteFilled(128 * KiB, Ticks(33.5));
        Assert.True(pace.SourceIsSlow);
        pace.NoteFilled(128 * KiB, Ticks(32.5));
        Assert.False(pace.SourceIsSlow);
    }

    private static long Ticks(double milliseconds) => (long)(milliseconds * Stopwatch.Frequency / 1000);

    private WritePace Pace(int writesAtOnce, int block = MiB) => new(_output, writesAtOnce, block, sourceIsFast: true);

    private void CopyWithoutGain()
    {
        WritePace pace = Pace(1);
        Write(pace, 54.1, extends: true);
        Write(pace, 85.8, extends: false);
        Write(pace, 85.8, extends: false);
    }

    private void Write(WritePace pace, double milliseconds, bool extends, long? started = null, int bytes = MiB)
    {
        long start = started ?? _now;
        long end = start + Ticks(milliseconds);
        pace.NoteWritten(bytes, start, end, extends);
        _now = Math.Max(_now, end);
    }
}
