namespace StreamTuning;

/// <summary>What an endpoint says about the forms that it streams.</summary>
internal sealed record StreamedFilesMetadata(StreamFilesOptions Options);
