namespace StreamTuning.Analyzers.Api;

/// <summary>Members of libraries that take a stream, or a request that has one, and only read it.</summary>
internal static class StreamReaders
{
    private static readonly HashSet<string> Members =
    [
        "System.Net.Http.StreamContent..ctor",
        "System.Net.Mail.Attachment..ctor",
        "ClosedXML.Excel.XLWorkbook..ctor",
        "OfficeOpenXml.ExcelPackage..ctor",
        "Amazon.S3.Model.PutObjectRequest.InputStream",
        "Amazon.S3.Transfer.TransferUtilityUploadRequest.InputStream",
        "Amazon.S3.IAmazonS3.PutObjectAsync",
        "Amazon.S3.AmazonS3Client.PutObject",
        "Amazon.S3.AmazonS3Client.PutObjectAsync",
        "Amazon.S3.Transfer.ITransferUtility.Upload",
        "Amazon.S3.Transfer.ITransferUtility.UploadAsync",
        "Amazon.S3.Transfer.TransferUtility.Upload",
        "Amazon.S3.Transfer.TransferUtility.UploadAsync",
        "Google.Cloud.Storage.V1.StorageClient.UploadObject",
        "Google.Cloud.Storage.V1.StorageClient.UploadObjectAsync",
        "MimeKit.AttachmentCollection.Add",
        "MimeKit.AttachmentCollection.AddAsync",
        "SixLabors.ImageSharp.Image.Load",
        "SixLabors.ImageSharp.Image.LoadAsync",
        "SixLabors.ImageSharp.Image.Identify",
        "SixLabors.ImageSharp.Image.IdentifyAsync",
    ];

    /// <summary>Whether a method, constructor, or property is one of them.</summary>
    public static bool Include(ISymbol member)
    {
        string name = member.Name;
        for (ISymbol? around = member.ContainingType; around is { Name.Length: > 0 }; around = around.ContainingSymbol)
        {
            name = around.Name + "." + name;
        }

        return Members.Contains(name);
    }
}
