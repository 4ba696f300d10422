using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>
/// Owner, group, permissions and access control list of a file, for the file that takes its place. If something cannot be given, nobody may
/// do more with the new file than with the old one.
/// </summary>
internal sealed class FileRights
{
    private const int OwnerBits = 0b111_000_000;
    private const int Permissions = 0b111_111_111; // Never setuid, setgid or sticky: the new content has not earned them.

    private readonly (uint Owner, uint Group)? _owners;
    private readonly int _mode;
    private readonly byte[]? _list;
    private readonly (string Name, byte[] Value)? _foreignList;
    private readonly bool _hasUnknownList;

    private FileRights(string path, (uint Owner, uint Group)? owners, int mode)
    {
        _owners = owners;
        _mode = mode & Permissions;
        if (!IsLinux)
        {
            return;
        }

        switch (ExtendedAttribute.Read(path, ExtendedAttribute.AccessList, out byte[] list))
        {
            case 0:
                _list = list;
                break;
            case var error when !ExtendedAttribute.MeansNone(error):
                _hasUnknownList = true;
                break;
            default:
                _foreignList = FindForeignList(path, ref _hasUnknownList);
                break;
        }
    }

    private static bool IsLinux { get; } = RuntimeInformation.IsOSPlatform(OSPlatform.Linux);

    /// <summary>Reads the rights of an existing file, links followed.</summary>
    /// <returns><see langword="null"/> if nothing is there, or the system is not Unix.</returns>
    /// <exception cref="UnauthorizedAccessException">The file cannot be looked at.</exception>
    /// <exception cref="IOException">The file cannot be looked at.</exception>
    public static FileRights? Of(string path)
    {
        if (RuntimeInformation.IsOSPlatform(OSPlatform.Windows))
        {
            return null;
        }

        switch (UnixFile.OwnersOf(path, out uint owner, out uint group, out int mode))
        {
            case 0:
                return new FileRights(path, (owner, group), mode);
            case UnixFile.NoSuchEntry:
                return null;
            case > 0 and var error:
                throw UnixFile.Error(path, error);
            default:
                // Nobody says who the owner is, so the group is not known either.
                return UnixFile.ModeOf(path) is { } found ? new FileRights(path, owners: null, found) : null;
        }
    }

    /// <summary>Gives the rights to a file that until now only its owner may open.</summary>
    /// <returns>Whether group and list are those of the old file. If not, the new file has fewer rights.</returns>
    public bool GiveTo(SafeFileHandle file)
    {
        bool hasGroup = GiveOwners(file);
        if (_hasUnknownList || !GiveList(file, hasGroup))
        {
            UnixFile.ChangeMode(file, _mode & OwnerBits);
            return false;
        }

        // A list sets the mode itself: to set it again could give back what the list has lost, and some servers drop the list then.
        if (_list is null && _foreignList is null)
        {
            UnixFile.ChangeMode(file, hasGroup ? _mode : WithoutGroup(_mode));
        }

        return hasGroup;
    }

    /// <summary>
    /// The one list of another kind that a file has, as those of NFS. The parts of it that newer kernels list beside it say nothing more.
    /// </summary>
    private static (string Name, byte[] Value)? FindForeignList(string path, ref bool isUnknown)
    {
        int error = ExtendedAttribute.List(path, out string[] names);
        isUnknown = error != 0 && !ExtendedAttribute.MeansNone(error);
        (string Name, byte[] Value)? found = null;
        foreach (string name in names)
        {
            bool isList = name.StartsWith("system.", StringComparison.Ordinal) && name.EndsWith("acl", StringComparison.Ordinal);
            if (!isList || name is "system.nfs4_dacl" or "system.nfs4_sacl")
            {
                continue;
            }

            error = ExtendedAttribute.Read(path, name, out byte[] value);
            if (ExtendedAttribute.MeansNone(error))
            {
                continue;
            }

            isUnknown |= error != 0 || found is not null;
            found = (name, value);
        }

        return found;
    }

    /// <summary>
    /// What is left of a mode when its group is another one: all others may do what both the old group and the others could.
    /// </summary>
    /// <remarks>The members of the old group are among the others then, and those of the new group were.</remarks>
    private static int WithoutGroup(int mode)
    {
        int shared = (mode >> 3) & mode & 0b111;
        return (mode & OwnerBits) | (shared << 3) | shared;
    }

    /// <summary>
    /// Does the same as <see cref="WithoutGroup(int)"/> to an access control list; the users and groups that it names keep their rights.
    /// </summary>
    private static byte[] WithoutGroup(byte[] list)
    {
        // Of linux/posix_acl_xattr.h: a version, then entries of a kind, rights, and an identity.
        const int HeaderBytes = 4;
        const int EntryBytes = 8;
        const int Group = 4;
        const int Mask = 0x10;
        const int Others = 0x20;
        byte[] result = (byte[])list.Clone();
        byte shared = 0b111;
        for (int i = HeaderBytes; i + EntryBytes <= list.Length; i += EntryBytes)
        {
            shared &= list[i] is Group or Mask or Others ? list[i + 2] : (byte)0b111;
        }

        for (int i = HeaderBytes; i + EntryBytes <= list.Length; i += EntryBytes)
        {
            if (list[i] is Group or Others)
            {
                result[i + 2] = shared;
            }
        }

        return result;
    }

    /// <returns>Whether the file has the group now. Without its owner it belongs to who copies, who may read it anyway.</returns>
    private bool GiveOwners(SafeFileHandle file)
    {
        if (_owners is not var (owner, group))
        {
            return false;
        }

        if (UnixFile.OwnersOf(file) == (owner, group))
        {
            return true;
        }

        if (UnixFile.ChangeOwner(file, owner, group) != 0)
        {
            UnixFile.ChangeOwner(file, uint.MaxValue, group);
        }

        // Some file systems ignore it and report success.
        return UnixFile.OwnersOf(file)?.Group == group;
    }

    private bool GiveList(SafeFileHandle file, bool hasGroup)
    {
        if (_list is not null)
        {
            return ExtendedAttribute.Write(file, ExtendedAttribute.AccessList, hasGroup ? _list : WithoutGroup(_list)) == 0;
        }

        if (_foreignList is var (name, value))
        {
            return hasGroup && ExtendedAttribute.Write(file, name, value) == 0;
        }

        // The new file may have inherited one, which the mode would bring to life.
        return !IsLinux
            || (ExtendedAttribute.Remove(file, ExtendedAttribute.AccessList) is var error
                && (error == 0 || ExtendedAttribute.MeansNone(error)));
    }
}
