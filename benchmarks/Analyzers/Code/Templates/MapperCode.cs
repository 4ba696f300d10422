namespace StreamTuning.Benchmarks;

/// <summary>Copies values between entities and contracts.</summary>
internal static class MapperCode
{
    public static string Write(Entity e) => $$"""
        namespace {{e.Namespace}};

        public static class {{e.Name}}Mapper
        {
            public static {{e.Name}} ToEntity(Create{{e.Name}}Request request, DateTimeOffset now) => new()
            {
                CreatedAt = now,
                {{CodeText.Lines(e.Properties, 8, property => property.IsText ? $"{property.Name} = request.{property.Name}.Trim()," : $"{property.Name} = request.{property.Name},")}}
            };

            public static {{e.Name}}Response ToResponse({{e.Name}} {{e.Variable}}) => new()
            {
                Id = {{e.Variable}}.Id,
                State = {{e.Variable}}.State.ToString(),
                CreatedAt = {{e.Variable}}.CreatedAt,
                {{CodeText.Lines(e.Properties, 8, property => $"{property.Name} = {e.Variable}.{property.Name},")}}
            };

            public static Page<{{e.Name}}Response> ToResponse(Page<{{e.Name}}> page) =>
                new([.. page.Items.Select(ToResponse)], page.Number, page.Size, page.Total);

            public static IReadOnlyDictionary<string, string?> ToValues({{e.Name}} {{e.Variable}}) => new Dictionary<string, string?>
            {
                ["id"] = {{e.Variable}}.Id.ToString("D"),
                {{CodeText.Lines(e.Properties, 8, property => property.Type switch
                {
                    "string" or "string?" => $"[\"{property.Parameter}\"] = {e.Variable}.{property.Name},",
                    "bool" => $"[\"{property.Parameter}\"] = {e.Variable}.{property.Name} ? \"yes\" : \"no\",",
                    "Guid" => $"[\"{property.Parameter}\"] = {e.Variable}.{property.Name}.ToString(\"N\"),",
                    _ => $"[\"{property.Parameter}\"] = {e.Variable}.{property.Name}.ToString(CultureInfo.InvariantCulture),",
                })}}
            };
        }

        """;
}
