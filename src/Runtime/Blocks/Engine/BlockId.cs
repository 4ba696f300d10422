using System.Buffers.Binary;
using System.Security.Cryptography;

namespace StreamTuning;

/// <summary>
/// Names of blocks: 48 bytes, as long as those of the Azure SDK, beside whose blocks no others may be staged. The index and the hash of the
/// content, by which an upload that is resumed knows a block, and the nonce of the upload, by which the upload knows its own.
/// </summary>
internal static class BlockId
{
    public const int HashLength = 16;

    /// <summary>The length of an id in base64.</summary>
    public const int Length = 64;

    private const int IndexLength = 8;
    private const int NonceLength = 24;

    // Index and hash are 24 bytes, of which base64 makes 32 characters that do not depend on what follows.
    private const int KeyLength = (IndexLength + HashLength) / 3 * 4;

    public static byte[] CreateNonce()
    {
        byte[] nonce = new byte[NonceLength];
        using var generator = RandomNumberGenerator.Create();
        generator.GetBytes(nonce);
        return nonce;
    }

    /// <summary>Names a block; without a hash its place is zero, which is the hash of no content.</summary>
    public static string Create(int index, byte[]? hash, byte[] nonce)
    {
        byte[] id = new byte[IndexLength + HashLength + NonceLength];
        BinaryPrimitives.WriteInt64BigEndian(id, index);
        hash?.CopyTo(id, IndexLength);
        nonce.CopyTo(id, IndexLength + HashLength);
        return Convert.ToBase64String(id);
    }

    /// <summary>What the ids of equal blocks at the same place have in common.</summary>
    public static string KeyOf(string id) => id.Substring(0, KeyLength);
}
