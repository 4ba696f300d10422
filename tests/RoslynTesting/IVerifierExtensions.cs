namespace Microsoft.CodeAnalysis.Testing;

/// <summary>Assertions built on <see cref="IVerifier"/>.</summary>
public static class IVerifierExtensions
{
    /// <summary>Fails unless the two texts are equal to the character, and shows where they differ.</summary>
    public static void EqualOrDiff(this IVerifier verifier, string expected, string actual, string? message = null)
    {
        if (TextDiff.Describe(expected, actual) is { } diff)
        {
            verifier.Fail($"{message ?? "The texts differ."}{Environment.NewLine}{diff}");
        }
    }
}
