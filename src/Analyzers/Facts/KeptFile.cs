using System.Linq;

namespace StreamTuning.Analyzers.Facts;

/// <summary>A file that a field keeps open, alone or in a writer around it, and that other methods fill with what they are given.</summary>
internal static class KeptFile
{
    /// <summary>So many streams and writers may be around the file.</summary>
    private const int MaximumDepth = 2;

    /// <summary>The path in the temp directory of a file that a field keeps open; null if no name says that it's large.</summary>
    public static TempPath? PathOf(IOperation opening, KnownTypes types) =>
        KeeperOf(opening, depth: 0) is { } field
        && OpenedFile.Of(opening, types) is { } file
        && (file.StartsEmpty || opening is IInvocationOperation { TargetMethod.Name: "OpenWrite" })
        && WrittenBytes.PathOf(file, types) is { } path
        && TempPath.Find(path, types) is { } found
        && HandedPath.IsLarge(path, found)
        && IsFilled(field, opening, depth: 0)
            ? found
            : null;

    /// <summary>The private field that a stream is put into, in a stream or writer around it or not.</summary>
    private static IFieldSymbol? KeeperOf(IOperation stream, int depth) => stream.Receiver() switch
    {
        ISimpleAssignmentOperation { Target: IFieldReferenceOperation { Field: var field } } =>
            field.DeclaredAccessibility == Accessibility.Private ? field : null,
        IArgumentOperation { Parameter.Ordinal: 0, Parent: IObjectCreationOperation { Type: INamedTypeSymbol type } around } =>
            depth < MaximumDepth && PathSinks.IsOfPlatform(type) ? KeeperOf(around, depth + 1) : null,
        _ => null,
    };

    /// <summary>Whether another method writes what it doesn't know the length of.</summary>
    private static bool IsFilled(IFieldSymbol field, IOperation opening, int depth)
    {
        if (opening.SemanticModel is not { Compilation: { } compilation } || MemberUses.Of(field, compilation) is not { } uses)
        {
            return false;
        }

        // Another stream may be in the field then.
        if (depth == 0
            && MemberUses.All(field, compilation)?.Any(use => use is IAssignmentOperation { Value: var value }
                && !value.IsNull()
                && !(value.Syntax.SyntaxTree == opening.Syntax.SyntaxTree && value.Syntax.Span.Contains(opening.Syntax.Span))
                && !value.Has<IFieldReferenceOperation>(part => part.Field.Is(field))) != false)
        {
            return false;
        }

        foreach (IOperation use in uses)
        {
            IOperation? user = use.Receiver();
            user = user is IConditionalAccessOperation access && access.Operation.Contains(use) ? access.WhenNotNull : user;
            if (user is IInvocationOperation { TargetMethod.Name: "Write" or "WriteAsync", Arguments: { Length: > 0 } written }
                ? use.Root() != opening.Root() && IsBlock(written)
                : depth < MaximumDepth
                    && KeeperOf(use, depth: 0) is { } around
                    && !around.Is(field)
                    && IsFilled(around, opening, depth + 1))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether a part of an array, or what a parameter holds, is written.</summary>
    private static bool IsBlock(ImmutableArray<IArgumentOperation> written)
    {
        if (written.Named("count") is { } count)
        {
            return !count.ConstantValue.HasValue;
        }

        IOperation? data = written[0].Value.Type is { SpecialType: SpecialType.None } ? written[0].Value.Unwrap() : null;
        while (data is not (null or IParameterReferenceOperation))
        {
            data = data switch
            {
                IPropertyReferenceOperation { Arguments.IsEmpty: true, Instance: { } owner } => owner.Unwrap(),
                IInvocationOperation { TargetMethod.Name: "AsSpan" or "AsMemory" or "Slice" or "ToArray" } part =>
                    (part.Instance ?? (part.Arguments.IsEmpty ? null : part.Arguments[0].Value))?.Unwrap(),
                IConversionOperation conversion => conversion.Operand.Unwrap(),
                _ => null,
            };
        }

        return data is not null;
    }
}
