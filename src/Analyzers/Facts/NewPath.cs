namespace StreamTuning.Analyzers.Facts;

/// <summary>Tells the paths at which no file exists that matters: made unique, or looked after by the same method.</summary>
internal static class NewPath
{
    /// <param name="path">The path, or a <c>FileInfo</c>.</param>
    /// <param name="types">The types.</param>
    public static bool IsLikely(IOperation path, KnownTypes types)
    {
        if (path.Origin() is IObjectCreationOperation { Arguments: { Length: 1 } arguments } info
            && info.Type.Is(types.FileInfo)
            && IsLikely(arguments[0].Value, types))
        {
            return true;
        }

        var unique = new UniqueNameFinder(types);
        unique.Visit(path);
        if (unique.Found)
        {
            return true;
        }

        return path.Root().Has<IOperation>(operation => Handles(operation, path, types));
    }

    /// <summary>Whether a path, or the path of a <c>FileInfo</c>, holds a random name, which no file can have yet.</summary>
    public static bool IsUnique(IOperation path, KnownTypes types)
    {
        if (path.Origin() is IObjectCreationOperation { Arguments: { Length: 1 } arguments } info && info.Type.Is(types.FileInfo))
        {
            path = arguments[0].Value;
        }

        var unique = new UniqueNameFinder(types, isTimeUnique: false);
        unique.Visit(path);
        return unique.Found;
    }

    /// <summary>Finds a part that differs from call to call, in an expression and the variables it is made of.</summary>
    private sealed class UniqueNameFinder(KnownTypes types, bool isTimeUnique = true) : OperationWalker
    {
        private int _hops;

        public bool Found { get; private set; }

        public override void VisitInvocation(IInvocationOperation operation)
        {
            INamedTypeSymbol type = operation.TargetMethod.ContainingType;
            Found |= operation.TargetMethod.Name switch
            {
                "GetRandomFileName" or "GetTempFileName" => type.Is(types.Path),
                "NewGuid" or "CreateVersion7" => type.Is(types.Guid),
                "CreateTempSubdirectory" => type.Is(types.Directory),
                _ => false,
            };
            base.VisitInvocation(operation);
        }

        public override void VisitLocalReference(ILocalReferenceOperation operation)
        {
            if (_hops++ < Provenance.MaximumHops)
            {
                foreach (IOperation value in operation.AllValues())
                {
                    Visit(value);
                }
            }

            _hops--;
        }

        public override void VisitPropertyReference(IPropertyReferenceOperation operation)
        {
            Found |= isTimeUnique && operation.Property is { Name: "Now" or "UtcNow", ContainingType.Name: "DateTime" or "DateTimeOffset" };
            base.VisitPropertyReference(operation);
        }

        public override void VisitFieldReference(IFieldReferenceOperation operation)
        {
            if (_hops++ < Provenance.MaximumHops)
            {
                Visit(operation.SingleValue());
            }

            _hops--;
            base.VisitFieldReference(operation);
        }
    }

    /// <summary>Whether an operation asks if the file exists, deletes it, or moves it to another place.</summary>
    private static bool Handles(IOperation operation, IOperation path, KnownTypes types)
    {
        switch (operation)
        {
            case IInvocationOperation { TargetMethod.Name: "Exists" or "Delete" or "Move" or "MoveTo" or "Copy" or "CopyTo"
                or "Replace" } call:
                return call.Instance is { } info ? IsPath(info)
                    : call.TargetMethod.ContainingType.Is(types.File) && call.Arguments.Length > 0 && IsPath(call.Arguments[0].Value);
            case IPropertyReferenceOperation { Property.Name: "Exists", Instance: { } asked }:
                return IsPath(asked);
            default:
                return false;
        }

        // The path, a FileInfo of it, or what is written in the same words.
        bool IsPath(IOperation value) =>
            value.IsSameAs(path)
            || SyntaxFactory.AreEquivalent(value.Syntax, path.Syntax)
            || (value.Origin() is IObjectCreationOperation { Arguments: { Length: 1 } arguments } info
                && info.Type.Is(types.FileInfo)
                && IsPath(arguments[0].Value));
    }
}
