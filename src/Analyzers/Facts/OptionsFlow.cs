using System.Linq;

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

    /// <summary>What is assigned to properties of the options, where they are built and afterwards, in the order of the code.</summary>
    public List<ISimpleAssignmentOperation> Assignments { get; } = new();

    /// <summary>Whether the options go anywhere else, or may: what is done with them is then unknown.</summary>
    public bool GoesElsewhere { get; private set; }

    /// <summary>Follows options that are built, or a variable that holds them.</summary>
    public void Follow(IOperation options)
    {
        options = options.Unwrap();
        switch (options)
        {
            case IObjectCreationOperation creation:
                Assignments.AddRange(creation.Initializer?.Initializers.OfType<ISimpleAssignmentOperation>() ?? []);
                FollowUse(creation);
                break;
            case ILocalReferenceOperation local:
                FollowUses(local.Local, Uses.Of(local.Local, local.Root()));
                break;
            // One that others can reach may be used in ways that cannot be seen from here.
            case IFieldReferenceOperation { Field: { IsReadOnly: true, DeclaredAccessibility: Accessibility.Private } field,
                SemanticModel.Compilation: { } compilation }:
                FollowUses(field, MemberUses.Of(field, compilation));
                break;
            default:
                GoesElsewhere |= options is not IDiscardOperation;
                break;
        }
    }

    private void FollowUses(ISymbol variable, IEnumerable<IOperation>? uses)
    {
        GoesElsewhere |= uses is null;
        foreach (IOperation use in _followed.Add(variable) && uses is not null ? uses : [])
        {
            FollowUse(use);
        }
    }

    private void FollowUse(IOperation options)
    {
        switch (options.Receiver())
        {
            case IArgumentOperation { Parameter.Type: { } type, Parent: IInvocationOperation call }
                when (type.Is(types.BlobUploadOptions) || type.Is(types.StorageTransferOptions))
                    && BlobUpload.Of(call, types) is { } upload:
                Uploads.Add(upload);
                break;

            // The runtime reads them and leaves them as they are.
            case IArgumentOperation { Parent: IInvocationOperation { TargetMethod.ContainingType: { } reader } }
                when reader.Is(types.BlobUploadExtensions):
                break;

            case ISimpleAssignmentOperation assignment when assignment.Target != options:
                FollowTo(assignment);
                break;

            case ISimpleAssignmentOperation:
                break;

            case IVariableInitializerOperation { Parent: IVariableDeclaratorOperation { Symbol: { } local } }:
                FollowUses(local, Uses.Of(local, options.Root()));
                break;

            case IFieldInitializerOperation { InitializedFields: { Length: 1 } fields }
                when fields[0] is { IsReadOnly: true, DeclaredAccessibility: Accessibility.Private }:
                FollowUses(fields[0], MemberUses.Of(fields[0], options.SemanticModel!.Compilation));
                break;

            case IPropertyReferenceOperation { Parent: ISimpleAssignmentOperation set } property when set.Target == property:
                Assignments.Add(set);
                break;

            case IPropertyReferenceOperation { Property.Name: not "TransferOptions", Parent: not IAssignmentOperation }:
                break;

            case IConditionalOperation or ICoalesceOperation when options.Receiver() is { } choice:
                FollowUse(choice);
                break;

            case { } receiver when Uses.IsNullTest(receiver):
                break;

            default:
                GoesElsewhere = true;
                break;
        }
    }

    /// <summary>Follows transfer options into the options of an upload, or into another variable.</summary>
    private void FollowTo(ISimpleAssignmentOperation assignment)
    {
        if (assignment.Target is not IPropertyReferenceOperation { Property: { Name: "TransferOptions" } property, Instance: { } holder }
            || !property.ContainingType.Is(types.BlobUploadOptions))
        {
            Follow(assignment.Target);
        }
        else if (holder is IInstanceReferenceOperation && assignment.Parent?.Parent is IObjectCreationOperation creation)
        {
            FollowUse(creation);
        }
        else
        {
            Follow(holder);
        }
    }
}
