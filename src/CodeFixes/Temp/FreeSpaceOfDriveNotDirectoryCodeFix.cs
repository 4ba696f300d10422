namespace StreamTuning.CodeFixes.Temp;

/// <summary>Fixes STRM2003 by asking the directory, where the code shows which one: what is left for the caller there.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(FreeSpaceOfDriveNotDirectoryCodeFix))]
[Shared]
internal sealed class FreeSpaceOfDriveNotDirectoryCodeFix() : StreamTuningCodeFix(Rules.FreeSpaceOfDriveNotDirectory)
{
    private const string RuntimeType = "StreamTuning.TempSpace";

    private protected override FixEdit? TryCreateRuntimeEdit(FixContext context)
    {
        KnownTypes types = KnownTypes.Of(context.Model.Compilation);
        if (context.Model.Compilation.GetTypeByMetadataName(RuntimeType) is null
            || context.Node is not MemberAccessExpressionSyntax freeSpace
            || StatementRemoval.HasCommentWithin(freeSpace, freeSpace.Span)
            || context.Model.GetOperation(
                freeSpace, context.CancellationToken) is not IPropertyReferenceOperation { Instance: { } instance } property
            || Drive.TryFind(property, types) is not IObjectCreationOperation { Arguments: { Length: 1 } arguments } drive
            || DriveDirectory.TryFind(arguments[0].Value, types) is not { } directory
            || IsFailureHandled(property))
        {
            return null;
        }

        bool isInPlace = instance.Unwrap() is IObjectCreationOperation;
        if (!(isInPlace && freeSpace.Span.Contains(directory.Operation.Syntax.Span))
            && (!DriveDirectory.CanBeMoved(directory.Operation, types) || !MeansTheSame(context, directory, freeSpace)))
        {
            return null;
        }

        SyntaxToken first = freeSpace.GetFirstToken();
        FixEdit edit = Create();

        // A variable that several comparisons share goes when the last of them is fixed, or all are at once.
        List<StatementSyntax> unused = FilePaths.CanBeMoved(directory.Operation, types) ? DeclarationsOf(instance, drive, directory) : [];
        FixEdit withoutVariables = Create();
        return unused.Count > 0 && StatementRemoval.TryAdd(withoutVariables, context, unused) ? withoutVariables.Or(edit) : edit;

        FixEdit Create() => new FixEdit()
            .Replace(freeSpace.Span, "TempSpace.GetAvailableBytes(" + directory.Text + ")")
            .ExpectRuntimeCall(first.SpanStart, freeSpace.Span);
    }

    /// <summary>
    /// The declarations of the variables that hold the drive and the name of its root, if they are there for nothing but its free space.
    /// </summary>
    private static List<StatementSyntax> DeclarationsOf(IOperation instance, IObjectCreationOperation drive, DirectoryPath directory)
    {
        var declarations = new List<StatementSyntax>();
        bool driveGoes = instance.Unwrap().Syntax == drive.Syntax;
        if (instance.Unwrap() is ILocalReferenceOperation local
            && Uses.Of(local.Local, instance.Root()).All(IsFreeSpace)
            && DeclarationOf(drive) is { } declaration)
        {
            declarations.Add(declaration);
            driveGoes = true;
        }

        if (driveGoes
            && drive.Arguments[0].Value.Unwrap() is ILocalReferenceOperation root
            && Uses.IsOnlyUse(root)
            && directory.Operation.Syntax != root.Syntax
            && root.SingleValue() is { } value
            && DeclarationOf(value) is { } rootDeclaration)
        {
            declarations.Add(rootDeclaration);
        }

        return declarations;
    }

    private static bool IsFreeSpace(ILocalReferenceOperation drive) =>
        drive.Parent is IPropertyReferenceOperation { Property.Name: "AvailableFreeSpace" or "TotalFreeSpace" };

    private static StatementSyntax? DeclarationOf(IOperation value)
    {
        return value.Receiver() is IVariableInitializerOperation
            { Parent: IVariableDeclaratorOperation { Syntax: VariableDeclaratorSyntax declarator } }
            && declarator.Parent is VariableDeclarationSyntax { Variables.Count: 1, Parent: LocalDeclarationStatementSyntax statement }
            && statement.Parent is BlockSyntax or GlobalStatementSyntax
                ? statement
                : null;
    }

    /// <summary>
    /// Whether a drive that does not exist, or is none, is treated by a <c>catch</c> of its own: another path gives other exceptions.
    /// </summary>
    private static bool IsFailureHandled(IOperation freeSpace)
    {
        for (IOperation? parent = freeSpace.Parent; parent is not null; parent = parent.Parent)
        {
            if (parent is ITryOperation attempt
                && attempt.Catches.Any(
                    clause => clause.ExceptionType?.Name is "DriveNotFoundException" or "ArgumentException" || clause.Filter is not null))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether every name in the path means the same at the place where the path will be read, and is there.</summary>
    private static bool MeansTheSame(FixContext context, DirectoryPath directory, ExpressionSyntax place)
    {
        foreach (IdentifierNameSyntax name in directory.Operation.Syntax.DescendantNodesAndSelf().OfType<IdentifierNameSyntax>())
        {
            if ((name.Parent is MemberAccessExpressionSyntax access && access.Name == name) || name.Parent is NameColonSyntax)
            {
                continue;
            }

            ISymbol? symbol = context.Model.GetSymbolInfo(name, context.CancellationToken).Symbol;
            if (symbol is null
                || !context.Model.LookupSymbols(place.SpanStart, name: name.Identifier.ValueText).Any(
                    candidate => SymbolEqualityComparer.Default.Equals(candidate, symbol))
                || (symbol is ILocalSymbol { DeclaringSyntaxReferences: { Length: 1 } declarations }
                    && declarations[0].Span.Start > place.SpanStart))
            {
                return false;
            }
        }

        return true;
    }
}
