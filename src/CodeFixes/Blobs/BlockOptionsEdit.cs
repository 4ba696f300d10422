namespace StreamTuning.CodeFixes.Blobs;

/// <summary>
/// Sets the options of the SDK with which it sends content in blocks, from 4 MiB on, and leaves everything else that an upload is given
/// what it is.
/// </summary>
internal static class BlockOptionsEdit
{
    public const string InitialTransferSize = "4 * 1024 * 1024";
    public const string MaximumConcurrency = "16";

    /// <param name="context">The document.</param>
    /// <param name="settings">What the options say.</param>
    /// <param name="call">The upload, where no options are given.</param>
    public static FixEdit? TryCreate(FixContext context, TransferSettings settings, SyntaxNode? call = null) =>
        settings.HasSmallBlocks
            ? null
            : TryCreate(context, settings, call, imports: true)?.Or(TryCreate(context, settings, call, imports: false));

    private static FixEdit? TryCreate(FixContext context, TransferSettings settings, SyntaxNode? call, bool imports)
    {
        var edit = new FixEdit();
        bool hasConcurrency = settings.MaximumConcurrency is not null;
        if ((settings.TransferOptions ?? settings.Options)?.Syntax is not { } place)
        {
            return call is not null
                && BlobUploadCall.TryRead(context, call) is { } upload
                && TryAddTo(edit, upload, new SdkNames(context, edit, call.SpanStart, imports)) ? edit : null;
        }

        if (place.SyntaxTree != context.Root.SyntaxTree)
        {
            return null;
        }

        var names = new SdkNames(context, edit, place.SpanStart, imports);
        return place switch
        {
            BaseObjectCreationExpressionSyntax options when settings.TransferOptions is null =>
                Set(edit, context, options, ("TransferOptions", NewTransferOptions(names))),
            BaseObjectCreationExpressionSyntax options when hasConcurrency =>
                Set(edit, context, options, ("InitialTransferSize", InitialTransferSize)),
            BaseObjectCreationExpressionSyntax options =>
                Set(edit, context, options, ("InitialTransferSize", InitialTransferSize), ("MaximumConcurrency", MaximumConcurrency)),
            LiteralExpressionSyntax or DefaultExpressionSyntax => edit.Replace(place.Span, NewTransferOptions(names, hasConcurrency)),
            _ => null,
        };
    }

    /// <summary>Sets properties where an object is built.</summary>
    public static FixEdit Set(
        FixEdit edit, FixContext context, BaseObjectCreationExpressionSyntax creation, params (string Name, string Value)[] properties)
    {
        if (creation.Initializer is not { Expressions.Count: > 0 } initializer)
        {
            string members = string.Join(", ", properties.Select(property => property.Name + " = " + property.Value));
            return creation.Initializer is { } empty
                ? edit.Insert(empty.OpenBraceToken.Span.End, " " + members)
                : edit.Insert(creation.Span.End, " { " + members + " }");
        }

        foreach ((string name, string value) in properties)
        {
            Initializers.Set(edit, context, initializer, name, value);
        }

        return edit;
    }

