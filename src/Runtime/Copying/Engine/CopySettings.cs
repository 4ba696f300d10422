using System.Buffers;
using System.Security.Cryptography;

namespace StreamTuning;

/// <summary>What one copy was asked for: a snapshot of the options, and the token.</summary>
internal sealed class CopySettings
{
    private static readonly FileCopyOptions _defaults = new();
    private static readonly CopySettings _ofDefaults = new(_defaults, CancellationToken.None, observation: null);

    private readonly FileCopyOptions _options;

    /// <param name="options">What nobody else changes.</param>
    /// <param name="token">Ends the copy.</param>
    /// <param name="observation">Where the copy notes what it did; <see langword="null"/> when nobody wants to know.</param>
    private CopySettings(FileCopyOptions options, CancellationToken token, CopyObservation? observation)
    {
        if (options.LengthHint is not null && options.ExactLength is not null)
        {
            throw new ArgumentException("Set either a hint or an exact length, not both.", nameof(options));
        }

        _options = options;
        Token = token;
        Observation = observation;
    }

    public long? LengthHint => _options.LengthHint;

    public long? ExactLength => _options.ExactLength;

    public int BlockSize => _options.BlockSize;

    public int Depth => _options.Depth;

    public IProgress<long>? Progress => _options.Progress;

    public IncrementalHash? Hash => _options.Hash;

    public long MemoryBudget => _options.MemoryBudget;

    public FileReplacement Replace => _options.Replace;

    public ArrayPool<byte> Pool => _options.Environment.Pool;

    public FileCopyCompletion Completion => _options.Completion;

    public bool IsNeverSmall => _options.Environment.IsNeverSmall;

    public Mount? Mount => _options.Environment.Mount;

    public WriteBack WriteBack => _options.Environment.WriteBack;

    public CopyClock Clock => _options.Environment.Clock;

    public CancellationToken Token { get; }

    /// <summary>Where the copy notes what it did; <see langword="null"/> when nobody wants to know.</summary>
    public CopyObservation? Observation { get; }

    public static CopySettings Of(FileCopyOptions? options, CancellationToken token)
    {
        CopyObservation? observation = CopyObservation.TryCreate();
        return options is null && observation is null && !token.CanBeCanceled
            ? _ofDefaults
            : new CopySettings(options?.Clone() ?? _defaults, token, observation);
    }

    /// <summary>The settings for a second copy, of a file that holds what the first one copied: nobody is told of the data again.</summary>
    public CopySettings ForFile() =>
        Of(new FileCopyOptions { Completion = Completion, BlockSize = BlockSize, Depth = Depth, MemoryBudget = MemoryBudget }, Token);

    /// <summary>Throws when the source did not keep an exact length; looks for more without reading it.</summary>
    public void CheckExactLength(CopySource source, long copied)
    {
        if (ExactLength is not { } exact)
        {
            return;
        }

        if (copied < exact)
        {
            throw new EndOfStreamException($"The source ended after {copied} bytes; exactly {exact} were promised.");
        }

        if (source.HoldsMore())
        {
            throw new InvalidDataException($"The source holds more than the {exact} bytes that were promised.");
        }
    }
}
