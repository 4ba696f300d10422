using System.Text;

namespace StreamTuning.AspNetCore;

/// <summary>Names of files in each of the three ways that clients write them: as they are, percent-encoded, and as in mail.</summary>
internal static class HostileNames
{
    /// <summary>What the client says, and what becomes of it.</summary>
    private static readonly (string Untrusted, string Safe)[] _names =
    [
        ("x/../../y.txt", "y.txt"),
        ("....//....//y.txt", "y.txt"),
        ("..%2f..%2fy.txt", "%2f..%2fy.txt"),
        ("file:///etc/passwd", "passwd"),
        ("//server/share/a.txt", "a.txt"),
        ("a.txt/", "file-*"),
        ("~root", "~root"),
        ("$HOME", "$HOME"),
        ("`id`", "`id`"),
        ("a&b;c", "a&b;c"),
        ("-rf", "-rf"),
        ("<img src=x>", "_img src=x_"),
        ("a:b", "a_b"),
        ("a*b?", "a_b_"),
        ("a|b", "a_b"),
        (".env", "env"),
        ("a.php.jpg", "a.php.jpg"),
        ("AUX.txt", "_AUX.txt"),
        ("lpt1", "_lpt1"),
        ("CLOCK$", "_CLOCK$"),
        ("nul.tar.gz", "_nul.tar.gz"),
        ("a\u200Bb\u200Cc\u200Dd.txt", "abcd.txt"),
        ("a\u00ADb\u2060c.txt", "abc.txt"),
        ("\uFEFFa.txt", "a.txt"),
        ("a\u202Egpj.exe", "agpj.exe"),
        ("cafe\u0301.txt", "cafe\u0301.txt"),
        ("日本😀.txt", "日本😀.txt"),
        ("a . . .", "a"),
    ];

    public static HostileGroup Group { get; } = new("Names of files in each writing",
    [
        .. _names.SelectMany((name, i) => new[]
        {
            Named($"name {i + 1}, {Shown(name.Untrusted)}", $"filename=\"{name.Untrusted}\"", name.Safe),
            Named($"name {i + 1}, percent-encoded", $"filename*=UTF-8''{Uri.EscapeDataString(name.Untrusted)}", name.Safe),
            Named($"name {i + 1}, as in mail", $"filename=\"=?utf-8?B?{Convert.ToBase64String(Encoding.UTF8.GetBytes(name.Untrusted))}?=\"", name.Safe),
        }),
    ]);

    private static HostileRequest Named(string name, string parameter, string left) =>
        new(name, Encoding.UTF8.GetBytes($"--boundary\r\nContent-Disposition: form-data; name=\"f\"; {parameter}\r\n\r\nfile\r\n--boundary--"), 200, "")
        {
            Path = HostileEndpoints.Named, Left = [left],
        };

    /// <summary>The name in Markdown, with what nobody would see in escapes.</summary>
    private static string Shown(string name) =>
        "`` " + string.Concat(name.Select(c => c is < ' ' or '\u00AD' or '\u0301' or (>= '\u200B' and <= '\u202E') or '\u2060' or '\uFEFF' ? $"\\u{(int)c:X4}" : c.ToString())).Replace("|", "\\|", StringComparison.Ordinal) + " ``";
}
