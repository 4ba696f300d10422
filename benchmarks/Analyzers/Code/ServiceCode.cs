namespace StreamTuning.Benchmarks;

/// <summary>
/// Writes C# in the style of real services: for each of many entities its class and contracts, a repository, a service, a controller or endpoints, stores of files and
/// blobs, jobs, clients, reports and tests. The same seed gives the same code. A small share of it is what our rules report; most of what they look at is not.
/// </summary>
internal static class ServiceCode
{
    /// <summary>Writes files until they have so many lines together.</summary>
    /// <param name="seed">Chooses the code.</param>
    /// <param name="lines">How many lines at least.</param>
    public static IEnumerable<(string Path, string Text)> Write(int seed, int lines)
    {
        var random = new Random(seed);
        int written = 0;
        foreach ((string path, string text) in SharedCode.Write())
        {
            written += LinesOf(text);
            yield return (path, text);
        }

        for (int index = 0; written < lines; index++)
        {
            if (index == Entity.Count)
            {
                throw new ArgumentOutOfRangeException(nameof(lines), lines, $"There are no more than {Entity.Count} entities.");
            }

            foreach ((string path, string text) in Write(Entity.Invent(index, random), random))
            {
                written += LinesOf(text);
                yield return (path, text);
            }
        }
    }

    /// <summary>How many lines a text has.</summary>
    public static int LinesOf(string text) => text.Count(c => c == '\n');

    private static IEnumerable<(string Path, string Text)> Write(Entity entity, Random random)
    {
        yield return File("Domain", "", EntityCode.Write(entity, random));
        yield return File("Contracts", "Contracts", ContractCode.Write(entity, random));
        yield return File("Data", "Repository", RepositoryCode.Write(entity, random));
        yield return File("Services", "Service", BusinessCode.Write(entity, random));
        yield return File("Mapping", "Mapper", MapperCode.Write(entity));
        yield return random.Next(3) > 0
            ? File("Controllers", "Controller", ControllerCode.Write(entity, random))
            : File("Endpoints", "Endpoints", EndpointCode.Write(entity, random));
        yield return File("Tests", "ServiceTests", TestCode.Write(entity, random));
        if (random.Next(3) == 0)
        {
            yield return File("Files", "FileStore", FileCode.Write(entity, random));
        }

        if (random.Next(4) == 0)
        {
            yield return File("Blobs", "BlobStore", BlobCode.Write(entity, random));
        }

        if (random.Next(5) == 0)
        {
            yield return File("Uploads", "UploadController", UploadCode.Write(entity, random));
        }

        if (random.Next(2) == 0)
        {
            yield return File("Jobs", "Job", JobCode.Write(entity, random));
        }

        if (random.Next(3) == 0)
        {
            yield return File("Clients", "Client", ClientCode.Write(entity, random));
        }

        if (random.Next(2) == 0)
        {
            yield return File("Reports", "Report", ReportCode.Write(entity, random));
        }

        (string Path, string Text) File(string folder, string suffix, string text) => ($"{entity.Area}/{folder}/{entity.Name}{suffix}.cs", text);
    }
}
