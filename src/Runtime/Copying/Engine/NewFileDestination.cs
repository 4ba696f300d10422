namespace StreamTuning;

/// <summary>A path whose file is always a new one, which takes the place of another at the end if it may.</summary>
internal sealed class NewFileDestination(string path, bool replaces) : OwnFileDestination
{
    protected override ValueTask<OwnFile> OpenAsync(CopySource source, CopySettings settings, bool async) => new(
        !replaces ? OwnFile.CreateNew(path, async)
        : File.Exists(path) ? OwnFile.CreateReplacement(path, async)
        : OwnFile.CreateNewOrReplacement(path, async));
}
