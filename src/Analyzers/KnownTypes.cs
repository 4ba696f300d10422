using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;

namespace StreamTuning.Analyzers;

/// <summary>Every symbol the rules need, looked up at most once per compilation, when first asked for; null where it is absent or ambiguous.</summary>
public sealed class KnownTypes
{
    private static readonly ConditionalWeakTable<Compilation, KnownTypes> Cache = new();
    private static readonly object Missing = new();

    private readonly Compilation _compilation;
    private object? _stream, _fileStream, _memoryStream, _unmanagedMemoryStream, _networkStream, _sslStream, _file, _fileInfo, _fileStreamOptions;
    private object? _math, _httpContent, _httpClient, _pipeReader, _formFile, _formFileClass, _httpRequest;
    private object? _blobDownloadStreamingResult, _blobDownloadInfo;
    private object? _streamReader, _streamWriter, _bufferedStream, _gZipStream, _deflateStream, _zLibStream, _brotliStream, _cryptoStream;
    private object? _jsonSerializer, _jsonDocument, _jsonNode, _hashAlgorithm, _fileCopyExtensions;
    private object? _httpResponseMessage, _httpRequestException, _ioException;
    private object? _path, _guid, _assembly;
    private object? _arrayPool, _memoryPool, _gc, _directory;
    private object? _driveInfo, _directoryInfo, _fileSystemInfo, _memoryMappedFile, _zipFile, _zipFileExtensions, _tarFile, _tarEntry, _environment, _exception;
    private object? _process;
    private object? _blobClient, _blockBlobClient, _blobContainerClient, _appendBlobClient, _blobUploadOptions, _storageTransferOptions, _specializedBlobClientOptions;
    private object? _cloudBlockBlob, _cloudBlockBlobOfVersion11, _blobUploadExtensions;
    private object? _pipeStream, _zipArchiveEntry, _webResponse, _dbDataReader, _console, _browserFile, _multipartSection, _fileMultipartSection;
    private object? _formFileCollection, _formCollection, _requestFormReaderExtensions, _endpointRouteBuilderExtensions, _controllerAttribute, _apiControllerAttribute;
    private object? _nonControllerAttribute, _nonActionAttribute, _pageModelAttribute, _nonHandlerAttribute, _fromBodyAttribute, _fromFormAttribute;
    private object? _bindPropertyAttribute, _bindPropertiesAttribute, _asParametersAttribute, _bindNeverAttribute, _modelBinderAttribute, _fromQueryMetadata, _fromRouteMetadata, _fromHeaderMetadata, _fromKeyedServicesAttribute,
        _fromServiceMetadata, _validateNeverAttribute;
    private object? _requestSizeLimitAttribute, _requestFormLimitsAttribute, _disableRequestSizeLimitAttribute;
    private object? _multipartReader, _resourceFilter, _asyncResourceFilter, _filterFactory, _consumesAttribute, _kestrelServerLimits, _iisServerOptions, _maxRequestBodySizeFeature;
    private object? _convert, _validationAttribute, _timestampAttribute, _maxLengthAttribute, _stringLengthAttribute, _lengthAttribute, _jsonIgnoreAttribute;

    private KnownTypes(Compilation compilation) => _compilation = compilation;

    public INamedTypeSymbol? Stream => Find(ref _stream, "System.IO.Stream");

    public INamedTypeSymbol? FileStream => Find(ref _fileStream, "System.IO.FileStream");

    public INamedTypeSymbol? MemoryStream => Find(ref _memoryStream, "System.IO.MemoryStream");

    public INamedTypeSymbol? UnmanagedMemoryStream => Find(ref _unmanagedMemoryStream, "System.IO.UnmanagedMemoryStream");

    public INamedTypeSymbol? NetworkStream => Find(ref _networkStream, "System.Net.Sockets.NetworkStream");

    public INamedTypeSymbol? SslStream => Find(ref _sslStream, "System.Net.Security.SslStream");

    public INamedTypeSymbol? File => Find(ref _file, "System.IO.File");

    public INamedTypeSymbol? FileInfo => Find(ref _fileInfo, "System.IO.FileInfo");

    public INamedTypeSymbol? FileStreamOptions => Find(ref _fileStreamOptions, "System.IO.FileStreamOptions");

