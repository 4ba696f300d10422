namespace PhotoDrop;

/// <summary>What is to be done with photos that the service gets itself: <c>POST /deliveries/originals/import</c> and so on.</summary>
internal static class DeliveryEndpoints
{
    public static void MapDeliveries(this IEndpointRouteBuilder app, bool withBackups)
    {
        RouteGroupBuilder deliveries = app.MapGroup("/deliveries/{delivery}");
        Map<Import>("import", (import, photos, cancel) => import.RunAsync(photos, cancel));
        Map<Inbox>("receive", (inbox, photos, cancel) => inbox.ReceiveAsync(photos, cancel));
        Map<Gallery>("publish", (gallery, photos, cancel) => gallery.PublishAsync(photos, cancel));
        Map<Gallery>("bind", (gallery, photos, cancel) => gallery.BindAlbumAsync(photos, cancel));
        Map<Intake>("take-in", (intake, photos, cancel) => intake.TakeInAsync(photos, cancel));
        Map<Archive>("archive", (archive, photos, cancel) => archive.AddAllAsync(photos, cancel));
        if (withBackups)
        {
            Map<Backup>("back-up", (backup, photos, cancel) => backup.BackUpAsync(photos, cancel));
        }

        void Map<T>(string work, Func<T, Delivery, CancellationToken, Task> run)
            where T : notnull =>
            deliveries.MapPost(work, async Task<IResult> (string delivery, PhotoServer server, HttpContext context) =>
            {
                if (!server.Deliveries.TryGetValue(delivery, out Delivery? photos))
                {
                    return Results.NotFound();
                }

                await run(context.RequestServices.GetRequiredService<T>(), photos, context.RequestAborted);
                return Results.NoContent();
            });
    }
}
