namespace StreamTuning.PackageTests.Setup;

/// <summary>
/// A server that compiles for several commands: starting a compiler for each project takes longer than a small project does. It ends with the tests.
/// </summary>
internal sealed class CompilerServer : IAsyncDisposable
{
    public string Name { get; } = "streamtuning-" + Guid.NewGuid().ToString("N");

    public async ValueTask DisposeAsync()
    {
        string folder = Directory.CreateTempSubdirectory("compilers-").FullName;
        await File.WriteAllTextAsync(Path.Combine(folder, "Compilers.csproj"), """<Project Sdk="Microsoft.NET.Sdk" />""");
        var dotnet = new DotNet();
        string compilers = (await dotnet.RunAsync(folder, "msbuild", "Compilers.csproj", "-getProperty:RoslynTargetsPath")).Trim();
        await dotnet.RunAsync(folder, "exec", Path.Combine(compilers, "bincore", "VBCSCompiler.dll"), "-pipename:" + Name, "-shutdown");
        Directory.Delete(folder, recursive: true);
    }
}
