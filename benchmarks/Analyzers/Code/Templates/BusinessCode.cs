namespace StreamTuning.Benchmarks;

/// <summary>What a service does with entities: the largest part of the code, and nothing in it concerns files.</summary>
internal static class BusinessCode
{
    public static string Write(Entity e, Random random) => CodeText.File(
        $$"""
        using System.Collections.Concurrent;
        using System.Diagnostics;
        using System.Security.Cryptography;
        using System.Text;
        using System.Text.Json;
        using System.Threading.Channels;

        namespace {{e.Namespace}};

        public sealed class {{e.Name}}Service(I{{e.Name}}Repository repository, IEventBus events, TimeProvider clock, ILogger<{{e.Name}}Service> logger)
        """,
        [
            $$"""
            private const int MaximumAttempts = {{random.Next(2, 9)}};

            private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web) { WriteIndented = {{(random.Next(2) == 0 ? "true" : "false")}} };

            private readonly ConcurrentDictionary<Guid, DateTimeOffset> _seen = new();
            """,
            Get(e),
            Create(e),
            Update(e),
            .. CodeText.Some(
                random,
                random.Next(7, 13),
                () => Transition(e, random),
                () => Totals(e, random),
                () => Summary(e, random),
                () => Retry(e, random),
                () => Parse(e),
                () => Fingerprint(e),
                () => Serialize(e, random),
                () => Duplicates(e, random),
                () => Notify(e, random),
                () => Pipeline(e, random),
                () => Calendar(e, random),
                () => Price(e, random),
                () => Compare(e),
                () => Cleanup(e, random),
                () => Rank(e, random),
                () => Describe(e, random)),
        ]);

    private static string Get(Entity e) => $$"""
        public async Task<{{e.Name}}> GetAsync(Guid id, CancellationToken cancellationToken = default)
        {
            {{e.Name}}? {{e.Variable}} = await repository.FindAsync(id, cancellationToken).ConfigureAwait(false);
            _seen[id] = clock.GetUtcNow();
            return {{e.Variable}} ?? throw new NotFoundException("{{e.Variable}}", id);
        }

        public Task<Page<{{e.Name}}>> SearchAsync({{e.Name}}Filter filter, CancellationToken cancellationToken = default)
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(filter.Page, 1);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(filter.Size, 500);
            return repository.SearchAsync(filter, cancellationToken);
        }
        """;

    private static string Create(Entity e) => $$"""
        public async Task<Result<{{e.Name}}>> CreateAsync(Create{{e.Name}}Request request, string user, CancellationToken cancellationToken = default)
        {
            {{e.Name}} {{e.Variable}} = {{e.Name}}Mapper.ToEntity(request, clock.GetUtcNow());
            string[] problems = {{e.Variable}}.Check().ToArray();
            if (problems.Length > 0)
            {
                logger.LogWarning("{User} sent a {{e.Variable}} with {Count} problems: {First}", user, problems.Length, problems[0]);
                return Result<{{e.Name}}>.Failure(string.Join(Environment.NewLine, problems));
            }

            await repository.AddAsync({{e.Variable}}, cancellationToken).ConfigureAwait(false);
            await events.PublishAsync(new Changed("{{e.Variable}}.created", {{e.Variable}}.Id, clock.GetUtcNow()), cancellationToken).ConfigureAwait(false);
            return Result<{{e.Name}}>.Success({{e.Variable}});
        }
        """;

    private static string Update(Entity e) => $$"""
        public async Task<IReadOnlyList<string>> UpdateAsync(Guid id, Update{{e.Name}}Request request, CancellationToken cancellationToken = default)
        {
            {{e.Name}} {{e.Variable}} = await GetAsync(id, cancellationToken).ConfigureAwait(false);
            var changes = new List<string>();
            {{CodeText.Lines(e.Properties.Where(property => property.Type is not ("bool" or "Guid")).Take(6), 4, property => $$"""
                if (request.{{property.Name}} is { } {{property.Parameter}} && {{property.Parameter}} != {{e.Variable}}.{{property.Name}})
                    {
                        changes.Add($"{nameof({{e.Name}}.{{property.Name}})}: {{{e.Variable}}.{{property.Name}}} -> {{{property.Parameter}}}");
                        {{e.Variable}}.{{property.Name}} = {{property.Parameter}};
                    }

