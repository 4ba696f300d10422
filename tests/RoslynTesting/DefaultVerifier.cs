using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;

namespace Microsoft.CodeAnalysis.Testing;

/// <summary>Fails by throwing <see cref="InvalidOperationException"/>, so that it needs no test framework.</summary>
public class DefaultVerifier : IVerifier
{
    /// <summary>A verifier without context.</summary>
    public DefaultVerifier()
        : this([])
    {
    }

    /// <summary>A verifier whose messages start with the context, innermost first.</summary>
    protected DefaultVerifier(ImmutableStack<string> context)
    {
        Context = context;
    }

    /// <summary>What was being verified, innermost first.</summary>
    protected ImmutableStack<string> Context { get; }

    /// <inheritdoc/>
    public virtual void Empty<T>(string collectionName, IEnumerable<T> collection)
    {
        var items = collection.ToList();
        True(items.Count == 0, $"Expected '{collectionName}' to be empty, but it holds {items.Count}: {string.Join(", ", items)}");
    }

    /// <inheritdoc/>
    public virtual void Equal<T>(T expected, T actual, string? message = null)
    {
        if (!EqualityComparer<T>.Default.Equals(expected, actual))
        {
            Fail($"{message ?? "The values differ."} Expected: {expected}. Actual: {actual}.");
        }
    }

    /// <inheritdoc/>
    public virtual void True([DoesNotReturnIf(false)] bool assert, string? message = null)
    {
        if (!assert)
        {
            Fail(message ?? "Expected true.");
        }
    }

    /// <inheritdoc/>
    public virtual void False([DoesNotReturnIf(true)] bool assert, string? message = null)
    {
        if (assert)
        {
            Fail(message ?? "Expected false.");
        }
    }

    /// <inheritdoc/>
    [DoesNotReturn]
    public virtual void Fail(string? message = null) => throw new InvalidOperationException(CreateMessage(message ?? "The verification failed."));

    /// <inheritdoc/>
    public virtual void LanguageIsSupported(string language) =>
        True(language == LanguageNames.CSharp, $"The language '{language}' is not supported; use '{LanguageNames.CSharp}'.");

    /// <inheritdoc/>
    public virtual void NotEmpty<T>(string collectionName, IEnumerable<T> collection) =>
        True(collection.Any(), $"Expected '{collectionName}' to hold something, but it is empty.");

    /// <inheritdoc/>
    public virtual void SequenceEqual<T>(IEnumerable<T> expected, IEnumerable<T> actual, IEqualityComparer<T>? equalityComparer = null, string? message = null)
    {
        if (!expected.SequenceEqual(actual, equalityComparer))
        {
            Fail($"{message ?? "The sequences differ."}{Environment.NewLine}Expected: {string.Join(", ", expected)}{Environment.NewLine}Actual: {string.Join(", ", actual)}");
        }
    }

    /// <inheritdoc/>
    public virtual IVerifier PushContext(string context) => new DefaultVerifier(Context.Push(context));

    /// <summary>The message with the context before it.</summary>
    protected virtual string CreateMessage(string? message) =>
        string.Join(Environment.NewLine, Context.Select(static context => $"Context: {context}").Append(message));
}
