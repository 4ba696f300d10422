using System.Runtime.CompilerServices;

namespace StreamTuning.Analyzers.Api;

/// <summary>
/// Every symbol the rules need, looked up at most once per compilation, when first asked for; null where it is absent or ambiguous.
/// </summary>
public sealed class KnownTypes
{
    private static readonly ConditionalWeakTable<Compilation, KnownTypes> Cache = new();

    /// <summary>A class of WPF, Windows Forms, WinUI, UWP, .NET MAUI, and Avalonia each.</summary>
    private static readonly string[] Desktop =
    [
        "System.Windows.Application", "System.Windows.Forms.Form", "Microsoft.UI.Xaml.Application", "Windows.UI.Xaml.Application",
        "Microsoft.Maui.Controls.Application", "Avalonia.Application",
    ];

    private readonly Compilation _compilation;
    private readonly INamedTypeSymbol _missing;
    private readonly Lazy<bool> _isForOneUser;

    private KnownTypes(Compilation compilation)
    {
        _compilation = compilation;
        _missing = compilation.ObjectType;
        _isForOneUser = new(() => IsForDesktop
            || (!RefersToServer && BlobBaseClient is null && UserFolders.AreNamedIn(compilation)));
    }

    public INamedTypeSymbol? Stream => Find(ref field, "System.IO.Stream");

    public INamedTypeSymbol? FileStream => Find(ref field, "System.IO.FileStream");

    public INamedTypeSymbol? MemoryStream => Find(ref field, "System.IO.MemoryStream");

    public INamedTypeSymbol? UnmanagedMemoryStream => Find(ref field, "System.IO.UnmanagedMemoryStream");

    public INamedTypeSymbol? NetworkStream => Find(ref field, "System.Net.Sockets.NetworkStream");

    public INamedTypeSymbol? SslStream => Find(ref field, "System.Net.Security.SslStream");

    public INamedTypeSymbol? File => Find(ref field, "System.IO.File");

    public INamedTypeSymbol? FileInfo => Find(ref field, "System.IO.FileInfo");

    public INamedTypeSymbol? FileStreamOptions => Find(ref field, "System.IO.FileStreamOptions");

    public INamedTypeSymbol? Path => Find(ref field, "System.IO.Path");

    public INamedTypeSymbol? Guid => Find(ref field, "System.Guid");

    public INamedTypeSymbol? Assembly => Find(ref field, "System.Reflection.Assembly");

    public INamedTypeSymbol? Math => Find(ref field, "System.Math");

    public INamedTypeSymbol? ArrayPool => Find(ref field, "System.Buffers.ArrayPool`1");

    public INamedTypeSymbol? MemoryPool => Find(ref field, "System.Buffers.MemoryPool`1");

    public INamedTypeSymbol? GC => Find(ref field, "System.GC");

    public INamedTypeSymbol? Directory => Find(ref field, "System.IO.Directory");

    public INamedTypeSymbol? DirectoryInfo => Find(ref field, "System.IO.DirectoryInfo");

    public INamedTypeSymbol? DriveInfo => Find(ref field, "System.IO.DriveInfo");

    public INamedTypeSymbol? FileSystemInfo => Find(ref field, "System.IO.FileSystemInfo");

    public INamedTypeSymbol? MemoryMappedFile => Find(ref field, "System.IO.MemoryMappedFiles.MemoryMappedFile");

    public INamedTypeSymbol? ZipFile => Find(ref field, "System.IO.Compression.ZipFile");

    public INamedTypeSymbol? ZipFileExtensions => Find(ref field, "System.IO.Compression.ZipFileExtensions");

    public INamedTypeSymbol? TarFile => Find(ref field, "System.Formats.Tar.TarFile");

    public INamedTypeSymbol? TarEntry => Find(ref field, "System.Formats.Tar.TarEntry");

    public INamedTypeSymbol? Environment => Find(ref field, "System.Environment");

    public INamedTypeSymbol? Process => Find(ref field, "System.Diagnostics.Process");

    public INamedTypeSymbol? Exception => Find(ref field, "System.Exception");

    public INamedTypeSymbol? HttpContent => Find(ref field, "System.Net.Http.HttpContent");

    public INamedTypeSymbol? HttpClient => Find(ref field, "System.Net.Http.HttpClient");

    public INamedTypeSymbol? HttpResponseMessage => Find(ref field, "System.Net.Http.HttpResponseMessage");

    public INamedTypeSymbol? HttpRequestException => Find(ref field, "System.Net.Http.HttpRequestException");

