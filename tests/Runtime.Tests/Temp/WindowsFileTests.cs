using System.Reflection;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace StreamTuning.Temp;

/// <summary>
/// What is called on Windows only, by its shape: never called here. The signatures are those of the Windows headers; a wrong one would tear the stack or
/// the memory of the process.
/// </summary>
public sealed class WindowsFileTests
{
    private const BindingFlags All = BindingFlags.Static | BindingFlags.NonPublic | BindingFlags.Public | BindingFlags.DeclaredOnly;

    public static TheoryData<string, string, Type[]> Functions => new()
    {
        // BOOL GetDiskFreeSpaceExW(LPCWSTR, PULARGE_INTEGER, PULARGE_INTEGER, PULARGE_INTEGER)
        { "GetDiskFreeSpaceEx", "GetDiskFreeSpaceExW", [typeof(string), Reference<ulong>(), Reference<ulong>(), Reference<ulong>()] },
        // BOOL MoveFileExW(LPCWSTR, LPCWSTR, DWORD)
        { "MoveFileEx", "MoveFileExW", [typeof(string), typeof(string), typeof(uint)] },
        // BOOL GetFileInformationByHandleEx(HANDLE, FILE_INFO_BY_HANDLE_CLASS, LPVOID, DWORD)
        { "GetFileInformationByHandleEx", "GetFileInformationByHandleEx", [typeof(SafeFileHandle), typeof(int), typeof(byte[]), typeof(uint)] },
        // BOOL FlushFileBuffers(HANDLE)
        { "FlushFileBuffers", "FlushFileBuffers", [typeof(SafeFileHandle)] },
    };

    [Theory, MemberData(nameof(Functions))]
    public void A_function_is_declared_as_Windows_has_it(string name, string entryPoint, Type[] parameters)
    {
        MethodInfo method = typeof(WindowsFile).GetMethod(name, All)!;
        DllImportAttribute import = method.GetCustomAttribute<DllImportAttribute>()!;
        Assert.Equal(("kernel32.dll", entryPoint, CharSet.Unicode), (import.Value, import.EntryPoint, import.CharSet));
        Assert.True(import.ExactSpelling, "Otherwise a name with another W is looked for.");
        Assert.True(import.SetLastError, "Otherwise .NET may overwrite the error.");
        Assert.True(import.PreserveSig);
        Assert.Equal(parameters, method.GetParameters().Select(parameter => parameter.ParameterType));
        Assert.Equal(parameters.Select(type => type.IsByRef), method.GetParameters().Select(parameter => parameter.IsOut));

        // BOOL has four bytes; without a word bool is marshalled so, too, but by chance of the attribute's absence.
        Assert.Equal(typeof(bool), method.ReturnType);
        Assert.Equal(UnmanagedType.Bool, method.ReturnParameter.GetCustomAttribute<MarshalAsAttribute>()!.Value);
        Assert.Equal(DllImportSearchPath.System32, method.GetCustomAttribute<DefaultDllImportSearchPathsAttribute>()!.Paths);
    }

    [Fact]
    public void Every_function_is_looked_at()
    {
        IEnumerable<string> declared = typeof(WindowsFile).GetMethods(All).Where(method => method.GetCustomAttribute<DllImportAttribute>() is not null).Select(method => method.Name);
        Assert.Equal(Functions.Select(row => (string)row[0]).Order(), declared.Order());
        Assert.DoesNotContain(
            typeof(WindowsFile).Assembly.GetTypes().SelectMany(type => type.GetMethods(All)).Where(method => method.DeclaringType != typeof(WindowsFile)),
            method => method.GetCustomAttribute<DllImportAttribute>() is { } import && import.Value != "libc");
    }

    [Fact]
    public void Flags_and_errors_are_those_of_the_headers()
    {
        Assert.Equal(0x11, Constant<int>("NotSameDevice")); // ERROR_NOT_SAME_DEVICE
        Assert.Equal(0x2, Constant<int>("FileNotFound")); // ERROR_FILE_NOT_FOUND
        Assert.Equal(0x3, Constant<int>("PathNotFound")); // ERROR_PATH_NOT_FOUND
        Assert.Equal(0x5, Constant<int>("AccessDenied")); // ERROR_ACCESS_DENIED
        Assert.Equal(0xF, Constant<int>("InvalidDrive")); // ERROR_INVALID_DRIVE
        Assert.Equal(0xCE, Constant<int>("NameTooLong")); // ERROR_FILENAME_EXCED_RANGE
        Assert.Equal(0x1u, Constant<uint>("ReplaceExisting")); // MOVEFILE_REPLACE_EXISTING
        Assert.Equal(13, Constant<int>("RemoteProtocol")); // FileRemoteProtocolInfo
        Assert.Equal(0x57, Constant<int>("InvalidParameter")); // ERROR_INVALID_PARAMETER
    }

    [Theory]
    [InlineData(@"C:\a\b", @"C:\a\b")]
    [InlineData(@"C:\long", @"\\?\C:\long")]
    [InlineData(@"\\server\share\a", @"\\server\share\a")]
    [InlineData(@"\\server\share\long", @"\\?\UNC\server\share\long")]
    [InlineData(@"\\?\C:\long", @"\\?\C:\long")]
    [InlineData(@"\\.\C:\long", @"\\.\C:\long")]
    public void A_long_path_is_marked_as_such(string path, string expected)
    {
        string tail = string.Concat(Enumerable.Repeat(@"\0123456789", 30));
        bool isLong = path.EndsWith("long", StringComparison.Ordinal);
        Assert.Equal(expected + (isLong ? tail : ""), typeof(WindowsFile).GetMethod("Extended", All)!.Invoke(null, [path + (isLong ? tail : "")]));
    }

    [Theory]
    [InlineData(2, typeof(FileNotFoundException))] // ERROR_FILE_NOT_FOUND
    [InlineData(3, typeof(DirectoryNotFoundException))] // ERROR_PATH_NOT_FOUND
    [InlineData(5, typeof(UnauthorizedAccessException))] // ERROR_ACCESS_DENIED
    [InlineData(15, typeof(DriveNotFoundException))] // ERROR_INVALID_DRIVE
    [InlineData(32, typeof(IOException))] // ERROR_SHARING_VIOLATION
    [InlineData(112, typeof(IOException))] // ERROR_DISK_FULL
    [InlineData(183, typeof(IOException))] // ERROR_ALREADY_EXISTS
    [InlineData(206, typeof(PathTooLongException))] // ERROR_FILENAME_EXCED_RANGE
    public void An_error_is_the_exception_that_the_platform_makes_of_it(int error, Type expected)
    {
        var exception = (Exception)typeof(WindowsFile).GetMethod("Error", All)!.Invoke(null, [error, @"C:\a\b"])!;
        Assert.IsType(expected, exception);
        Assert.Contains(@"C:\a\b", exception.Message, StringComparison.Ordinal);
        if (expected == typeof(IOException))
        {
            Assert.Equal(unchecked((int)0x80070000) | error, exception.HResult);
        }
    }

#if !STREAMTUNING_NETSTANDARD
    [Fact]
    public void All_of_it_is_marked_as_for_Windows() =>
        Assert.Equal("windows", typeof(WindowsFile).GetCustomAttribute<System.Runtime.Versioning.SupportedOSPlatformAttribute>()!.PlatformName);
#endif

    private static Type Reference<T>() => typeof(T).MakeByRefType();

    private static T Constant<T>(string name) => (T)typeof(WindowsFile).GetField(name, All)!.GetRawConstantValue()!;
}
