using System.Text.Json;
using System.Text.Json.Serialization;

namespace StreamTuning.SimulatedShare;

/// <summary>How a mount behaves as long as nothing goes wrong.</summary>
/// <param name="Profile">What requests cost.</param>
/// <param name="Quota">How many bytes there is room for; <see langword="null"/> for no limit.</param>
/// <param name="WritesWhatFits">Whether a write that does not fit writes its beginning, or nothing.</param>
/// <param name="KeepsContent">Whether bytes that are written can be read again; otherwise they are zeros.</param>
/// <param name="KeepsOwners">Whether files have the owner and the mode that they were given; otherwise all are one user's, and for everybody.</param>
/// <param name="Client">What stands between a program and the server.</param>
internal sealed record ShareSettings(
    SlowShareProfile Profile, long? Quota, bool WritesWhatFits, bool KeepsContent, bool KeepsOwners, ShareClient Client)
{
    /// <summary>A share without a limit that does all it is asked for.</summary>
    public static ShareSettings Of(SlowShareProfile profile) =>
        new(profile, Quota: null, WritesWhatFits: true, KeepsContent: true, KeepsOwners: true, ShareClient.Direct);
}

/// <summary>What the process that uses a mount tells the one that serves it; what is not set stays as it is.</summary>
internal sealed record ShareCommand
{
    public ShareSettings? Settings { get; init; }

    public IReadOnlyList<ShareFault>? Faults { get; init; }

    public bool ResetsRequests { get; init; }
}

/// <summary>The answer to a command, and what the server says first, when the mount is there or could not be made.</summary>
internal sealed record ShareState
{
    public string? Error { get; init; }

    public int LargestRequest { get; init; }

    public SlowShareRequests Requests { get; init; }

    public int HeldRequests { get; init; }

    public long UsedBytes { get; init; }
}

/// <summary>The messages as lines of text.</summary>
[JsonSourceGenerationOptions(DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault)]
[JsonSerializable(typeof(ShareCommand))]
[JsonSerializable(typeof(ShareState))]
internal sealed partial class ControlMessages : JsonSerializerContext;