    public INamedTypeSymbol? IOException => Find(ref field, "System.IO.IOException");

    public INamedTypeSymbol? PipeReader => Find(ref field, "System.IO.Pipelines.PipeReader");

    public INamedTypeSymbol? FormFile => Find(ref field, "Microsoft.AspNetCore.Http.IFormFile");

    public INamedTypeSymbol? FormFileClass => Find(ref field, "Microsoft.AspNetCore.Http.FormFile");

    public INamedTypeSymbol? HttpRequest => Find(ref field, "Microsoft.AspNetCore.Http.HttpRequest");

    public INamedTypeSymbol? BlobDownloadStreamingResult => Find(ref field, "Azure.Storage.Blobs.Models.BlobDownloadStreamingResult");

    public INamedTypeSymbol? BlobDownloadInfo => Find(ref field, "Azure.Storage.Blobs.Models.BlobDownloadInfo");

    public INamedTypeSymbol? BlobBaseClient => Find(ref field, "Azure.Storage.Blobs.Specialized.BlobBaseClient");

    public INamedTypeSymbol? WebClient => Find(ref field, "System.Net.WebClient");

    public INamedTypeSymbol? BlobClient => Find(ref field, "Azure.Storage.Blobs.BlobClient");

    public INamedTypeSymbol? BlockBlobClient => Find(ref field, "Azure.Storage.Blobs.Specialized.BlockBlobClient");

    public INamedTypeSymbol? BlobContainerClient => Find(ref field, "Azure.Storage.Blobs.BlobContainerClient");

    public INamedTypeSymbol? BlobUploadOptions => Find(ref field, "Azure.Storage.Blobs.Models.BlobUploadOptions");

    public INamedTypeSymbol? StorageTransferOptions => Find(ref field, "Azure.Storage.StorageTransferOptions");

    /// <summary>The options of a client that encrypts what it uploads.</summary>
    public INamedTypeSymbol? SpecializedBlobClientOptions =>
        Find(ref field, "Azure.Storage.Blobs.Specialized.SpecializedBlobClientOptions");

    public INamedTypeSymbol? PipeStream => Find(ref field, "System.IO.Pipes.PipeStream");

    public INamedTypeSymbol? ZipArchiveEntry => Find(ref field, "System.IO.Compression.ZipArchiveEntry");

    public INamedTypeSymbol? WebResponse => Find(ref field, "System.Net.WebResponse");

    public INamedTypeSymbol? DbDataReader => Find(ref field, "System.Data.Common.DbDataReader");

    public INamedTypeSymbol? Console => Find(ref field, "System.Console");

    public INamedTypeSymbol? BrowserFile => Find(ref field, "Microsoft.AspNetCore.Components.Forms.IBrowserFile");

    public INamedTypeSymbol? MultipartSection => Find(ref field, "Microsoft.AspNetCore.WebUtilities.MultipartSection");

    public INamedTypeSymbol? FileMultipartSection => Find(ref field, "Microsoft.AspNetCore.WebUtilities.FileMultipartSection");

    public INamedTypeSymbol? StreamReader => Find(ref field, "System.IO.StreamReader");

    public INamedTypeSymbol? StreamWriter => Find(ref field, "System.IO.StreamWriter");

    public INamedTypeSymbol? BufferedStream => Find(ref field, "System.IO.BufferedStream");

    public INamedTypeSymbol? GZipStream => Find(ref field, "System.IO.Compression.GZipStream");

    public INamedTypeSymbol? DeflateStream => Find(ref field, "System.IO.Compression.DeflateStream");

    public INamedTypeSymbol? ZLibStream => Find(ref field, "System.IO.Compression.ZLibStream");

    public INamedTypeSymbol? BrotliStream => Find(ref field, "System.IO.Compression.BrotliStream");

    public INamedTypeSymbol? CryptoStream => Find(ref field, "System.Security.Cryptography.CryptoStream");

    public INamedTypeSymbol? JsonSerializer => Find(ref field, "System.Text.Json.JsonSerializer");

    public INamedTypeSymbol? JsonDocument => Find(ref field, "System.Text.Json.JsonDocument");

    public INamedTypeSymbol? JsonNode => Find(ref field, "System.Text.Json.Nodes.JsonNode");

    public INamedTypeSymbol? HashAlgorithm => Find(ref field, "System.Security.Cryptography.HashAlgorithm");

    public INamedTypeSymbol? FileCopyExtensions => Find(ref field, "StreamTuning.FileCopyExtensions");

