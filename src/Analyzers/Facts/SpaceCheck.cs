namespace StreamTuning.Analyzers.Facts;

/// <summary>Finds whether code asks how much room a disk has, by itself or by a method whose name says so.</summary>
internal static class SpaceCheck
{
    public static bool IsIn(IOperation root, KnownTypes types) => root.Has<IOperation>(each => each switch
    {
        IObjectCreationOperation creation => creation.Type.Is(types.DriveInfo),
        IPropertyReferenceOperation property => SaysSo(property.Property.Name),
        IInvocationOperation call => call.TargetMethod.ContainingType.Is(types.DriveInfo) || SaysSo(call.TargetMethod.Name),
        _ => false,
    });

    private static bool SaysSo(string name) =>
        (name.EndsWith("Space", StringComparison.Ordinal) && !name.EndsWith("WhiteSpace", StringComparison.Ordinal))
        || Holds(name, "DiskSpace")
        || Holds(name, "FreeSpace")
        || Holds(name, "SpaceFor")
        || Holds(name, "RoomFor")
        || Holds(name, "AvailableBytes")
        || Holds(name, "FreeBytes")
        || Holds(name, "Quota")
        || name is "statvfs" or "statvfs64" or "statfs";

    private static bool Holds(string name, string word) => name.IndexOf(word, StringComparison.Ordinal) >= 0;
}