    public INamedTypeSymbol? Path => Find(ref _path, "System.IO.Path");

    public INamedTypeSymbol? Guid => Find(ref _guid, "System.Guid");

    public INamedTypeSymbol? Assembly => Find(ref _assembly, "System.Reflection.Assembly");

    public INamedTypeSymbol? Math => Find(ref _math, "System.Math");

    public INamedTypeSymbol? ArrayPool => Find(ref _arrayPool, "System.Buffers.ArrayPool`1");

    public INamedTypeSymbol? MemoryPool => Find(ref _memoryPool, "System.Buffers.MemoryPool`1");

    public INamedTypeSymbol? GC => Find(ref _gc, "System.GC");

    public INamedTypeSymbol? Directory => Find(ref _directory, "System.IO.Directory");

    public INamedTypeSymbol? DirectoryInfo => Find(ref _directoryInfo, "System.IO.DirectoryInfo");

    public INamedTypeSymbol? DriveInfo => Find(ref _driveInfo, "System.IO.DriveInfo");

    public INamedTypeSymbol? FileSystemInfo => Find(ref _fileSystemInfo, "System.IO.FileSystemInfo");

    public INamedTypeSymbol? MemoryMappedFile => Find(ref _memoryMappedFile, "System.IO.MemoryMappedFiles.MemoryMappedFile");

    public INamedTypeSymbol? ZipFile => Find(ref _zipFile, "System.IO.Compression.ZipFile");

    public INamedTypeSymbol? ZipFileExtensions => Find(ref _zipFileExtensions, "System.IO.Compression.ZipFileExtensions");

    public INamedTypeSymbol? TarFile => Find(ref _tarFile, "System.Formats.Tar.TarFile");

    public INamedTypeSymbol? TarEntry => Find(ref _tarEntry, "System.Formats.Tar.TarEntry");

    public INamedTypeSymbol? Environment => Find(ref _environment, "System.Environment");

    public INamedTypeSymbol? Process => Find(ref _process, "System.Diagnostics.Process");

    public INamedTypeSymbol? Exception => Find(ref _exception, "System.Exception");

    public INamedTypeSymbol? HttpContent => Find(ref _httpContent, "System.Net.Http.HttpContent");

    public INamedTypeSymbol? HttpClient => Find(ref _httpClient, "System.Net.Http.HttpClient");

    public INamedTypeSymbol? HttpResponseMessage => Find(ref _httpResponseMessage, "System.Net.Http.HttpResponseMessage");

    public INamedTypeSymbol? HttpRequestException => Find(ref _httpRequestException, "System.Net.Http.HttpRequestException");

    public INamedTypeSymbol? IOException => Find(ref _ioException, "System.IO.IOException");

    public INamedTypeSymbol? PipeReader => Find(ref _pipeReader, "System.IO.Pipelines.PipeReader");

    public INamedTypeSymbol? FormFile => Find(ref _formFile, "Microsoft.AspNetCore.Http.IFormFile");

    public INamedTypeSymbol? FormFileClass => Find(ref _formFileClass, "Microsoft.AspNetCore.Http.FormFile");

    public INamedTypeSymbol? HttpRequest => Find(ref _httpRequest, "Microsoft.AspNetCore.Http.HttpRequest");

    public INamedTypeSymbol? BlobDownloadStreamingResult => Find(ref _blobDownloadStreamingResult, "Azure.Storage.Blobs.Models.BlobDownloadStreamingResult");

    public INamedTypeSymbol? BlobDownloadInfo => Find(ref _blobDownloadInfo, "Azure.Storage.Blobs.Models.BlobDownloadInfo");

    public INamedTypeSymbol? BlobClient => Find(ref _blobClient, "Azure.Storage.Blobs.BlobClient");

    public INamedTypeSymbol? BlockBlobClient => Find(ref _blockBlobClient, "Azure.Storage.Blobs.Specialized.BlockBlobClient");

    public INamedTypeSymbol? BlobContainerClient => Find(ref _blobContainerClient, "Azure.Storage.Blobs.BlobContainerClient");

    public INamedTypeSymbol? AppendBlobClient => Find(ref _appendBlobClient, "Azure.Storage.Blobs.Specialized.AppendBlobClient");

