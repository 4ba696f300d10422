using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace StreamTuning;

/// <summary>Says that there is no form, so that who looks for an antiforgery token in it does not read it.</summary>
internal sealed class NoFormFeature : IFormFeature
{
    public static NoFormFeature Instance { get; } = new();

    public bool HasFormContentType => false;

    public IFormCollection? Form
    {
        get => null;
        set => throw new NotSupportedException();
    }

    public IFormCollection ReadForm() =>
        throw new InvalidOperationException("The form of this request is streamed and must not be read before.");

    public Task<IFormCollection> ReadFormAsync(CancellationToken cancellationToken) => Task.FromResult(ReadForm());
}
