namespace StreamTuning.Benchmarks;

/// <summary>Tests of the service: much code that calls little methods.</summary>
internal static class TestCode
{
    public static string Write(Entity e, Random random) => CodeText.File(
        $$"""
        using Microsoft.Extensions.Caching.Memory;
        using Microsoft.Extensions.Logging.Abstractions;
        using Microsoft.Extensions.Options;
        using Xunit;

        namespace {{e.Namespace}}.Tests;

        public sealed class {{e.Name}}ServiceTests : IDisposable
        """,
        [
            $$"""
            private readonly MemoryCache _cache = new(Options.Create(new MemoryCacheOptions()));
            private readonly MemoryEventBus _events = new(TimeProvider.System);
            private readonly Database _database = new();

            private {{e.Name}}Service Service => new(
                new {{e.Name}}Repository(_database, _cache, NullLogger<{{e.Name}}Repository>.Instance),
                _events,
                TimeProvider.System,
                NullLogger<{{e.Name}}Service>.Instance);

            public void Dispose() => _cache.Dispose();
            """,
            .. Enumerable.Range(0, random.Next(2, 5)).Select(index => Created(e, index, random)),
            .. CodeText.Some(
                random,
                random.Next(2, 6),
                () => $$"""
                    [Fact]
                    public async Task What_is_missing_is_reported()
                    {
                        var id = Guid.NewGuid();
                        NotFoundException missing = await Assert.ThrowsAsync<NotFoundException>(() => Service.GetAsync(id));
                        Assert.Equal(id, missing.Id);
                        Assert.Empty(_events.Changes);
                    }
                    """,
                () => $$"""
                    [Theory]
                    {{CodeText.Lines(Enumerable.Range(1, random.Next(3, 7)), 0, page => $"[InlineData({page}, {page * random.Next(1, 9) * 10})]")}}
                    public async Task Pages_have_the_size_that_was_asked_for(int page, int size)
                    {
                        Page<{{e.Name}}> found = await Service.SearchAsync(new {{e.Name}}Filter { Page = page, Size = size });
                        Assert.Equal(page, found.Number);
                        Assert.Equal(size, found.Size);
                        Assert.True(found.Items.Count <= size, $"{found.Items.Count} is more than {size}.");
                    }
                    """,
                () => $$"""
                    [Fact]
                    public void States_follow_each_other()
                    {
                        var {{e.Variable}} = new {{e.Name}} { {{e.Flag().Name}} = {{(random.Next(2) == 0 ? "true" : "false")}} };
                        {{CodeText.Lines(e.States.Skip(1), 4, state => $"{e.Variable}.MoveTo({e.Name}State.{state}, DateTimeOffset.UnixEpoch, \"tester\");")}}
                        Assert.Equal({{e.Name}}State.{{e.States[^1]}}, {{e.Variable}}.State);
                        Assert.Equal({{e.States.Count - 1}}, {{e.Variable}}.History.Count);
                        Assert.All({{e.Variable}}.History, entry => Assert.Contains("tester", entry));
                    }
                    """,
                () => $$"""
                    [Fact]
                    public void What_is_wrong_is_listed()
                    {
                        string[] problems = new {{e.Name}} { {{e.Text(random).Name}} = new string('x', {{random.Next(500, 900)}}) }.Check().ToArray();
                        Assert.NotEmpty(problems);
                        Assert.Contains(problems, problem => problem.Contains("missing", StringComparison.Ordinal));
                    }
                    """,
                () => $$"""
                    [Fact]
                    public void Values_survive_the_mapper()
                    {
                        {{e.Name}} {{e.Variable}} = {{e.Name}}Mapper.ToEntity(Request(), DateTimeOffset.UnixEpoch);
                        {{e.Name}}Response response = {{e.Name}}Mapper.ToResponse({{e.Variable}});
                        {{CodeText.Lines(e.Properties, 4, property => $"Assert.Equal({e.Variable}.{property.Name}, response.{property.Name});")}}
                        Assert.Equal({{e.Variable}}.Id, response.Id);
                    }
                    """,
                () => $$"""
                    [Fact]
                    public async Task Nothing_happens_after_cancellation()
                    {
                        using var source = new CancellationTokenSource();
                        await source.CancelAsync();
                        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Service.CreateAsync(Request(), "tester", source.Token));
                        Assert.Empty(_events.Changes);
                    }
                    """),
            $$"""
            private static Create{{e.Name}}Request Request() => new()
            {
                {{CodeText.Lines(e.Properties, 4, property => $"{property.Name} = {property.Example(random)},")}}
                Tags = ["{{e.Route}}", "{{random.Next(1000)}}"],
            };
            """,
        ]);

    private static string Created(Entity e, int index, Random random) => $$"""
        [Fact]
        public async Task Example_{{index + 1}}_is_created_and_found()
        {
            var request = new Create{{e.Name}}Request
            {
                {{CodeText.Lines(e.Properties, 8, property => $"{property.Name} = {property.Example(random)},")}}
            };

            Result<{{e.Name}}> result = await Service.CreateAsync(request, "tester");
            if (!result.IsSuccess)
            {
                Assert.NotEqual("", result.Error);
                return;
            }

            {{e.Name}} found = await Service.GetAsync(result.Value.Id);
            Assert.Equal(request.{{e.Text(random).Name}}.Trim(), found.{{e.Text(random).Name}});
            Assert.Equal({{e.Name}}State.{{e.States[0]}}, found.State);
            Assert.Single(_events.Changes, change => change.Kind == "{{e.Variable}}.created" && change.Id == found.Id);
        }
        """;
}
