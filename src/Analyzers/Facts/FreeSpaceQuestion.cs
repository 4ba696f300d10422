namespace StreamTuning.Analyzers.Facts;

/// <summary>Finds whether code asks how much room a disk has, and of which drive it asks.</summary>
internal static class FreeSpaceQuestion
{
    /// <summary>What makes the object that a property is read of, or picks it by its name; null where that is not known.</summary>
    public static IOperation? TryFindDrive(IPropertyReferenceOperation property, KnownTypes types)
    {
        return (property.Instance is { } instance ? instance.UnwrapConditional().Origin() : null) switch
        {
            IObjectCreationOperation { Arguments.Length: 1 } creation => creation,
            IInvocationOperation { TargetMethod.Name: "First" or "FirstOrDefault" or "Single" or "SingleOrDefault" } pick
                when IsByName(pick, types) => pick,
            _ => null,
        };
    }

    /// <summary>Whether code asks, by itself or by a method whose name says so.</summary>
    public static bool IsIn(IOperation root, KnownTypes types) => root.Has<IOperation>(each => each switch
    {
        IObjectCreationOperation creation => creation.Type.Is(types.DriveInfo),
        IPropertyReferenceOperation property => SaysSo(property.Property.Name),
        IInvocationOperation call => call.TargetMethod.ContainingType.Is(types.DriveInfo) || SaysSo(call.TargetMethod.Name),
        _ => false,
    });

    /// <summary><c>DriveInfo.GetDrives().First(drive => drive.Name == root)</c></summary>
    private static bool IsByName(IInvocationOperation pick, KnownTypes types) =>
        pick.Has<IInvocationOperation>(
            call => call.TargetMethod.Name == "GetDrives" && call.TargetMethod.ContainingType.Is(types.DriveInfo))
        && pick.Has<IPropertyReferenceOperation>(
            asked => asked.Property.Name is "Name" or "RootDirectory" && asked.Property.ContainingType.Is(types.DriveInfo));

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
