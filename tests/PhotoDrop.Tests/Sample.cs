using System.Reflection;

namespace StreamTuning.PhotoDropTests;

/// <summary>The sample as it has been built.</summary>
internal static class Sample
{
    public static string Program { get; } =
        typeof(Sample).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(attribute => attribute.Key == "PhotoDrop").Value!;
}
