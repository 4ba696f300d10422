namespace StreamTuning.Benchmarks;

/// <summary>A store of files on a disk or share: most of what it does is fine, some of it is what our rules report.</summary>
internal static class FileCode
{
    public static string Write(Entity e, Random random) => CodeText.File(
        $$"""
        using System.IO.Compression;
        using System.Security.Cryptography;
        using System.Text;

        namespace {{e.Namespace}};

        public sealed class {{e.Name}}FileStore(string root, HttpClient client, ILogger<{{e.Name}}FileStore> logger)
        """,
        [
            $$"""
            private const int BufferSize = {{random.Next(1, 5)}} * 1024 * 1024;

            private string PathOf(Guid id, string extension) => Path.Combine(root, "{{e.Route}}", id.ToString("N")[..2], id.ToString("N") + extension);
            """,
            Open(e),
            .. CodeText.Some(
                random,
                random.Next(3, 7),
                () => Text(e),
                () => Listing(e, random),
                () => Zip(e),
                () => Hash(),
                () => Lines(e, random),
                () => Move(e),
                () => LargeCopy(),
                () => Memory(e)),
            .. CodeText.Some(
                random,
                random.Next(0, 3),
                () => Copy(e),
                () => Download(e),
                () => Temp(e, random),
                () => HardCoded(e),
                () => Flushes(e),
                () => Whole(),
                () => SmallBuffer(random)),
        ]);

    private static string Open(Entity e) => $$"""
        public FileStream? TryOpen(Guid id, string extension)
        {
            string path = PathOf(id, extension);
            if (!File.Exists(path))
            {
                logger.LogWarning("{{e.Name}} {Id} has no file {Path}", id, path);
                return null;
            }

            return new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 4096, FileOptions.Asynchronous | FileOptions.SequentialScan);
        }
        """;

    private static string Text(Entity e) => $$"""
        public async Task<string> ReadTextAsync(Guid id, CancellationToken cancellationToken = default)
        {
            string path = PathOf(id, ".txt");
            return File.Exists(path) ? await File.ReadAllTextAsync(path, Encoding.UTF8, cancellationToken) : "";
        }

        public async Task WriteTextAsync({{e.Name}} {{e.Variable}}, string text, CancellationToken cancellationToken = default)
        {
            string path = PathOf({{e.Variable}}.Id, ".txt");
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            await File.WriteAllTextAsync(path, text, Encoding.UTF8, cancellationToken);
        }
        """;

    private static string Listing(Entity e, Random random) => $$"""
        public int DeleteOlderThan(TimeSpan age)
        {
            var directory = new DirectoryInfo(Path.Combine(root, "{{e.Route}}"));
            int deleted = 0;
            foreach (FileInfo file in directory.EnumerateFiles("*", SearchOption.AllDirectories))
            {
                if (DateTime.UtcNow - file.LastWriteTimeUtc > age && file.Length < {{random.Next(1, 90)}} * 1024L * 1024L)
                {
                    file.Delete();
                    deleted++;
                }
            }

            logger.LogInformation("Deleted {Count} files of {{e.Variables}}", deleted);
            return deleted;
        }
        """;

    private static string Zip(Entity e) => $$"""
        public IReadOnlyList<string> ListArchive(Guid id)
        {
            using ZipArchive archive = ZipFile.OpenRead(PathOf(id, ".zip"));
            return [.. archive.Entries.Where(entry => entry.Length > 0 && !entry.FullName.Contains("..", StringComparison.Ordinal)).Select(entry => entry.FullName)];
        }

        public void Pack({{e.Name}} {{e.Variable}}, string directory) => ZipFile.CreateFromDirectory(directory, PathOf({{e.Variable}}.Id, ".zip"));
        """;

    private static string Hash() => """
        public async Task<string> HashAsync(Guid id, string extension, CancellationToken cancellationToken = default)
        {
            await using FileStream file = new(PathOf(id, extension), FileMode.Open, FileAccess.Read, FileShare.Read, 1, useAsync: true);
            byte[] hash = await SHA256.HashDataAsync(file, cancellationToken);
            return Convert.ToHexStringLower(hash);
        }
        """;

    private static string Lines(Entity e, Random random) => $$"""
        public async Task<IReadOnlyList<{{e.Name}}>> ReadAsync(Guid id, CancellationToken cancellationToken = default)
        {
            var read = new List<{{e.Name}}>();
            using var reader = new StreamReader(PathOf(id, ".csv"), Encoding.UTF8);
            while (await reader.ReadLineAsync(cancellationToken) is { } line)
            {
                if (line.Length == 0 || line[0] == '#')
                {
                    continue;
                }

                string[] parts = line.Split(';', {{e.Properties.Count}});
                if (parts.Length > {{random.Next(2, 5)}} && int.TryParse(parts[1], NumberStyles.Integer, CultureInfo.InvariantCulture, out int units))
                {
                    read.Add(new {{e.Name}} { {{e.Text(random).Name}} = parts[0], Units = units });
                }
            }

            return read;
        }
        """;

