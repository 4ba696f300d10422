namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// The one call that writes all bytes of an array or a <c>MemoryStream</c> to a file, where nothing else is done with them, but their
/// length may be told, and they may be compared with null.
/// </summary>
internal sealed class WrittenBytes
{
    private WrittenBytes(IInvocationOperation call, IOperation? path, ReachedFile? file = null)
    {
        Call = call;
        Path = path;
        File = file;
    }

    public IInvocationOperation Call { get; }

    /// <summary>The path of the file, where it is visible.</summary>
    public IOperation? Path { get; }

    /// <summary>The file that the method has opened, directly or through other streams; null where the call is given the path.</summary>
    public ReachedFile? File { get; }

    /// <summary>What opens the file: the call itself where that is given the path.</summary>
    public IOperation Opening => File?.Operation ?? Call;

    /// <summary>Whether anything but the call asks for the length, or whether there are bytes.</summary>
    public bool IsMeasured { get; private set; }

    /// <summary>Follows an array from the call that makes it to the one that writes it.</summary>
    /// <param name="call">The call, or the array that is made for the read.</param>
    /// <param name="leftovers">Gets what only hands the array on.</param>
    /// <param name="types">The known types.</param>
    /// <param name="read">The read that fills the array; null where the call does.</param>
    public static WrittenBytes? TryFollow(IOperation call, List<IOperation> leftovers, KnownTypes types, WholeRead? read = null)
    {
        IOperation bytes = call.Awaited();
        ILocalSymbol? local = bytes.Receiver() switch
        {
            IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator } => declarator.Symbol,
            ISimpleAssignmentOperation { Target: ILocalReferenceOperation target, Parent: IExpressionStatementOperation } => target.Local,
            _ => null,
        };
        if (local is null)
        {
            return TryRead(bytes, memory: null, types, read);
        }

        IOperation root = call.Root();
        if (local.SingleValue(root) is not { } value || value.Unwrap() != bytes)
        {
            return null;
        }

        WrittenBytes? written = null;
        bool isTested = false;
        var lengths = new List<IOperation>();
        foreach (ILocalReferenceOperation reference in Uses.Of(local, root))
        {
            IOperation? receiver = reference.Receiver();
            if (read is not null && (read.Call.Contains(reference) || read.IsChecked(receiver)))
            {
                continue;
            }

            if (receiver is IPropertyReferenceOperation { Property.Name: "Length" })
            {
                lengths.Add(receiver);
            }
            else if (receiver is not null && Uses.IsNullTest(receiver))
            {
                isTested = true;
            }
            else if (receiver is not ISimpleAssignmentOperation assignment || assignment.Target != reference)
            {
                WrittenBytes? use = TryRead(reference, local, types, read);
                if (use is null || written is not null)
                {
                    return null;
                }

                written = use;
            }
        }

        if (written is null || !written.TryMeasure(lengths, types))
        {
            return null;
        }