                """)}}
            if (changes.Count > 0)
            {
                await events.PublishAsync(new Changed("{{e.Variable}}.updated", id, clock.GetUtcNow()), cancellationToken).ConfigureAwait(false);
            }

            return changes;
        }
        """;

    private static string Transition(Entity e, Random random) => $$"""
        public async Task<bool> TryMoveAsync(Guid id, string state, string user, CancellationToken cancellationToken = default)
        {
            if (!Enum.TryParse(state, ignoreCase: true, out {{e.Name}}State next) || !Enum.IsDefined(next))
            {
                logger.LogWarning("{State} is no state of a {{e.Variable}}", state);
                return false;
            }

            {{e.Name}} {{e.Variable}} = await GetAsync(id, cancellationToken).ConfigureAwait(false);
            if (!{{e.Variable}}.CanMoveTo(next))
            {
                return false;
            }

            {{e.Variable}}.MoveTo(next, clock.GetUtcNow(), user);
            string kind = next switch
            {
                {{e.Name}}State.{{e.States[0]}} => "{{e.Variable}}.opened",
                {{e.Name}}State.{{e.States[^1]}} when {{e.Variable}}.{{e.Flag().Name}} => "{{e.Variable}}.closed.{{random.Next(10)}}",
                {{e.Name}}State.{{e.States[^1]}} => "{{e.Variable}}.closed",
                _ => $"{{e.Variable}}.{next.ToString().ToLowerInvariant()}",
            };
            await events.PublishAsync(new Changed(kind, id, clock.GetUtcNow()), cancellationToken).ConfigureAwait(false);
            return true;
        }
        """;

    private static string Totals(Entity e, Random random)
    {
        Property amount = e.Decimal(random);
        return $$"""
            public static IReadOnlyDictionary<string, decimal> {{amount.Name}}ByMonth(IEnumerable<{{e.Name}}> {{e.Variables}})
            {
                var totals = new SortedDictionary<string, decimal>(StringComparer.Ordinal);
                foreach ({{e.Name}} {{e.Variable}} in {{e.Variables}})
                {
                    if ({{e.Variable}}.State is {{e.Name}}State.{{e.State(random)}} or {{e.Name}}State.{{e.State(random)}})
                    {
                        continue;
                    }

                    string month = {{e.Variable}}.{{e.Date().Name}}.ToString("yyyy-MM", CultureInfo.InvariantCulture);
                    totals.TryGetValue(month, out decimal total);
                    totals[month] = total + Math.Round({{e.Variable}}.{{amount.Name}} * {{e.Variable}}.Units, 2, MidpointRounding.AwayFromZero);
                }

                return totals;
            }
            """;
    }

    private static string Summary(Entity e, Random random) => $$"""
        public static string Summarize({{e.Name}} {{e.Variable}}, CultureInfo culture)
        {
            var text = new StringBuilder();
            text.Append({{e.Variable}}.{{e.Text(random).Name}}).Append(" (").Append({{e.Variable}}.Id.ToString("N")).AppendLine(")");
            {{CodeText.Lines(e.Properties, 4, property => property.IsText
                ? $$"""text.Append("{{property.Name}}: ").AppendLine({{e.Variable}}.{{property.Name}});"""
                : $$"""text.AppendLine(string.Format(culture, "{{property.Name}}: {0}", {{e.Variable}}.{{property.Name}}));""")}}
            foreach (string entry in {{e.Variable}}.History.Reverse().Take({{random.Next(3, 10)}}))
            {
                text.Append("  ").AppendLine(entry);
            }

            return text.ToString();
        }
        """;