    public INamedTypeSymbol? BlobUploadOptions => Find(ref _blobUploadOptions, "Azure.Storage.Blobs.Models.BlobUploadOptions");

    public INamedTypeSymbol? StorageTransferOptions => Find(ref _storageTransferOptions, "Azure.Storage.StorageTransferOptions");

    /// <summary>The options of a client that encrypts what it uploads.</summary>
    public INamedTypeSymbol? SpecializedBlobClientOptions => Find(ref _specializedBlobClientOptions, "Azure.Storage.Blobs.Specialized.SpecializedBlobClientOptions");

    /// <summary>The block blob of the legacy package WindowsAzure.Storage, up to version 9.</summary>
    public INamedTypeSymbol? CloudBlockBlob => Find(ref _cloudBlockBlob, "Microsoft.WindowsAzure.Storage.Blob.CloudBlockBlob");

    /// <summary>The block blob of the legacy package Microsoft.Azure.Storage.Blob, versions 9 to 11.</summary>
    public INamedTypeSymbol? CloudBlockBlobOfVersion11 => Find(ref _cloudBlockBlobOfVersion11, "Microsoft.Azure.Storage.Blob.CloudBlockBlob");

    public INamedTypeSymbol? PipeStream => Find(ref _pipeStream, "System.IO.Pipes.PipeStream");

    public INamedTypeSymbol? ZipArchiveEntry => Find(ref _zipArchiveEntry, "System.IO.Compression.ZipArchiveEntry");

    public INamedTypeSymbol? WebResponse => Find(ref _webResponse, "System.Net.WebResponse");

    public INamedTypeSymbol? DbDataReader => Find(ref _dbDataReader, "System.Data.Common.DbDataReader");

    public INamedTypeSymbol? Console => Find(ref _console, "System.Console");

    public INamedTypeSymbol? BrowserFile => Find(ref _browserFile, "Microsoft.AspNetCore.Components.Forms.IBrowserFile");

    public INamedTypeSymbol? MultipartSection => Find(ref _multipartSection, "Microsoft.AspNetCore.WebUtilities.MultipartSection");

    public INamedTypeSymbol? FileMultipartSection => Find(ref _fileMultipartSection, "Microsoft.AspNetCore.WebUtilities.FileMultipartSection");

    public INamedTypeSymbol? StreamReader => Find(ref _streamReader, "System.IO.StreamReader");

    public INamedTypeSymbol? StreamWriter => Find(ref _streamWriter, "System.IO.StreamWriter");

    public INamedTypeSymbol? BufferedStream => Find(ref _bufferedStream, "System.IO.BufferedStream");

    public INamedTypeSymbol? GZipStream => Find(ref _gZipStream, "System.IO.Compression.GZipStream");

    public INamedTypeSymbol? DeflateStream => Find(ref _deflateStream, "System.IO.Compression.DeflateStream");

    public INamedTypeSymbol? ZLibStream => Find(ref _zLibStream, "System.IO.Compression.ZLibStream");

    public INamedTypeSymbol? BrotliStream => Find(ref _brotliStream, "System.IO.Compression.BrotliStream");

    public INamedTypeSymbol? CryptoStream => Find(ref _cryptoStream, "System.Security.Cryptography.CryptoStream");

    public INamedTypeSymbol? JsonSerializer => Find(ref _jsonSerializer, "System.Text.Json.JsonSerializer");

    public INamedTypeSymbol? JsonDocument => Find(ref _jsonDocument, "System.Text.Json.JsonDocument");

    public INamedTypeSymbol? JsonNode => Find(ref _jsonNode, "System.Text.Json.Nodes.JsonNode");

    public INamedTypeSymbol? HashAlgorithm => Find(ref _hashAlgorithm, "System.Security.Cryptography.HashAlgorithm");

    public INamedTypeSymbol? FileCopyExtensions => Find(ref _fileCopyExtensions, "StreamTuning.FileCopyExtensions");

    public INamedTypeSymbol? BlobUploadExtensions => Find(ref _blobUploadExtensions, "StreamTuning.BlobUploadExtensions");

    public INamedTypeSymbol? FormFileCollection => Find(ref _formFileCollection, "Microsoft.AspNetCore.Http.IFormFileCollection");

