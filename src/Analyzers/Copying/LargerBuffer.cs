using System.Collections.Immutable;
using System.Globalization;
using Microsoft.CodeAnalysis;

namespace StreamTuning.Analyzers.Copying;

/// <summary>What the plain fixes need to know that give a copy or loop into a file larger blocks.</summary>
internal static class LargerBuffer
{
    /// <summary>Diagnostic property: where the plain fix puts the buffer, one of the values below; absent where it has no place.</summary>
    public const string PlainFix = nameof(PlainFix);

    /// <summary>The copy takes a buffer size, and its source honours it.</summary>
    public const string BufferOfCopy = nameof(BufferOfCopy);

    /// <summary>The source hands out small segments: the <c>FileStream</c>, opened at the additional location, gathers them.</summary>
    public const string BufferOfFile = nameof(BufferOfFile);

    /// <summary>The buffer of a loop has the sizes at the additional locations.</summary>
    public const string BufferOfLoop = nameof(BufferOfLoop);

    /// <summary>Diagnostic property: the buffer size for the plain fix, in bytes.</summary>
    public const string BufferSize = nameof(BufferSize);

    /// <summary>The additional locations for a copy: where the file is opened, if that is visible.</summary>
    public static ImmutableArray<Location> LocationsFor(CopyIntoFile copy) =>
        copy.Opening is { } opening ? ImmutableArray.Create(opening.Operation.Syntax.GetLocation()) : ImmutableArray<Location>.Empty;

    /// <summary>The properties for a copy.</summary>
    /// <param name="copy">The copy.</param>
    /// <param name="length">The length that the file will have, where it is known.</param>
    /// <param name="bufferSize">The buffer size for the plain fix, in bytes.</param>
    /// <param name="types">The types.</param>
    public static ImmutableDictionary<string, string?> PropertiesFor(CopyIntoFile copy, KnownLength? length, int bufferSize, KnownTypes types)
    {
        ImmutableDictionary<string, string?> properties = PropertiesFor(bufferSize);
        if (length?.Hint is { } hint)
        {
            properties = properties.Add(KnownLength.HintProperty, hint);
        }

        if (types.MayRunOnNetFramework)
        {
            return properties;
        }

        if (copy.Copy.Kind == CopySource.Stream)
        {
            return properties.Add(PlainFix, BufferOfCopy);
        }

        return copy.Opening?.Operation.Syntax.SyntaxTree == copy.Copy.Call.Syntax.SyntaxTree ? properties.Add(PlainFix, BufferOfFile) : properties;
    }

    /// <summary>The properties for what has no plain fix yet.</summary>
    public static ImmutableDictionary<string, string?> PropertiesFor(int bufferSize) =>
        ImmutableDictionary<string, string?>.Empty.Add(BufferSize, bufferSize.ToString(CultureInfo.InvariantCulture));
}
