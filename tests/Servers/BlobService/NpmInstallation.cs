using System.Security.Cryptography;
using System.Text;

namespace StreamTuning.BlobService;

/// <summary>Packages of npm as a lock file says, installed once for all that use them.</summary>
internal static class NpmInstallation
{
    private const string LockFile = "package-lock.json";
    private const int LeastNode = 20;

    // Those by which npm says that it could not get at the packages.
    private static readonly string[] _unreachable = ["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ENETUNREACH", "EHOSTUNREACH", "ETIMEDOUT", "ERR_SOCKET_TIMEOUT", "ENOTCACHED"];
    private static readonly TimeSpan _limit = TimeSpan.FromMinutes(10);

    /// <summary>Installs the packages unless that has been done. Others that do the same at the same time, in this process or another, wait.</summary>
    /// <param name="sources">The folder with <c>package.json</c>, its lock file and <c>.npmrc</c>.</param>
    /// <param name="directory">The folder that gets copies of them, and the packages.</param>
    /// <returns>The path of Node.js.</returns>
    /// <exception cref="NpmUnavailableException">Node.js or npm is missing or too old, or the packages cannot be had.</exception>
    /// <exception cref="InvalidOperationException">npm failed.</exception>
    public static string Ensure(string sources, string directory)
    {
        string node = FindNode();
        string wanted = Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(Path.Combine(sources, LockFile))));
        string installed = Path.Combine(directory, "installed");

        using var mutex = new Mutex(initiallyOwned: false, @"Global\streamtuning-npm-" + Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(directory)).AsSpan(0, 8)));
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
                Install(sources, directory);
                File.WriteAllText(installed, wanted);
            }
        }
        finally
        {
            mutex.ReleaseMutex();
        }

        return node;
    }

    private static string FindNode()
    {
        string needed = $"Node.js {LeastNode} or later with npm is needed";
        string node = Tool.Find("node") ?? throw new NpmUnavailableException($"{needed}, and there is no 'node' on the path.");
        (int exitCode, string output) = Tool.Run(node, AppContext.BaseDirectory, _limit, "--version");
        return exitCode == 0 && int.TryParse(output.TrimStart('v').Split('.')[0], out int version) && version >= LeastNode
            ? node
            : throw new NpmUnavailableException($"{needed}, and '{node} --version' says: {output.Trim()}");
    }

    private static void Install(string sources, string directory)
    {
        string npm = Tool.Find("npm") ?? throw new NpmUnavailableException($"Node.js {LeastNode} or later with npm is needed, and there is no 'npm' on the path.");
        Directory.CreateDirectory(directory);
        File.Delete(Path.Combine(directory, "installed"));
        foreach (string file in (string[])["package.json", LockFile, ".npmrc"])
        {
            File.Copy(Path.Combine(sources, file), Path.Combine(directory, file), overwrite: true);
        }

        (int exitCode, string output) = Tool.Run(npm, directory, _limit, "ci", "--prefer-offline", "--omit=dev", "--loglevel=error");
        if (exitCode != 0)
        {
            string message = $"'npm ci' in {directory} ended with {exitCode}:\n{output}";
            throw _unreachable.Any(code => output.Contains(code, StringComparison.Ordinal)) ? new NpmUnavailableException(message) : new InvalidOperationException(message);
        }
    }
}
