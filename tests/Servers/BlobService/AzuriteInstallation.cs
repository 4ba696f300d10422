using System.Reflection;

namespace StreamTuning.BlobService;

/// <summary>Azurite as its lock file says, installed by npm among the artifacts of the repository, once for all that use it.</summary>
internal static class AzuriteInstallation
{
    /// <summary>What is loaded before Azurite, so that it ends with who has started it.</summary>
    public static string Preload => Path.Combine(Sources, "end-with-input.cjs");

    private static string Sources => Path.Combine(AppContext.BaseDirectory, "Azurite");

    /// <summary>Installs it unless that has been done. Others that do the same at the same time, in this process or another, wait.</summary>
    /// <returns>The paths of Node.js and of the program it is to run.</returns>
    /// <exception cref="AzuriteUnavailableException">Node.js or npm is missing, or the packages cannot be had.</exception>
    /// <exception cref="InvalidOperationException">npm failed.</exception>
    public static (string Node, string Program) Ensure()
    {
        string directory = typeof(AzuriteInstallation).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(data => data.Key == "AzuriteDirectory").Value!;
        try
        {
            return (NpmInstallation.Ensure(Sources, directory), Path.Combine(directory, "node_modules", "azurite", "dist", "src", "blob", "main.js"));
        }
        catch (NpmUnavailableException e)
        {
            throw new AzuriteUnavailableException("Azurite cannot be installed. " + e.Message, e);
        }
    }
}
