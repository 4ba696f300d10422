using System.Text;
using Xunit.Abstractions;

namespace StreamTuning.AspNetCore;

/// <summary>That whatever a client calls its file becomes a name, and nothing else.</summary>
public sealed class FileNameTests(ITestOutputHelper output)
{
    [Theory]
    [InlineData("photo.jpg", "photo.jpg")]
    [InlineData("grüße €.txt", "grüße €.txt")]
    [InlineData("👨\u200D👩\u200D👧.png", "👨👩👧.png")]
    [InlineData("a\u200Bb\u200Cc\u200Dd\u2060e\u00ADf.jpg", "abcdef.jpg")]
    [InlineData("a\u2061\u180E\u3164\uFE0F\u115Fb", "ab")]
    [InlineData("\u200B.htaccess", "htaccess")]
    [InlineData("con\u200B.txt", "_con.txt")]
    [InlineData("../../etc/passwd", "passwd")]
    [InlineData("/etc/passwd", "passwd")]
    [InlineData("C:\\a\\b.txt", "b.txt")]
    [InlineData("..\\..\\web.config", "web.config")]
    [InlineData("\\\\server\\share\\x.exe", "x.exe")]
    [InlineData("a/b\\c.txt", "c.txt")]
    [InlineData("C:x.txt", "C_x.txt")]
    [InlineData("x.txt::$DATA", "x.txt__$DATA")]
    [InlineData("a<b>c\"d|e?f*g", "a_b_c_d_e_f_g")]
    [InlineData("a\0b\u0001\u001f\u007f\u0085c", "abc")]
    [InlineData("gpj.\u202Eexe", "gpj.exe")]
    [InlineData("\uFEFFa\u200Eb\u2066c", "abc")]
    [InlineData("a\u2028b", "ab")]
    [InlineData("name. . .", "name")]
    [InlineData("  name  ", "name")]
    [InlineData(".htaccess", "htaccess")]
    [InlineData("...a", "a")]
    [InlineData("CON", "_CON")]
    [InlineData("con.txt", "_con.txt")]
    [InlineData("nul .tar.gz", "_nul .tar.gz")]
    [InlineData("COM1", "_COM1")]
    [InlineData("lpt9.log", "_lpt9.log")]
    [InlineData("COM¹.txt", "_COM¹.txt")]
    [InlineData("CONIN$", "_CONIN$")]
    [InlineData("COM10", "COM10")]
    [InlineData("console.txt", "console.txt")]
    [InlineData("a..b-c_d.tar.gz", "a..b-c_d.tar.gz")]
    [InlineData("-rf", "-rf")]
    [InlineData("nul.", "_nul")]
    public void A_name_is_made_safe(string untrusted, string safe) => Assert.Equal(safe, SafeName.Of(untrusted));

    [Theory]
    [InlineData("")]
    [InlineData(".")]
    [InlineData("..")]
    [InlineData("../..")]
    [InlineData("/")]
    [InlineData("a/")]
    [InlineData("C:\\")]
    [InlineData(". .")]
    [InlineData("\0")]
    [InlineData("\uFFFD")]
    [InlineData("\u202E")]
    [InlineData("\u200B\u2060")]
    [InlineData("\uD800")]
    public void Where_nothing_is_left_a_name_is_made_up(string untrusted)
    {
        string one = SafeName.Of(untrusted);

        Assert.Matches("^file-[0-9a-f]{32}$", one);
        Assert.NotEqual(one, SafeName.Of(untrusted));
    }

    [Theory]
    [InlineData("photo.jpg", "photo.jpg")]
    [InlineData("a/x.txt", "a/x.txt")]
    [InlineData("a/b\\c d/x.txt", "a/b/c d/x.txt")]
    [InlineData("../../etc/passwd", "etc/passwd")]
    [InlineData("/etc/passwd", "etc/passwd")]
    [InlineData("C:\\a\\b.txt", "C_/a/b.txt")]
    [InlineData("\\\\server\\share\\x.exe", "server/share/x.exe")]
    [InlineData("a//./../b/x", "a/b/x")]
    [InlineData(".git/hooks/post-commit", "git/hooks/post-commit")]
    [InlineData("CON/nul.txt/x", "_CON/_nul.txt/x")]
    [InlineData("a\u200B/\u202E/b|c/x", "a/b_c/x")]
    [InlineData("%2e%2e/x", "%2e%2e/x")]
    public void A_path_is_made_safe_and_keeps_its_folders(string untrusted, string safe) => Assert.Equal(safe, SafeName.PathOf(untrusted, SafeName.Of(untrusted)));

