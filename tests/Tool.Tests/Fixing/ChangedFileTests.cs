using System.Text;
using Microsoft.CodeAnalysis.Text;
using StreamTuning.Tool.Fixing;
using StreamTuning.Tool.Tests.Setup;

namespace StreamTuning.Tool.Tests.Fixing;

public sealed class ChangedFileTests
{
    [Fact]
    public async Task A_file_that_has_changed_meanwhile_is_left_alone()
    {
        using var folder = new ScratchFolder();
        folder.Add("A.cs", "changed");
        var file = new ChangedFile(folder.PathOf("A.cs"), SourceText.From("read", Encoding.UTF8), SourceText.From("fixed", Encoding.UTF8));

        ToolException exception = await Assert.ThrowsAsync<ToolException>(() => file.WriteAsync(default));

        Assert.Contains("it has changed since it was read", exception.Message);
        Assert.Equal("changed", folder["A.cs"]);
    }

    [Fact]
    public async Task A_file_that_cannot_be_read_again_is_named_and_ends_nothing_else()
    {
        using var folder = new ScratchFolder();
        string path = folder.PathOf("Gone.cs");
        var file = new ChangedFile(path, SourceText.From("read", Encoding.UTF8), SourceText.From("fixed", Encoding.UTF8));

        ToolException exception = await Assert.ThrowsAsync<ToolException>(() => file.WriteAsync(default));

        Assert.StartsWith($"'{path}' was not fixed: it can't be read again: ", exception.Message);
        Assert.False(File.Exists(path));
    }

    [Fact]
    public async Task A_file_keeps_its_rights_and_a_link_stays_one()
    {
        using var folder = new ScratchFolder();
        folder.Add("A.cs", "read");
        string link = folder.PathOf("Link.cs");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(folder.PathOf("A.cs"), UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
            File.CreateSymbolicLink(link, folder.PathOf("A.cs"));
        }
        else
        {
            link = folder.PathOf("A.cs");
        }

        await new ChangedFile(link, SourceText.From("read", Encoding.UTF8), SourceText.From("fixed", Encoding.UTF8)).WriteAsync(default);

        Assert.Equal("fixed", folder["A.cs"]);
        if (!OperatingSystem.IsWindows())
        {
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(folder.PathOf("A.cs")));
            Assert.NotNull(new FileInfo(link).LinkTarget);
        }
    }
}
