namespace StreamTuning.Analyzers.Facts;

/// <summary>Whether code asks how much room a disk has.</summary>
internal static class FreeSpaceQuestion
{
    private static readonly string[] Words = ["DiskSpace", "FreeSpace", "SpaceFor", "RoomFor", "AvailableBytes", "FreeBytes", "Quota"];

    /// <summary>Whether code asks, by itself or by a method whose name says so.</summary>
    public static bool IsIn(IOperation root, KnownTypes types) => root.Has<IOperation>(each => each switch
    {
        IObjectCreationOperation creation => creation.Type.Is(types.DriveInfo),
        IPropertyReferenceOperation property => SaysSo(property.Property.Name),
        IInvocationOperation call => call.TargetMethod.ContainingType.Is(types.DriveInfo) || SaysSo(call.TargetMethod.Name),
        _ => false,
    });

    private static bool SaysSo(string name) =>
        (name.EndsWith("Space", StringComparison.Ordinal) && !name.EndsWith("WhiteSpace", StringComparison.Ordinal))
        || name is "statvfs" or "statvfs64" or "statfs"
        || Array.Exists(Words, word => name.IndexOf(word, StringComparison.Ordinal) >= 0);
}
