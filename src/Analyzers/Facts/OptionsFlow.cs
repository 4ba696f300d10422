namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// Follows upload or transfer options from where they are built to the uploads that they reach: in the call, or through locals and private
/// readonly fields.
/// </summary>
internal sealed class OptionsFlow(KnownTypes types)
{
    private readonly HashSet<ISymbol> _followed = new(SymbolEqualityComparer.Default);

    /// <summary>The uploads that are given the options.</summary>
    public List<BlobUpload> Uploads { get; } = new();

    /// <summary>What is assigned to properties of variables that hold the options, in the order of the code.</summary>
    public List<ISimpleAssignmentOperation> Assignments { get; } = new();

    /// <summary>Whether the options go anywhere else, or may: what is done with them is then unknown.</summary>
    public bool GoesElsewhere { get; private set; }

    /// <summary>Follows what an expression gives.</summary>
    public void Follow(IOperation options)
    {
        switch (options.Receiver())
        {
            case IArgumentOperation { Parameter.Type: { } type, Parent: IInvocationOperation call }
                when (type.Is(types.BlobUploadOptions) || type.Is(types.StorageTransferOptions))
                    && BlobUpload.Of(call, types) is { } upload:
                Uploads.Add(upload);
                break;

            case IArgumentOperation { Parent: IInvocationOperation call }
                when call.TargetMethod.ContainingType.Is(types.BlobUploadExtensions):
                // The runtime reads them and leaves them as they are.
                break;

            case ISimpleAssignmentOperation assignment when assignment.Value.Unwrap() == options:
                FollowTo(assignment);
                break;

            case IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator }:
                FollowLocal(declarator.Symbol, options.Root());
                break;

            case IFieldInitializerOperation { InitializedFields: { Length: 1 } fields }:
                FollowField(fields[0], options.SemanticModel);
                break;

            default:
                GoesElsewhere = true;
                break;
        }
    }

    /// <summary>Follows a variable that holds the options.</summary>
    public void FollowVariable(IOperation variable)
    {
        switch (variable.Unwrap())
        {
            case ILocalReferenceOperation local:
                FollowLocal(local.Local, local.Root());
                break;
            case IFieldReferenceOperation field:
                FollowField(field.Field, field.SemanticModel);
                break;
            default:
                GoesElsewhere = true;
                break;
        }
    }

    private void FollowTo(ISimpleAssignmentOperation assignment)
    {
        switch (assignment.Target)
        {
            case IDiscardOperation:
                break;

            case ILocalReferenceOperation or IFieldReferenceOperation:
                FollowVariable(assignment.Target);
                break;

            case IPropertyReferenceOperation { Property: { Name: "TransferOptions" } property, Instance: { } holder }
                when property.ContainingType.Is(types.BlobUploadOptions):
                if (holder is IInstanceReferenceOperation
                    && assignment.Parent is IObjectOrCollectionInitializerOperation { Parent: IObjectCreationOperation creation })
                {
                    Follow(creation);
                }
                else
                {
                    FollowVariable(holder);
                }

                break;

            default:
                GoesElsewhere = true;
                break;
        }
    }

    private void FollowLocal(ILocalSymbol local, IOperation root)
    {
        if (!_followed.Add(local))
        {
            return;
        }

        foreach (ILocalReferenceOperation reference in Uses.Of(local, root))
        {
            FollowUse(reference);
        }
    }

    private void FollowField(IFieldSymbol field, SemanticModel? model)
    {
        if (!_followed.Add(field))
        {
            return;
        }

        // One that others can reach may be used in ways that cannot be seen from here.
        if (field is not { IsReadOnly: true, DeclaredAccessibility: Accessibility.Private,
            ContainingType.DeclaringSyntaxReferences: { Length: 1 } declarations }
            || declarations[0].SyntaxTree != model?.SyntaxTree)
        {
            GoesElsewhere = true;
            return;
        }

        foreach (IOperation use in ProjectMethods.NamedAs(field, declarations[0].GetSyntax(), model))
        {
            if (use is IFieldReferenceOperation reference && reference.Field.Is(field))
            {
                FollowUse(reference);
            }
        }
    }

    private void FollowUse(IOperation reference)
    {
        switch (reference.Receiver())
        {
            case ISimpleAssignmentOperation assignment when assignment.Target == reference:
                break;

            case IPropertyReferenceOperation property when property.Instance is { } instance && instance.Unwrap() == reference:
                if (property.Parent is ISimpleAssignmentOperation set && set.Target == property)
                {
                    Assignments.Add(set);
                }
                else
                {
                    GoesElsewhere |= property.Property.Name == "TransferOptions" || property.Parent is IAssignmentOperation;
                }

                break;

            case { } receiver when Uses.IsNullTest(receiver):
                break;

            default:
                Follow(reference);
                break;
        }
    }
}
