using System.IO.Pipelines;
using System.Net;
using System.Reflection;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Specialized;
using Microsoft.AspNetCore.Http;
using StreamTuning.AzureBlobs;

namespace StreamTuning.FixBehavior.Behavior;

/// <summary>Everything that a program gets in one situation, new each time, and what is left of it in the end.</summary>
internal sealed class World : IDisposable
{
    private readonly Situation _situation;
    private readonly Scratch _scratch = new();
    private readonly CancellationTokenSource _cancellation = new();
    private readonly List<WatchedSource> _sources = [];
    private readonly List<FileStream> _files = [];
    private readonly FakeBlobService _service = new();
    private readonly HashSet<string> _given = [];
    private string? _target;

    public World(Situation situation)
    {
        _situation = situation;
        Content = Bytes.Random(situation.Length, seed: 7);
        if (situation.Cancels == CancelsWhen.Before)
        {
            _cancellation.Cancel();
        }
    }

    /// <summary>The bytes of the source.</summary>
    public byte[] Content { get; }

    /// <summary>What is there before at the path of the target.</summary>
    public byte[] Old => _situation.Target switch
    {
        TargetBefore.ShorterFile => Bytes.Random(10, seed: 8),
        TargetBefore.LongerFile or TargetBefore.ReadOnlyFile => Bytes.Random(_situation.Length + 50_000, seed: 9),
        _ => [],
    };

    /// <summary>Whether the situation makes a difference to a method, for what it takes.</summary>
    public static bool Concerns(Situation situation, MethodInfo method)
    {
        ParameterInfo[] parameters = method.GetParameters();
        bool hasSource = parameters.Any(parameter => IsSource(parameter.ParameterType));
        bool canBeOpened = situation.Target is not (TargetBefore.ReadOnlyFile or TargetBefore.Folder or TargetBefore.MissingFolder);
        return (situation.Cancels == CancelsWhen.Never || parameters.Any(parameter => parameter.ParameterType == typeof(CancellationToken)))
            && (situation.Cancels != CancelsWhen.Halfway || hasSource)
            && (!situation.Fails || hasSource)
            && (canBeOpened || !parameters.Any(IsOpenTarget))
            && (situation.Target == TargetBefore.Nothing
                || parameters.Any(parameter => parameter.Name == "path" || (situation.Target == TargetBefore.LongerFile && typeof(BlobBaseClient).IsAssignableFrom(parameter.ParameterType))));
    }

    /// <summary>Runs the method.</summary>
    public async Task<Outcome> RunAsync(MethodInfo method)
    {
        object?[] arguments = [.. method.GetParameters().Select(Argument)];
        object? result = null;
        Exception? failure = null;
        try
        {
            object? returned = method.Invoke(null, arguments);
            if (returned is not Task task)
            {
                result = returned;
            }
            else
            {
                await task;

                // By what is declared: of a task without a result nobody sees what it is made of.
                result = method.ReturnType.GetProperty("Result")?.GetValue(task);
            }
        }
        catch (TargetInvocationException exception)
        {
            failure = exception.InnerException;
        }
        catch (Exception exception)
        {
            failure = exception;
        }

        bool[] disposed = [.. _sources.Select(source => source.IsDisposed), .. _files.Select(file => !file.CanRead && !file.CanWrite)];
        string described = Describe(result);
        bool[] readWhole = [.. _sources.Select(source => source.IsReadWhole)];
        bool isReadBlocking = _sources.Any(source => source.IsReadBlocking);
        _files.ForEach(file => file.Dispose());
        return new Outcome(
            failure,
            described,
            _target is not null && File.Exists(_target) ? File.ReadAllBytes(_target) : null,
            string.Join(" ", Directory.EnumerateFileSystemEntries(_scratch.Root, "*", SearchOption.AllDirectories).Where(entry => entry != _target && !_given.Contains(entry)).Select(entry => Path.GetFileName(entry))),
            _service.Content,
            _service.ContentMD5 is not null,
            disposed,
            readWhole,
            isReadBlocking);
    }

    public void Dispose()
    {
        _service.Dispose();
        _cancellation.Dispose();
        _scratch.Dispose();
    }

    private static bool IsSource(Type type) =>
        type == typeof(Stream) || type == typeof(HttpContent) || type == typeof(HttpClient) || type == typeof(PipeReader) || type == typeof(IFormFile) || type == typeof(HttpRequest);

    /// <summary>Whether a parameter is the file of the target, which is open then.</summary>
    private static bool IsOpenTarget(ParameterInfo parameter) => parameter.ParameterType == typeof(FileStream) && parameter.Name == "target";

