namespace StreamTuning.Benchmarks;

/// <summary>What requests and responses consist of.</summary>
internal static class ContractCode
{
    public static string Write(Entity e, Random random) => $$"""
        using System.ComponentModel.DataAnnotations;
        using System.Text.Json.Serialization;

        namespace {{e.Namespace}};

        public sealed class Create{{e.Name}}Request
        {
            {{CodeText.Lines(e.Properties, 4, property => Attribute(property, random) + $$"""public {{property.Type}} {{property.Name}} { get; init; }{{(property.IsText ? " = \"\";" : "")}}""" + "\n")}}
        {{(random.Next(30) == 0 ? "    [Required]\n    public byte[] Attachment { get; init; } = [];\n\n" : "")}}    public IReadOnlyList<string> Tags { get; init; } = [];
        }

        public sealed record Update{{e.Name}}Request(
            {{CodeText.Lines(e.Properties.Where(property => property.Type is not ("bool" or "Guid")).Take(6), 4, property => $"{property.Type.TrimEnd('?')}? {property.Name},")}}
            bool? {{e.Flag().Name}} = null);

        public sealed record {{e.Name}}Response
        {
            public required Guid Id { get; init; }

            [JsonPropertyName("state")]
            public required string State { get; init; }

            public required DateTimeOffset CreatedAt { get; init; }

            {{CodeText.Lines(e.Properties, 4, property => $$"""
                [JsonPropertyName("{{property.Parameter}}")]
                    public {{property.Type}} {{property.Name}} { get; init; }{{(property.IsText ? " = \"\";" : "")}}

                """)}}
        }

        public sealed class {{e.Name}}Filter
        {
            public {{e.Name}}State? State { get; set; }

            public string? Search { get; set; }

            public DateTimeOffset? From { get; set; }

            public DateTimeOffset? Until { get; set; }

            public decimal? Least{{e.Decimal(random).Name}} { get; set; }

            [Range(1, 10_000)]
            public int Page { get; set; } = 1;

            [Range(1, 500)]
            public int Size { get; set; } = {{random.Next(2, 20) * 10}};
        }

        """;

    private static string Attribute(Property property, Random random) => property switch
    {
        { IsText: true } => random.Next(2) == 0 ? $"[Required, StringLength({random.Next(2, 20) * 20})]\n    " : $"[MaxLength({random.Next(2, 20) * 20})]\n    ",
        { IsAmount: true } => $"[Range(0, {random.Next(10, 100) * 1000})]\n    ",
        _ => "",
    };
}