    private static string Retry(Entity e, Random random) => $$"""
        private async Task<T> RetryAsync<T>(Func<CancellationToken, Task<T>> action, CancellationToken cancellationToken)
        {
            for (int attempt = 1; ; attempt++)
            {
                long start = Stopwatch.GetTimestamp();
                try
                {
                    return await action(cancellationToken).ConfigureAwait(false);
                }
                catch (Exception e) when (e is IOException or HttpRequestException or TimeoutException && attempt < MaximumAttempts)
                {
                    TimeSpan wait = TimeSpan.FromMilliseconds(Math.Min({{random.Next(5, 30) * 1000}}, {{random.Next(1, 5) * 50}} * Math.Pow(2, attempt)));
                    logger.LogWarning(e, "Attempt {Attempt} failed after {Elapsed}, next in {Wait}", attempt, Stopwatch.GetElapsedTime(start), wait);
                    await Task.Delay(wait, clock, cancellationToken).ConfigureAwait(false);
                }
            }
        }

        public Task<{{e.Name}}> GetWithRetryAsync(Guid id, CancellationToken cancellationToken = default) => RetryAsync(token => GetAsync(id, token), cancellationToken);
        """;

    private static string Parse(Entity e) => $$"""
        public static bool TryParse(string line, char separator, out {{e.Name}}? {{e.Variable}})
        {
            {{e.Variable}} = null;
            string[] parts = line.Split(separator, StringSplitOptions.TrimEntries);
            if (parts.Length < {{e.Properties.Count}})
            {
                return false;
            }

            var parsed = new {{e.Name}}();
            {{CodeText.Lines(e.Properties.Select((property, i) => (property, i)), 4, one => one.property.Type.StartsWith("string", StringComparison.Ordinal)
                ? $"parsed.{one.property.Name} = parts[{one.i}].Trim('\"');"
                : one.property.Type == "bool"
                    ? $"parsed.{one.property.Name} = parts[{one.i}] is \"1\" or \"true\" or \"yes\";"
                    : $$"""
                    if (!{{one.property.Type}}.TryParse(parts[{{one.i}}], CultureInfo.InvariantCulture, out {{one.property.Type}} {{one.property.Parameter}}))
                        {
                            return false;
                        }

                        parsed.{{one.property.Name}} = {{one.property.Parameter}};
                    """)}}
            {{e.Variable}} = parsed;
            return true;
        }
        """;

    private static string Fingerprint(Entity e) => $$"""
        public static string Fingerprint({{e.Name}} {{e.Variable}})
        {
            using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
            {{CodeText.Lines(e.Properties, 4, property => property.IsText
                ? $"hash.AppendData(Encoding.UTF8.GetBytes({e.Variable}.{property.Name}));"
                : $"hash.AppendData(Encoding.UTF8.GetBytes(string.Create(CultureInfo.InvariantCulture, $\"{{{e.Variable}.{property.Name}}}\")));")}}
            return Convert.ToHexStringLower(hash.GetHashAndReset());
        }
        """;

    private static string Serialize(Entity e, Random random) => $$"""
        public static string ToJson(IEnumerable<{{e.Name}}> {{e.Variables}}) => JsonSerializer.Serialize({{e.Variables}}.Select({{e.Name}}Mapper.ToResponse), Json);

        public static IReadOnlyList<string> Read{{e.Text(random).Name}}s(string json)
        {
            using JsonDocument document = JsonDocument.Parse(json);
            var values = new List<string>(document.RootElement.GetArrayLength());
            foreach (JsonElement element in document.RootElement.EnumerateArray())
            {
                if (element.TryGetProperty("{{e.Text(random).Parameter}}", out JsonElement value) && value.ValueKind == JsonValueKind.String)
                {
                    values.Add(value.GetString()!);
                }
            }

            return values;
        }
        """;

    private static string Duplicates(Entity e, Random random) => $$"""
        public async Task<int> MergeDuplicatesAsync(string search, CancellationToken cancellationToken = default)
        {
            Page<{{e.Name}}> candidates = await repository.SearchAsync(new {{e.Name}}Filter { Search = search, Size = {{random.Next(1, 6) * 50}} }, cancellationToken).ConfigureAwait(false);
            int removed = 0;
            foreach (IGrouping<Guid, {{e.Name}}> group in candidates.Items.GroupBy({{e.Variable}} => {{e.Variable}}.{{e.Key().Name}}).Where(group => group.Skip(1).Any()))
            {
                {{e.Name}} kept = group.OrderBy({{e.Variable}} => {{e.Variable}}.CreatedAt).First();
                foreach ({{e.Name}} other in group.Where({{e.Variable}} => !{{e.Variable}}.Equals(kept)))
                {
                    kept.Units += other.Units;
                    kept.{{e.Flag().Name}} |= other.{{e.Flag().Name}};
                    if (await repository.RemoveAsync(other.Id, cancellationToken).ConfigureAwait(false))
                    {
                        removed++;
                    }
                }
            }

            return removed;
        }
        """;