    /// <summary>Gives options to a call that has none.</summary>
    private static bool TryAddTo(FixEdit edit, BlobUploadCall call, SdkNames names)
    {
        if (call.Takes("transferOptions"))
        {
            edit.Insert(Arguments.EndOf(call.Arguments.Arguments.Last()), ", transferOptions: " + NewTransferOptions(names));
            return true;
        }

        if (call.Takes("httpHeaders"))
        {
            return TryGather(edit, call, names);
        }

        if (call.Takes("options"))
        {
            // Null, which is what the call has none by. It overwrites.
            if (call.Operation.Arguments.Named("options") is not { } given || !given.IsNull() || call.ArgumentOf(given) is not { } none)
            {
                return false;
            }

            edit.Replace(none.Expression.Span, NewOptions(names));
            return true;
        }

        if (call.Takes("blobName"))
        {
            if (!call.TryMakeBlobClient(edit) || call.Argument("content") is not { } content)
            {
                return false;
            }

            string options = NewOptions(names, Condition(names));
            bool isSecond = content.NameColon is null;
            edit.Replace(call.Name.Span, "UploadAsync")
                .Insert(
                    Arguments.EndOf(isSecond ? content : call.Arguments.Arguments.Last()), isSecond
                        ? ", " + options
                        : ", options: " + options);
            return true;
        }

        if (!call.Takes("overwrite") || call.Argument("overwrite") is not { } overwrite)
        {
            Arguments.AddSecond(edit, call.Arguments, "options", NewOptions(names, Condition(names)));
            return true;
        }

        if (overwrite.NameColon is { } label)
        {
            edit.Replace(label.Name.Span, "options");
        }

        edit.Replace(overwrite.Expression.Span, overwrite.Expression.Kind() switch
        {
            SyntaxKind.TrueLiteralExpression => NewOptions(names),
            SyntaxKind.FalseLiteralExpression => NewOptions(names, Condition(names)),
            SyntaxKind.ConditionalExpression or SyntaxKind.SimpleAssignmentExpression =>
                NewOptions(names, "(" + overwrite.Expression + ") ? null : " + Condition(names)),
            _ => NewOptions(names, overwrite.Expression + " ? null : " + Condition(names)),
        });
        return true;
    }

    /// <summary>Gathers what the call says in single arguments as properties of options, in the order in which it says it.</summary>
    private static bool TryGather(FixEdit edit, BlobUploadCall call, SdkNames names)
    {
        SeparatedSyntaxList<ArgumentSyntax> arguments = call.Arguments.Arguments;
        List<(ArgumentSyntax Argument, string Property)> gathered = new();
        foreach (string parameter in new[] { "httpHeaders", "metadata", "conditions", "accessTier", "progressHandler" })
        {
            if (call.Argument(parameter) is { } argument)
            {
                gathered.Add((argument, char.ToUpperInvariant(parameter[0]) + parameter.Substring(1)));
            }
        }

        if (gathered.Count == 0)
        {
            Arguments.AddSecond(edit, call.Arguments, "options", NewOptions(names));
            return true;
        }

        gathered.Sort((first, second) => first.Argument.SpanStart.CompareTo(second.Argument.SpanStart));
        int start = arguments.IndexOf(gathered[0].Argument);
        if (arguments.IndexOf(gathered[gathered.Count - 1].Argument) != start + gathered.Count - 1)
        {
            return false;
        }

        bool isSecond = start == 1 && arguments[0].NameColon is null;
        string before = (isSecond ? "" : "options: ") + "new " + names.BlobUploadOptions + " { ";
        foreach ((ArgumentSyntax argument, string property) in gathered)
        {
            if (argument.NameColon is { } label)
            {
                edit.Replace(label.Span, before + property + " =");
            }
            else
            {
                edit.Insert(argument.SpanStart, before + property + " = ");
            }

            before = "";
        }

        edit.Insert(Arguments.EndOf(gathered[gathered.Count - 1].Argument), ", TransferOptions = " + NewTransferOptions(names) + " }");
        return true;
    }

    private static string NewOptions(SdkNames names, string? condition = null) =>
        "new " + names.BlobUploadOptions + " { TransferOptions = " + NewTransferOptions(names) +
            (condition is null ? "" : ", Conditions = " + condition) + " }";

    /// <summary>The options themselves, in C#.</summary>
    public static string NewTransferOptions(SdkNames names, bool hasConcurrency = false) =>
        "new " + names.StorageTransferOptions + " { InitialTransferSize = " + InitialTransferSize +
            (hasConcurrency ? "" : ", MaximumConcurrency = " + MaximumConcurrency) + " }";

    /// <summary>That there is no blob of the name yet.</summary>
    private static string Condition(SdkNames names) => "new " + names.BlobRequestConditions + " { IfNoneMatch = " + names.ETag + ".All }";
}

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
