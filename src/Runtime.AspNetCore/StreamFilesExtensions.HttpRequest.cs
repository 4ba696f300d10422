using System.Diagnostics.CodeAnalysis;
using Microsoft.AspNetCore.Http;

namespace StreamTuning;

public static partial class StreamFilesExtensions
{
    /// <summary>Reads the form of a request, gives its files to a callback while they arrive, and binds its fields to a model.</summary>
    /// <typeparam name="TModel">
    /// The type of the model: a class or record, bound as a parameter with <c>[FromForm]</c> of a minimal API, and validated by its
    /// attributes and <see cref="System.ComponentModel.DataAnnotations.IValidatableObject"/>, models within it included.
    /// </typeparam>
    /// <param name="request">
    /// The request. Its endpoint should be set up by <see cref="StreamedFilesEndpointExtensions.WithStreamedFiles"/>.
    /// </param>
    /// <param name="onFile">
    /// Is given each file in turn, with a token that ends when the client goes away; the file can be read until the task is complete. The
    /// fields behind the file are not known yet.
    /// </param>
    /// <param name="options">What the form may be; <see langword="null"/> for the options of the endpoint, or of the application.</param>
    /// <param name="cancellationToken">Ends reading, besides the client that goes away.</param>
    /// <returns>The form, complete. Whether its model is valid says <see cref="StreamedForm.IsValid"/>.</returns>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="request"/> or <paramref name="onFile"/> is <see langword="null"/>.
    /// </exception>
    /// <exception cref="InvalidOperationException">
    /// The form has been read before, or an antiforgery token is required and no antiforgery services are registered.
    /// </exception>
    /// <exception cref="BadHttpRequestException">
    /// The request is refused: it is malformed, too long, not what is expected, or lacks its antiforgery token.
    /// </exception>
    /// <exception cref="OperationCanceledException">The client went away, or the token ended reading.</exception>
    /// <exception cref="IOException">
    /// Files are hidden until the form is complete, and one of their names is taken or could not be given.
    /// </exception>
    /// <exception cref="UnauthorizedAccessException">Files are hidden, and one may not get its name.</exception>
    [RequiresUnreferencedCode(RequestModel.Trimming)]
    [RequiresDynamicCode(RequestModel.Trimming)]
    public static Task<StreamedForm<TModel>> StreamFilesAsync<TModel>(
        this HttpRequest request,
        Func<StreamedFile, CancellationToken, Task> onFile,
        StreamFilesOptions? options = null,
        CancellationToken cancellationToken = default)
        where TModel : class
    {
        ArgumentNullException.ThrowIfNull(request);
        ArgumentNullException.ThrowIfNull(onFile);
        return ReadAsync(request.HttpContext, onFile, options, cancellationToken);

        static async Task<StreamedForm<TModel>> ReadAsync(
            HttpContext context,
            Func<StreamedFile, CancellationToken, Task> onFile,
            StreamFilesOptions? options,
            CancellationToken token)
        {
            FormReading form = await FormReading.RunAsync(context, onFile, options, isController: false, token).ConfigureAwait(false);
            return await form.CompleteAsync(async () =>
            {
                (TModel? model, IDictionary<string, string[]> errors) = await RequestModel.BindAsync<TModel>(context).ConfigureAwait(false);
                return new StreamedForm<TModel>(form, errors, model);
            }).ConfigureAwait(false);
        }
    }

    /// <summary>Reads the form of a request, and gives its files to a callback while they arrive.</summary>
    /// <inheritdoc
    /// cref="StreamFilesAsync{TModel}(HttpRequest, Func{StreamedFile, CancellationToken, Task}, StreamFilesOptions?, CancellationToken)"/>
    /// <returns>The form, complete.</returns>
    public static Task<StreamedForm> StreamFilesAsync(
        this HttpRequest request,
        Func<StreamedFile, CancellationToken, Task> onFile,
        StreamFilesOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(request);
        ArgumentNullException.ThrowIfNull(onFile);
        return ReadAsync(request.HttpContext, onFile, options, cancellationToken);

        static async Task<StreamedForm> ReadAsync(
            HttpContext context,
            Func<StreamedFile, CancellationToken, Task> onFile,
            StreamFilesOptions? options,
            CancellationToken token)
        {
            FormReading form = await FormReading.RunAsync(context, onFile, options, isController: false, token).ConfigureAwait(false);
            return await form.CompleteAsync(
                () => Task.FromResult(new StreamedForm(form, new Dictionary<string, string[]>()))).ConfigureAwait(false);
        }
    }