        leftovers.Add(bytes);
        written.IsMeasured |= isTested;
        return written;
    }

    /// <summary>Whether lengths that are asked for decide nothing: they are part of the call, logged, or asked for after it.</summary>
    public bool TryMeasure(List<IOperation> lengths, KnownTypes types)
    {
        foreach (IOperation length in lengths)
        {
            if (!Call.Contains(length))
            {
                IsMeasured = true;
                if (length.Syntax.SpanStart < Call.Syntax.SpanStart && !PathUses.IsTold(length, types))
                {
                    return false;
                }
            }
        }

        return true;
    }

    /// <summary>
    /// Reads what a call on a <c>MemoryStream</c> does: whether it writes all that is in it, by itself or by handing out an array.
    /// </summary>
    /// <param name="use">The call.</param>
    /// <param name="memory">The variable that holds the stream.</param>
    /// <param name="leftovers">Gets what only hands the array on.</param>
    /// <param name="types">The known types.</param>
    public static WrittenBytes? TryReadMemory(IInvocationOperation use, ILocalSymbol memory, List<IOperation> leftovers, KnownTypes types)
    {
        switch (use.TargetMethod.Name)
        {
            case "ToArray":
                return TryFollow(use, leftovers, types);
            case "GetBuffer":
                return TryRead(use, memory, types);
            case "WriteTo" when use.Arguments.Length == 1:
                return ToFile(use, use.Arguments[0].Value, types);
            default:
                return StreamCopy.Of(use, types) is { } copy && copy.Source is ILocalReferenceOperation source && source.Local.Is(memory)
                    ? ToFile(use, copy.Destination, types)
                    : null;
        }
    }

    /// <summary>The path that a file is opened with.</summary>
    public static IOperation? PathOf(OpenedFile opening, KnownTypes types)
    {
        if (opening.Path is not null || opening.Operation is not IInvocationOperation { Instance: { } file })
        {
            return opening.Path;
        }

        return file.Origin() is IObjectCreationOperation { Arguments: { Length: 1 } arguments } info && info.Type.Is(types.FileInfo)
            ? arguments[0].Value
            : null;
    }

    /// <summary>The call that is given the bytes, if that writes all of them.</summary>
    /// <param name="bytes">The array.</param>
    /// <param name="memory">The variable whose length is that of the bytes, if there is one.</param>
    /// <param name="types">The known types.</param>
    /// <param name="read">The read that gives a count of the bytes, if there is one.</param>
    private static WrittenBytes? TryRead(IOperation bytes, ILocalSymbol? memory, KnownTypes types, WholeRead? read = null)
    {
        // The buffer of a stream is longer than what is in it.
        bool isWhole = bytes is not IInvocationOperation { TargetMethod.Name: "GetBuffer" };
        IOperation value = bytes;
        while (true)
        {
            IOperation? receiver = value.Receiver();
            if (receiver is IConversionOperation)
            {
                // From an array to a span or memory, or from those to what can only be read.
                value = receiver;
                continue;
            }

            if (receiver is not IArgumentOperation { Parent: IInvocationOperation call, Parameter: { } parameter })
            {
                return null;
            }

            string name = call.TargetMethod.Name;
            if (call.TargetMethod.ContainingType.Is(types.File))
            {
                return isWhole
                    && name is "WriteAllBytes" or "WriteAllBytesAsync"
                    && parameter.Name == "bytes"
                    && call.Arguments.Named("path") is { } path
                    ? new WrittenBytes(call, path)
                    : null;
            }

            if (parameter.Ordinal != 0 || !CoversAll(call, memory, read, ref isWhole))
            {
                return null;
            }

            if (name is not ("AsSpan" or "AsMemory"))
            {
                return isWhole && name is "Write" or "WriteAsync" && call.Instance is { } file ? ToFile(call, file, types) : null;
            }

            value = call;
        }
    }

    /// <summary>
    /// Whether the arguments after the first are no range, or one from the beginning to the length, which makes a buffer whole.
    /// </summary>
    private static bool CoversAll(IInvocationOperation call, ILocalSymbol? memory, WholeRead? read, ref bool isWhole)
    {
        ImmutableArray<IArgumentOperation> arguments = call.Arguments;
        if (arguments.Length == 1 || (arguments.Length == 2 && arguments[1].Parameter?.Type.Name == "CancellationToken"))
        {
            return true;
        }

        isWhole = arguments.Length > 2
            && arguments[1].Parameter is { Ordinal: 1, Type.SpecialType: SpecialType.System_Int32 }
            && arguments[2].Parameter is { Ordinal: 2, Type.SpecialType: SpecialType.System_Int32 }
            && arguments[1].Value.ConstantInt32() == 0
            && (read?.IsCount(arguments[2].Value) == true || IsLengthOf(memory, arguments[2].Value));
        return isWhole;
    }

    private static bool IsLengthOf(ILocalSymbol? memory, IOperation value) =>
        value.Unwrap() is IPropertyReferenceOperation { Property.Name: "Length", Instance: { } instance }
        && instance.Unwrap() is ILocalReferenceOperation length
        && length.Local.Is(memory);

    private static WrittenBytes? ToFile(IInvocationOperation call, IOperation stream, KnownTypes types)
    {
        // A writer hands on the arrays that it is given.
        stream = stream.Origin() is IObjectCreationOperation { Type.Name: "BinaryWriter", Arguments: { Length: > 0 } arguments }
            ? arguments[0].Value
            : stream;
        return ReachedFile.Of(stream, call, types) is { } file ? new WrittenBytes(call, file.Path, file) : null;
    }
}
