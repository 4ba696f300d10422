using Azure.Storage.Blobs;

namespace StreamTuning.Benchmarks;

/// <summary>One way to upload a file.</summary>
/// <param name="Name">As it stands in the tables.</param>
/// <param name="UploadAsync">Uploads the file of a path; fails on a blob that exists unless it is to be overwritten.</param>
internal sealed record UploadWay(string Name, Func<BlobClient, string, bool, Task> UploadAsync);
