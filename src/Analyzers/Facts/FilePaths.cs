using System.Linq;
using System.Text;

namespace StreamTuning.Analyzers.Facts;

/// <summary>Tells whether two expressions name different files, as far as the code shows it. Links between files are left aside.</summary>
internal static class FilePaths
{
    /// <summary>
    /// Whether the paths are certainly different: one of them was made unique in the method, they go on differently after the same
    /// beginning, or they end differently.
    /// </summary>
    public static bool AreDifferent(IOperation first, IOperation second, KnownTypes types)
    {
        var a = new PathParts(first, types);
        var b = new PathParts(second, types);
        return IsUniqueBeside(a, b, types) || IsUniqueBeside(b, a, types) || GoOnDifferently(a, b) || EndDifferently(a, b);
    }

    /// <summary>
    /// Whether the path can be read earlier or later, or in another order: it is put together from names and constants, without any
    /// effect.
    /// </summary>
    public static bool CanBeMoved(IOperation path, KnownTypes types)
    {
        path = path.Unwrap();
        switch (path)
        {
            case { ConstantValue.HasValue: true }:
            case ILocalReferenceOperation or IParameterReferenceOperation or IInstanceReferenceOperation:
                return true;
            case IFieldReferenceOperation field:
                return field.Instance is null || CanBeMoved(field.Instance, types);
            case IPropertyReferenceOperation { Arguments.IsEmpty: true } property:
                return property.Instance is null
                    ? property.Type?.SpecialType == SpecialType.System_String
                    : CanBeMoved(property.Instance, types);
            case IBinaryOperation { OperatorMethod: null } concatenation:
                return CanBeMoved(concatenation.LeftOperand, types) && CanBeMoved(concatenation.RightOperand, types);
            case IInterpolatedStringOperation interpolated:
                foreach (IInterpolatedStringContentOperation part in interpolated.Parts)
                {
                    if (part is not IInterpolatedStringTextOperation
                        && (part is not IInterpolationOperation hole || !CanBeMoved(hole.Expression, types)))
                    {
                        return false;
                    }
                }

                return true;
            case IInvocationOperation call when IsWithoutEffect(call.TargetMethod, types):
                foreach (IArgumentOperation argument in call.Arguments)
                {
                    if (!CanBeMoved(argument.Value, types))
                    {
                        return false;
                    }
                }

                return call.Instance is null || CanBeMoved(call.Instance, types);
            default:
                return false;
        }
    }

    /// <summary>Whether the method makes a part of a path, and creates nothing under it.</summary>
    private static bool IsWithoutEffect(IMethodSymbol method, KnownTypes types) =>
        (method.ContainingType.Is(types.Path) && method.Name != "GetTempFileName")
        || (method.ContainingType.Is(types.Guid) && method.Name is "NewGuid" or "ToString");

    /// <summary>Whether a part of the first was made unique in this method, and the other path cannot have got it.</summary>
    private static bool IsUniqueBeside(PathParts first, PathParts second, KnownTypes types)
    {
        return first.All.FirstOrDefault(part => part.IsUnique) is { Value: { } unique }
            && !second.All.Any(part => part.Value is { } value && (part.IsUnique ? value == unique : MayHold(value, unique, types)));
    }

    /// <summary>Whether the value may be, or contain, the unique one; what another function is given may.</summary>
    private static bool MayHold(IOperation value, IOperation unique, KnownTypes types) =>
        !IsFromElsewhere(value, types) || value.Function() != unique.Function();

    /// <summary>Whether the value was there before the method, or is handed to it, and the method puts nothing in its place.</summary>
    private static bool IsFromElsewhere(IOperation value, KnownTypes types)
    {
        value = value.Unwrap();
        switch (value)
        {
            case { ConstantValue.HasValue: true }:
            case ILocalReferenceOperation { Local.IsForEach: true }:
            case IInstanceReferenceOperation { ReferenceKind: InstanceReferenceKind.ContainingTypeInstance }:
                return true;
            case IParameterReferenceOperation:
                return value.IsStable();
            case IFieldReferenceOperation or IPropertyReferenceOperation { Arguments.IsEmpty: true }:
                var member = (IMemberReferenceOperation)value;
                return (member.Instance is null || IsFromElsewhere(member.Instance, types))
                    && !value.Root().Has<ISimpleAssignmentOperation>(
                        assignment => assignment.Target is IMemberReferenceOperation target && target.Member.Is(member.Member));
            case IArrayElementReferenceOperation element:
                return IsFromElsewhere(element.ArrayReference, types);
            case IInvocationOperation { TargetMethod: { } method } call when method.ContainingType.Is(types.Path):
                foreach (IArgumentOperation argument in call.Arguments)
                {
                    if (!IsFromElsewhere(argument.Value, types))
                    {
                        return false;
                    }
                }

                return true;
            default:
                return false;
        }
    }

