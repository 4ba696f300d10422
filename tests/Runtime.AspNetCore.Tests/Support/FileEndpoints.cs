using System.Collections.Concurrent;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace StreamTuning.AspNetCore;

/// <summary>Endpoints that put the files of a form into a directory in the ways that callbacks have, without antiforgery.</summary>
internal sealed class FileEndpoints : IDisposable
{
    /// <summary>Each writes what it gets, in another way.</summary>
    public const string ToPath = "/path";
    public const string ToFile = "/file";
    public const string Staged = "/staged";
    public const string Unread = "/unread";

    private readonly ConcurrentQueue<StreamedForm> _forms = new();
    private readonly Scratch _final = new();
    private readonly Scratch _temp = new();
    private readonly TempSpace _space;

    public FileEndpoints()
    {
        var options = new TempSpaceOptions { UseSystemDirectory = false, UseHomeDirectory = false, SweepLeftovers = false };
        options.Directories.Add(_temp.Root);
        _space = new TempSpace(options);
    }

    public static string[] Paths { get; } = [ToPath, ToFile, Staged, Unread];

    /// <summary>The forms that have been read to their end.</summary>
    public IReadOnlyCollection<StreamedForm> Forms => _forms;

    /// <summary>Every file that is there, final or not.</summary>
    public string[] Files => [.. Directory.EnumerateFiles(_final.Root), .. Directory.EnumerateFiles(_temp.Root, "*", SearchOption.AllDirectories)];

    public Action<StreamFilesOptions>? Options { get; init; }

    public void Map(WebApplication app)
    {
        Map(app, ToPath, (file, ct) => file.CopyToFileAsync(NewPath(), cancellationToken: ct));
        Map(app, ToFile, async (file, ct) =>
        {
            await using FileStream destination = File.Create(NewPath());
            await file.CopyToAsync(destination, ct);
        });
        Map(app, Unread, (_, _) => Task.CompletedTask);
        app.MapPost(Staged, async (HttpRequest request, CancellationToken ct) =>
        {
            var staged = new List<TempFile>();
            _forms.Enqueue(await request.StreamFilesAsync(async (file, ct) => staged.Add(await file.StageAsync(_space, ct)), cancellationToken: ct));
            foreach (TempFile file in staged)
            {
                await file.MoveToAsync(NewPath(), cancellationToken: ct);
            }

            return staged.Count;
        }).WithStreamedFiles(Options).DisableAntiforgery();
        app.MapGet("/", () => "here");
    }

    public void Dispose()
    {
        _final.Dispose();
        _temp.Dispose();
    }

    private void Map(WebApplication app, string pattern, Func<StreamedFile, CancellationToken, Task> save) =>
        app.MapPost(pattern, async (HttpRequest request, CancellationToken ct) =>
        {
            StreamedForm form = await request.StreamFilesAsync(save, cancellationToken: ct);
            _forms.Enqueue(form);
            return form.Files.Count;
        }).WithStreamedFiles(Options).DisableAntiforgery();

    private string NewPath() => _final.PathOf(Guid.NewGuid().ToString("N"));
}
