using System.Reflection;

namespace StreamTuning.Tool;

/// <summary>What this assembly carries besides code.</summary>
internal static class ToolAssembly
{
    /// <summary>The version of this tool and of its rules.</summary>
    public static string Version { get; } =
        typeof(ToolAssembly).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+')[0];

    /// <summary>The text of a style sheet or script for reports.</summary>
    public static string Resource(string name)
    {
        using var reader = new StreamReader(typeof(ToolAssembly).Assembly.GetManifestResourceStream(name)!);
        return reader.ReadToEnd();
    }
}
