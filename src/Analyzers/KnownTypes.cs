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
    private object? _arrayPool, _memoryPool, _gc, _path, _guid, _directory;

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

    public INamedTypeSymbol? Math => Find(ref _math, "System.Math");

    public INamedTypeSymbol? ArrayPool => Find(ref _arrayPool, "System.Buffers.ArrayPool`1");

    public INamedTypeSymbol? MemoryPool => Find(ref _memoryPool, "System.Buffers.MemoryPool`1");

    public INamedTypeSymbol? GC => Find(ref _gc, "System.GC");

    public INamedTypeSymbol? Path => Find(ref _path, "System.IO.Path");

    public INamedTypeSymbol? Guid => Find(ref _guid, "System.Guid");

    public INamedTypeSymbol? Directory => Find(ref _directory, "System.IO.Directory");

    public INamedTypeSymbol? HttpContent => Find(ref _httpContent, "System.Net.Http.HttpContent");

    public INamedTypeSymbol? HttpClient => Find(ref _httpClient, "System.Net.Http.HttpClient");

    public INamedTypeSymbol? PipeReader => Find(ref _pipeReader, "System.IO.Pipelines.PipeReader");

    public INamedTypeSymbol? FormFile => Find(ref _formFile, "Microsoft.AspNetCore.Http.IFormFile");

    public INamedTypeSymbol? FormFileClass => Find(ref _formFileClass, "Microsoft.AspNetCore.Http.FormFile");

    public INamedTypeSymbol? HttpRequest => Find(ref _httpRequest, "Microsoft.AspNetCore.Http.HttpRequest");

    public INamedTypeSymbol? BlobDownloadStreamingResult => Find(ref _blobDownloadStreamingResult, "Azure.Storage.Blobs.Models.BlobDownloadStreamingResult");

    public INamedTypeSymbol? BlobDownloadInfo => Find(ref _blobDownloadInfo, "Azure.Storage.Blobs.Models.BlobDownloadInfo");

    /// <summary>
    /// Whether a copy may run on .NET Framework, where its buffer is not pooled: a large one costs an allocation on the large object
    /// heap per copy.
    /// </summary>
    public bool MayRunOnNetFramework
    {
        get
        {
            AssemblyIdentity core = _compilation.ObjectType.ContainingAssembly.Identity;
            return core.Name is "mscorlib" || (core.Name is "netstandard" && core.Version is { Major: 2, Minor: 0 });
        }
    }

    public static KnownTypes Of(Compilation compilation) => Cache.GetValue(compilation, static c => new KnownTypes(c));

    // A lost race looks the type up twice and stores the same answer.
    private INamedTypeSymbol? Find(ref object? slot, string metadataName) =>
        (slot ??= _compilation.GetTypeByMetadataName(metadataName) ?? Missing) as INamedTypeSymbol;
}
