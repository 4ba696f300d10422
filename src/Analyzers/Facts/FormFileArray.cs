namespace StreamTuning.Analyzers.Facts;

/// <summary>The array of a form file's content, and the memory that is only there to make it.</summary>
internal sealed class FormFileArray
{
    private readonly List<IOperation> _rewinds = new();

    private FormFileArray(IObjectCreationOperation creation)
    {
        Creation = creation;
    }

    /// <summary>Where the memory is made.</summary>
    public IObjectCreationOperation Creation { get; }

    /// <summary>The call that makes the array of the memory.</summary>
    public IInvocationOperation? Array { get; private set; }

    /// <summary>What sets the position of the memory to its beginning, which the array doesn't need.</summary>
    public IReadOnlyList<IOperation> Rewinds => _rewinds;

    /// <summary>
    /// Whether the code itself closes or flushes the memory, asks for its position, or hands it to another function.
    /// </summary>
    public bool IsUsedOtherwise { get; private set; }

    /// <param name="copy">The copy that fills the memory.</param>
    /// <param name="types">The known types.</param>
    public static FormFileArray? TryRead(StreamCopy copy, KnownTypes types)
    {
        if (copy.Destination is not ILocalReferenceOperation memory
            || EmptyMemory.FilledBy(copy, types) is not { } creation
            || !Grows(creation)
            || !IsOfWholeFile(copy))
        {
            return null;
        }

        var array = new FormFileArray(creation);
        foreach (ILocalReferenceOperation reference in Uses.Of(memory.Local, copy.Call.Root()))
        {
            IOperation? receiver = reference.Receiver();
            switch (receiver)
            {
                case IArgumentOperation { Parent: { } call } when call == copy.Call:
                    break;

                case IInvocationOperation { TargetMethod.Name: "ToArray" } made when array.Array is null:
                    array.Array = made;
                    break;

                case not null when EmptyMemory.IsRewind(receiver):
                    array._rewinds.Add(receiver);
                    break;

                case ISimpleAssignmentOperation { Target: { } target } when target == reference:
                    break;

                case IPropertyReferenceOperation { Property.Name: "Length" } when reference.Function() == creation.Function():
                    break;

                case not null when EmptyMemory.IsEnd(receiver) || reference.IsNeutral():
                    array.IsUsedOtherwise = true;
                    break;

                default:
                    return null;
            }
        }

        return array.Array is { } result
            && result.Syntax.SpanStart > copy.Call.Syntax.SpanStart
            && result.Function() == creation.Function()
            && !result.IsRepeatedAfter(copy.Call)
                ? array
                : null;
    }

    /// <summary>Whether the memory has no capacity, or one that isn't meant for this file.</summary>
    private static bool Grows(IObjectCreationOperation creation) =>
        creation.Arguments.IsEmpty || creation.Arguments[0].Value.ConstantValue.HasValue;

    /// <summary>Whether nobody else reads the stream of the file that is copied, so that it's at its beginning.</summary>
    private static bool IsOfWholeFile(StreamCopy copy) => copy.Kind == CopySource.FormFile || copy.Source.Unwrap() switch
    {
        IInvocationOperation => true,
        ILocalReferenceOperation stream => Uses.Of(stream.Local, copy.Call.Root()).TrueForAll(use => copy.Call.Contains(use)
            || use.IsNeutral() || EmptyMemory.IsRewind(use.Receiver())),
        _ => false,
    };
}
