using System;
using System.Collections.Generic;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Copying;

/// <summary>Tells whether two expressions name different files, as far as the code shows it. Links between files are left aside.</summary>
internal static class FilePaths
{
    /// <summary>
    /// Whether the paths are certainly different: one of them was made unique in the method, they go on differently after the same
    /// beginning, or they end differently.
    /// </summary>
    public static bool AreDifferent(IOperation first, IOperation second, KnownTypes types)
    {
        var a = new Parts(first, types);
        var b = new Parts(second, types);
        return a.IsUniqueBeside(b) || b.IsUniqueBeside(a) || GoOnDifferently(a, b) || EndDifferently(a, b);
    }

    /// <summary>
    /// Whether the path can be read earlier or later, or in another order: it is put together from names and constants, without any
    /// effect.
    /// </summary>
    public static bool CanBeMoved(IOperation path, KnownTypes types)
    {
        path = Values.Unwrap(path);
        switch (path)
        {
            case { ConstantValue.HasValue: true }:
            case ILocalReferenceOperation or IParameterReferenceOperation or IInstanceReferenceOperation:
                return true;
            case IFieldReferenceOperation field:
                return field.Instance is null || CanBeMoved(field.Instance, types);
            case IPropertyReferenceOperation { Arguments.IsEmpty: true } property:
                return property.Instance is null ? property.Type?.SpecialType == SpecialType.System_String : CanBeMoved(property.Instance, types);
            case IBinaryOperation { OperatorMethod: null } concatenation:
                return CanBeMoved(concatenation.LeftOperand, types) && CanBeMoved(concatenation.RightOperand, types);
            case IInterpolatedStringOperation interpolated:
                foreach (IInterpolatedStringContentOperation part in interpolated.Parts)
                {
                    if (part is not IInterpolatedStringTextOperation && (part is not IInterpolationOperation hole || !CanBeMoved(hole.Expression, types)))
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
        (Values.Is(method.ContainingType, types.Path) && method.Name != "GetTempFileName")
        || (Values.Is(method.ContainingType, types.Guid) && method.Name is "NewGuid" or "ToString");

    /// <summary>Whether the call gives what no other call gives, as text or to become text.</summary>
    private static bool IsMadeUnique(IInvocationOperation call, KnownTypes types) => call.TargetMethod.Name switch
    {
        "GetRandomFileName" => Values.Is(call.TargetMethod.ContainingType, types.Path),
        "NewGuid" => Values.Is(call.TargetMethod.ContainingType, types.Guid),
        "ToString" => call.Instance is { } value && Values.Unwrap(value) is IInvocationOperation { TargetMethod.Name: "NewGuid" } guid && IsMadeUnique(guid, types),
        _ => false,
    };

    private static bool GoOnDifferently(Parts first, Parts second)
    {
        int same = 0;
        while (same < first.Count && same < second.Count && first[same].IsSameAs(second[same]))
        {
            same++;
        }

        return same > 0
            && first.TextFrom(same) is { } a
            && second.TextFrom(same) is { } b
            && Normalize(a) is { } restOfFirst
            && Normalize(b) is { } restOfSecond
            && restOfFirst != restOfSecond;
    }

    private static bool EndDifferently(Parts first, Parts second)
    {
        if (Normalize(first.End) is not { } a || Normalize(second.End) is not { } b)
        {
            return false;
        }

        int length = Math.Min(a.Length, b.Length);
        return string.CompareOrdinal(a, a.Length - length, b, b.Length - length, length) != 0;
    }

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

    /// <summary>A piece of a path: a text, or a value that is not known.</summary>
    private sealed class Part
    {
        public string? Text { get; private set; }

        public IOperation? Value { get; private set; }

        /// <summary>Whether the value was made unique in this method.</summary>
        public bool IsUnique { get; private set; }

        /// <summary>Whether the value cannot begin at a root.</summary>
        public bool IsName { get; private set; }

        /// <summary>Of what <c>Path.Combine</c> keeps of its first arguments: those, and what stands there in their place if it begins at a root.</summary>
        public (List<Part> Before, Part Next)? Kept { get; private set; }

        public static Part Of(string text) => new() { Text = text };

        public static Part Of(IOperation value, bool isUnique = false, bool isName = false) => new() { Value = value, IsUnique = isUnique, IsName = isName };

        public static Part OfKept(IOperation call, List<Part> before, Part next) => new() { Value = call, Kept = (before, next) };

        public bool IsSameAs(Part other) => (Kept, other.Kept) switch
        {
            _ when Text is not null => Text == other.Text,
            ({ } kept, { } otherKept) => kept.Next.IsSameAs(otherKept.Next) && AreSame(kept.Before, otherKept.Before),
            _ => other.Value is { } value && AreSame(Value!, value),
        };

        private static bool AreSame(List<Part> first, List<Part> second)
        {
            for (int i = 0; i < first.Count; i++)
            {
                if (i == second.Count || !first[i].IsSameAs(second[i]))
                {
                    return false;
                }
            }

            return first.Count == second.Count;
        }

        private static bool AreSame(IOperation first, IOperation second) => (first, second) switch
        {
            _ when first == second => true,
            (IPropertyReferenceOperation { Property: { Name: "FullName" } property, Instance: { } a }, IPropertyReferenceOperation { Property: { } other, Instance: { } b }) =>
                SymbolEqualityComparer.Default.Equals(property, other) && property.ContainingType.Name is "FileSystemInfo" or "FileInfo" && AreSame(Values.Unwrap(a), Values.Unwrap(b)),
            _ => Values.AreSame(first, second) && Values.IsStable(first),
        };

        public bool IsUnrooted => Text is { Length: > 0 } text ? text[0] is not ('/' or '\\') && text.IndexOf(':') < 0 : IsName;
    }

    /// <summary>The pieces of a path, in order; two texts never follow each other.</summary>
    private sealed class Parts
    {
        private readonly List<Part> _parts = new();
        private readonly KnownTypes _types;

        public Parts(IOperation path, KnownTypes types)
        {
            _types = types;
            Add(path, hops: 0);
        }

        private Parts(KnownTypes types) => _types = types;

        public int Count => _parts.Count;

        /// <summary>The text at the end; of a text alone, with the separator that is before a name.</summary>
        public string End => Count == 0 || _parts[Count - 1].Text is not { } text ? "" : Count == 1 ? "/" + text : text;

        public Part this[int index] => _parts[index];

        /// <summary>What follows from a part on, where it is nothing but text.</summary>
        public string? TextFrom(int index) => index == Count ? "" : index == Count - 1 ? _parts[index].Text : null;

        /// <summary>Whether a part was made unique in this method, and the other path cannot have got it.</summary>
        public bool IsUniqueBeside(Parts other)
        {
            return _parts.Find(part => part.IsUnique) is { Value: { } unique } && !other._parts.Exists(part => part.Value is { } value && (part.IsUnique ? value == unique : MayHold(value, unique)));
        }

        /// <summary>Whether the value may be, or contain, the unique one; what another function is given may.</summary>
        private bool MayHold(IOperation value, IOperation unique) => !IsFromElsewhere(value) || Values.Function(value) != Values.Function(unique);

        /// <summary>Whether the value was there before the method, or is handed to it, and the method puts nothing in its place.</summary>
        private bool IsFromElsewhere(IOperation value)
        {
            value = Values.Unwrap(value);
            switch (value)
            {
                case { ConstantValue.HasValue: true }:
                case ILocalReferenceOperation { Local.IsForEach: true }:
                case IInstanceReferenceOperation { ReferenceKind: InstanceReferenceKind.ContainingTypeInstance }:
                    return true;
                case IParameterReferenceOperation:
                    return Values.IsStable(value);
                case IFieldReferenceOperation or IPropertyReferenceOperation { Arguments.IsEmpty: true }:
                    var member = (IMemberReferenceOperation)value;
                    return (member.Instance is null || IsFromElsewhere(member.Instance)) && !AssignmentFinder.Assigns(Values.Root(value), member.Member);
                case IArrayElementReferenceOperation element:
                    return IsFromElsewhere(element.ArrayReference);
                case IInvocationOperation { TargetMethod: { } method } call when Values.Is(method.ContainingType, _types.Path):
                    foreach (IArgumentOperation argument in call.Arguments)
                    {
                        if (!IsFromElsewhere(argument.Value))
                        {
                            return false;
                        }
                    }

                    return true;
                default:
                    return false;
            }
        }

        private void Add(IOperation value, int hops)
        {
            value = Values.Unwrap(value);
            if (value.ConstantValue is { HasValue: true, Value: string text })
            {
                AddText(text);
                return;
            }

            switch (value)
            {
                case ILocalReferenceOperation local when hops < Values.MaximumHops && Initializer(local) is { } initializer:
                    Add(initializer, hops + 1);
                    break;
                case IFieldReferenceOperation { Field.IsReadOnly: true } when Values.Origin(value) is { ConstantValue: { HasValue: true, Value: string constant } }:
                    AddText(constant);
                    break;
                case IBinaryOperation { OperatorKind: BinaryOperatorKind.Add, Type.SpecialType: SpecialType.System_String } concatenation:
                    Add(concatenation.LeftOperand, hops);
                    Add(concatenation.RightOperand, hops);
                    break;
                case IInterpolatedStringOperation interpolated:
                    AddInterpolated(interpolated, hops);
                    break;
                case IInvocationOperation call:
                    AddCall(call, hops);
                    break;
                default:
                    _parts.Add(Part.Of(value));
                    break;
            }
        }

        private void AddInterpolated(IInterpolatedStringOperation interpolated, int hops)
        {
            foreach (IInterpolatedStringContentOperation content in interpolated.Parts)
            {
                switch (content)
                {
                    case IInterpolatedStringTextOperation { Text.ConstantValue: { HasValue: true, Value: string text } }:
                        AddText(text);
                        break;
                    case IInterpolationOperation { Alignment: null } hole:
                        Add(hole.Expression, hops);
                        break;
                    default:
                        _parts.Add(Part.Of(content));
                        break;
                }
            }
        }

        private void AddCall(IInvocationOperation call, int hops)
        {
            string name = call.TargetMethod.Name;
            if (IsMadeUnique(call, _types))
            {
                _parts.Add(Part.Of(call, isUnique: true, isName: true));
            }
            else if (name == "ToString" && call.Instance is { } instance && Values.Is(instance.Type, _types.Guid))
            {
                Add(instance, hops);
            }
            else if (!Values.Is(call.TargetMethod.ContainingType, _types.Path))
            {
                _parts.Add(Part.Of(call));
            }
            else if (name == "GetTempFileName")
            {
                _parts.Add(Part.Of(call, isUnique: true));
            }
            else if (name is "Combine" or "Join" && AreTexts(call))
            {
                Join(call, rootsCount: name == "Combine", hops);
            }
            else
            {
                _parts.Add(Part.Of(call, isName: name is "GetFileName" or "GetFileNameWithoutExtension"));
                if (name == "ChangeExtension" && call.Arguments[1].Value.ConstantValue is { HasValue: true, Value: string { Length: > 0 } extension })
                {
                    AddText(extension[0] == '.' ? extension : "." + extension);
                }
            }
        }

        /// <summary>Joins the arguments. One that is rooted makes <c>Path.Combine</c> drop those before.</summary>
        private void Join(IInvocationOperation call, bool rootsCount, int hops)
        {
            for (int i = 0; i < call.Arguments.Length; i++)
            {
                var next = new Parts(_types);
                next.Add(call.Arguments[i].Value, hops);
                if (i > 0)
                {
                    if (rootsCount && !(next.Count > 0 && next[0].IsUnrooted))
                    {
                        Part kept = next.Count > 0 ? Part.OfKept(call, new List<Part>(_parts), next[0]) : Part.Of(call);
                        _parts.Clear();
                        _parts.Add(kept);
                    }

                    AddText("/");
                }

                foreach (Part part in next._parts)
                {
                    if (part.Text is { } text)
                    {
                        AddText(text);
                    }
                    else
                    {
                        _parts.Add(part);
                    }
                }
            }
        }

        private void AddText(string text)
        {
            if (text.Length == 0)
            {
                return;
            }

            if (Count > 0 && _parts[Count - 1].Text is { } before)
            {
                text = before + text;
                _parts.RemoveAt(Count - 1);
            }

            _parts.Add(Part.Of(text));
        }

        private static bool AreTexts(IInvocationOperation call)
        {
            foreach (IArgumentOperation argument in call.Arguments)
            {
                if (argument.Value.Type?.SpecialType != SpecialType.System_String)
                {
                    return false;
                }
            }

            return true;
        }

        /// <summary>What a local is declared with, where that is the only value it ever has.</summary>
        private static IOperation? Initializer(ILocalReferenceOperation local) =>
            Values.SingleValue(local) is { Parent: IVariableInitializerOperation } value ? value : null;
    }

    /// <summary>Finds whether a method assigns a field or property.</summary>
    private sealed class AssignmentFinder(ISymbol member) : OperationWalker
    {
        private bool _found;

        public static bool Assigns(IOperation root, ISymbol member)
        {
            var finder = new AssignmentFinder(member);
            finder.Visit(root);
            return finder._found;
        }

        public override void VisitSimpleAssignment(ISimpleAssignmentOperation operation)
        {
            _found |= operation.Target is IMemberReferenceOperation target && SymbolEqualityComparer.Default.Equals(target.Member, member);
            base.VisitSimpleAssignment(operation);
        }
    }
}
