namespace StreamTuning.CodeFixes.Blobs;

/// <summary>Names types of the Azure SDK as the code around can: alone, with a directive if need be, or with their namespace.</summary>
internal sealed class SdkNames
{
    private readonly FixContext _context;
    private readonly FixEdit _edit;
    private readonly int _position;
    private readonly bool _imports;

    /// <param name="context">The document.</param>
    /// <param name="edit">What is changed; it gets the directives.</param>
    /// <param name="position">Where the names are to stand.</param>
    /// <param name="imports">Whether directives may be added.</param>
    public SdkNames(FixContext context, FixEdit edit, int position, bool imports)
    {
        _context = context;
        _edit = edit;
        _position = position;

        // A file without any has them elsewhere, for all files.
        _imports = imports
            && context.Root.DescendantNodes(node => node is CompilationUnitSyntax or BaseNamespaceDeclarationSyntax).Any(
                node => node is UsingDirectiveSyntax);
    }

    public string BlobUploadOptions => Name("Azure.Storage.Blobs.Models", "BlobUploadOptions");

    public string BlobRequestConditions => Name("Azure.Storage.Blobs.Models", "BlobRequestConditions");

    public string StorageTransferOptions => Name("Azure.Storage", "StorageTransferOptions");

    public string ETag => Name("Azure", "ETag");

    /// <summary>A type of another namespace.</summary>
    public string Name(string scope, string name)
    {
        ImmutableArray<ISymbol> found = _context.Model.LookupNamespacesAndTypes(_position, name: name);
        if (found.Length == 1
            && SymbolEqualityComparer.Default.Equals(found[0], _context.Model.Compilation.GetTypeByMetadataName(scope + "." + name)))
        {
            return name;
        }

        if (!_imports || !found.IsEmpty)
        {
            return scope + "." + name;
        }

        _edit.Import(scope, _position);
        return name;
    }
}
