namespace StreamTuning;

/// <summary>A block that a store holds and has not committed.</summary>
public readonly struct StagedBlock : IEquatable<StagedBlock>
{
    /// <summary>Names a block.</summary>
    /// <param name="id">Its id.</param>
    /// <param name="length">Its length in bytes.</param>
    public StagedBlock(string id, long length)
    {
        Id = id;
        Length = length;
    }

    /// <summary>The name under which it was staged.</summary>
    public string Id { get; }

    /// <summary>Its length in bytes.</summary>
    public long Length { get; }

    /// <summary>Compares two blocks by id and length.</summary>
    /// <param name="left">One block.</param>
    /// <param name="right">The other.</param>
    /// <returns>Whether they are the same.</returns>
    public static bool operator ==(StagedBlock left, StagedBlock right) => left.Equals(right);

    /// <summary>Compares two blocks by id and length.</summary>
    /// <param name="left">One block.</param>
    /// <param name="right">The other.</param>
    /// <returns>Whether they are not the same.</returns>
    public static bool operator !=(StagedBlock left, StagedBlock right) => !left.Equals(right);

    /// <inheritdoc/>
    public bool Equals(StagedBlock other) => string.Equals(Id, other.Id, StringComparison.Ordinal) && Length == other.Length;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is StagedBlock other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => Id is null ? 0 : StringComparer.Ordinal.GetHashCode(Id);

    /// <inheritdoc/>
    public override string ToString() => $"{Id} ({Length} bytes)";
}