    public INamedTypeSymbol? BlobUploadExtensions => Find(ref field, "StreamTuning.BlobUploadExtensions");

    public INamedTypeSymbol? FormFileCollection => Find(ref field, "Microsoft.AspNetCore.Http.IFormFileCollection");

    public INamedTypeSymbol? FormCollection => Find(ref field, "Microsoft.AspNetCore.Http.IFormCollection");

    public INamedTypeSymbol? RequestFormReaderExtensions => Find(ref field, "Microsoft.AspNetCore.Http.RequestFormReaderExtensions");

    /// <summary>The methods that map routes to handlers: minimal APIs.</summary>
    public INamedTypeSymbol? EndpointRouteBuilderExtensions =>
        Find(ref field, "Microsoft.AspNetCore.Builder.EndpointRouteBuilderExtensions");

    public INamedTypeSymbol? ControllerBase => Find(ref field, "Microsoft.AspNetCore.Mvc.ControllerBase");

    public INamedTypeSymbol? ControllerAttribute => Find(ref field, "Microsoft.AspNetCore.Mvc.ControllerAttribute");

    public INamedTypeSymbol? ApiControllerAttribute => Find(ref field, "Microsoft.AspNetCore.Mvc.ApiControllerAttribute");

    public INamedTypeSymbol? NonControllerAttribute => Find(ref field, "Microsoft.AspNetCore.Mvc.NonControllerAttribute");

    public INamedTypeSymbol? NonActionAttribute => Find(ref field, "Microsoft.AspNetCore.Mvc.NonActionAttribute");

    public INamedTypeSymbol? PageModelAttribute => Find(ref field, "Microsoft.AspNetCore.Mvc.RazorPages.Infrastructure.PageModelAttribute");

    public INamedTypeSymbol? NonHandlerAttribute => Find(ref field, "Microsoft.AspNetCore.Mvc.RazorPages.NonHandlerAttribute");

    public INamedTypeSymbol? FromBodyAttribute => Find(ref field, "Microsoft.AspNetCore.Mvc.FromBodyAttribute");

    public INamedTypeSymbol? FromFormAttribute => Find(ref field, "Microsoft.AspNetCore.Mvc.FromFormAttribute");

    public INamedTypeSymbol? BindPropertyAttribute => Find(ref field, "Microsoft.AspNetCore.Mvc.BindPropertyAttribute");

    public INamedTypeSymbol? BindPropertiesAttribute => Find(ref field, "Microsoft.AspNetCore.Mvc.BindPropertiesAttribute");

    public INamedTypeSymbol? AsParametersAttribute => Find(ref field, "Microsoft.AspNetCore.Http.AsParametersAttribute");

    public INamedTypeSymbol? BindNeverAttribute => Find(ref field, "Microsoft.AspNetCore.Mvc.ModelBinding.BindNeverAttribute");

    public INamedTypeSymbol? ModelBinderAttribute => Find(ref field, "Microsoft.AspNetCore.Mvc.ModelBinderAttribute");

    /// <summary>
    /// The attributes that bind a value to the path, query, headers, services or to what a binder of its own finds, or to nothing.
    /// </summary>
    public INamedTypeSymbol?[] BindingElsewhere => field ??=
    [
        FromQueryMetadata,
        FromRouteMetadata,
        FromHeaderMetadata,
        FromServiceMetadata,
        FromKeyedServicesAttribute,
        ModelBinderAttribute,
        BindNeverAttribute,
    ];

    /// <summary>What attributes implement that bind values of the query.</summary>
    public INamedTypeSymbol? FromQueryMetadata => Find(ref field, "Microsoft.AspNetCore.Http.Metadata.IFromQueryMetadata");

    /// <summary>What attributes implement that bind values of the path.</summary>
    public INamedTypeSymbol? FromRouteMetadata => Find(ref field, "Microsoft.AspNetCore.Http.Metadata.IFromRouteMetadata");

    /// <summary>What attributes implement that bind headers.</summary>
    public INamedTypeSymbol? FromHeaderMetadata => Find(ref field, "Microsoft.AspNetCore.Http.Metadata.IFromHeaderMetadata");

    public INamedTypeSymbol? FromKeyedServicesAttribute =>
        Find(ref field, "Microsoft.Extensions.DependencyInjection.FromKeyedServicesAttribute");

    /// <summary>What attributes implement that bind services.</summary>
    public INamedTypeSymbol? FromServiceMetadata => Find(ref field, "Microsoft.AspNetCore.Http.Metadata.IFromServiceMetadata");

