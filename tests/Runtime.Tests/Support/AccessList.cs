using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Text;

namespace StreamTuning;

/// <summary>The POSIX access control lists of a test's files, read and written without the code under test.</summary>
internal static class AccessList
{
    public const uint User = 4711;

    private const string OfFile = "system.posix_acl_access";
    private const string OfNewFiles = "system.posix_acl_default";
    private const int NoName = -1;

    /// <summary>Gives a file a list that lets <see cref="User"/> do more than its group; skips the test if the file system has no lists.</summary>
    public static void Set(string path, int owner, int user, int group, int mask, int others) =>
        Set(path, OfFile, owner, user, group, mask, others);

    /// <summary>Gives a directory a list that new files in it inherit.</summary>
    public static void SetForNewFiles(string directory, int owner, int user, int group, int mask, int others) =>
        Set(directory, OfNewFiles, owner, user, group, mask, others);

    /// <summary>The list of a file, as text that can be compared; <see langword="null"/> if it has none.</summary>
    public static string? Of(string path)
    {
        byte[] list = new byte[1024];
        nint length = GetAttribute(Name(path), Name(OfFile), list, list.Length);
        return length < 0 ? null : Convert.ToHexString(list, 0, (int)length);
    }

    private static void Set(string path, string attribute, int owner, int user, int group, int mask, int others)
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "Access control lists are looked at on Linux only.");
        (int Kind, int Rights, int Id)[] entries = [(1, owner, NoName), (2, user, (int)User), (4, group, NoName), (16, mask, NoName), (32, others, NoName)];
        byte[] list = new byte[4 + (entries.Length * 8)];
        BinaryPrimitives.WriteInt32LittleEndian(list, 2);
        for (int i = 0; i < entries.Length; i++)
        {
            Span<byte> entry = list.AsSpan(4 + (i * 8));
            BinaryPrimitives.WriteInt16LittleEndian(entry, (short)entries[i].Kind);
            BinaryPrimitives.WriteInt16LittleEndian(entry[2..], (short)entries[i].Rights);
            BinaryPrimitives.WriteInt32LittleEndian(entry[4..], entries[i].Id);
        }

        Skip.If(SetAttribute(Name(path), Name(attribute), list, list.Length, 0) != 0, "The file system has no access control lists.");
    }

    private static byte[] Name(string text) => Encoding.UTF8.GetBytes(text + '\0');

    [DllImport("libc", EntryPoint = "getxattr")]
    private static extern nint GetAttribute(byte[] path, byte[] name, byte[] value, nint size);

    [DllImport("libc", EntryPoint = "setxattr")]
    private static extern int SetAttribute(byte[] path, byte[] name, byte[] value, nint size, int flags);
}
