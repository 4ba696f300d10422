using System.Reflection;

namespace StreamTuning.Tool.Tests.Setup;

internal static class Repository
{
    public static string Root { get; } = typeof(Repository).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(attribute => attribute.Key == "RepositoryRoot").Value!;
}