    private object? Argument(ParameterInfo parameter) => (parameter.ParameterType.Name, parameter.Name) switch
    {
        ("Stream", "seekable") => Source(canSeek: true),
        ("Stream", _) => Source(canSeek: false),
        ("FileStream", "target") => Keep(new FileStream(Target(), FileMode.OpenOrCreate, FileAccess.Write, FileShare.Read, 1, FileOptions.Asynchronous)),
        ("FileStream", _) => Keep(new FileStream(Input(), FileMode.Open, FileAccess.Read, FileShare.Read, 4096, FileOptions.Asynchronous)),
        ("HttpContent", _) => new StreamContent(Source(canSeek: false)),
        ("HttpClient", _) => new HttpClient(new Responder(this, sendsLength: parameter.Name == "client")),
        ("PipeReader", _) => PipeReader.Create(Source(canSeek: false)),
        ("IFormFile", _) => new FormFile(Source(canSeek: true), 0, Content.Length, "photo", "photo.jpg") { Headers = new HeaderDictionary(), ContentType = "image/jpeg" },
        ("HttpRequest", _) => Request(),
        ("Byte[]", _) => Content,
        ("Int32" or "Int64", _) => Convert.ChangeType(Content.Length, parameter.ParameterType, System.Globalization.CultureInfo.InvariantCulture),
        ("String", "path") => Target(),
        ("String", "input") => Input(),
        ("String", "folder") => Folder(),
        ("String", _) => parameter.Name,
        ("CancellationToken", _) => _cancellation.Token,
        ("BlobClient", _) => WithOldBlob().Client(),
        ("BlockBlobClient", _) => WithOldBlob().BlockClient(),
        ("BlobContainerClient", _) => new BlobContainerClient(new Uri("https://account.blob.core.windows.net/container"), _service.Options(null)),
        _ => throw new InvalidOperationException($"Nothing is known to give for '{parameter}'."),
    };

    private WatchedSource Source(bool canSeek)
    {
        var source = new WatchedSource(Content, canSeek, _situation.Fails, _situation.Cancels == CancelsWhen.Halfway ? _cancellation.Cancel : null);
        _sources.Add(source);
        return source;
    }

    private FileStream Keep(FileStream file)
    {
        _files.Add(file);
        return file;
    }

    private HttpRequest Request()
    {
        HttpRequest request = new DefaultHttpContext().Request;
        request.Body = Source(canSeek: false);
        request.ContentLength = Content.Length;
        return request;
    }

    private FakeBlobService WithOldBlob()
    {
        if (Old.Length > 0)
        {
            _service.Create(Old);
        }

        return _service;
    }

    private string Input()
    {
        string path = _scratch.WithFile("input.bin", Content);
        _given.Add(path);
        return path;
    }

    private string Folder()
    {
        string path = Directory.CreateDirectory(_scratch.PathOf("folder")).FullName;
        _given.Add(path);
        return path;
    }

    private string Target()
    {
        if (_target is null)
        {
            _target = _situation.Target == TargetBefore.MissingFolder ? Path.Combine(_scratch.PathOf("missing"), "target.bin") : _scratch.PathOf("target.bin");
            if (_situation.Target == TargetBefore.Folder)
            {
                Directory.CreateDirectory(_target);
            }
            else if (Old.Length > 0)
            {
                File.WriteAllBytes(_target, Old);
                if (_situation.Target == TargetBefore.ReadOnlyFile)
                {
                    File.SetAttributes(_target, FileAttributes.ReadOnly);
                }
            }
        }

        return _target;
    }

    /// <summary>What a method returns; of the path of a file, which may be in another folder each time, its name and content.</summary>
    private static string Describe(object? result)
    {
        if (result is string path && Path.IsPathRooted(path) && File.Exists(path))
        {
            byte[] content = File.ReadAllBytes(path);
            File.Delete(path);
            return $"a file with {content.Length} bytes, {Convert.ToHexString(System.Security.Cryptography.SHA256.HashData(content))}";
        }

        return result switch
        {
            byte[] bytes => Convert.ToHexString(System.Security.Cryptography.SHA256.HashData(bytes)),
            Azure.Response response => response.Status.ToString(System.Globalization.CultureInfo.InvariantCulture),
            null => "",
            _ when result.GetType().Name.StartsWith("Response`", StringComparison.Ordinal) => "a response",
            _ => Convert.ToString(result, System.Globalization.CultureInfo.InvariantCulture)!,
        };
    }

    /// <summary>Answers every request with the content, while it is read.</summary>
    private sealed class Responder(World world, bool sendsLength) : HttpMessageHandler
    {
        protected override HttpResponseMessage Send(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            // What is cancelled is cancelled before there is a response.
            cancellationToken.ThrowIfCancellationRequested();
            var content = new StreamContent(world.Source(canSeek: false));
            content.Headers.ContentLength = sendsLength ? world.Content.Length : null;
            return new HttpResponseMessage(HttpStatusCode.OK) { Content = content, RequestMessage = request };
        }

        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken) => Task.FromResult(Send(request, cancellationToken));
    }
}
