namespace StreamTuning.Measuring;

public sealed class UnitsTests
{
    [Theory]
    [InlineData("16MiB", 16 << 20)]
    [InlineData("64 kib", 64 << 10)]
    [InlineData("1.5 MiB", 3 << 19)]
    [InlineData("2MB", 2_000_000)]
    [InlineData("4096", 4096)]
    [InlineData("10 B", 10)]
    public void Sizes_are_read(string text, long bytes)
    {
        Assert.True(Units.TryParseBytes(text, out long read));
        Assert.Equal(bytes, read);
    }

    [Theory]
    [InlineData("")]
    [InlineData("MiB")]
    [InlineData("-1")]
    [InlineData("0")]
    [InlineData("16 parsecs")]
    [InlineData("1MiB2")]
    [InlineData("99999999999GiB")]
    public void What_is_no_size_is_refused(string text) => Assert.False(Units.TryParseBytes(text, out _));

    [Theory]
    [InlineData(16 << 20, "16 MiB")]
    [InlineData(3 << 19, "1.5 MiB")]
    [InlineData(4096, "4 KiB")]
    [InlineData(0, "0 B")]
    public void Sizes_are_written(long bytes, string text) => Assert.Equal(text, Units.Bytes(bytes));

    [Theory]
    [InlineData(0, "0 µs")]
    [InlineData(0.0000042, "4 µs")]
    [InlineData(0.00019, "0.19 ms")]
    [InlineData(0.433, "433 ms")]
    [InlineData(4.6, "4.6 s")]
    [InlineData(0.9999, "1.0 s")]
    public void Times_are_written(double seconds, string text) => Assert.Equal(text, Units.Time(seconds));
}