    private static string Notify(Entity e, Random random) => $$"""
        public async Task NotifyAllAsync(IReadOnlyCollection<Guid> ids, CancellationToken cancellationToken = default)
        {
            using var gate = new SemaphoreSlim({{random.Next(2, 16)}});
            Task[] pending = ids.Distinct().Select(NotifyAsync).ToArray();
            await Task.WhenAll(pending).ConfigureAwait(false);
            logger.LogInformation("Told {Count} about their {{e.Variables}}", pending.Length);

            async Task NotifyAsync(Guid id)
            {
                await gate.WaitAsync(cancellationToken).ConfigureAwait(false);
                try
                {
                    {{e.Name}} {{e.Variable}} = await GetAsync(id, cancellationToken).ConfigureAwait(false);
                    await events.PublishAsync(new Changed("{{e.Variable}}.notified", {{e.Variable}}.Id, clock.GetUtcNow()), cancellationToken).ConfigureAwait(false);
                }
                catch (NotFoundException missing)
                {
                    logger.LogError(missing, "No {{e.Variable}} {Id} to tell about", missing.Id);
                }
                finally
                {
                    gate.Release();
                }
            }
        }
        """;

    private static string Pipeline(Entity e, Random random) => $$"""
        public async Task<decimal> PipeAsync(IAsyncEnumerable<{{e.Name}}> source, CancellationToken cancellationToken = default)
        {
            var channel = Channel.CreateBounded<{{e.Name}}>(new BoundedChannelOptions({{random.Next(1, 20) * 16}}) { SingleWriter = true, FullMode = BoundedChannelFullMode.Wait });
            Task writing = Task.Run(
                async () =>
                {
                    try
                    {
                        await foreach ({{e.Name}} {{e.Variable}} in source.WithCancellation(cancellationToken).ConfigureAwait(false))
                        {
                            await channel.Writer.WriteAsync({{e.Variable}}, cancellationToken).ConfigureAwait(false);
                        }
                    }
                    finally
                    {
                        channel.Writer.Complete();
                    }
                },
                cancellationToken);
            decimal sum = 0;
            await foreach ({{e.Name}} {{e.Variable}} in channel.Reader.ReadAllAsync(cancellationToken).ConfigureAwait(false))
            {
                sum += {{e.Variable}}.{{e.Decimal(random).Name}};
            }

            await writing.ConfigureAwait(false);
            return sum;
        }
        """;

    private static string Calendar(Entity e, Random random) => $$"""
        public DateOnly NextWorkday({{e.Name}} {{e.Variable}}, IReadOnlySet<DateOnly> holidays)
        {
            DateOnly today = DateOnly.FromDateTime(clock.GetUtcNow().UtcDateTime);
            DateOnly day = {{e.Variable}}.{{e.Date().Name}} > today ? {{e.Variable}}.{{e.Date().Name}} : today.AddDays({{random.Next(1, 9)}});
            while (day.DayOfWeek is DayOfWeek.Saturday or DayOfWeek.Sunday || holidays.Contains(day))
            {
                day = day.AddDays(1);
            }

            return day;
        }

        public IEnumerable<(DateOnly From, DateOnly Until)> Quarters(int year)
        {
            for (int quarter = 0; quarter < 4; quarter++)
            {
                var from = new DateOnly(year, (quarter * 3) + 1, 1);
                yield return (from, from.AddMonths(3).AddDays(-1));
            }
        }
        """;