    /// <summary>
    /// Reads the form of a request, gives its files to a callback while they arrive, keeps what that makes of each, and binds the fields to
    /// a model.
    /// </summary>
    /// <typeparam name="TModel">The type of the model, bound and validated as without results.</typeparam>
    /// <typeparam name="TResult">What the callback returns for a file: the name of a blob, for instance.</typeparam>
    /// <inheritdoc
    /// cref="StreamFilesAsync{TModel}(HttpRequest, Func{StreamedFile, CancellationToken, Task}, StreamFilesOptions?, CancellationToken)"/>
    [RequiresUnreferencedCode(RequestModel.Trimming)]
    [RequiresDynamicCode(RequestModel.Trimming)]
    public static Task<StreamedForm<TModel, TResult>> StreamFilesAsync<TModel, TResult>(
        this HttpRequest request,
        Func<StreamedFile, CancellationToken, Task<TResult>> onFile,
        StreamFilesOptions? options = null,
        CancellationToken cancellationToken = default)
        where TModel : class
    {
        ArgumentNullException.ThrowIfNull(request);
        ArgumentNullException.ThrowIfNull(onFile);
        return ReadAsync(request, onFile, options, cancellationToken);

        static async Task<StreamedForm<TModel, TResult>> ReadAsync(
            HttpRequest request,
            Func<StreamedFile, CancellationToken, Task<TResult>> onFile,
            StreamFilesOptions? options,
            CancellationToken token)
        {
            var results = new List<TResult>();
            StreamedForm<TModel> form = await request.StreamFilesAsync<TModel>(
                async (file, ended) => results.Add(await onFile(file, ended).ConfigureAwait(false)), options, token).ConfigureAwait(false);
            return new StreamedForm<TModel, TResult>(form, results);
        }
    }

    /// <param name="request">
    /// The request. Its endpoint should be set up by <see cref="StreamedFilesEndpointExtensions.WithStreamedFiles"/>.
    /// </param>
    /// <param name="onFile">Is given each file in turn.</param>
    /// <param name="ct">Ends reading, besides the client that goes away.</param>
    /// <inheritdoc
    /// cref="StreamFilesAsync{TModel}(HttpRequest, Func{StreamedFile, CancellationToken, Task}, StreamFilesOptions?, CancellationToken)"/>
    [RequiresUnreferencedCode(RequestModel.Trimming)]
    [RequiresDynamicCode(RequestModel.Trimming)]
    public static Task<StreamedForm<TModel>> StreamFilesAsync<TModel>(
        this HttpRequest request, Func<StreamedFile, CancellationToken, Task> onFile, CancellationToken ct)
        where TModel : class =>
        request.StreamFilesAsync<TModel>(onFile, options: null, ct);

    /// <param name="request">
    /// The request. Its endpoint should be set up by <see cref="StreamedFilesEndpointExtensions.WithStreamedFiles"/>.
    /// </param>
    /// <param name="onFile">Is given each file in turn.</param>
    /// <param name="ct">Ends reading, besides the client that goes away.</param>
    /// <inheritdoc
    /// cref="StreamFilesAsync(HttpRequest, Func{StreamedFile, CancellationToken, Task}, StreamFilesOptions?, CancellationToken)"/>
    public static Task<StreamedForm> StreamFilesAsync(
        this HttpRequest request, Func<StreamedFile, CancellationToken, Task> onFile, CancellationToken ct) =>
        request.StreamFilesAsync(onFile, options: null, ct);
}