    public INamedTypeSymbol? ValidateNeverAttribute =>
        Find(ref field, "Microsoft.AspNetCore.Mvc.ModelBinding.Validation.ValidateNeverAttribute");

    public INamedTypeSymbol? RequestSizeLimitAttribute => Find(ref field, "Microsoft.AspNetCore.Mvc.RequestSizeLimitAttribute");

    public INamedTypeSymbol? RequestFormLimitsAttribute => Find(ref field, "Microsoft.AspNetCore.Mvc.RequestFormLimitsAttribute");

    public INamedTypeSymbol? DisableRequestSizeLimitAttribute =>
        Find(ref field, "Microsoft.AspNetCore.Mvc.DisableRequestSizeLimitAttribute");

    public INamedTypeSymbol? MultipartReader => Find(ref field, "Microsoft.AspNetCore.WebUtilities.MultipartReader");

    public INamedTypeSymbol? Convert => Find(ref field, "System.Convert");

    public INamedTypeSymbol? ValidationAttribute => Find(ref field, "System.ComponentModel.DataAnnotations.ValidationAttribute");

    public INamedTypeSymbol? TimestampAttribute => Find(ref field, "System.ComponentModel.DataAnnotations.TimestampAttribute");

    public INamedTypeSymbol? MaxLengthAttribute => Find(ref field, "System.ComponentModel.DataAnnotations.MaxLengthAttribute");

    public INamedTypeSymbol? StringLengthAttribute => Find(ref field, "System.ComponentModel.DataAnnotations.StringLengthAttribute");

    public INamedTypeSymbol? LengthAttribute => Find(ref field, "System.ComponentModel.DataAnnotations.LengthAttribute");

    public INamedTypeSymbol? JsonIgnoreAttribute => Find(ref field, "System.Text.Json.Serialization.JsonIgnoreAttribute");

    /// <summary>Whether what is compiled is an app with windows, or a library of one: it runs on the machine of one user.</summary>
    public bool IsForDesktop =>
        _compilation.Options.OutputKind is OutputKind.WindowsApplication or OutputKind.WindowsRuntimeApplication
        || (!RefersToServer && Array.Exists(Desktop, Has));

    /// <summary>
    /// Whether what is compiled runs on the machine of one user: a desktop app, or what names folders of its user, and refers neither to a
    /// server nor to blobs.
    /// </summary>
    public bool IsForOneUser => _isForOneUser.Value;

    /// <summary>Whether what is compiled may be a part of what a server runs, though it doesn't refer to ASP.NET Core.</summary>
    public bool IsLibraryOfServer => _compilation.Options.OutputKind == OutputKind.DynamicallyLinkedLibrary && !IsForDesktop;

    private bool RefersToServer => HttpRequest is not null || Has("System.Web.HttpContext");

    private bool Has(string type) => _compilation.GetTypeByMetadataName(type) is not null;

    /// <summary>
    /// Whether a copy may run on .NET Framework, where its buffer is not pooled: a large one costs an allocation on the large object
    /// heap per copy.
    /// </summary>
    public bool MayRunOnNetFramework => IsForNetFramework(_compilation);

    /// <summary>Whether what is compiled may run on .NET Framework.</summary>
    internal static bool IsForNetFramework(Compilation compilation)
    {
        AssemblyIdentity core = compilation.ObjectType.ContainingAssembly.Identity;
        return core.Name is "mscorlib" || (core.Name is "netstandard" && core.Version is { Major: 2, Minor: 0 });
    }

    /// <summary>Whether the type is one of the streams that compress and decompress.</summary>
    internal bool IsCompression(ITypeSymbol? type) =>
        type.Is(GZipStream) || type.Is(DeflateStream) || type.Is(ZLibStream) || type.Is(BrotliStream);

    /// <summary>
    /// Whether the type is a stream that changes what goes through it to or from the stream that it is made of, or only passes it on.
    /// </summary>
    internal bool IsFilter(ITypeSymbol? type) => IsCompression(type) || type.Is(BufferedStream) || type.Is(CryptoStream);

    public static KnownTypes Of(Compilation compilation) => Cache.GetValue(compilation, static c => new KnownTypes(c));

    // A lost race looks the type up twice and stores the same answer. The placeholder for a type that is absent is one that nobody asks
    // for.
    private INamedTypeSymbol? Find(ref INamedTypeSymbol? slot, string metadataName) =>
        (slot ??= _compilation.GetTypeByMetadataName(metadataName) ?? _missing) is var type && ReferenceEquals(type, _missing)
            ? null
            : type;
}
