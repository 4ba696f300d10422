namespace StreamTuning.Analyzers.Facts;

/// <summary>Finds which drive a <c>DriveInfo</c> is about.</summary>
internal static class Drive
{
    /// <summary>What makes the object that a property is read of, or picks it by its name; null where that is not known.</summary>
    public static IOperation? TryFind(IPropertyReferenceOperation property, KnownTypes types)
    {
        return (property.Instance is { } instance ? instance.UnwrapConditional().Origin() : null) switch
        {
            IObjectCreationOperation { Arguments.Length: 1 } creation => creation,
            IInvocationOperation { TargetMethod.Name: "First" or "FirstOrDefault" or "Single" or "SingleOrDefault" } pick
                when IsByName(pick, types) => pick,
            _ => null,
        };
    }

    /// <summary><c>DriveInfo.GetDrives().First(drive => drive.Name == root)</c></summary>
    private static bool IsByName(IInvocationOperation pick, KnownTypes types) =>
        pick.Has<IInvocationOperation>(
            call => call.TargetMethod.Name == "GetDrives" && call.TargetMethod.ContainingType.Is(types.DriveInfo))
        && pick.Has<IPropertyReferenceOperation>(
            asked => asked.Property.Name is "Name" or "RootDirectory" && asked.Property.ContainingType.Is(types.DriveInfo));
}
