namespace StreamTuning.Benchmarks;

/// <summary>Work in the background.</summary>
internal static class JobCode
{
    public static string Write(Entity e, Random random) => CodeText.File(
        $$"""
        using Microsoft.Extensions.DependencyInjection;
        using Microsoft.Extensions.Hosting;

        namespace {{e.Namespace}};

        public sealed class {{e.Name}}Job(IServiceScopeFactory scopes, TimeProvider clock, ILogger<{{e.Name}}Job> logger) : BackgroundService
        """,
        [
            $$"""
            private static readonly TimeSpan Period = TimeSpan.FromMinutes({{random.Next(1, 90)}});

            private readonly Dictionary<Guid, int> _failures = [];

            protected override async Task ExecuteAsync(CancellationToken stoppingToken)
            {
                using var timer = new PeriodicTimer(Period, clock);
                do
                {
                    try
                    {
                        int done = await RunOnceAsync(stoppingToken);
                        logger.LogInformation("Handled {Count} {{e.Variables}}, {Failures} failed", done, _failures.Count);
                    }
                    catch (Exception e) when (e is not OperationCanceledException)
                    {
                        logger.LogError(e, "The job of {{e.Variables}} failed");
                    }
                }
                while (await timer.WaitForNextTickAsync(stoppingToken));
            }
            """,
            $$"""
            private async Task<int> RunOnceAsync(CancellationToken cancellationToken)
            {
                await using AsyncServiceScope scope = scopes.CreateAsyncScope();
                {{e.Name}}Service service = scope.ServiceProvider.GetRequiredService<{{e.Name}}Service>();
                Page<{{e.Name}}> page = await service.SearchAsync(new {{e.Name}}Filter { State = {{e.Name}}State.{{e.State(random)}}, Size = {{random.Next(1, 9) * 50}} }, cancellationToken);
                int done = 0;
                foreach ({{e.Name}} {{e.Variable}} in page.Items)
                {
                    if (_failures.TryGetValue({{e.Variable}}.Id, out int failures) && failures > {{random.Next(2, 9)}})
                    {
                        continue;
                    }

                    try
                    {
                        await HandleAsync({{e.Variable}}, cancellationToken);
                        _failures.Remove({{e.Variable}}.Id);
                        done++;
                    }
                    catch (InvalidOperationException e)
                    {
                        _failures[{{e.Variable}}.Id] = failures + 1;
                        logger.LogWarning(e, "{{e.Name}} {Id} failed {Count} times", {{e.Variable}}.Id, failures + 1);
                    }
                }

                return done;
            }
            """,
            $$"""
            private async Task HandleAsync({{e.Name}} {{e.Variable}}, CancellationToken cancellationToken)
            {
                await Task.Yield();
                cancellationToken.ThrowIfCancellationRequested();
                if ({{e.Variable}}.CanMoveTo({{e.Name}}State.{{e.States[^1]}}) && {{e.Variable}}.{{e.Date().Name}} < DateOnly.FromDateTime(clock.GetUtcNow().UtcDateTime))
                {
                    {{e.Variable}}.MoveTo({{e.Name}}State.{{e.States[^1]}}, clock.GetUtcNow(), nameof({{e.Name}}Job));
                }

                {{e.Variable}}.{{e.Decimal(random).Name}} = Math.Round({{e.Variable}}.{{e.Decimal(random).Name}} * 1.{{random.Next(1, 20):00}}m, 2);
            }
            """,
        ]);
}
