using Xunit.Abstractions;

namespace StreamTuning.NetworkShares;

public class Ext4Tests(Ext4 fileSystem, ITestOutputHelper output) : FileSystemTests<Ext4>(fileSystem, output);

public class XfsTests(Xfs fileSystem, ITestOutputHelper output) : FileSystemTests<Xfs>(fileSystem, output);

public class BtrfsTests(Btrfs fileSystem, ITestOutputHelper output) : FileSystemTests<Btrfs>(fileSystem, output);

public class TmpfsTests(Tmpfs fileSystem, ITestOutputHelper output) : FileSystemTests<Tmpfs>(fileSystem, output);
