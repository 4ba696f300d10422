namespace StreamTuning.Benchmarks;

/// <summary>What all parts of the service share: something like an object-relational mapper, results, events, and the start of the program.</summary>
internal static class SharedCode
{
    public static IEnumerable<(string Path, string Text)> Write() =>
    [
        ("Shared/GlobalUsings.cs", GlobalUsings),
        ("Shared/Persistence.cs", Persistence),
        ("Shared/Result.cs", Result),
        ("Shared/Startup.cs", Startup),
    ];

    private const string GlobalUsings = """
        global using System;
        global using System.Collections.Generic;
        global using System.Globalization;
        global using System.IO;
        global using System.Linq;
        global using System.Net.Http;
        global using System.Threading;
        global using System.Threading.Tasks;
        global using Contoso.Shared;
        global using Microsoft.Extensions.Logging;

        """;

    private const string Persistence = """
        using System.Linq.Expressions;

        namespace Contoso.Shared;

        public interface IEntity
        {
            Guid Id { get; }

            DateTimeOffset CreatedAt { get; }
        }

        public sealed class Table<T>
            where T : class, IEntity
        {
            private readonly Dictionary<Guid, T> _rows = [];
            private readonly Lock _gate = new();

            public IQueryable<T> AsNoTracking()
            {
                lock (_gate)
                {
                    return _rows.Values.ToList().AsQueryable();
                }
            }

            public IQueryable<T> Where(Expression<Func<T, bool>> condition) => AsNoTracking().Where(condition);

            public ValueTask<T?> FindAsync(Guid id, CancellationToken cancellationToken = default)
            {
                cancellationToken.ThrowIfCancellationRequested();
                lock (_gate)
                {
                    return ValueTask.FromResult(_rows.GetValueOrDefault(id));
                }
            }

            public void Add(T row)
            {
                lock (_gate)
                {
                    _rows.Add(row.Id, row);
                }
            }

            public void AddRange(IEnumerable<T> rows)
            {
                foreach (T row in rows)
                {
                    Add(row);
                }
            }

            public bool Remove(T row)
            {
                lock (_gate)
                {
                    return _rows.Remove(row.Id);
                }
            }
        }

        public sealed class Database
        {
            private readonly Dictionary<Type, object> _tables = [];

            public Table<T> Set<T>()
                where T : class, IEntity
            {
                if (!_tables.TryGetValue(typeof(T), out object? table))
                {
                    table = new Table<T>();
                    _tables.Add(typeof(T), table);
                }

                return (Table<T>)table;
            }

            public async Task<int> SaveChangesAsync(CancellationToken cancellationToken = default)
            {
                await Task.Yield();
                cancellationToken.ThrowIfCancellationRequested();
                return _tables.Count;
            }
        }

        public static class QueryableExtensions
        {
            public static Task<List<T>> ToListAsync<T>(this IQueryable<T> query, CancellationToken cancellationToken = default)
            {
                cancellationToken.ThrowIfCancellationRequested();
                return Task.FromResult(query.ToList());
            }

            public static Task<int> CountAsync<T>(this IQueryable<T> query, CancellationToken cancellationToken = default)
            {
                cancellationToken.ThrowIfCancellationRequested();
                return Task.FromResult(query.Count());
            }

            public static Task<bool> AnyAsync<T>(this IQueryable<T> query, Expression<Func<T, bool>> condition, CancellationToken cancellationToken = default)
            {
                cancellationToken.ThrowIfCancellationRequested();
                return Task.FromResult(query.Any(condition));
            }

            public static Task<T?> FirstOrDefaultAsync<T>(this IQueryable<T> query, Expression<Func<T, bool>> condition, CancellationToken cancellationToken = default)
            {
                cancellationToken.ThrowIfCancellationRequested();
                return Task.FromResult(query.FirstOrDefault(condition));
            }
        }

        """;

    private const string Result = """
        using System.Diagnostics.CodeAnalysis;

        namespace Contoso.Shared;

        public sealed class NotFoundException(string what, Guid id) : Exception($"There is no {what} with the id {id}.")
        {
            public Guid Id { get; } = id;
        }

        public readonly record struct Result<T>(T? Value, string? Error)
        {
            [MemberNotNullWhen(true, nameof(Value))]
            [MemberNotNullWhen(false, nameof(Error))]
            public bool IsSuccess => Error is null;

            public static Result<T> Success(T value) => new(value, null);

            public static Result<T> Failure(string error) => new(default, error);
        }

        public sealed record Page<T>(IReadOnlyList<T> Items, int Number, int Size, int Total)
        {
            public int Count => (Total + Size - 1) / Size;
        }

        public sealed record Changed(string Kind, Guid Id, DateTimeOffset At);

        public interface IConfigurationPaths
        {
            string Next(string name);
        }

        public interface IEventBus
        {
            Task PublishAsync(Changed change, CancellationToken cancellationToken);
        }

        public sealed class MemoryEventBus(TimeProvider clock) : IEventBus
        {
            private readonly List<Changed> _changes = [];

            public IReadOnlyList<Changed> Changes => _changes;

            public Task PublishAsync(Changed change, CancellationToken cancellationToken)
            {
                cancellationToken.ThrowIfCancellationRequested();
                _changes.Add(change with { At = change.At == default ? clock.GetUtcNow() : change.At });
                return Task.CompletedTask;
            }
        }

        """;

    private const string Startup = """
        using Azure.Storage.Blobs;
        using Microsoft.AspNetCore.Builder;
        using Microsoft.AspNetCore.Hosting;
        using Microsoft.AspNetCore.Http;
        using Microsoft.AspNetCore.Http.Features;
        using Microsoft.Extensions.Configuration;
        using Microsoft.Extensions.DependencyInjection;

        namespace Contoso.Shared;

        public static class Startup
        {
            public static WebApplication Build(string[] arguments)
            {
                WebApplicationBuilder builder = WebApplication.CreateBuilder(arguments);
                builder.Services.AddControllers().AddJsonOptions(options => options.JsonSerializerOptions.WriteIndented = false);
                builder.Services.AddMemoryCache();
                builder.Services.AddHttpClient();
                builder.Services.AddSingleton<Database>();
                builder.Services.AddSingleton(TimeProvider.System);
                builder.Services.AddSingleton<IEventBus, MemoryEventBus>();
                builder.Services.AddSingleton(provider => new BlobContainerClient(provider.GetRequiredService<IConfiguration>()["Blobs:ConnectionString"], "contoso"));
                builder.Services.Configure<FormOptions>(options => options.MultipartBodyLengthLimit = 256 * 1024 * 1024);
                builder.WebHost.ConfigureKestrel(options => options.Limits.MaxRequestBodySize = 512 * 1024 * 1024);

                WebApplication app = builder.Build();
                app.UseExceptionHandler("/error");
                app.UseRouting();
                app.MapControllers();
                app.MapGet("/health", () => Results.Ok(new { Status = "healthy" }));
                app.MapGet("/error", (HttpContext context) => Results.Problem(context.TraceIdentifier));
                return app;
            }
        }

        """;
}
