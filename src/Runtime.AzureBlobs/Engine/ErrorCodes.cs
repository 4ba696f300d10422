namespace StreamTuning;

/// <summary>What the service says in <c>x-ms-error-code</c>.</summary>
internal static class ErrorCodes
{
    public const string Md5Mismatch = "Md5Mismatch";
    public const string Crc64Mismatch = "Crc64Mismatch";

    /// <summary>A commit names blocks that are not there: somebody else has committed since they were staged.</summary>
    public const string InvalidBlockList = "InvalidBlockList";

    /// <summary>A block has an id of another length than those that are staged.</summary>
    public const string InvalidBlobOrBlock = "InvalidBlobOrBlock";

    public const string AuthorizationPermissionMismatch = "AuthorizationPermissionMismatch";
}