    public INamedTypeSymbol? FormCollection => Find(ref _formCollection, "Microsoft.AspNetCore.Http.IFormCollection");

    public INamedTypeSymbol? RequestFormReaderExtensions => Find(ref _requestFormReaderExtensions, "Microsoft.AspNetCore.Http.RequestFormReaderExtensions");

    /// <summary>The methods that map routes to handlers: minimal APIs.</summary>
    public INamedTypeSymbol? EndpointRouteBuilderExtensions => Find(ref _endpointRouteBuilderExtensions, "Microsoft.AspNetCore.Builder.EndpointRouteBuilderExtensions");

    public INamedTypeSymbol? ControllerAttribute => Find(ref _controllerAttribute, "Microsoft.AspNetCore.Mvc.ControllerAttribute");

    public INamedTypeSymbol? ApiControllerAttribute => Find(ref _apiControllerAttribute, "Microsoft.AspNetCore.Mvc.ApiControllerAttribute");

    public INamedTypeSymbol? NonControllerAttribute => Find(ref _nonControllerAttribute, "Microsoft.AspNetCore.Mvc.NonControllerAttribute");

    public INamedTypeSymbol? NonActionAttribute => Find(ref _nonActionAttribute, "Microsoft.AspNetCore.Mvc.NonActionAttribute");

    public INamedTypeSymbol? PageModelAttribute => Find(ref _pageModelAttribute, "Microsoft.AspNetCore.Mvc.RazorPages.Infrastructure.PageModelAttribute");

    public INamedTypeSymbol? NonHandlerAttribute => Find(ref _nonHandlerAttribute, "Microsoft.AspNetCore.Mvc.RazorPages.NonHandlerAttribute");

    public INamedTypeSymbol? FromBodyAttribute => Find(ref _fromBodyAttribute, "Microsoft.AspNetCore.Mvc.FromBodyAttribute");

    public INamedTypeSymbol? FromFormAttribute => Find(ref _fromFormAttribute, "Microsoft.AspNetCore.Mvc.FromFormAttribute");

    public INamedTypeSymbol? BindPropertyAttribute => Find(ref _bindPropertyAttribute, "Microsoft.AspNetCore.Mvc.BindPropertyAttribute");

    public INamedTypeSymbol? BindPropertiesAttribute => Find(ref _bindPropertiesAttribute, "Microsoft.AspNetCore.Mvc.BindPropertiesAttribute");

    public INamedTypeSymbol? AsParametersAttribute => Find(ref _asParametersAttribute, "Microsoft.AspNetCore.Http.AsParametersAttribute");

    public INamedTypeSymbol? BindNeverAttribute => Find(ref _bindNeverAttribute, "Microsoft.AspNetCore.Mvc.ModelBinding.BindNeverAttribute");

    public INamedTypeSymbol? ModelBinderAttribute => Find(ref _modelBinderAttribute, "Microsoft.AspNetCore.Mvc.ModelBinderAttribute");

    /// <summary>What attributes implement that bind values of the query.</summary>
    public INamedTypeSymbol? FromQueryMetadata => Find(ref _fromQueryMetadata, "Microsoft.AspNetCore.Http.Metadata.IFromQueryMetadata");

    /// <summary>What attributes implement that bind values of the path.</summary>
    public INamedTypeSymbol? FromRouteMetadata => Find(ref _fromRouteMetadata, "Microsoft.AspNetCore.Http.Metadata.IFromRouteMetadata");

    /// <summary>What attributes implement that bind headers.</summary>
    public INamedTypeSymbol? FromHeaderMetadata => Find(ref _fromHeaderMetadata, "Microsoft.AspNetCore.Http.Metadata.IFromHeaderMetadata");

    public INamedTypeSymbol? FromKeyedServicesAttribute => Find(ref _fromKeyedServicesAttribute, "Microsoft.Extensions.DependencyInjection.FromKeyedServicesAttribute");

    /// <summary>What attributes implement that bind services.</summary>
    public INamedTypeSymbol? FromServiceMetadata => Find(ref _fromServiceMetadata, "Microsoft.AspNetCore.Http.Metadata.IFromServiceMetadata");

    public INamedTypeSymbol? ValidateNeverAttribute => Find(ref _validateNeverAttribute, "Microsoft.AspNetCore.Mvc.ModelBinding.Validation.ValidateNeverAttribute");

