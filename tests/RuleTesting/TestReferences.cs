using System.Collections.Immutable;
using System.Reflection;
using Microsoft.CodeAnalysis;

namespace StreamTuning.RuleTesting;

/// <summary>What tested sources compile against. Everything is on the disk after a restore: no test needs a network.</summary>
internal static class TestReferences
{
    private static readonly Lazy<ImmutableArray<MetadataReference>> _net100 = new(() => Pack("Microsoft.NETCore.App.Ref"));
    private static readonly Lazy<ImmutableArray<MetadataReference>> _aspNetCore = new(() => Pack("Microsoft.AspNetCore.App.Ref"));
    private static readonly Lazy<ImmutableArray<MetadataReference>> _netStandard20 = new(() => Package("netstandard.library/2.0.3/build/netstandard2.0/ref"));
    private static readonly Lazy<ImmutableArray<MetadataReference>> _net472 = new(() =>
    [
        .. Package("microsoft.netframework.referenceassemblies.net472/1.0.3/build/.NETFramework/v4.7.2"),
        .. Package("microsoft.netframework.referenceassemblies.net472/1.0.3/build/.NETFramework/v4.7.2/Facades"),
    ]);

    private static readonly Lazy<ImmutableArray<MetadataReference>> _runtime = new(() => [Beside("StreamTuning.dll")]);
    private static readonly Lazy<ImmutableArray<MetadataReference>> _runtimeForUploads = new(() => [Beside(Path.Combine("uploads", "StreamTuning.AzureBlobs.dll")), Beside(Path.Combine("uploads", "StreamTuning.AspNetCore.dll"))]);
    private static readonly Lazy<ImmutableArray<MetadataReference>> _runtimeForNetStandard20 = new(() =>
    [
        Beside(Path.Combine("netstandard2.0", "StreamTuning.dll")),
        .. Package("system.buffers/4.5.1/lib/netstandard2.0"),
        .. Package("system.memory/4.5.5/lib/netstandard2.0"),
        .. Package("system.io.pipelines/8.0.0/lib/netstandard2.0"),
        .. Package("system.threading.tasks.extensions/4.5.4/lib/netstandard2.0"),
        .. Package("microsoft.bcl.asyncinterfaces/8.0.0/lib/netstandard2.0"),
    ]);

    private static readonly Lazy<ImmutableArray<MetadataReference>> _runtimeForNet472 = new(() =>
    [
        Beside(Path.Combine("netstandard2.0", "StreamTuning.dll")),
        .. Package("system.buffers/4.5.1/lib/net461"),
        .. Package("system.memory/4.5.5/lib/net461"),
        .. Package("system.io.pipelines/8.0.0/lib/net462"),
        .. Package("system.threading.tasks.extensions/4.5.4/lib/net461"),
        .. Package("microsoft.bcl.asyncinterfaces/8.0.0/lib/net462"),
    ]);

    private static readonly Lazy<ImmutableArray<MetadataReference>> _azureBlobs = new(() => AzureBlobsOf("net6.0"));
    private static readonly Lazy<ImmutableArray<MetadataReference>> _azureBlobsForNetStandard20 = new(() => AzureBlobsOf("netstandard2.0"));

    /// <summary>.NET 10.</summary>
    public static ImmutableArray<MetadataReference> Net100 => _net100.Value;

    /// <summary>ASP.NET Core 10, besides .NET 10.</summary>
    public static ImmutableArray<MetadataReference> AspNetCore => _aspNetCore.Value;

    /// <summary>.NET Standard 2.0.</summary>
    public static ImmutableArray<MetadataReference> NetStandard20 => _netStandard20.Value;

    /// <summary>.NET Framework 4.7.2.</summary>
    public static ImmutableArray<MetadataReference> Net472 => _net472.Value;

    /// <summary>Azure.Storage.Blobs and what it brings along on a target.</summary>
    public static ImmutableArray<MetadataReference> AzureBlobs(TestTarget target) =>
        target == TestTarget.Net100 ? _azureBlobs.Value : _azureBlobsForNetStandard20.Value;

    /// <summary>StreamTuning.dll and what it brings along on a target.</summary>
    public static ImmutableArray<MetadataReference> Runtime(TestTarget target) => target switch
    {
        TestTarget.Net100 => _runtime.Value,
        TestTarget.NetStandard20 => _runtimeForNetStandard20.Value,
        _ => _runtimeForNet472.Value,
    };

    /// <summary>StreamTuning.AzureBlobs.dll and StreamTuning.AspNetCore.dll, for .NET 10; without what they bring along.</summary>
    public static ImmutableArray<MetadataReference> RuntimeForUploads => _runtimeForUploads.Value;

    /// <summary>The reference assemblies of a target.</summary>
    public static ImmutableArray<MetadataReference> Framework(TestTarget target) => target switch
    {
        TestTarget.Net100 => Net100,
        TestTarget.NetStandard20 => NetStandard20,
        _ => Net472,
    };

    private static ImmutableArray<MetadataReference> Pack(string name)
    {
        string pack = Path.Combine(Metadata("TargetingPackRoot"), name);
        string[] versions = Directory.Exists(pack) ? Directory.GetDirectories(pack, "10.0.*") : [];
        string newest = versions.MaxBy(static path => Version.TryParse(Path.GetFileName(path), out var version) ? version : new Version(0, 0))
            ?? throw new DirectoryNotFoundException($"The SDK has no 10.0 reference pack in '{pack}'.");
        return Assemblies(Path.Combine(newest, "ref", "net10.0"));
    }

    private static ImmutableArray<MetadataReference> Package(string path) => Assemblies(Path.Combine(Metadata("PackageRoot"), path));

    private static ImmutableArray<MetadataReference> Assemblies(string folder)
    {
        string[] files = Directory.GetFiles(folder, "*.dll");
        return files.Length == 0
            ? throw new FileNotFoundException($"There are no reference assemblies in '{folder}'.")
            : [.. files.Order(StringComparer.Ordinal).Where(IsManaged).Select(static file => MetadataReference.CreateFromFile(file))];
    }

    private static ImmutableArray<MetadataReference> AzureBlobsOf(string target) =>
    [
        .. Package("azure.storage.blobs/12.17.0/lib/" + target),
        .. Package("azure.storage.common/12.16.0/lib/" + target),
        .. Package("azure.core/1.36.0/lib/" + target),
        .. Package("system.memory.data/1.0.2/lib/netstandard2.0"),
    ];

    private static MetadataReference Beside(string file) => MetadataReference.CreateFromFile(Path.Combine(AppContext.BaseDirectory, file));

    // .NET Framework ships one native helper among its reference assemblies.
    private static bool IsManaged(string file)
    {
        try
        {
            AssemblyName.GetAssemblyName(file);
            return true;
        }
        catch (BadImageFormatException)
        {
            return false;
        }
    }

    private static string Metadata(string key) =>
        typeof(TestReferences).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(attribute => attribute.Key == key).Value
        ?? throw new InvalidOperationException($"The build gave no value for '{key}'.");
}
