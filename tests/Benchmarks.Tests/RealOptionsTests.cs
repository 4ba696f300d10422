namespace StreamTuning.Benchmarks;

public sealed class RealOptionsTests
{
    [Fact]
    public void Options_choose_among_all_that_there_is()
    {
        RealOptions options = Parse(
            "--mounts nfs,cifs --delays 5 --sizes 1024-16384 --sources unknown --ways path,plain --turns 3 --seconds 0.5 --output out");

        Assert.Equal(["cifs", "nfs"], options.Mounts.Select(mount => mount.Key));
        Assert.Equal([5], options.Delays);
        Assert.Equal((1024 * 1024, 16 * 1024 * 1024), options.Sizes);
        Assert.Equal([RealSource.Unknown], options.Sources);
        Assert.Equal(["plain", "path"], options.Ways.Select(way => way.Key));
        Assert.Equal((3, TimeSpan.FromSeconds(0.5), "out"), (options.Turns, options.Budget, options.Output));
    }

    [Theory]
    [InlineData("")]
    [InlineData("--delays 5,20 --sizes 64-1024 --sources file --ways plain,cp --turns 3 --seconds 1.5")]
    public void The_guest_is_given_the_same_choice(string arguments)
    {
        RealOptions options = Parse(arguments);

        RealOptions inGuest = Parse(options.ForGuest);

        Assert.Equal(
            (options.ForGuest, options.Turns, options.Budget, options.Ways.Count, options.Delays.Count),
            (inGuest.ForGuest, inGuest.Turns, inGuest.Budget, inGuest.Ways.Count, inGuest.Delays.Count));
    }

    [Theory]
    [InlineData("--mounts ntfs", "'ntfs' is not one of cifs, ")]
    [InlineData("--ways plain,fast", "'fast' is not one of plain, ")]
    [InlineData("--size 1-2", "--size 1-2 is not one of --mounts, ")]
    [InlineData("--sizes 1", "--sizes 1 is not one of --mounts, ")]
    [InlineData("--turns", "--turns needs a value.")]
    public void An_option_that_is_wrong_is_named(string arguments, string message) =>
        Assert.StartsWith(message, Assert.Throws<FormatException>(() => Parse(arguments)).Message);

    private static RealOptions Parse(string arguments) => RealOptions.Parse(arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries));
}