    public INamedTypeSymbol? RequestSizeLimitAttribute => Find(ref _requestSizeLimitAttribute, "Microsoft.AspNetCore.Mvc.RequestSizeLimitAttribute");

    public INamedTypeSymbol? RequestFormLimitsAttribute => Find(ref _requestFormLimitsAttribute, "Microsoft.AspNetCore.Mvc.RequestFormLimitsAttribute");

    public INamedTypeSymbol? DisableRequestSizeLimitAttribute => Find(ref _disableRequestSizeLimitAttribute, "Microsoft.AspNetCore.Mvc.DisableRequestSizeLimitAttribute");

    public INamedTypeSymbol? MultipartReader => Find(ref _multipartReader, "Microsoft.AspNetCore.WebUtilities.MultipartReader");

    /// <summary>What filters implement that run before values are bound.</summary>
    public INamedTypeSymbol? ResourceFilter => Find(ref _resourceFilter, "Microsoft.AspNetCore.Mvc.Filters.IResourceFilter");

    public INamedTypeSymbol? AsyncResourceFilter => Find(ref _asyncResourceFilter, "Microsoft.AspNetCore.Mvc.Filters.IAsyncResourceFilter");

    /// <summary>What attributes implement that make a filter.</summary>
    public INamedTypeSymbol? FilterFactory => Find(ref _filterFactory, "Microsoft.AspNetCore.Mvc.Filters.IFilterFactory");

    public INamedTypeSymbol? ConsumesAttribute => Find(ref _consumesAttribute, "Microsoft.AspNetCore.Mvc.ConsumesAttribute");

    public INamedTypeSymbol? KestrelServerLimits => Find(ref _kestrelServerLimits, "Microsoft.AspNetCore.Server.Kestrel.Core.KestrelServerLimits");

    public INamedTypeSymbol? IISServerOptions => Find(ref _iisServerOptions, "Microsoft.AspNetCore.Builder.IISServerOptions");

    /// <summary>What changes the limit of one request.</summary>
    public INamedTypeSymbol? MaxRequestBodySizeFeature => Find(ref _maxRequestBodySizeFeature, "Microsoft.AspNetCore.Http.Features.IHttpMaxRequestBodySizeFeature");

    public INamedTypeSymbol? Convert => Find(ref _convert, "System.Convert");

    public INamedTypeSymbol? ValidationAttribute => Find(ref _validationAttribute, "System.ComponentModel.DataAnnotations.ValidationAttribute");

    public INamedTypeSymbol? TimestampAttribute => Find(ref _timestampAttribute, "System.ComponentModel.DataAnnotations.TimestampAttribute");

    public INamedTypeSymbol? MaxLengthAttribute => Find(ref _maxLengthAttribute, "System.ComponentModel.DataAnnotations.MaxLengthAttribute");

    public INamedTypeSymbol? StringLengthAttribute => Find(ref _stringLengthAttribute, "System.ComponentModel.DataAnnotations.StringLengthAttribute");

    public INamedTypeSymbol? LengthAttribute => Find(ref _lengthAttribute, "System.ComponentModel.DataAnnotations.LengthAttribute");

    public INamedTypeSymbol? JsonIgnoreAttribute => Find(ref _jsonIgnoreAttribute, "System.Text.Json.Serialization.JsonIgnoreAttribute");

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
        Values.Is(type, GZipStream) || Values.Is(type, DeflateStream) || Values.Is(type, ZLibStream) || Values.Is(type, BrotliStream);

    /// <summary>Whether the type is a stream that changes what goes through it to or from the stream that it is made of, or only passes it on.</summary>
    internal bool IsFilter(ITypeSymbol? type) => IsCompression(type) || Values.Is(type, BufferedStream) || Values.Is(type, CryptoStream);

    public static KnownTypes Of(Compilation compilation) => Cache.GetValue(compilation, static c => new KnownTypes(c));

    // A lost race looks the type up twice and stores the same answer.
    private INamedTypeSymbol? Find(ref object? slot, string metadataName) =>
        (slot ??= _compilation.GetTypeByMetadataName(metadataName) ?? Missing) as INamedTypeSymbol;
}
