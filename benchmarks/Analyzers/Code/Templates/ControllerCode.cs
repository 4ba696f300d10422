namespace StreamTuning.Benchmarks;

/// <summary>A controller of a web API.</summary>
internal static class ControllerCode
{
    public static string Write(Entity e, Random random) => CodeText.File(
        $$"""
        using Microsoft.AspNetCore.Authorization;
        using Microsoft.AspNetCore.Http;
        using Microsoft.AspNetCore.Mvc;

        namespace {{e.Namespace}};

        [ApiController]
        [Authorize]
        [Route("api/{{e.Route}}")]
        public sealed class {{e.Plural}}Controller({{e.Name}}Service service, ILogger<{{e.Plural}}Controller> logger) : ControllerBase
        """,
        [
            $$"""
            [HttpGet("{id:guid}")]
            [ProducesResponseType<{{e.Name}}Response>(StatusCodes.Status200OK)]
            [ProducesResponseType(StatusCodes.Status404NotFound)]
            public async Task<ActionResult<{{e.Name}}Response>> Get(Guid id, CancellationToken cancellationToken)
            {
                try
                {
                    return {{e.Name}}Mapper.ToResponse(await service.GetAsync(id, cancellationToken));
                }
                catch (NotFoundException missing)
                {
                    logger.LogDebug(missing, "Asked for {{e.Variable}} {Id}", id);
                    return NotFound();
                }
            }
            """,
            $$"""
            [HttpGet]
            public async Task<ActionResult<Page<{{e.Name}}Response>>> Search([FromQuery] {{e.Name}}Filter filter, CancellationToken cancellationToken)
            {
                Page<{{e.Name}}> page = await service.SearchAsync(filter, cancellationToken);
                Response.Headers["X-Total"] = page.Total.ToString(CultureInfo.InvariantCulture);
                return Ok({{e.Name}}Mapper.ToResponse(page));
            }
            """,
            $$"""
            [HttpPost]
            [ProducesResponseType<{{e.Name}}Response>(StatusCodes.Status201Created)]
            [ProducesResponseType<ValidationProblemDetails>(StatusCodes.Status400BadRequest)]
            public async Task<IActionResult> Create(Create{{e.Name}}Request request, CancellationToken cancellationToken)
            {
                Result<{{e.Name}}> result = await service.CreateAsync(request, User.Identity?.Name ?? "anonymous", cancellationToken);
                if (!result.IsSuccess)
                {
                    ModelState.AddModelError(nameof(request), result.Error);
                    return ValidationProblem(ModelState);
                }

                return CreatedAtAction(nameof(Get), new { id = result.Value.Id }, {{e.Name}}Mapper.ToResponse(result.Value));
            }
            """,
            $$"""
            [HttpPatch("{id:guid}")]
            public async Task<ActionResult<IReadOnlyList<string>>> Update(Guid id, Update{{e.Name}}Request request, CancellationToken cancellationToken)
            {
                IReadOnlyList<string> changes = await service.UpdateAsync(id, request, cancellationToken);
                logger.LogInformation("{User} changed {Count} values of {{e.Variable}} {Id}", User.Identity?.Name, changes.Count, id);
                return changes.Count == 0 ? NoContent() : Ok(changes);
            }
            """,
            .. CodeText.Some(
                random,
                random.Next(1, 4),
                () => $$"""
                    [HttpGet("{id:guid}/history")]
                    public async Task<IActionResult> History(Guid id, [FromQuery] int limit = {{random.Next(2, 20) * 5}}, CancellationToken cancellationToken = default)
                    {
                        {{e.Name}} {{e.Variable}} = await service.GetAsync(id, cancellationToken);
                        return Ok({{e.Variable}}.History.TakeLast(Math.Clamp(limit, 1, 100)).ToArray());
                    }
                    """,
                () => $$"""
                    [HttpGet("{id:guid}/values")]
                    [ResponseCache(Duration = {{random.Next(10, 600)}})]
                    public async Task<IActionResult> Values(Guid id, CancellationToken cancellationToken)
                    {
                        IReadOnlyDictionary<string, string?> values = {{e.Name}}Mapper.ToValues(await service.GetAsync(id, cancellationToken));
                        return Content(string.Join('\n', values.Select(pair => $"{pair.Key}={pair.Value}")), "text/plain");
                    }
                    """,
                () => $$"""
                    [HttpHead("{id:guid}")]
                    public async Task<IActionResult> Exists(Guid id, CancellationToken cancellationToken)
                    {
                        Page<{{e.Name}}> page = await service.SearchAsync(new {{e.Name}}Filter { Size = 1 }, cancellationToken);
                        return page.Items.Any({{e.Variable}} => {{e.Variable}}.Id == id) ? Ok() : NotFound();
                    }
                    """,
                () => $$"""
                    [HttpGet("count")]
                    [AllowAnonymous]
                    public async Task<ActionResult<int>> Count([FromQuery] {{e.Name}}State? state, CancellationToken cancellationToken)
                    {
                        Page<{{e.Name}}> page = await service.SearchAsync(new {{e.Name}}Filter { State = state, Size = 1 }, cancellationToken);
                        return page.Total;
                    }
                    """),
        ]);
}
