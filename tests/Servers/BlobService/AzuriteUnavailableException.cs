namespace StreamTuning.BlobService;

/// <summary>Azurite cannot run here; the message says why, for those who skip what needs it.</summary>
public sealed class AzuriteUnavailableException(string message, Exception? innerException = null) : Exception(message, innerException);
