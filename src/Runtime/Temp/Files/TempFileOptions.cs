namespace StreamTuning;

/// <summary>What a temporary file is asked for. Read when the file is created; one instance can serve many.</summary>
public sealed class TempFileOptions
{
    private long? _expectedLength;
    private string _extension = ".tmp";

    /// <summary>
    /// How many bytes the file will probably get, or <see langword="null"/> when nobody knows: a directory is chosen that has room for
    /// them. A wrong guess costs time, never bytes; only one that no directory has room for is refused. A source that can seek knows better
    /// and is asked instead.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public long? ExpectedLength
    {
        get => _expectedLength;
        set => _expectedLength = value is null or >= 0
            ? value
            : throw new ArgumentOutOfRangeException(nameof(value), value, "The value must not be negative.");
    }

    /// <summary>What the name of the file ends with, <c>.tmp</c> by default; empty for nothing.</summary>
    /// <exception cref="ArgumentNullException">The value is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">The value does not begin with a dot, or holds what a file name cannot hold.</exception>
    public string Extension
    {
        get => _extension;
        set => _extension = Checked(value);
    }

    /// <summary>
    /// Whether the operating system deletes the file when it is closed; on Windows also when the process is ended from outside. Such a file
    /// cannot be moved: <see cref="TempFile.MoveTo"/> throws.
    /// </summary>
    public bool DeleteOnClose { get; set; }

    private static string Checked(string value)
    {
        if (value is null)
        {
            throw new ArgumentNullException(nameof(value));
        }

        // The rules of Windows everywhere: the same code must not fail there only.
        return value.Length == 0 || (value[0] == '.' && TempName.IsPlain(value))
            ? value
            : throw new ArgumentException(
                $"'{value}' is no extension of a file: it must begin with a dot and may not hold separators.", nameof(value));
    }
}