    [Fact]
    public void A_long_path_loses_its_outer_folders()
    {
        string deep = string.Concat(Enumerable.Range(0, 100).Select(i => $"f{i}/")) + "x.txt";
        string wide = string.Concat(Enumerable.Repeat(new string('d', 300) + "/", 5)) + "x.txt";

        Assert.Equal(string.Concat(Enumerable.Range(84, 16).Select(i => $"f{i}/")) + "x.txt", SafeName.PathOf(deep, SafeName.Of(deep)));
        Assert.Equal(string.Concat(Enumerable.Repeat(new string('d', 200) + "/", 2)) + "x.txt", SafeName.PathOf(wide, SafeName.Of(wide)));
    }

    [Fact]
    public void A_long_name_keeps_its_extension()
    {
        string ascii = SafeName.Of(new string('a', 300) + ".jpeg");
        string wide = SafeName.Of(string.Concat(Enumerable.Repeat("€", 300)) + ".jpeg");
        string pairs = SafeName.Of("a" + string.Concat(Enumerable.Repeat("😀", 300)));
        string extension = SafeName.Of("a." + new string('x', 300));

        Assert.Equal(new string('a', 195) + ".jpeg", ascii);
        Assert.Equal(string.Concat(Enumerable.Repeat("€", 65)) + ".jpeg", wide);
        Assert.Equal("a" + string.Concat(Enumerable.Repeat("😀", 49)), pairs);
        Assert.Equal("a." + new string('x', 198), extension);
    }

    [Fact]
    public void Any_name_stays_in_its_directory()
    {
        int seed = Seed.Next(output);
        var random = new Random(seed);
        string[] pieces = ["..", "/", "\\", ".", " ", "a", "CON", "\0", "\u202E", ":", "€", "\uD800", "~", "nul", "%2e%2e%2f", "\r\n", "x.y"];
        string root = Path.GetFullPath(Path.Combine(Path.GetTempPath(), "root"));
        for (int round = 0; round < 20_000; round++)
        {
            string name = SafeName.Of(string.Concat(Enumerable.Range(0, random.Next(12)).Select(_ => pieces[random.Next(pieces.Length)])));

            Assert.True(
                name.Length > 0 && Encoding.UTF8.GetByteCount(name) <= 202
                && Path.GetDirectoryName(Path.GetFullPath(Path.Combine(root, name))) == root
                && name.IndexOfAny(Path.GetInvalidFileNameChars()) < 0 && !name.Any(char.IsControl) && name == name.Trim(' ', '.'),
                $"Round {round} of seed {seed}: '{name}'.");
        }
    }

    [Fact]
    public void Any_path_stays_in_its_directory()
    {
        int seed = Seed.Next(output);
        var random = new Random(seed);
        string[] pieces = ["..", "/", "\\", "/", ".", " ", "a", "CON", "\0", "\u202E", ":", "€", "\uD800", "~", "nul", "%2e%2e%2f", "\r\n", "x.y", "\u200B", "../"];
        string root = Path.GetFullPath(Path.Combine(Path.GetTempPath(), "root"));
        for (int round = 0; round < 20_000; round++)
        {
            string untrusted = string.Concat(Enumerable.Range(0, random.Next(60)).Select(_ => pieces[random.Next(pieces.Length)]));
            string name = SafeName.Of(untrusted);
            string path = SafeName.PathOf(untrusted, name);
            string[] parts = path.Split('/');

            Assert.True(
                Path.GetFullPath(Path.Combine(root, path)) == Path.Combine([root, .. parts]) && parts[^1] == name && parts.Length <= 17
                && Encoding.UTF8.GetByteCount(path) <= 600
                && parts.All(part => part.Length > 0 && part == part.Trim(' ', '.') && part.IndexOfAny(Path.GetInvalidFileNameChars()) < 0 && !part.Contains('\\') && !part.Any(char.IsControl)),
                $"Round {round} of seed {seed}: '{path}'.");
        }
    }
}
