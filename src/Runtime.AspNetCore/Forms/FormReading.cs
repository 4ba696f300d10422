using System.Buffers;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace StreamTuning;

/// <summary>
/// One form, read from the first boundary to the last: files go to the callback while they arrive, fields are kept. Whatever ends it
/// before, what the files have left is removed, and the caller gets the exception.
/// </summary>
internal sealed class FormReading
{
    // What a copy writes in one block needs no reserved length.
    private const int SmallFile = 1024 * 1024;

    // What follows the final boundary: two dashes, and the line end that clients send.
    private const int LastLine = 4;

    private static readonly Delimiter _endOfHeaders = new("\r\n\r\n"u8.ToArray());
    private static readonly byte[] _closing = "--"u8.ToArray();

    private readonly Delimiter _boundary;
    private readonly StreamFilesOptions _options;
    private readonly RequestBody _body;
    private readonly FormFields _fields;
    private readonly List<StreamedFileInfo> _files = [];
    private byte[] _text = [];
    private int _misses;

    private FormReading(
        HttpContext context, Delimiter boundary, StreamFilesOptions options, FileCopyOptions? copying, CancellationToken token)
    {
        Context = context;
        Copying = copying;
        Outputs = new FormOutputs(context);
        _boundary = boundary;
        _options = options;
        _fields = new FormFields(options);
        _body = new RequestBody(context, RequestLimits.Apply(context, options), options.BufferSize, token);
    }

    public HttpContext Context { get; }

    /// <summary>How files are copied where the callback says nothing; <see langword="null"/> for the defaults.</summary>
    public FileCopyOptions? Copying { get; }

    public FormOutputs Outputs { get; }

    /// <summary>Whether new files get their names only when the form is complete.</summary>
    public bool HidesFiles => _options.HideFilesUntilComplete;

    public IReadOnlyList<StreamedFileInfo> Files => _files;

    public IFormCollection Fields => _fields.Collection;

    /// <summary>
    /// The most bytes that can still come for the current file, which are its length if it is the last part; <see langword="null"/> when
    /// nobody knows.
    /// </summary>
    public long? MostRemaining => _body.MostRemaining is { } remaining
        ? Math.Clamp(remaining - _boundary.Length - LastLine, 0, _options.MaxFileBytes ?? long.MaxValue)
        : null;

    /// <summary>
    /// What the current file may be assumed to have: the rest of the request, which the only file has, and the last one. A file that is
    /// much shorter shows that others follow; it has cost a reserved length for nothing, and that is done twice at most.
    /// </summary>
    public long? ProbableLength => MostRemaining is { } most && (most <= SmallFile || _misses < 2 || most <= 2 * _files[^1].Length)
        ? most
        : null;

    /// <summary>Checks a request, and reads its form.</summary>
    public static async Task<FormReading> RunAsync(
        HttpContext context,
        Func<StreamedFile, CancellationToken, Task> onFile,
        StreamFilesOptions? options,
        bool isController,
        CancellationToken token)
    {
        (StreamFilesOptions effective, FileCopyOptions? copying) = EffectiveOptions.Of(context, options);
        Delimiter boundary = Boundary.Of(context.Request, effective);
        await HeaderAntiforgery.ValidateAsync(context, effective, isController).ConfigureAwait(false);
        FormState.ThrowIfRead(context);

        using CancellationTokenSource? both = Link(token, context.RequestAborted);
        CancellationToken linked = both?.Token ?? context.RequestAborted;
        var form = new FormReading(context, boundary, effective, copying, linked);
        var feature = new StreamedFormFeature(form._body);
        context.Features.Set<IFormFeature>(feature);
        try
        {
            await form.ReadAsync(onFile, linked).ConfigureAwait(false);
        }
        catch (Exception e)
        {
            await form.Outputs.DiscardAsync().ConfigureAwait(false);

            // What wraps a refusal would be answered as an error of the server.
            form._body.ThrowIfReasonOf(e);
            throw;
        }
        finally
        {
            await form._body.DisposeAsync().ConfigureAwait(false);
        }

        feature.Form = form.Fields;
        return form;
    }

    /// <summary>
    /// Does what remains to be done with the form: its files get their names, or go if it is not valid. If that fails, the request has
    /// failed.
    /// </summary>
    public async Task<T> CompleteAsync<T>(Func<Task<T>> bind)
        where T : StreamedForm
    {
        try
        {
            T form = await bind().ConfigureAwait(false);
            if (form.IsValid || _options.KeepFilesOfInvalidForm)
            {
                Outputs.Publish();
            }
            else
            {
                await Outputs.DiscardAsync().ConfigureAwait(false);
            }

            return form;
        }
        catch (Exception)
        {
            await Outputs.DiscardAsync().ConfigureAwait(false);
            throw;
        }
    }

    public static CancellationTokenSource? Link(CancellationToken token, CancellationToken aborted) =>
        token.CanBeCanceled && token != aborted ? CancellationTokenSource.CreateLinkedTokenSource(token, aborted) : null;

