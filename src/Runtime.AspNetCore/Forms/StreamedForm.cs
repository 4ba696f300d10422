using Microsoft.AspNetCore.Http;

namespace StreamTuning;

/// <summary>
/// A form that has been read to its final boundary. Its files have gone where the callback has put them; if it is not valid, that has been
/// undone.
/// </summary>
public class StreamedForm
{
    private readonly FormOutputs _outputs;

    internal StreamedForm(FormReading reading, IDictionary<string, string[]> errors)
    {
        _outputs = reading.Outputs;
        Files = reading.Files;
        Fields = reading.Fields;
        Errors = errors;
    }

    private protected StreamedForm(StreamedForm form)
    {
        _outputs = form._outputs;
        Files = form.Files;
        Fields = form.Fields;
        Errors = form.Errors;
    }

    /// <summary>The files, in the order in which they came.</summary>
    public IReadOnlyList<StreamedFileInfo> Files { get; }

    /// <summary>The fields. Has no files.</summary>
    public IFormCollection Fields { get; }

    /// <summary>
    /// Whether the fields could be bound to the model and are valid; <see langword="true"/> without a model. In a controller: whether its
    /// ModelState is valid.
    /// </summary>
    public bool IsValid => Errors.Count == 0;

    /// <summary>
    /// What is wrong with the fields, by the name of the field: for <c>Results.ValidationProblem</c>. A controller finds it in its
    /// ModelState too.
    /// </summary>
    public IDictionary<string, string[]> Errors { get; }

    /// <summary>
    /// Undoes what was done with the files, as if the request had failed: deletes the files that were filled and new or empty before, and
    /// what was staged, and calls what was registered with <see cref="StreamedFile.OnAborted(Func{Task})"/>. For a form that the
    /// application does not want; one that is not valid leaves nothing anyway, unless
    /// <see cref="StreamFilesOptions.KeepFilesOfInvalidForm"/> is set. What fails is logged, and throws nothing.
    /// </summary>
    /// <remarks>
    /// With <see cref="StreamFilesOptions.HideFilesUntilComplete"/>, a file that has replaced the file of another writer stays: that one
    /// cannot be brought back.
    /// </remarks>
    /// <returns>A task that is complete when everything has been undone.</returns>
    public Task DiscardFilesAsync() => _outputs.DiscardAsync();
}

/// <summary>A form that has been read to its final boundary, with a model bound to its fields.</summary>
/// <typeparam name="TModel">The type of the model.</typeparam>
public class StreamedForm<TModel> : StreamedForm
{
    internal StreamedForm(FormReading reading, IDictionary<string, string[]> errors, TModel? model)
        : base(reading, errors) => Model = model;

    private protected StreamedForm(StreamedForm<TModel> form)
        : base(form) => Model = form.Model;

    /// <summary>
    /// The model; may be incomplete, or <see langword="null"/>, where <see cref="StreamedForm.IsValid"/> is <see langword="false"/>.
    /// </summary>
    public TModel? Model { get; }
}

/// <summary>
/// A form that has been read to its final boundary, with a model bound to its fields and what the callback has made of each file.
/// </summary>
/// <typeparam name="TModel">The type of the model.</typeparam>
/// <typeparam name="TResult">What the callback returns.</typeparam>
public sealed class StreamedForm<TModel, TResult> : StreamedForm<TModel>
{
    internal StreamedForm(StreamedForm<TModel> form, IReadOnlyList<TResult> results)
        : base(form) => Results = results;

    /// <summary>What the callback has returned for each file, in the order of <see cref="StreamedForm.Files"/>.</summary>
    public IReadOnlyList<TResult> Results { get; }
}
