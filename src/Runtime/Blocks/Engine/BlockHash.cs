using System.Security.Cryptography;

namespace StreamTuning;

/// <summary>
/// The hashes of an upload: MD5, which is what stores check and keep. Where a machine forbids it (FIPS) nothing is checked by MD5 or kept,
/// and blocks are known by the beginning of their SHA-256.
/// </summary>
internal sealed class BlockHash : IDisposable
{
    private readonly IncrementalHash? _whole;

    public BlockHash(BlockUploadOptions options)
    {
        if (options.HashContent || options.VerifyBlocks)
        {
            _whole = AllowedMD5.TryCreate(options.Environment.CreateMD5);
        }

        HasMD5 = _whole is not null;
    }

    /// <summary>Whether there is MD5 here, and it was asked for.</summary>
    public bool HasMD5 { get; }

    /// <summary>Adds the next piece of the whole content.</summary>
    public void Append(Block block) => _whole?.AppendData(block.Buffer, block.Offset, block.Count);

    /// <summary>The MD5 of the whole content, once; <see langword="null"/> where there is none.</summary>
    public byte[]? Whole() => _whole?.GetHashAndReset();

    /// <summary>16 bytes by which a block is known. Can be called by several threads.</summary>
    public byte[] Of(Block block)
    {
        if (HasMD5)
        {
#if NET
            return MD5.HashData(block.Buffer.AsSpan(block.Offset, block.Count));
#else
            using var md5 = MD5.Create();
            return md5.ComputeHash(block.Buffer, block.Offset, block.Count);
#endif
        }

        using var sha = SHA256.Create();
        byte[] hash = sha.ComputeHash(block.Buffer, block.Offset, block.Count);
        Array.Resize(ref hash, BlockId.HashLength);
        return hash;
    }

    public void Dispose() => _whole?.Dispose();
}
