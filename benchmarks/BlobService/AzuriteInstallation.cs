using System.Reflection;
using System.Security.Cryptography;
using System.Text;

namespace StreamTuning.BlobService;

/// <summary>Azurite as its lock file says, installed by npm among the artifacts of the repository, once for all that use it.</summary>
internal static class AzuriteInstallation
{
    private const string LockFile = "package-lock.json";

    // Those by which npm says that it could not get at the packages.
    private static readonly string[] _unreachable = ["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ENETUNREACH", "EHOSTUNREACH", "ETIMEDOUT", "ERR_SOCKET_TIMEOUT", "ENOTCACHED"];
    private static readonly TimeSpan _limit = TimeSpan.FromMinutes(10);

    /// <summary>What is loaded before Azurite, so that it ends with who has started it.</summary>
    public static string Preload => Path.Combine(Sources, "end-with-input.cjs");

    private static string Sources => Path.Combine(AppContext.BaseDirectory, "Azurite");

    /// <summary>Installs it unless that has been done. Others that do the same at the same time, in this process or another, wait.</summary>
    /// <returns>The paths of Node.js and of the program it is to run.</returns>
    /// <exception cref="AzuriteUnavailableException">Node.js or npm is missing, or the packages cannot be had.</exception>
    /// <exception cref="InvalidOperationException">npm failed.</exception>
    public static (string Node, string Program) Ensure()
    {
        string node = Tool.Find("node") ?? throw new AzuriteUnavailableException("Azurite needs Node.js, and there is no 'node' on the path.");
        string directory = typeof(AzuriteInstallation).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(data => data.Key == "AzuriteDirectory").Value!;
        string wanted = Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(Path.Combine(Sources, LockFile))));
        string installed = Path.Combine(directory, "installed");

        using var mutex = new Mutex(initiallyOwned: false, @"Global\streamtuning-azurite-" + Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(directory)).AsSpan(0, 8)));
        try
        {
            mutex.WaitOne();
        }
        catch (AbandonedMutexException)
        {
            // Its owner was killed. What it left has no mark of being complete.
        }

        try
        {
            if (!File.Exists(installed) || File.ReadAllText(installed) != wanted)
            {
                Install(directory);
                File.WriteAllText(installed, wanted);
            }
        }
        finally
        {
            mutex.ReleaseMutex();
        }

        return (node, Path.Combine(directory, "node_modules", "azurite", "dist", "src", "blob", "main.js"));
    }

    private static void Install(string directory)
    {
        string npm = Tool.Find("npm") ?? throw new AzuriteUnavailableException("Azurite needs npm to be installed, and there is no 'npm' on the path.");
        Directory.CreateDirectory(directory);
        File.Delete(Path.Combine(directory, "installed"));
        foreach (string file in (string[])["package.json", LockFile, ".npmrc"])
        {
            File.Copy(Path.Combine(Sources, file), Path.Combine(directory, file), overwrite: true);
        }

        (int exitCode, string output) = Tool.Run(npm, directory, _limit, "ci", "--prefer-offline", "--omit=dev", "--loglevel=error");
        if (exitCode != 0)
        {
            string message = $"'npm ci' in {directory} ended with {exitCode}:\n{output}";
            throw _unreachable.Any(code => output.Contains(code, StringComparison.Ordinal)) ? new AzuriteUnavailableException(message) : new InvalidOperationException(message);
        }
    }
}
