namespace StreamTuning.Benchmarks;

/// <summary>The same as a controller, as minimal APIs.</summary>
internal static class EndpointCode
{
    public static string Write(Entity e, Random random) => CodeText.File(
        $$"""
        using Microsoft.AspNetCore.Builder;
        using Microsoft.AspNetCore.Http;
        using Microsoft.AspNetCore.Http.HttpResults;
        using Microsoft.AspNetCore.Routing;

        namespace {{e.Namespace}};

        public static class {{e.Name}}Endpoints
        """,
        [
            $$"""
            public static IEndpointRouteBuilder Map{{e.Plural}}(this IEndpointRouteBuilder routes)
            {
                RouteGroupBuilder group = routes.MapGroup("/{{e.Route}}").WithTags("{{e.Plural}}");
                group.MapGet("/{id:guid}", GetAsync).WithName("Get{{e.Name}}");
                group.MapPost("/", CreateAsync);
                group.MapGet("/", async ([AsParameters] {{e.Name}}Filter filter, {{e.Name}}Service service, CancellationToken cancellationToken) =>
                {
                    Page<{{e.Name}}> page = await service.SearchAsync(filter, cancellationToken);
                    return TypedResults.Ok({{e.Name}}Mapper.ToResponse(page));
                });
                group.MapPatch("/{id:guid}", async (Guid id, Update{{e.Name}}Request request, {{e.Name}}Service service, CancellationToken cancellationToken) =>
                {
                    IReadOnlyList<string> changes = await service.UpdateAsync(id, request, cancellationToken);
                    return changes.Count == 0 ? Results.NoContent() : Results.Ok(changes);
                });
                group.MapGet("/{id:guid}/history", async (Guid id, {{e.Name}}Service service) => Results.Ok((await service.GetAsync(id)).History));
                group.MapGet("/limits", () => Results.Json(new { Page = 1, Size = {{random.Next(2, 9) * 50}}, Name = "{{e.Route}}" }));
                return routes;
            }
            """,
            $$"""
            private static async Task<Results<Ok<{{e.Name}}Response>, NotFound>> GetAsync(Guid id, {{e.Name}}Service service, CancellationToken cancellationToken)
            {
                try
                {
                    return TypedResults.Ok({{e.Name}}Mapper.ToResponse(await service.GetAsync(id, cancellationToken)));
                }
                catch (NotFoundException)
                {
                    return TypedResults.NotFound();
                }
            }
            """,
            $$"""
            private static async Task<Results<Created<{{e.Name}}Response>, BadRequest<string>>> CreateAsync(
                Create{{e.Name}}Request request,
                HttpContext context,
                {{e.Name}}Service service,
                CancellationToken cancellationToken)
            {
                Result<{{e.Name}}> result = await service.CreateAsync(request, context.User.Identity?.Name ?? "anonymous", cancellationToken);
                return result.IsSuccess
                    ? TypedResults.Created($"/{{e.Route}}/{result.Value.Id}", {{e.Name}}Mapper.ToResponse(result.Value))
                    : TypedResults.BadRequest(result.Error);
            }
            """,
        ]);
}
