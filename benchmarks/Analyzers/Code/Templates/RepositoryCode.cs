namespace StreamTuning.Benchmarks;

/// <summary>Queries and changes of stored entities.</summary>
internal static class RepositoryCode
{
    public static string Write(Entity e, Random random)
    {
        Property text = e.Text(random);
        Property amount = e.Decimal(random);
        return CodeText.File(
            $$"""
            using Microsoft.Extensions.Caching.Memory;

            namespace {{e.Namespace}};

            public interface I{{e.Name}}Repository
            {
                Task<{{e.Name}}?> FindAsync(Guid id, CancellationToken cancellationToken = default);

                Task<Page<{{e.Name}}>> SearchAsync({{e.Name}}Filter filter, CancellationToken cancellationToken = default);

                Task<IReadOnlyList<{{e.Name}}>> ListBy{{text.Name}}Async(string {{text.Parameter}}, CancellationToken cancellationToken = default);

                Task AddAsync({{e.Name}} {{e.Variable}}, CancellationToken cancellationToken = default);

                Task<bool> RemoveAsync(Guid id, CancellationToken cancellationToken = default);
            }

            public sealed class {{e.Name}}Repository(Database database, IMemoryCache cache, ILogger<{{e.Name}}Repository> logger) : I{{e.Name}}Repository
            """,
            [
                $$"""
                private static readonly TimeSpan CacheTime = TimeSpan.FromSeconds({{random.Next(1, 20) * 15}});

                private Table<{{e.Name}}> {{e.Plural}} => database.Set<{{e.Name}}>();
                """,
                $$"""
                public async Task<{{e.Name}}?> FindAsync(Guid id, CancellationToken cancellationToken = default)
                {
                    if (cache.TryGetValue((typeof({{e.Name}}), id), out {{e.Name}}? cached))
                    {
                        return cached;
                    }

                    {{e.Name}}? {{e.Variable}} = await {{e.Plural}}.FindAsync(id, cancellationToken);
                    if ({{e.Variable}} is null)
                    {
                        logger.LogDebug("There is no {{e.Variable}} {Id}", id);
                        return null;
                    }

                    cache.Set((typeof({{e.Name}}), id), {{e.Variable}}, CacheTime);
                    return {{e.Variable}};
                }
                """,
                $$"""
                public async Task<Page<{{e.Name}}>> SearchAsync({{e.Name}}Filter filter, CancellationToken cancellationToken = default)
                {
                    IQueryable<{{e.Name}}> query = {{e.Plural}}.AsNoTracking();
                    if (filter.State is { } state)
                    {
                        query = query.Where({{e.Variable}} => {{e.Variable}}.State == state);
                    }

                    if (!string.IsNullOrWhiteSpace(filter.Search))
                    {
                        string search = filter.Search.Trim();
                        query = query.Where({{e.Variable}} => {{e.Variable}}.{{text.Name}}.Contains(search) || {{e.Variable}}.{{e.Text(random).Name}}.StartsWith(search));
                    }

                    if (filter.From is { } from)
                    {
                        query = query.Where({{e.Variable}} => {{e.Variable}}.CreatedAt >= from);
                    }

                    if (filter.Until is { } until)
                    {
                        query = query.Where({{e.Variable}} => {{e.Variable}}.CreatedAt < until);
                    }

                    int total = await query.CountAsync(cancellationToken);
                    List<{{e.Name}}> items = await query
                        .OrderByDescending({{e.Variable}} => {{e.Variable}}.CreatedAt)
                        .ThenBy({{e.Variable}} => {{e.Variable}}.{{text.Name}})
                        .Skip((filter.Page - 1) * filter.Size)
                        .Take(filter.Size)
                        .ToListAsync(cancellationToken);
                    return new Page<{{e.Name}}>(items, filter.Page, filter.Size, total);
                }
                """,
                $$"""
                public async Task<IReadOnlyList<{{e.Name}}>> ListBy{{text.Name}}Async(string {{text.Parameter}}, CancellationToken cancellationToken = default)
                {
                    ArgumentException.ThrowIfNullOrEmpty({{text.Parameter}});
                    return await {{e.Plural}}
                        .Where({{e.Variable}} => {{e.Variable}}.{{text.Name}} == {{text.Parameter}} && {{e.Variable}}.State != {{e.Name}}State.{{e.State(random)}})
                        .OrderBy({{e.Variable}} => {{e.Variable}}.{{e.Date().Name}})
                        .ToListAsync(cancellationToken);
                }
                """,
                $$"""
                public async Task AddAsync({{e.Name}} {{e.Variable}}, CancellationToken cancellationToken = default)
                {
                    ArgumentNullException.ThrowIfNull({{e.Variable}});
                    {{e.Plural}}.Add({{e.Variable}});
                    int changes = await database.SaveChangesAsync(cancellationToken);
                    logger.LogInformation("Added {{e.Variable}} {Id} in {Changes} tables", {{e.Variable}}.Id, changes);
                }
                """,
                $$"""
                public async Task<bool> RemoveAsync(Guid id, CancellationToken cancellationToken = default)
                {
                    {{e.Name}}? {{e.Variable}} = await {{e.Plural}}.FindAsync(id, cancellationToken);
                    if ({{e.Variable}} is null || !{{e.Plural}}.Remove({{e.Variable}}))
                    {
                        return false;
                    }

                    cache.Remove((typeof({{e.Name}}), id));
                    await database.SaveChangesAsync(cancellationToken);
                    return true;
                }
                """,
                .. CodeText.Some(
                    random,
                    random.Next(2, 5),
                    () => $$"""
                        public async Task<IReadOnlyDictionary<string, decimal>> Sum{{amount.Name}}By{{text.Name}}Async(CancellationToken cancellationToken = default)
                        {
                            List<{{e.Name}}> all = await {{e.Plural}}.AsNoTracking().ToListAsync(cancellationToken);
                            return all
                                .GroupBy({{e.Variable}} => {{e.Variable}}.{{text.Name}}, StringComparer.OrdinalIgnoreCase)
                                .ToDictionary(group => group.Key, group => group.Sum({{e.Variable}} => {{e.Variable}}.{{amount.Name}} * {{e.Variable}}.Units), StringComparer.OrdinalIgnoreCase);
                        }
                        """,
                    () => $$"""
                        public async Task<int> ImportAsync(IReadOnlyCollection<{{e.Name}}> {{e.Variables}}, CancellationToken cancellationToken = default)
                        {
                            int imported = 0;
                            foreach ({{e.Name}}[] chunk in {{e.Variables}}.Chunk({{random.Next(1, 10) * 100}}))
                            {
                                HashSet<Guid> known = [.. {{e.Plural}}.AsNoTracking().Select({{e.Variable}} => {{e.Variable}}.Id)];
                                {{e.Name}}[] added = chunk.Where({{e.Variable}} => !known.Contains({{e.Variable}}.Id)).ToArray();
                                {{e.Plural}}.AddRange(added);
                                imported += added.Length;
                                await database.SaveChangesAsync(cancellationToken);
                            }

                            logger.LogInformation("Imported {Count} of {All} {{e.Variables}}", imported, {{e.Variables}}.Count);
                            return imported;
                        }
                        """,
                    () => $$"""
                        public Task<bool> ExistsAsync(Guid {{e.Key().Parameter}}, string {{text.Parameter}}, CancellationToken cancellationToken = default) =>
                            {{e.Plural}}.AsNoTracking().AnyAsync(
                                {{e.Variable}} => {{e.Variable}}.{{e.Key().Name}} == {{e.Key().Parameter}} && {{e.Variable}}.{{text.Name}} == {{text.Parameter}},
                                cancellationToken);
                        """,
                    () => $$"""
                        public async Task<{{e.Name}}?> Latest{{e.State(random)}}Async(Guid {{e.Key().Parameter}}, CancellationToken cancellationToken = default)
                        {
                            List<{{e.Name}}> candidates = await {{e.Plural}}
                                .Where({{e.Variable}} => {{e.Variable}}.{{e.Key().Name}} == {{e.Key().Parameter}} && {{e.Variable}}.State == {{e.Name}}State.{{e.State(random)}})
                                .ToListAsync(cancellationToken);
                            return candidates.MaxBy({{e.Variable}} => {{e.Variable}}.ChangedAt ?? {{e.Variable}}.CreatedAt);
                        }
                        """,
                    () => $$"""
                        public async IAsyncEnumerable<{{e.Name}}> StreamAsync([System.Runtime.CompilerServices.EnumeratorCancellation] CancellationToken cancellationToken = default)
                        {
                            foreach ({{e.Name}} {{e.Variable}} in {{e.Plural}}.AsNoTracking().OrderBy(row => row.CreatedAt))
                            {
                                cancellationToken.ThrowIfCancellationRequested();
                                await Task.Yield();
                                yield return {{e.Variable}};
                            }
                        }
                        """),
            ]);
    }
}