    private async Task ReadAsync(Func<StreamedFile, CancellationToken, Task> onFile, CancellationToken token)
    {
        _text = ArrayPool<byte>.Shared.Rent(1024);
        try
        {
            await SkipPreambleAsync().ConfigureAwait(false);
            while (!await _body.TrySkipAsync(_closing).ConfigureAwait(false))
            {
                PartHeaders headers = await ReadHeadersAsync().ConfigureAwait(false);
                if (headers.FileName is null)
                {
                    await ReadFieldAsync(headers).ConfigureAwait(false);
                }
                else if (headers.FileName.Length == 0 && await _body.TrySkipAsync(_boundary.Bytes).ConfigureAwait(false))
                {
                    // An input of the form in which no file was chosen comes without a name and a byte. ASP.NET Core counts it as a field,
                    // too.
                    _fields.NoteNext(headers);
                }
                else
                {
                    await ReadFileAsync(headers, onFile, token).ConfigureAwait(false);
                }
            }

            await SkipEpilogueAsync().ConfigureAwait(false);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(_text);
            _text = [];
        }
    }

    private async ValueTask SkipPreambleAsync()
    {
        // The first boundary has no line end in front of it, unless something precedes it.
        if (!await _body.TrySkipAsync(_boundary.Bytes[2..]).ConfigureAwait(false))
        {
            await ReadTextAsync(
                _boundary, _options.MaxPartHeadersLength, "What precedes the first boundary is too long.").ConfigureAwait(false);
        }
    }

    private async ValueTask<PartHeaders> ReadHeadersAsync()
    {
        int limit = _options.MaxPartHeadersLength;
        int count = await ReadTextAsync(_endOfHeaders, limit, "The headers of a part are too long.").ConfigureAwait(false);
        ReadOnlySpan<byte> headers = _text.AsSpan(0, count);

        // Who looks for boundaries first would see another part.
        return headers.IndexOf(_boundary.Bytes.Span) < 0
            ? PartHeaders.Parse(headers, _options)
            : throw Rejection.Malformed("A boundary is among the headers of a part.");
    }

    private async ValueTask ReadFieldAsync(PartHeaders headers)
    {
        if (_options.FieldsMustPrecedeFiles && _files.Count > 0)
        {
            throw Rejection.Malformed("A field follows a file.");
        }

        _fields.NoteNext(headers);
        int count = await ReadTextAsync(_boundary, _options.MaxValueLength, tooLong: null).ConfigureAwait(false);
        _fields.Add(headers, _text.AsSpan(0, count));
    }

    private async ValueTask ReadFileAsync(PartHeaders headers, Func<StreamedFile, CancellationToken, Task> onFile, CancellationToken token)
    {
        if (_files.Count == _options.MaxFiles)
        {
            throw Rejection.TooMuch($"The form has more than {_options.MaxFiles} files.");
        }

        if (!_options.AllowedTypes.Allow(headers.ContentType))
        {
            throw Rejection.Unsupported("The content type of a file is not allowed.");
        }

        long? most = MostRemaining;
        var stream = new PartStream(_body, _boundary, _options.MaxFileBytes, Outputs);
        var file = new StreamedFile(headers, stream, this);
        using (stream)
        {
            try
            {
                await onFile(file, token).ConfigureAwait(false);
            }
            finally
            {
                Outputs.Settle();
            }
        }

        await stream.DrainAsync().ConfigureAwait(false);
        _files.Add(new StreamedFileInfo(file));
        _misses += file.Length < most / 2 ? 1 : 0;
    }

    /// <summary>What follows the last boundary is nothing, or lines that mean nothing. The form is complete when the body is.</summary>
    private async ValueTask SkipEpilogueAsync()
    {
        long skipped = 0;
        bool isLine = true;
        int read;
        while ((read = await _body.ReadAsync(_text).ConfigureAwait(false)) > 0)
        {
            for (int i = 0; isLine && i < read; i++)
            {
                isLine = _text[i] switch
                {
                    (byte)' ' or (byte)'\t' => true,
                    (byte)'\r' or (byte)'\n' => false,
                    _ => throw Rejection.Malformed("The final boundary is followed by something else than a line end."),
                };
            }

            skipped += read;
            if (skipped > _options.MaxPartHeadersLength)
            {
                throw Rejection.Malformed("What follows the final boundary is too long.");
            }
        }
    }

    /// <summary>Reads what precedes a delimiter into <see cref="_text"/>.</summary>
    private async ValueTask<int> ReadTextAsync(Delimiter end, int limit, string? tooLong)
    {
        int count = 0;
        while (true)
        {
            if (count == _text.Length)
            {
                byte[] larger = ArrayPool<byte>.Shared.Rent(2 * count);
                _text.AsSpan(0, count).CopyTo(larger);
                ArrayPool<byte>.Shared.Return(_text);
                _text = larger;
            }

            // One byte more than there may be, to see whether it comes.
            int room = (int)Math.Min(_text.Length, limit + 1L) - count;
            int read = await _body.ReadToAsync(end, _text.AsMemory(count, room)).ConfigureAwait(false);
            if (read == 0)
            {
                return count;
            }

            count += read;
            if (count > limit)
            {
                throw tooLong is null
                    ? Rejection.TooMuch($"The value of a field is longer than {limit} bytes.")
                    : Rejection.Malformed(tooLong);
            }
        }
    }
}
