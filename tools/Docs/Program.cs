using StreamTuning.Docs;

// Writes the generated regions of README, rule pages and release files; with --check it changes nothing and names the files that differ.
if (args is not ([] or ["--check"]))
{
    Console.Error.WriteLine("Usage: dotnet run --project tools/Docs [-- --check]");
    return 2;
}

bool check = args is ["--check"];
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

string Read(string path) => File.ReadAllText(Path.Combine(root, path));

int result = 0;
foreach (GeneratedFile file in GeneratedFiles.All(Read))
{
    try
    {
        string text = Read(file.Path);
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

return result;
