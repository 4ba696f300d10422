using System.Diagnostics.CodeAnalysis;

namespace Microsoft.CodeAnalysis.Testing;

/// <summary>The assertions that the harness makes.</summary>
public interface IVerifier
{
    /// <summary>Fails unless <paramref name="collection"/> is empty.</summary>
    void Empty<T>(string collectionName, IEnumerable<T> collection);

    /// <summary>Fails unless the two values are equal.</summary>
    void Equal<T>(T expected, T actual, string? message = null);

    /// <summary>Fails unless <paramref name="assert"/> holds.</summary>
    void True([DoesNotReturnIf(false)] bool assert, string? message = null);

    /// <summary>Fails if <paramref name="assert"/> holds.</summary>
    void False([DoesNotReturnIf(true)] bool assert, string? message = null);

    /// <summary>Fails.</summary>
    [DoesNotReturn]
    void Fail(string? message = null);

    /// <summary>Fails unless the language is one that the harness can compile.</summary>
    void LanguageIsSupported(string language);

    /// <summary>Fails if <paramref name="collection"/> is empty.</summary>
    void NotEmpty<T>(string collectionName, IEnumerable<T> collection);

    /// <summary>Fails unless the two sequences hold equal elements in the same order.</summary>
    void SequenceEqual<T>(IEnumerable<T> expected, IEnumerable<T> actual, IEqualityComparer<T>? equalityComparer = null, string? message = null);

    /// <summary>A verifier whose messages also name <paramref name="context"/>.</summary>
    IVerifier PushContext(string context);
}
