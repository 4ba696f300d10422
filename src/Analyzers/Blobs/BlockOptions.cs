using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace StreamTuning.Analyzers.Blobs;

/// <summary>
/// Diagnostic properties that tell a fix where to say from which length on an upload sends blocks. What they name is the first additional location.
/// </summary>
internal static class BlockOptions
{
    /// <summary>Where the option belongs: <see cref="InCall"/>, <see cref="InOptions"/> or <see cref="InTransferOptions"/>.</summary>
    public const string Place = "BlockOptions";

    /// <summary>No options are given: into the call.</summary>
    public const string InCall = nameof(InCall);

    /// <summary>Into the <c>BlobUploadOptions</c>, which have no transfer options.</summary>
    public const string InOptions = nameof(InOptions);

    /// <summary>Into the <c>StorageTransferOptions</c>.</summary>
    public const string InTransferOptions = nameof(InTransferOptions);

    /// <summary>Present where the number of blocks that are sent at the same time is set.</summary>
    public const string HasConcurrency = nameof(HasConcurrency);

    /// <summary>Present where the size of a block is set so small that blocks of it had better not be sent.</summary>
    public const string HasSmallBlocks = nameof(HasSmallBlocks);

    /// <summary>Where the options of an upload belong, and what is there.</summary>
    public static ImmutableDictionary<string, string?> PropertiesFor(TransferSettings settings, out IOperation? place)
    {
        place = settings.TransferOptions ?? settings.Options;
        ImmutableDictionary<string, string?> properties = ImmutableDictionary<string, string?>.Empty
            .Add(Place, settings.TransferOptions is not null ? InTransferOptions : settings.Options is not null ? InOptions : InCall);
        if (settings.MaximumTransferSize is { } size && Values.ConstantInt64(size) is > 0 and < BlobSize.MinimumBlock)
        {
            properties = properties.Add(HasSmallBlocks, null);
        }

        return settings.MaximumConcurrency is null ? properties : properties.Add(HasConcurrency, null);
    }
}
