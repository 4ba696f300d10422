namespace StreamTuning.Tool.Tests.Setup;

/// <summary>What the scratch projects consist of.</summary>
internal static class Sources
{
    /// <summary>One violation of STRM1001, in line 8, in a class of the given name.</summary>
    public static string OneCopy(string type) => $$"""
        using System.IO;

        internal static class {{type}}
        {
            public static void Save(Stream photo, string path)
            {
                using FileStream file = File.Create(path);
                photo.CopyTo(file);
            }
        }

        """;

    /// <summary>One file whose length is known and not set. No plain fix: a failed copy would leave it at full length.</summary>
    public static string OneLength(string type) => $$"""
        using System.IO;

        internal static class {{type}}
        {
            public static void Duplicate(string photo, string path)
            {
                using FileStream source = File.OpenRead(photo);
                using FileStream file = File.Create(path);
                source.CopyTo(file, 1_048_576);
            }
        }

        """;
}