    private static string Move(Entity e) => $$"""
        public void Publish({{e.Name}} {{e.Variable}}, string extension)
        {
            string draft = PathOf({{e.Variable}}.Id, extension + ".draft");
            string target = PathOf({{e.Variable}}.Id, extension);
            if (File.Exists(draft))
            {
                File.Move(draft, target, overwrite: true);
                File.SetLastWriteTimeUtc(target, {{e.Variable}}.CreatedAt.UtcDateTime);
            }
        }
        """;

    private static string LargeCopy() => """
        public async Task SaveLargeAsync(Guid id, Stream content, CancellationToken cancellationToken = default)
        {
            string path = PathOf(id, ".bin");
            try
            {
                await using FileStream file = new(path, FileMode.Create, FileAccess.Write, FileShare.None, 4096, FileOptions.Asynchronous);
                await content.CopyToAsync(file, BufferSize, cancellationToken);
            }
            catch (IOException e)
            {
                logger.LogError(e, "Could not write {Path}", path);
                File.Delete(path);
                throw;
            }
        }
        """;

    private static string Memory(Entity e) => $$"""
        public async Task<byte[]> CompressAsync({{e.Name}} {{e.Variable}}, string text, CancellationToken cancellationToken = default)
        {
            using var memory = new MemoryStream();
            await using (var gzip = new GZipStream(memory, CompressionLevel.Optimal, leaveOpen: true))
            {
                await gzip.WriteAsync(Encoding.UTF8.GetBytes({{e.Variable}}.Id + text), cancellationToken);
            }

            logger.LogDebug("Compressed {Length} characters to {Bytes} bytes", text.Length, memory.Length);
            return memory.ToArray();
        }
        """;

    private static string Copy(Entity e) => $$"""
        public async Task SaveAsync({{e.Name}} {{e.Variable}}, Stream content, string extension, CancellationToken cancellationToken = default)
        {
            string path = PathOf({{e.Variable}}.Id, extension);
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            await using FileStream file = File.Create(path);
            await content.CopyToAsync(file, cancellationToken);
        }
        """;

    private static string Download(Entity e) => $$"""
        public async Task FetchAsync({{e.Name}} {{e.Variable}}, Uri address, CancellationToken cancellationToken = default)
        {
            using HttpResponseMessage response = await client.GetAsync(address, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
            response.EnsureSuccessStatusCode();
            await using FileStream file = new(PathOf({{e.Variable}}.Id, ".bin"), FileMode.Create, FileAccess.Write, FileShare.None, 4096, FileOptions.Asynchronous);
            await response.Content.CopyToAsync(file, cancellationToken);
        }
        """;

    private static string Temp(Entity e, Random random) => $$"""
        public async Task<int> ConvertAsync({{e.Name}} {{e.Variable}}, Stream content, CancellationToken cancellationToken = default)
        {
            string path = Path.Combine(Path.GetTempPath(), $"{{e.Route}}-{{{e.Variable}}.Id:N}.tmp");
            try
            {
                await using (FileStream file = new(path, FileMode.Create, FileAccess.Write, FileShare.None, 1048576, FileOptions.Asynchronous))
                {
                    await content.CopyToAsync(file, {{random.Next(1, 4)}} * 1024 * 1024, cancellationToken);
                }

                return File.ReadLines(path).Count();
            }
            finally
            {
                File.Delete(path);
            }
        }
        """;

    private static string HardCoded(Entity e) => $$"""
        public void Dump({{e.Name}} {{e.Variable}}) =>
            File.WriteAllLines("/tmp/{{e.Route}}.txt", {{e.Variable}}.History);
        """;

    private static string Flushes(Entity e) => $$"""
        public async Task LogAsync(IEnumerable<{{e.Name}}> {{e.Variables}}, CancellationToken cancellationToken = default)
        {
            await using var file = new FileStream(Path.Combine(root, "{{e.Route}}.log"), FileMode.Append, FileAccess.Write, FileShare.Read, 0, useAsync: true);
            foreach ({{e.Name}} {{e.Variable}} in {{e.Variables}})
            {
                await file.WriteAsync(Encoding.UTF8.GetBytes({{e.Variable}} + "\n"), cancellationToken);
                await file.FlushAsync(cancellationToken);
            }
        }
        """;

    private static string Whole() => """
        public async Task CopyAsync(Guid id, string target, CancellationToken cancellationToken = default)
        {
            byte[] content = await File.ReadAllBytesAsync(PathOf(id, ".bin"), cancellationToken);
            await File.WriteAllBytesAsync(Path.Combine(root, target), content, cancellationToken);
        }
        """;

    private static string SmallBuffer(Random random) => $$"""
        public void SaveThumbnail(Guid id, Stream content)
        {
            using FileStream file = File.Create(PathOf(id, ".png"));
            content.CopyTo(file, {{random.Next(1, 9)}} * 1024);
        }
        """;
}
