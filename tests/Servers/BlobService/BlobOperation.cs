namespace StreamTuning.BlobService;

/// <summary>A kind of request to a blob service.</summary>
public enum BlobOperation
{
    /// <summary>Anything that is none of the others.</summary>
    Other,

    /// <summary>Creates a container.</summary>
    CreateContainer,

    /// <summary>Writes a whole block blob.</summary>
    PutBlob,

    /// <summary>Stages a block.</summary>
    PutBlock,

    /// <summary>Commits blocks.</summary>
    PutBlockList,

    /// <summary>Lists blocks.</summary>
    GetBlockList,

    /// <summary>Reads a blob.</summary>
    GetBlob,

    /// <summary>Asks for the properties of a blob or container.</summary>
    GetProperties,

    /// <summary>Deletes a blob or container.</summary>
    Delete,
}
