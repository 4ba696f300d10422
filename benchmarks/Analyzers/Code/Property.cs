namespace StreamTuning.Benchmarks;

/// <summary>A property of an entity.</summary>
/// <param name="Type">As it stands in code.</param>
/// <param name="Name">The name.</param>
internal sealed record Property(string Type, string Name)
{
    public string Parameter { get; } = char.ToLowerInvariant(Name[0]) + Name[1..];

    public bool IsText => Type == "string";

    public bool IsAmount => Type is "decimal" or "int" or "long";

    /// <summary>A value that a test can use.</summary>
    public string Example(Random random) => Type switch
    {
        "string" => $"\"{Name.ToLowerInvariant()}-{random.Next(1000)}\"",
        "string?" => random.Next(2) == 0 ? "null" : $"\"{Name.ToLowerInvariant()} {random.Next(1000)}\"",
        "int" => $"{random.Next(1, 500)}",
        "long" => $"{random.Next(1, 50_000)}L",
        "decimal" => $"{random.Next(1, 90_000) / 100}.{random.Next(10, 99)}m",
        "double" => $"{random.Next(1, 900)}.{random.Next(1, 9)}",
        "bool" => random.Next(2) == 0 ? "true" : "false",
        "Guid" => $"new Guid({random.Next()}, {random.Next(10_000)}, {random.Next(10_000)}, 1, 2, 3, 4, 5, 6, 7, 8)",
        "DateTimeOffset" => $"new DateTimeOffset({random.Next(2015, 2026)}, {random.Next(1, 13)}, {random.Next(1, 28)}, {random.Next(24)}, 0, 0, TimeSpan.Zero)",
        "DateOnly" => $"new DateOnly({random.Next(2015, 2026)}, {random.Next(1, 13)}, {random.Next(1, 28)})",
        _ => "default",
    };
}
