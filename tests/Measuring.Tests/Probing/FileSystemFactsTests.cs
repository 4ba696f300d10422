namespace StreamTuning.Measuring;

public sealed class FileSystemFactsTests : IDisposable
{
    private readonly string _directory = FileSystemFacts.WithoutLinks(Directory.CreateTempSubdirectory("facts-").FullName);

    [Fact]
    public void Finding_out_leaves_no_file()
    {
        _ = FileSystemFacts.Of(_directory);

        Assert.Empty(Directory.GetFileSystemEntries(_directory));
    }

    [Fact]
    public void A_directory_is_on_the_drive_that_links_lead_to_and_not_on_one_whose_name_begins_like_it()
    {
        string share = Directory.CreateDirectory(Path.Combine(_directory, "share")).FullName;
        string share2 = Directory.CreateDirectory(Path.Combine(_directory, "share2", "below")).Parent!.FullName;
        string link = Path.Combine(_directory, "link");
        Directory.CreateSymbolicLink(link, share2);
        string[] drives = [Path.GetPathRoot(_directory)!, share, share2];

        Assert.Equal(share2, FileSystemFacts.DriveOf(Path.Combine(link, "below"), drives));
        Assert.Equal(share, FileSystemFacts.DriveOf(share, drives));
        Assert.Equal(drives[0], FileSystemFacts.DriveOf(share2, drives[..2]));
    }

    public void Dispose() => Directory.Delete(_directory, recursive: true);
}
