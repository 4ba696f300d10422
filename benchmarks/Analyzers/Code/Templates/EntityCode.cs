namespace StreamTuning.Benchmarks;

/// <summary>The class of an entity: properties, transitions between states, checks.</summary>
internal static class EntityCode
{
    public static string Write(Entity e, Random random) => CodeText.File(
        $$"""
        namespace {{e.Namespace}};

        /// <summary>The states of a {{e.Variable}}.</summary>
        public enum {{e.Name}}State
        {
            {{CodeText.Lines(e.States, 4, state => state + ",")}}
        }

        /// <summary>A {{e.Variable}} and what may happen to it.</summary>
        public sealed class {{e.Name}} : IEntity, IEquatable<{{e.Name}}>
        """,
        [
            $$"""
            private readonly List<string> _history = [];

            public Guid Id { get; init; } = Guid.NewGuid();

            public DateTimeOffset CreatedAt { get; init; } = DateTimeOffset.UtcNow;

            public DateTimeOffset? ChangedAt { get; private set; }

            public {{e.Name}}State State { get; private set; }

            public IReadOnlyList<string> History => _history;
            """,
            .. e.Properties.Select(property => $$"""public {{property.Type}} {{property.Name}} { get; set; }{{(property.IsText ? " = \"\";" : "")}}"""),
            $$"""
            public void MoveTo({{e.Name}}State next, DateTimeOffset at, string by)
            {
                if (!CanMoveTo(next))
                {
                    throw new InvalidOperationException($"A {{e.Variable}} cannot go from {State} to {next}.");
                }

                _history.Add(string.Create(CultureInfo.InvariantCulture, $"{at:O} {by}: {State} -> {next}"));
                State = next;
                ChangedAt = at;
            }
            """,
            $$"""
            public bool CanMoveTo({{e.Name}}State next) => (State, next) switch
            {
                {{CodeText.Lines(e.States.Zip(e.States.Skip(1)), 4, pair => $"({e.Name}State.{pair.First}, {e.Name}State.{pair.Second}) => true,")}}
                (_, {{e.Name}}State.{{e.States[^1]}}) => State != {{e.Name}}State.{{e.States[0]}} || {{e.Flag().Name}},
                _ => false,
            };
            """,
            $$"""
            public IEnumerable<string> Check()
            {
                {{CodeText.Lines(e.Properties.Where(property => property.IsText), 4, property => $$"""
                    if (string.IsNullOrWhiteSpace({{property.Name}}) || {{property.Name}}.Length > {{random.Next(2, 20) * 20}})
                        {
                            yield return $"{nameof({{property.Name}})} is missing or too long.";
                        }

                    """)}}
                if ({{e.Amount(random).Name}} < 0)
                {
                    yield return "No amount can be below zero.";
                }

                if ({{e.Date().Name}} < DateOnly.FromDateTime(CreatedAt.UtcDateTime).AddYears(-{{random.Next(1, 10)}}))
                {
                    yield return $"{{{e.Date().Name}}:yyyy-MM-dd} is too long ago.";
                }
            }
            """,
            $$"""
            public bool Equals({{e.Name}}? other) => other is not null && other.Id == Id;

            public override bool Equals(object? obj) => Equals(obj as {{e.Name}});

            public override int GetHashCode() => Id.GetHashCode();

            public override string ToString() => $"{Id:N} {{{e.Text(random).Name}}} ({State})";
            """,
        ]);
}
