using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.Tool.Loading;

/// <summary>Reads a source in the encoding that gives back its bytes.</summary>
/// <param name="path">The file.</param>
/// <param name="given">The encoding that the compiler is told; null where it finds out.</param>
/// <param name="checksum">The kind of checksum that the compiler is told.</param>
internal sealed class SourceLoader(string path, Encoding? given, SourceHashAlgorithm checksum) : TextLoader
{
    private static readonly UTF8Encoding _strict = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    public override async Task<TextAndVersion> LoadTextAndVersionAsync(LoadTextOptions options, CancellationToken cancellationToken)
    {
        byte[] content = await File.ReadAllBytesAsync(path, cancellationToken);
        return TextAndVersion.Create(Read(content), VersionStamp.Create(File.GetLastWriteTimeUtc(path)), path);
    }

    private SourceText Read(byte[] content)
    {
        try
        {
            // A byte order mark says more than an encoding that is only the default.
            return SourceText.From(content, content.Length, given ?? _strict, checksum);
        }
        catch (DecoderFallbackException)
        {
            // The compiler takes the code page of the system. This one keeps every byte as it is.
            return SourceText.From(content, content.Length, Encoding.Latin1, checksum);
        }
    }
}
