namespace StreamTuning.PackageTests;

/// <summary>What the scratch projects consist of. A comment '// STRM1001' ends a line that the rule reports.</summary>
internal static class Sources
{
    /// <summary>Violations in several shapes, in a file named PhotoStore.cs.</summary>
    public const string PhotoStore = """
        using System.IO;
        using System.Threading;
        using System.Threading.Tasks;

        namespace Photos;

        public static class PhotoStore
        {
            public static async Task SaveAsync(Stream photo, string path, CancellationToken cancellationToken = default)
            {
                await using FileStream file = new(path, FileMode.Create, FileAccess.Write, FileShare.None, 4096, FileOptions.Asynchronous);
                await photo.CopyToAsync(file, cancellationToken); // STRM1001
            }

            public static void Save(Stream photo, string path)
            {
                using (var file = new FileStream(path, FileMode.Create))
                {
                    photo.CopyTo(file); // STRM1001
                }
            }

            public static async Task DuplicateAsync(string photo, string path)
            {
                try
                {
                    await using FileStream source = new(photo, FileMode.Open, FileAccess.Read, FileShare.Read, 4096, FileOptions.Asynchronous);
                    await using FileStream file = new(path, FileMode.Create, FileAccess.Write, FileShare.None, 4096, FileOptions.Asynchronous); // STRM1003
                    await source.CopyToAsync(file, 1_048_576).ConfigureAwait(false);
                }
                catch
                {
                    File.Delete(path);
                    throw;
                }
            }
        }

        """;

    /// <summary>A program that uses all of <see cref="PhotoStore"/> and prints <see cref="StoreOutput"/> when the files are right.</summary>
    public const string StoreProgram = """
        using System;
        using System.IO;
        using System.Linq;
        using Photos;

        string folder = Directory.CreateTempSubdirectory("photos").FullName;
        byte[] photo = new byte[3_000_001];
        new Random(1).NextBytes(photo);
        string[] paths = new[] { "first", "second", "third" }.Select(name => Path.Combine(folder, name)).ToArray();
        File.WriteAllBytes(paths[1], new byte[5_000_000]);
        await PhotoStore.SaveAsync(new BufferedStream(new MemoryStream(photo)), paths[0]);
        PhotoStore.Save(new BufferedStream(new MemoryStream(photo)), paths[1]);
        await PhotoStore.DuplicateAsync(paths[0], paths[2]);
        Console.WriteLine(string.Join(" ", paths.Select(path => File.ReadAllBytes(path).AsSpan().SequenceEqual(photo))));
        Directory.Delete(folder, recursive: true);

        """;

    public const string StoreOutput = "True True True";

    /// <summary>Violations of every area but copying, in a file named Areas.cs; needs ASP.NET Core and the Azure SDK.</summary>
    public const string Areas = """
        using System.IO;
        using System.Threading.Tasks;
        using Azure.Storage.Blobs;
        using Microsoft.AspNetCore.Http;
        using Microsoft.AspNetCore.Mvc;

        namespace Photos;

        public static class Areas
        {
            public static void Dump(string text)
            {
                File.WriteAllText("/tmp/photos.txt", text); // STRM2001
            }

            public static async Task UploadAsync(BlobClient blob, string path)
            {
                await blob.UploadAsync(path, overwrite: true); // STRM3001
            }
        }

        [ApiController]
        public sealed class PhotosController : ControllerBase
        {
            [HttpPost("photos")]
            public async Task<long> Post([FromForm] IFormFile photo)
            {
                using var memory = new MemoryStream();
                await photo.CopyToAsync(memory); // STRM4004
                return memory.Length;
            }
        }

        """;

    /// <summary>One violation in a class of the given name.</summary>
    public static string OneCopy(string type) => $$"""
        using System.IO;

        public static class {{type}}
        {
            public static void Save(Stream photo, string path)
            {
                using FileStream file = File.Create(path);
                photo.CopyTo(file); // STRM1001
            }
        }

        """;

    /// <summary>One suggestion in a class of the given name.</summary>
    public static string OneSmallCopy(string type) => $$"""
        using System.IO;

        public static class {{type}}
        {
            public static void Save(Stream photo, string path)
            {
                using FileStream file = File.Create(path);
                photo.CopyTo(file, 65_536); // STRM1002
            }
        }

        """;

    /// <summary>One file whose length is known and not set, in a class of the given name. No plain fix: a failed copy would leave it at full length.</summary>
    public static string OneLength(string type) => $$"""
        using System.IO;

        public static class {{type}}
        {
            public static void Duplicate(string photo, string path)
            {
                using FileStream source = File.OpenRead(photo);
                using FileStream file = File.Create(path); // STRM1003
                source.CopyTo(file, 1_048_576);
            }
        }

        """;
}
