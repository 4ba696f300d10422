using System.Buffers;
using System.Security.Cryptography;

namespace StreamTuning;

/// <summary>What one copy was asked for: a snapshot of the options, and the token.</summary>
internal sealed class CopySettings
{
    private static readonly FileCopyOptions _defaults = new();
    private static readonly CopySettings _ofDefaults = new(_defaults, CancellationToken.None, observation: null);

    private CopySettings(FileCopyOptions options, CancellationToken token, CopyObservation? observation)
    {
        if (options.LengthHint is not null && options.ExactLength is not null)
        {
            throw new ArgumentException("Set either a hint or an exact length, not both.", nameof(options));
        }

        LengthHint = options.LengthHint;
        ExactLength = options.ExactLength;
        BlockSize = options.BlockSize;
        Depth = options.Depth;
        Progress = options.Progress;
        Hash = options.Hash;
        MemoryBudget = options.MemoryBudget;
        Replace = options.Replace;
        Pool = options.Pool;
        Completion = options.Completion;
        IsNeverSmall = options.IsNeverSmall;
        Mount = options.Mount;
        WriteBack = options.WriteBack;
        Clock = options.Clock;
        Token = token;
        Observation = observation;
    }

    public long? LengthHint { get; }

    public long? ExactLength { get; }

    public int BlockSize { get; }

    public int Depth { get; }

    public IProgress<long>? Progress { get; }

    public IncrementalHash? Hash { get; }

    public long MemoryBudget { get; }

    public FileReplacement Replace { get; }

    public ArrayPool<byte> Pool { get; }

    public FileCopyCompletion Completion { get; }

    public bool IsNeverSmall { get; }

    public Mount? Mount { get; }

    public WriteBack WriteBack { get; }

    public CopyClock Clock { get; }

    public CancellationToken Token { get; }

    /// <summary>Where the copy notes what it did; <see langword="null"/> when nobody wants to know.</summary>
    public CopyObservation? Observation { get; }

    public static CopySettings Of(FileCopyOptions? options, CancellationToken token)
    {
        CopyObservation? observation = CopyObservation.TryCreate();
        return options is null && observation is null && !token.CanBeCanceled
            ? _ofDefaults
            : new CopySettings(options ?? _defaults, token, observation);
    }

    /// <summary>The settings for a second copy, of a file that holds what the first one copied: nobody is told of the data again.</summary>
    public CopySettings ForFile() => Of(new FileCopyOptions { Completion = Completion, BlockSize = BlockSize, Depth = Depth, MemoryBudget = MemoryBudget }, Token);

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
