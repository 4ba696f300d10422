using System.Collections.Immutable;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;
using Microsoft.Extensions.FileSystemGlobbing;

namespace StreamTuning.Precision;

/// <summary>
/// The C# files of one project, and what its project file says about how they bind. Nothing is evaluated or run: conditions are taken as true, and what
/// is imported by name is not looked for.
/// </summary>
/// <param name="Directory">Its folder.</param>
/// <param name="AssemblyName">The name of what it builds.</param>
/// <param name="Files">Its C# files.</param>
/// <param name="References">The folders of the projects it refers to.</param>
/// <param name="GlobalUsings">The namespaces that are imported everywhere.</param>
/// <param name="Friends">The assemblies that see its internal types.</param>
/// <param name="OutputKind">What it builds: nobody else calls the public members of a program.</param>
/// <param name="Desktop">The namespaces of the <c>Application</c> classes of the desktop frameworks that it refers to.</param>
/// <param name="UsesAspNetCore">Whether it refers to ASP.NET Core.</param>
/// <param name="Optional">Which of the <see cref="OptionalReferences"/> it, or its code, names, as the code can if a package refers to them.</param>
/// <param name="UsesCloudinary">Whether it refers to the package of Cloudinary.</param>
/// <param name="Assemblies">The assemblies of .NET Framework that it refers to.</param>
/// <param name="Language">The version of C# that it names.</param>
/// <param name="ForFramework">Whether it's for .NET Framework only. Null for .NET Standard, and where the project file doesn't say.</param>
internal sealed record SourceProject(
    string Directory,
    string AssemblyName,
    ImmutableArray<string> Files,
    ImmutableArray<string> References,
    ImmutableArray<string> GlobalUsings,
    ImmutableArray<string> Friends,
    OutputKind OutputKind,
    ImmutableArray<string> Desktop,
    bool UsesAspNetCore,
    ImmutableArray<string> Optional,
    bool UsesCloudinary,
    ImmutableArray<string> Assemblies,
    LanguageVersion? Language,
    bool? ForFramework)
{
    private static readonly string[] ImplicitUsings =
        ["System", "System.Collections.Generic", "System.IO", "System.Linq", "System.Net.Http", "System.Threading", "System.Threading.Tasks"];

    private static readonly string[] ImplicitWebUsings =
    [
        "System.Net.Http.Json", "Microsoft.AspNetCore.Builder", "Microsoft.AspNetCore.Hosting", "Microsoft.AspNetCore.Http", "Microsoft.AspNetCore.Routing",
        "Microsoft.Extensions.Configuration", "Microsoft.Extensions.DependencyInjection", "Microsoft.Extensions.Hosting", "Microsoft.Extensions.Logging",
    ];

    /// <summary>The beginnings of what tells a rule that a project is for a server: only those get it that name it.</summary>
    private static readonly ImmutableArray<string> OptionalReferences = ["Microsoft.AspNetCore.", "Azure.Storage."];

    private const string Maui = "Microsoft.Maui.Controls";

    /// <summary>A few types of .NET MAUI, whose packages aren't among the references.</summary>
    private const string MauiTypes =
        """
        namespace Microsoft.Maui.Storage
        {
            public interface IFileSystem { string CacheDirectory { get; } string AppDataDirectory { get; } }

            public static class FileSystem
            {
                public static string CacheDirectory { get; set; }
                public static string AppDataDirectory { get; set; }
                public static IFileSystem Current { get; set; }
                public static System.Threading.Tasks.Task<System.IO.Stream> OpenAppPackageFileAsync(string name) => throw null;
            }

            public class FileResult
            {
                public string FileName { get; set; }
                public string FullPath { get; }
                public string ContentType { get; set; }
                public System.Threading.Tasks.Task<System.IO.Stream> OpenReadAsync() => throw null;
            }

            public class PickOptions { public string PickerTitle { get; set; } }

            public interface IFilePicker { System.Threading.Tasks.Task<FileResult> PickAsync(PickOptions options = null); }

            public static class FilePicker
            {
                public static IFilePicker Default { get; }
                public static System.Threading.Tasks.Task<FileResult> PickAsync(PickOptions options = null) => throw null;
            }
        }

        namespace Microsoft.Maui.Media
        {
            public class MediaPickerOptions { public string Title { get; set; } }

            public interface IMediaPicker
            {
                bool IsCaptureSupported { get; }
                System.Threading.Tasks.Task<Microsoft.Maui.Storage.FileResult> PickPhotoAsync(MediaPickerOptions options = null);
                System.Threading.Tasks.Task<Microsoft.Maui.Storage.FileResult> CapturePhotoAsync(MediaPickerOptions options = null);
                System.Threading.Tasks.Task<Microsoft.Maui.Storage.FileResult> PickVideoAsync(MediaPickerOptions options = null);
                System.Threading.Tasks.Task<Microsoft.Maui.Storage.FileResult> CaptureVideoAsync(MediaPickerOptions options = null);
            }

            public static class MediaPicker
            {
                public static IMediaPicker Default { get; }
                public static System.Threading.Tasks.Task<Microsoft.Maui.Storage.FileResult> PickPhotoAsync(MediaPickerOptions options = null) => throw null;
                public static System.Threading.Tasks.Task<Microsoft.Maui.Storage.FileResult> CapturePhotoAsync(MediaPickerOptions options = null) => throw null;
            }
        }

        """;

    /// <summary>A few types of the package of Cloudinary, which isn't among the references.</summary>
    private const string CloudinaryTypes =
        """
        namespace CloudinaryDotNet
        {
            public class Account { public Account(string cloud, string key, string secret) => throw null; }

            public class FileDescription
            {
                public FileDescription(string name, System.IO.Stream stream) => throw null;
                public FileDescription(string path) => throw null;
            }

            public class Cloudinary
            {
                public Cloudinary(Account account) => throw null;
                public Actions.ImageUploadResult Upload(Actions.ImageUploadParams parameters) => throw null;
                public Actions.RawUploadResult Upload(Actions.RawUploadParams parameters) => throw null;
                public System.Threading.Tasks.Task<Actions.ImageUploadResult> UploadAsync(Actions.ImageUploadParams parameters) => throw null;
                public System.Threading.Tasks.Task<Actions.RawUploadResult> UploadAsync(Actions.RawUploadParams parameters) => throw null;
            }
        }

        namespace CloudinaryDotNet.Actions
        {
            public class RawUploadParams
            {
                public CloudinaryDotNet.FileDescription File { get; set; }
                public string PublicId { get; set; }
                public string Folder { get; set; }
            }

            public class ImageUploadParams : RawUploadParams { }

            public class VideoUploadParams : RawUploadParams { }

            public class RawUploadResult
            {
                public System.Uri SecureUrl { get; set; }
                public System.Uri Url { get; set; }
                public string PublicId { get; set; }
            }

            public class ImageUploadResult : RawUploadResult { }

            public class VideoUploadResult : RawUploadResult { }
        }

        """;

    /// <summary>The options and symbols of a project for .NET 10.</summary>
    private static readonly CSharpParseOptions ParseOptions = new(LanguageVersion.Preview, preprocessorSymbols:
    [
        "NET", "NETCOREAPP", "NET10_0",
        .. Enumerable.Range(5, 6).Select(version => $"NET{version}_0_OR_GREATER"),
        .. new[] { "1_0", "1_1", "2_0", "2_1", "2_2", "3_0", "3_1" }.Select(version => $"NETCOREAPP{version}_OR_GREATER"),
        "RELEASE",
    ]);

    /// <summary>The symbols of a project for .NET Framework 4.8.</summary>
    private static readonly CSharpParseOptions FrameworkParseOptions = new(preprocessorSymbols:
    [
        "NETFRAMEWORK", "NET48",
        .. new[] { "20", "35", "40", "45", "451", "452", "46", "461", "462", "47", "471", "472", "48" }.Select(version => $"NET{version}_OR_GREATER"),
        "RELEASE",
    ]);

    public static SourceProject Read(string root, string directory, string? projectFile, ImmutableArray<string> files, bool hasProjects)
    {
        string name = projectFile is null ? Path.GetFileName(root) + ".Rest" : Path.GetFileNameWithoutExtension(projectFile);
        XDocument[] documents = [.. SharedFiles(root, directory).Append(projectFile).Select(Load).OfType<XDocument>()];
        XElement[] elements = [.. documents.SelectMany(document => document.Descendants())];
        bool isWeb = IsOfSdk(".Web");
        OutputKind outputKind = Last("OutputType")?.ToUpperInvariant() switch
        {
            "WINEXE" => OutputKind.WindowsApplication,
            "EXE" => OutputKind.ConsoleApplication,
            null when isWeb || IsOfSdk(".Worker") || IsOfSdk(".BlazorWebAssembly") => OutputKind.ConsoleApplication,
            _ => OutputKind.DynamicallyLinkedLibrary,
        };
        string? implicitUsings = Last("ImplicitUsings");
        string[] packages = [.. Included("PackageReference")];
        bool isMaui = IsTrue("UseMaui") || packages.Any(package => package is Maui or "Microsoft.Maui.Essentials");
        bool usesAspNetCore = isWeb || packages.Concat(Included("FrameworkReference")).Any(reference => reference is "Microsoft.AspNetCore.App" || reference.StartsWith("Microsoft.AspNetCore.Mvc", StringComparison.Ordinal) || reference.StartsWith("Microsoft.AspNetCore.Http.", StringComparison.Ordinal));
        // Nothing says what code without a project file refers to: it gets all that a web project does, if it may be one.
        bool isOfLostProject = projectFile is null && (!hasProjects || Names(OptionalReferences[0]));
        HashSet<string> removed = Removed(elements, directory, files);
        (string Namespace, bool IsUsed)[] frameworks =
        [
            (Maui, isMaui),
            ("System.Windows", IsTrue("UseWPF") || IsTrue("UseWindowsForms")),
            ("Microsoft.UI.Xaml", IsTrue("UseWinUI") || packages.Contains("Microsoft.WindowsAppSDK")),
            ("Avalonia", packages.Any(package => package is "Avalonia" or "Avalonia.Desktop")),
        ];
        string[] usings =
        [
            .. isMaui ? ["Microsoft.Maui.Media", "Microsoft.Maui.Storage"] : Array.Empty<string>(),
            .. implicitUsings is "enable" or "true" || isOfLostProject ? isWeb || isOfLostProject ? ImplicitUsings.Concat(ImplicitWebUsings) : ImplicitUsings : [],
            .. Included("Using").Where(value => elements.Any(element => element.Name.LocalName == "Using" && (string?)element.Attribute("Include") == value && element.Attribute("Alias") is null && element.Attribute("Static") is null)),
        ];
        return new(
            directory,
            Last("AssemblyName") is { } assembly && !assembly.Contains('$') ? assembly : name,
            [.. files.Where(file => !removed.Contains(file))],
            [.. Included("ProjectReference").Select(path => Path.GetDirectoryName(Path.GetFullPath(Path.Combine(directory, Expand(path).Replace('\\', '/'))))!).Distinct()],
            [.. usings.Distinct()],
            [.. Included("InternalsVisibleTo").Where(friend => !friend.Contains('$')).Distinct()],
            outputKind,
            [.. frameworks.Where(framework => framework.IsUsed).Select(framework => framework.Namespace)],
            usesAspNetCore,
            isWeb || isOfLostProject ? OptionalReferences : [.. OptionalReferences.Where(Names)],
            packages.Contains("CloudinaryDotNet"),
            [
                .. Included("Reference").Select(name => name.Split(',')[0]),
                .. IsTrue("UseWPF") ? ["PresentationCore", "PresentationFramework", "System.Xaml", "WindowsBase"] : Array.Empty<string>(),
                .. IsTrue("UseWindowsForms") ? ["System.Windows.Forms"] : Array.Empty<string>(),
            ],
            LanguageVersionFacts.TryParse(Last("LangVersion"), out LanguageVersion version) ? version : null,
            IsForFramework([.. Values("TargetFrameworkVersion"), .. Values("TargetFramework"), .. Values("TargetFrameworks")]));

        bool Names(string reference) => files.Append(projectFile).OfType<string>().AsParallel().Any(file => File.ReadAllText(file).Contains(reference, StringComparison.Ordinal));

        bool IsTrue(string property) => string.Equals(Last(property), "true", StringComparison.OrdinalIgnoreCase);

        bool IsOfSdk(string part) =>
            elements.Any(element => element.Name.LocalName == "Project" && ((string?)element.Attribute("Sdk"))?.Contains(part, StringComparison.Ordinal) == true);

        string? Last(string property) => Values(property).LastOrDefault();

        IEnumerable<string> Values(string property) =>
            elements.Where(element => element.Name.LocalName == property && !element.HasElements).Select(element => element.Value.Trim());

        IEnumerable<string> Included(string item) =>
            elements.Where(element => element.Name.LocalName == item).Select(element => (string?)element.Attribute("Include")).OfType<string>().SelectMany(value => value.Split(';', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries));

        // A path that begins with a property mostly begins at the root of the repository.
        string Expand(string path) => path.StartsWith("$(", StringComparison.Ordinal) && path.IndexOf(')') is > 0 and var end
            ? (path.StartsWith("$(MSBuildThisFileDirectory", StringComparison.Ordinal) || path.StartsWith("$(MSBuildProjectDirectory", StringComparison.Ordinal) ? directory : root) + "/" + path[(end + 1)..]
            : path;
    }

    /// <summary>The project in a workspace: its files, against the frameworks, the packages and the projects it refers to.</summary>
    /// <param name="id">The id it gets.</param>
    /// <param name="whole">It, and the projects it refers to.</param>
    /// <param name="references">The frameworks and packages.</param>
    /// <param name="isForFramework">Whether they are those of .NET Framework.</param>
    /// <param name="projects">The projects it refers to, and those that they refer to.</param>
    public ProjectInfo ToProject(
        ProjectId id, IReadOnlyCollection<SourceProject> whole, ImmutableArray<MetadataReference> references, bool isForFramework, IEnumerable<ProjectId> projects)
    {
        // The classes of desktop frameworks stand for a project with windows, unless one of them refers to ASP.NET Core.
        string[] desktop = isForFramework || whole.Any(project => project.UsesAspNetCore) ? [] : [.. whole.SelectMany(project => project.Desktop).Distinct()];
        string shared = string.Concat(GlobalUsings.Select(name => $"global using {name};\n"))
            + string.Concat(Friends.Select(friend => $"[assembly: System.Runtime.CompilerServices.InternalsVisibleTo(\"{friend}\")]\n"))
            + string.Concat(desktop.Select(name => $"namespace {name} {{ public class Application {{ }} }}\n"))
            + (Desktop.Contains(Maui) ? MauiTypes : "")
            + (UsesCloudinary ? CloudinaryTypes : "");
        IEnumerable<(string Path, string Text)> files = Files.AsParallel().AsOrdered().Select(path => (Path: path, Text: File.ReadAllText(path)));
        return ProjectInfo.Create(
            id,
            VersionStamp.Default,
            AssemblyName,
            AssemblyName,
            LanguageNames.CSharp,
            compilationOptions: new CSharpCompilationOptions(
                OutputKind, allowUnsafe: true, nullableContextOptions: NullableContextOptions.Disable),
            parseOptions: isForFramework ? FrameworkParseOptions.WithLanguageVersion(Language ?? LanguageVersion.CSharp7_3) : ParseOptions,
            documents: files.Append((Path: "Shared.g.cs", Text: shared)).Select(file => ToDocument(file.Path, file.Text)),
            projectReferences: projects.Select(project => new ProjectReference(project)),
            metadataReferences: references.Where(reference => IsReferredTo(Path.GetFileNameWithoutExtension(reference.Display!))));

        bool IsReferredTo(string assembly) => isForFramework
            ? !IsOfWebOrWindows(assembly) || whole.Any(project => project.Assemblies.Contains(assembly))
            : !OptionalReferences.Any(each => assembly.StartsWith(each, StringComparison.Ordinal) && !whole.Any(project => project.Optional.Contains(each)))
                && (desktop.Length == 0 || !assembly.StartsWith("Microsoft.AspNetCore.", StringComparison.Ordinal));

        DocumentInfo ToDocument(string path, string text)
        {
            var loader = TextLoader.From(TextAndVersion.Create(SourceText.From(text, Encoding.UTF8), VersionStamp.Default, path));
            return DocumentInfo.Create(DocumentId.CreateNewId(id), Path.GetFileName(path), loader: loader, filePath: path);
        }
    }

    /// <summary>The files that a project leaves out, but for all: then it lists the others.</summary>
    private static HashSet<string> Removed(XElement[] elements, string directory, ImmutableArray<string> files)
    {
        XElement[] items = [.. elements.Where(element => element.Name.LocalName == "Compile")];
        var matcher = new Matcher();
        matcher.AddIncludePatterns(items.Where(item => item.AncestorsAndSelf().All(each => each.Attribute("Condition") is null))
            .Select(item => (string?)item.Attribute("Remove")).OfType<string>()
            .SelectMany(value => value.Split(';', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
            .Where(pattern => !pattern.Contains('$')).Select(pattern => pattern.Replace('\\', '/'))
            .Where(pattern => pattern is not ("**/*.cs" or "**/*" or "**")));
        return [.. matcher.Match(directory, files).Files.Select(file => Path.Combine(directory, file.Path))];
    }

    /// <summary>Whether the values of the properties that name targets, each with one or several, all name .NET Framework.</summary>
    private static bool? IsForFramework(IEnumerable<string> targets)
    {
        string[] names =
        [
            .. targets.SelectMany(value => value.Split(';', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
                .Where(name => !name.StartsWith("netstandard", StringComparison.Ordinal) && !name.Contains('$')),
        ];
        // v4.7.2 and v4.8; net20 to net481, but net5.0.
        return names.Length == 0 ? null : names.All(name => name is ['v', '2' or '3' or '4', ..] || (name.StartsWith("net", StringComparison.Ordinal) && name.Skip(3).All(char.IsAsciiDigit)));
    }

    /// <summary>Whether an assembly of .NET Framework says what kind of program it is that refers to it.</summary>
    private static bool IsOfWebOrWindows(string assembly) =>
        assembly is "PresentationCore" or "PresentationFramework" or "System.Windows.Forms" or "System.Xaml" or "WindowsBase"
        || assembly.StartsWith("System.Web", StringComparison.Ordinal);

    /// <summary>The files that MSBuild imports for each project below a folder, the outer ones first.</summary>
    private static IEnumerable<string> SharedFiles(string root, string directory)
    {
        var files = new List<string>();
        for (string? current = directory; current is not null && current.Length >= root.Length; current = Path.GetDirectoryName(current))
        {
            files.AddRange(new[] { "Directory.Build.targets", "Directory.Build.props" }.Select(name => Path.Combine(current, name)).Where(File.Exists));
        }

        files.Reverse();
        return files;
    }

    private static XDocument? Load(string? path)
    {
        try
        {
            return path is null ? null : XDocument.Load(path);
        }
        catch (XmlException)
        {
            // A template, or a test of how one is read.
            return null;
        }
    }
}
