namespace StreamTuning;

/// <summary>File systems that a copy takes its destination to be on.</summary>
internal static class TestMounts
{
    /// <summary>A share where every copy sets the length ahead.</summary>
    public static Mount Share() => WhereLengthsPay(MountKind.Unknown);

    /// <summary>A disk of this machine where a copy sets the length ahead, if the type of the stream lets it.</summary>
    public static Mount WhereLengthsPay(MountKind kind = MountKind.Disk) => new(kind, lengthsPay: true);
}
