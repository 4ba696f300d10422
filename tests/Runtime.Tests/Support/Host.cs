using System.Runtime.InteropServices;

namespace StreamTuning;

/// <summary>The system that a test is for: <c>[Trait(Host.Name, Host.Windows)]</c>, and a call that skips it on others.</summary>
internal static class Host
{
    public const string Name = "Host";
    public const string Windows = "Windows";

    /// <summary>Whether Windows is Wine on Linux.</summary>
    public static bool IsWine { get; } =
        OperatingSystem.IsWindows() && NativeLibrary.TryLoad("ntdll.dll", out nint library) && NativeLibrary.TryGetExport(library, "wine_get_version", out _);

    public static void SkipUnlessWindows() => Skip.IfNot(OperatingSystem.IsWindows(), "The test is for Windows.");

    /// <summary>For tests of what a disk of this machine gets: Wine does not say that one is.</summary>
    public static void SkipUnlessDisksAreKnown() => Skip.If(IsWine, "Wine does not tell disks of this machine from shares.");

    public static void SkipWithoutLinks() => Skip.If(OperatingSystem.IsWindows(), "Links need a right on Windows.");
}