    private static string Price(Entity e, Random random) => $$"""
        public static decimal PriceOf({{e.Name}} {{e.Variable}}, decimal rate)
        {
            decimal sum = {{e.Variable}}.{{e.Decimal(random).Name}} * {{e.Variable}}.Units;
            sum -= {{e.Variable}}.Units switch
            {
                > {{random.Next(50, 90) * 10}} => sum * 0.{{random.Next(10, 20)}}m,
                > {{random.Next(20, 40) * 10}} => sum * 0.0{{random.Next(6, 9)}}m,
                > {{random.Next(2, 10) * 10}} => sum * 0.0{{random.Next(2, 5)}}m,
                _ => 0,
            };
            if ({{e.Variable}}.{{e.Flag().Name}})
            {
                sum += Math.Max({{random.Next(2, 40)}}m, sum * 0.01m);
            }

            return decimal.Round(sum * (1 + rate), 2);
        }
        """;

    private static string Compare(Entity e) => $$"""
        public static IReadOnlyDictionary<string, (string Before, string After)> Differences({{e.Name}} before, {{e.Name}} after)
        {
            var differences = new Dictionary<string, (string, string)>(StringComparer.Ordinal);
            {{CodeText.Lines(e.Properties, 4, property => $"Add(nameof({e.Name}.{property.Name}), before.{property.Name}, after.{property.Name});")}}
            return differences;

            void Add<T>(string name, T first, T second)
            {
                if (!EqualityComparer<T>.Default.Equals(first, second))
                {
                    differences.Add(name, (first?.ToString() ?? "", second?.ToString() ?? ""));
                }
            }
        }
        """;

    private static string Cleanup(Entity e, Random random) => $$"""
        public async Task<int> RemoveExpiredAsync(CancellationToken cancellationToken = default)
        {
            DateTimeOffset limit = clock.GetUtcNow().AddDays(-{{random.Next(30, 800)}});
            int removed = 0;
            for (int page = 1; ; page++)
            {
                Page<{{e.Name}}> found = await repository.SearchAsync(new {{e.Name}}Filter { Until = limit, Page = page, Size = {{random.Next(1, 5) * 100}} }, cancellationToken).ConfigureAwait(false);
                foreach ({{e.Name}} {{e.Variable}} in found.Items)
                {
                    if ({{e.Variable}}.State == {{e.Name}}State.{{e.States[^1]}} && await repository.RemoveAsync({{e.Variable}}.Id, cancellationToken).ConfigureAwait(false))
                    {
                        removed++;
                        _seen.TryRemove({{e.Variable}}.Id, out _);
                    }
                }

                if (page >= found.Count)
                {
                    break;
                }
            }

            logger.LogInformation("Removed {Removed} {{e.Variables}} from before {Limit}", removed, limit);
            return removed;
        }
        """;

    private static string Rank(Entity e, Random random) => $$"""
        public static IReadOnlyList<({{e.Name}} {{e.Name}}, double Score)> Rank(IEnumerable<{{e.Name}}> {{e.Variables}}, string search)
        {
            string[] words = search.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            var ranked = new List<({{e.Name}} {{e.Name}}, double Score)>();
            foreach ({{e.Name}} {{e.Variable}} in {{e.Variables}})
            {
                double score = 0;
                foreach (string word in words)
                {
                    score += {{e.Variable}}.{{e.Text(random).Name}}.Contains(word, StringComparison.CurrentCultureIgnoreCase) ? {{random.Next(2, 9)}} : 0;
                    score += {{e.Variable}}.{{e.Text(random).Name}}.StartsWith(word, StringComparison.OrdinalIgnoreCase) ? {{random.Next(2, 9)}}.5 : 0;
                }

                if (score > 0)
                {
                    ranked.Add(({{e.Variable}}, score / (1 + words.Length)));
                }
            }

            ranked.Sort((left, right) => right.Score.CompareTo(left.Score));
            return ranked;
        }
        """;

    private static string Describe(Entity e, Random random) => $$"""
        public static string Describe({{e.Name}}State state) => state switch
        {
            {{CodeText.Lines(e.States, 4, state => $"{e.Name}State.{state} => \"The {e.Variable} is {state.ToLowerInvariant()} ({random.Next(100, 999)}).\",")}}
            _ => throw new ArgumentOutOfRangeException(nameof(state), state, "Unknown state."),
        };
        """;
}
