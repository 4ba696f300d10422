using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace StreamTuning;

/// <summary>
/// Stands where ASP.NET Core looks for the form: nobody reads the body a second time, and what asks later gets the fields.
/// </summary>
internal sealed class StreamedFormFeature(RequestBody body) : IFormFeature
{
    /// <inheritdoc cref="RequestBody.BytesSearched"/>
    public long BytesSearched => body.BytesSearched;

    public bool HasFormContentType => true;

    public IFormCollection? Form { get; set; }

    public IFormCollection ReadForm() =>
        Form ?? throw new InvalidOperationException(
            "The form of this request is being streamed. Its fields are known when StreamFiles has returned.");

    public Task<IFormCollection> ReadFormAsync(CancellationToken cancellationToken) => Task.FromResult(ReadForm());
}
