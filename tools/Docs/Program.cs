using StreamTuning.BlobService;
using StreamTuning.Docs;

// Writes the generated regions of README, home page, rule pages and release files, and the files of the presets; with --check it changes nothing and names the files that differ.
// With --site it builds the documentation as a static site instead.
if (args is not ([] or ["--check"] or ["--site", ..]) || !SiteArguments.TryParse(args is ["--site", .. var rest] ? rest : [], out SiteArguments site))
{
    Console.Error.WriteLine("""
        Usage: dotnet run --project tools/Docs [-- --check | --site [OUTPUT] [--base PATH]]
          (nothing)    writes the generated regions of the documents
          --check      writes nothing, and names the documents that are out of date
          --site       builds the documentation as a static site in OUTPUT; without it in artifacts/site
          --base PATH  where on its host the site is going to be, such as /streamtuning/; without it at /
        """);
    return 2;
}

string? root = Directory.GetCurrentDirectory();
while (root is not null && !File.Exists(Path.Combine(root, "StreamTuning.slnx")))
{
    root = Path.GetDirectoryName(root);
}

if (root is null)
{
    Console.Error.WriteLine("Run this inside the repository: no StreamTuning.slnx in this directory or above.");
    return 2;
}

if (args is ["--site", ..])
{
    string output = site.Output is null ? Path.Combine(root, "artifacts", "site") : Path.GetFullPath(site.Output);
    try
    {
        Site.Build(root, output, site.Address, Console.WriteLine);
        Console.WriteLine($"The site is in {output}. Any static web server shows it.");
        return 0;
    }
    catch (Exception e) when (e is NpmUnavailableException or InvalidOperationException or InvalidDataException or IOException or UnauthorizedAccessException or TimeoutException)
    {
        Console.Error.WriteLine(e.Message);
        return 1;
    }
}

bool check = args is ["--check"];
string Read(string path) => File.ReadAllText(Path.Combine(root, path));

IEnumerable<string> List(string folder) => !Directory.Exists(Path.Combine(root, folder)) ? [] :
    Directory.EnumerateFiles(Path.Combine(root, folder), "*", SearchOption.AllDirectories).Select(path => Path.GetRelativePath(root, path).Replace('\\', '/'));

GeneratedFile[] files;
try
{
    files = [.. GeneratedFiles.All(Read), GeneratedFiles.Home(Read, Documents.Read(root))];
}
catch (Exception e) when (e is IOException or FormatException)
{
    Console.Error.WriteLine(e.Message);
    return 2;
}

int result = 0;
foreach (GeneratedFile file in files)
{
    try
    {
        string? text = File.Exists(Path.Combine(root, file.Path)) ? Read(file.Path) : null;
        string updated = file.Update(text);
        if (updated == text)
        {
            continue;
        }

        if (check)
        {
            Console.Error.WriteLine($"{file.Path} is out of date. Run: dotnet run --project tools/Docs");
            result = Math.Max(result, 1);
        }
        else
        {
            string path = Path.Combine(root, file.Path);
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            File.WriteAllText(path + ".new", updated);
            File.Move(path + ".new", path, overwrite: true);
            Console.WriteLine($"Updated {file.Path}");
        }
    }
    catch (Exception e) when (e is IOException or FormatException)
    {
        Console.Error.WriteLine($"{file.Path}: {e.Message}");
        result = 2;
    }
}

foreach (string path in GeneratedFiles.LeftOver(files, List))
{
    if (check)
    {
        Console.Error.WriteLine($"{path} is left over: nothing generates it. Run: dotnet run --project tools/Docs");
        result = Math.Max(result, 1);
    }
    else
    {
        File.Delete(Path.Combine(root, path));
        Console.WriteLine($"Deleted {path}");
    }
}

return result;
