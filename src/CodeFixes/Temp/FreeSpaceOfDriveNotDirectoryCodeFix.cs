namespace StreamTuning.CodeFixes.Temp;

/// <summary>Fixes STRM2003 by asking the directory for the free space, not its root.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(FreeSpaceOfDriveNotDirectoryCodeFix))]
[Shared]
internal sealed class FreeSpaceOfDriveNotDirectoryCodeFix() : StreamTuningCodeFix(Rules.FreeSpaceOfDriveNotDirectory)
{
    private protected override FixEdit? TryCreateRuntimeEdit(FixContext context)
    {
        if (context.Model.Compilation.GetTypeByMetadataName("StreamTuning.TempSpace") is null
            || context.Node is not MemberAccessExpressionSyntax freeSpace
            || StatementRemoval.HasCommentWithin(freeSpace, freeSpace.Span)
            || context.Model.GetOperation(freeSpace, context.CancellationToken) is not IPropertyReferenceOperation property
            || FreeSpaceOfRoot.Of(property, context.Types) is not { Path: { } path }
            || !(freeSpace.Span.Contains(path.Syntax.Span) || ((path.IsStable() || IsSetOnce(path)) && path.Root() == property.Root())))
        {
            return null;
        }

        FixEdit edit = Create();
        FixEdit withoutVariables = Create();
        List<StatementSyntax> unused = UnusedBy(property);
        return unused.Count > 0 && StatementRemoval.TryAdd(withoutVariables, context, unused) ? withoutVariables.Or(edit) : edit;

        FixEdit Create() => new FixEdit()
            .Replace(freeSpace.Span, "TempSpace.GetAvailableBytes(" + path.Syntax + ")")
            .ExpectRuntimeCall(freeSpace.SpanStart, freeSpace.Span);
    }

    /// <summary>Whether the path is a property of the object itself that only a constructor sets.</summary>
    private static bool IsSetOnce(IOperation path) =>
        path is IPropertyReferenceOperation { Instance: null or IInstanceReferenceOperation, Property: { SetMethod: null } property }
        && property.ContainingType.GetMembers().Any(member => member is IFieldSymbol field && field.AssociatedSymbol.Is(property));

    /// <summary>The declarations of the variables that hold the drive and its root, if they are read for nothing but free space.</summary>
    private static List<StatementSyntax> UnusedBy(IPropertyReferenceOperation freeSpace)
    {
        var unused = new List<StatementSyntax>();
        var drive = freeSpace.Instance!.Origin() as IObjectCreationOperation;
        if (freeSpace.Instance is ILocalReferenceOperation local
            && !Uses.Of(local.Local, local.Root()).TrueForAll(use => use.Parent is IPropertyReferenceOperation { Property.Name: { } name }
                && Array.IndexOf(FreeSpaceOfRoot.Names, name) >= 0))
        {
            return unused;
        }

        Add(freeSpace.Instance!);
        if (drive!.Arguments[0].Value.Unwrap() is ILocalReferenceOperation root && Uses.IsOnlyUse(root))
        {
            Add(root);
        }

        return unused;

        void Add(IOperation variable)
        {
            if (variable is ILocalReferenceOperation { Local.DeclaringSyntaxReferences: { Length: 1 } declarations }
                && declarations[0].GetSyntax() is VariableDeclaratorSyntax
                    { Parent: VariableDeclarationSyntax { Variables.Count: 1, Parent: LocalDeclarationStatementSyntax statement } })
            {
                unused.Add(statement);
            }
        }
    }
}
