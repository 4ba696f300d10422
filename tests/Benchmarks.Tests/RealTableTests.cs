using StreamTuning.Infrastructure;

namespace StreamTuning.Benchmarks;

public sealed class RealTableTests : IDisposable
{
    private readonly string _file = Path.GetTempFileName();

    [Fact]
    public void A_row_is_read_as_it_was_written()
    {
        RealRow counted = Row("nfs", 5, "SetLength, 1 MiB blocks") with { Requests = 26, Kinds = "WRITE:16 OPEN:10" };
        RealRow uncounted = Row("sshfs", 0, "cp");

        Assert.Equal(counted, RealRow.Parse(counted.ToString()));
        Assert.Equal(uncounted, RealRow.Parse(uncounted.ToString()));
    }

    [Fact]
    public void A_line_that_is_no_row_is_named()
    {
        FormatException e = Assert.Throws<FormatException>(() => RealRow.Parse("nfs,5"));

        Assert.Contains("'nfs,5'", e.Message);
    }

    [Fact]
    public void A_row_that_is_measured_again_replaces_the_old_one_and_no_other()
    {
        RealTable table = Saved([Row("sshfs", 0, "CopyToAsync"), Row("sshfs", 0, "cp")], [Row("sshfs", 5, "CopyToAsync")]);

        table.Add([Row("sshfs", 0, "CopyToAsync") with { Milliseconds = 7 }]);
        table.Write(_file);

        Assert.Equal(
            [RealRow.Header, "sshfs,0,file,1048576,CopyToAsync,9,7,50,250,2.5,,", "sshfs,5,file,1048576,CopyToAsync,9,100,50,250,2.5,,"],
            File.ReadLines(_file));
    }

    [Fact]
    public void Rows_have_the_order_of_the_mounts_delays_sources_sizes_and_ways_whenever_they_were_measured()
    {
        RealRow[] sorted =
        [
            Row("cifs", 5, "CopyToAsync"),
            Row("cifs", 5, "cp"),
            Row("cifs", 20, "CopyToAsync"),
            Row("sshfs", 0, "CopyToAsync") with { Bytes = 2 },
            Row("sshfs", 0, "CopyToAsync"),
            Row("sshfs", 0, "CopyToAsync") with { Source = RealSource.Unknown.Name, Bytes = 1 },
        ];

        RealTable table = Saved([.. sorted.Reverse().GroupBy(row => row.Group).Select(group => group.ToArray())]);
        table.Write(_file);

        Assert.Equal(sorted.Select(row => row.ToString()), File.ReadLines(_file).Skip(1));
    }

    public void Dispose() => File.Delete(_file);

    private static RealRow Row(string mount, int delay, string way) =>
        new(mount, delay, RealSource.File.Name, Bytes: 1024 * 1024, way, Turns: 9, 100, 50, 250, 2.5, Requests: null, Kinds: "");

    /// <summary>A table that was written and read again.</summary>
    private RealTable Saved(params RealRow[][] groups)
    {
        RealTable table = RealTable.Read("no such file");
        foreach (RealRow[] group in groups)
        {
            table.Add(group);
        }

        table.Write(_file);
        return RealTable.Read(_file);
    }
}
