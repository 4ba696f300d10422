using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;

namespace StreamTuning;

/// <summary>
/// Reads forms with files without holding the files anywhere: each goes to a callback while it arrives. The fields of the form are kept,
/// and can be bound to a model.
/// </summary>
/// <remarks>
/// What the client sends wrong, or too much of, ends the request with a <see cref="BadHttpRequestException"/>, which carries the status
/// 400, 413 or 415; a client that goes away with an <see cref="OperationCanceledException"/>. An exception of the callback is passed on as
/// it is. In each case what <see cref="StreamedFile"/> has written is removed before.
/// </remarks>
public static partial class StreamFilesExtensions
{
    /// <summary>Reads the form of the request, gives its files to a callback while they arrive, and binds its fields to a model.</summary>
    /// <typeparam name="TModel">
    /// The type of the model. It gets the fields of the form, and is validated into the controller's ModelState, as a parameter of an
    /// action.
    /// </typeparam>
    /// <param name="controller">
    /// The controller. Its action needs <see cref="DisableFormModelBindingAttribute"/> if it has parameters.
    /// </param>
    /// <param name="onFile">
    /// Is given each file in turn, with a token that ends when the client goes away; the file can be read until the task is complete. The
    /// fields behind the file are not known yet.
    /// </param>
    /// <param name="options">What the form may be; <see langword="null"/> for the options of the endpoint, or of the application.</param>
    /// <param name="cancellationToken">Ends reading, besides the client that goes away.</param>
    /// <returns>The form, complete. Whether its model is valid says <see cref="StreamedForm.IsValid"/>.</returns>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="controller"/> or <paramref name="onFile"/> is <see langword="null"/>.
    /// </exception>
    /// <exception cref="InvalidOperationException">
    /// The form has been read before: the action lacks <see cref="DisableFormModelBindingAttribute"/>, or has parameters that are files.
    /// </exception>
    /// <exception cref="BadHttpRequestException">
    /// The request is refused: it is malformed, too long, not what is expected, or lacks its antiforgery token.
    /// </exception>
    /// <exception cref="OperationCanceledException">The client went away, or the token ended reading.</exception>
    /// <exception cref="IOException">
    /// Files are hidden until the form is complete, and one of their names is taken or could not be given.
    /// </exception>
    /// <exception cref="UnauthorizedAccessException">Files are hidden, and one may not get its name.</exception>
    public static Task<StreamedForm<TModel>> StreamFiles<TModel>(
        this ControllerBase controller,
        Func<StreamedFile, CancellationToken, Task> onFile,
        StreamFilesOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(controller);
        ArgumentNullException.ThrowIfNull(onFile);
        return ReadAsync(controller, onFile, options, cancellationToken);

        static async Task<StreamedForm<TModel>> ReadAsync(
            ControllerBase controller,
            Func<StreamedFile, CancellationToken, Task> onFile,
            StreamFilesOptions? options,
            CancellationToken token)
        {
            FormReading form = await FormReading.RunAsync(
                controller.HttpContext, onFile, options, isController: true, token).ConfigureAwait(false);
            return await form.CompleteAsync(async () =>
            {
                TModel? model = await ControllerModel.BindAsync<TModel>(controller, form.Fields).ConfigureAwait(false);
                return new StreamedForm<TModel>(form, ControllerModel.Errors(controller), model);
            }).ConfigureAwait(false);
        }
    }

    /// <summary>Reads the form of the request, and gives its files to a callback while they arrive.</summary>
    /// <inheritdoc
    /// cref="StreamFiles{TModel}(ControllerBase, Func{StreamedFile, CancellationToken, Task}, StreamFilesOptions?, CancellationToken)"/>
    /// <returns>The form, complete.</returns>
    public static Task<StreamedForm> StreamFiles(
        this ControllerBase controller,
        Func<StreamedFile, CancellationToken, Task> onFile,
        StreamFilesOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(controller);
        ArgumentNullException.ThrowIfNull(onFile);
        return ReadAsync(controller, onFile, options, cancellationToken);

        static async Task<StreamedForm> ReadAsync(
            ControllerBase controller,
            Func<StreamedFile, CancellationToken, Task> onFile,
            StreamFilesOptions? options,
            CancellationToken token)
        {
            FormReading form = await FormReading.RunAsync(
                controller.HttpContext, onFile, options, isController: true, token).ConfigureAwait(false);
            return await form.CompleteAsync(
                () => Task.FromResult(new StreamedForm(form, ControllerModel.Errors(controller)))).ConfigureAwait(false);
        }
    }

    /// <summary>
    /// Reads the form of the request, gives its files to a callback while they arrive, keeps what that makes of each, and binds the fields
    /// to a model.
    /// </summary>
    /// <typeparam name="TModel">The type of the model, bound and validated as without results.</typeparam>
    /// <typeparam name="TResult">What the callback returns for a file: the name of a blob, for instance.</typeparam>
    /// <inheritdoc
    /// cref="StreamFiles{TModel}(ControllerBase, Func{StreamedFile, CancellationToken, Task}, StreamFilesOptions?, CancellationToken)"/>
    public static Task<StreamedForm<TModel, TResult>> StreamFiles<TModel, TResult>(
        this ControllerBase controller,
        Func<StreamedFile, CancellationToken, Task<TResult>> onFile,
        StreamFilesOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(controller);
        ArgumentNullException.ThrowIfNull(onFile);
        return ReadAsync(controller, onFile, options, cancellationToken);

        static async Task<StreamedForm<TModel, TResult>> ReadAsync(
            ControllerBase controller,
            Func<StreamedFile, CancellationToken, Task<TResult>> onFile,
            StreamFilesOptions? options,
            CancellationToken token)
        {
            var results = new List<TResult>();
            StreamedForm<TModel> form = await controller.StreamFiles<TModel>(
                async (file, ended) => results.Add(await onFile(file, ended).ConfigureAwait(false)), options, token).ConfigureAwait(false);
            return new StreamedForm<TModel, TResult>(form, results);
        }
    }

    /// <param name="controller">
    /// The controller. Its action needs <see cref="DisableFormModelBindingAttribute"/> if it has parameters.
    /// </param>
    /// <param name="onFile">Is given each file in turn.</param>
    /// <param name="ct">Ends reading, besides the client that goes away.</param>
    /// <inheritdoc
    /// cref="StreamFiles{TModel}(ControllerBase, Func{StreamedFile, CancellationToken, Task}, StreamFilesOptions?, CancellationToken)"/>
    public static Task<StreamedForm<TModel>> StreamFiles<TModel>(
        this ControllerBase controller, Func<StreamedFile, CancellationToken, Task> onFile, CancellationToken ct) =>
        controller.StreamFiles<TModel>(onFile, options: null, ct);

    /// <param name="controller">
    /// The controller. Its action needs <see cref="DisableFormModelBindingAttribute"/> if it has parameters.
    /// </param>
    /// <param name="onFile">Is given each file in turn.</param>
    /// <param name="ct">Ends reading, besides the client that goes away.</param>
    /// <inheritdoc
    /// cref="StreamFiles(ControllerBase, Func{StreamedFile, CancellationToken, Task}, StreamFilesOptions?, CancellationToken)"/>
    public static Task<StreamedForm> StreamFiles(
        this ControllerBase controller, Func<StreamedFile, CancellationToken, Task> onFile, CancellationToken ct) =>
        controller.StreamFiles(onFile, options: null, ct);
}
