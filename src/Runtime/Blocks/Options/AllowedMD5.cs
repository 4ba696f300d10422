using System.Reflection;
using System.Security.Cryptography;

namespace StreamTuning;

/// <summary>MD5, which some machines forbid (FIPS).</summary>
internal static class AllowedMD5
{
    public static IncrementalHash Create() => IncrementalHash.CreateHash(HashAlgorithmName.MD5);

    /// <summary>What <paramref name="create"/> creates; <see langword="null"/> where the machine forbids it.</summary>
    public static IncrementalHash? TryCreate(Func<IncrementalHash> create)
    {
        try
        {
            return create();
        }
        catch (Exception e)
            when (e is InvalidOperationException or CryptographicException or PlatformNotSupportedException or TargetInvocationException)
        {
            return null;
        }
    }
}
