using System.Security.Cryptography;

namespace StreamTuning;

/// <summary>Names that nobody can guess, so that nobody can be there first.</summary>
internal static class RandomName
{
    /// <summary>32 hexadecimal digits.</summary>
    public static string Create()
    {
        byte[] random = new byte[16];
#if NET
        RandomNumberGenerator.Fill(random);
        return Convert.ToHexString(random);
#else
        using var generator = RandomNumberGenerator.Create();
        generator.GetBytes(random);
        return BitConverter.ToString(random).Replace("-", "");
#endif
    }
}