    private static bool GoOnDifferently(PathParts first, PathParts second)
    {
        int same = 0;
        while (same < first.Count && same < second.Count && AreSame(first[same], second[same]))
        {
            same++;
        }

        return same > 0
            && TextFrom(first, same) is { } a
            && TextFrom(second, same) is { } b
            && Normalize(a) is { } restOfFirst
            && Normalize(b) is { } restOfSecond
            && restOfFirst != restOfSecond;
    }

    private static bool EndDifferently(PathParts first, PathParts second)
    {
        if (Normalize(EndOf(first)) is not { } a || Normalize(EndOf(second)) is not { } b)
        {
            return false;
        }

        int length = Math.Min(a.Length, b.Length);
        return string.CompareOrdinal(a, a.Length - length, b, b.Length - length, length) != 0;
    }

    /// <summary>The text at the end; of a text alone, with the separator that is before a name.</summary>
    private static string EndOf(PathParts parts) =>
        parts.Count == 0 || parts[parts.Count - 1].Text is not { } text ? "" : parts.Count == 1 ? "/" + text : text;

    /// <summary>What follows from a part on, where it is nothing but text.</summary>
    private static string? TextFrom(PathParts parts, int index) =>
        index == parts.Count ? "" : index == parts.Count - 1 ? parts[index].Text : null;

    private static bool AreSame(PathPart first, PathPart second) => (first.Kept, second.Kept) switch
    {
        _ when first.Text is not null => first.Text == second.Text,
        ({ } a, { } b) => AreSame(a.Next, b.Next) && AreSame(a.Before, b.Before),
        _ => second.Value is { } value && AreSame(first.Value!, value),
    };

    private static bool AreSame(List<PathPart> first, List<PathPart> second)
    {
        for (int i = 0; i < first.Count; i++)
        {
            if (i == second.Count || !AreSame(first[i], second[i]))
            {
                return false;
            }
        }

        return first.Count == second.Count;
    }

    private static bool AreSame(IOperation first, IOperation second) => (first, second) switch
    {
        _ when first == second => true,
        (IPropertyReferenceOperation { Property: { Name: "FullName" } property, Instance: { } a },
            IPropertyReferenceOperation { Property: { } other, Instance: { } b }) =>
            SymbolEqualityComparer.Default.Equals(property, other)
                && property.ContainingType.Name is "FileSystemInfo" or "FileInfo"
                && AreSame(a.Unwrap(), b.Unwrap()),
        _ => first.IsSameAs(second) && first.IsStable(),
    };

    /// <summary>
    /// The text as all systems agree on it: without regard to case, kinds of separators, and dots and spaces at the end; null where it
    /// leads to another directory by dots.
    /// </summary>
    private static string? Normalize(string text)
    {
        var normal = new StringBuilder(text.Length);
        foreach (char c in text.TrimEnd('.', ' '))
        {
            char next = c is '\\' or ':' ? '/' : char.ToLowerInvariant(c);
            if (next != '/' || normal.Length == 0 || normal[normal.Length - 1] != '/')
            {
                normal.Append(next);
            }
        }

        string result = normal.ToString();
        return result.Contains("./") ? null : result;
    }
}

/// <summary>Tells the paths at which no file can be yet.</summary>
internal static class NewPath
{
    /// <summary>Whether a path, or the path of a <c>FileInfo</c>, holds a random name, which no file can have yet.</summary>
    public static bool IsUnique(IOperation path, KnownTypes types)
    {
        if (path.Origin() is IObjectCreationOperation { Arguments: { Length: 1 } arguments } info && info.Type.Is(types.FileInfo))
        {
            path = arguments[0].Value;
        }

        var unique = new UniqueNameFinder(types);
        unique.Visit(path);
        return unique.Found;
    }

    /// <summary>Finds a part that differs from call to call, in an expression and the variables it is made of.</summary>
    private sealed class UniqueNameFinder(KnownTypes types) : OperationWalker
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
}
