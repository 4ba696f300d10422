namespace StreamTuning.BlobService;

/// <summary>Packages of npm cannot be installed here; the message says why, for those who skip what needs them.</summary>
internal sealed class NpmUnavailableException(string message) : Exception(message);
