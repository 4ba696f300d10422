using System.Text;

namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// Tells what the name behind a directory certainly is: the name of a file in it, or a path below it, and not one that leads elsewhere.
/// </summary>
internal sealed class TempName
{
    /// <summary>Stands for what is not known of a name but that it is no separator, dot or colon.</summary>
    private const char Unknown = '\u0001';

    private readonly StringBuilder _text = new();
    private readonly KnownTypes _types;
    private bool _isShared;

    private TempName(KnownTypes types) => _types = types;

    public enum Form
    {
        /// <summary>It may lead anywhere.</summary>
        Uncertain,

        /// <summary>The name of a file or directory.</summary>
        Name,

        /// <summary>A name below other directories.</summary>
        PathBelow,
    }

    public Form Kind { get; private set; }

    /// <summary>Whether a part was made unique for this path, and nothing else has got it.</summary>
    public bool IsUnique { get; private set; }

    /// <summary>What is certain about the name in a path, whose first part is a directory.</summary>
    public static TempName Of(TempPath path, KnownTypes types)
    {
        var name = new TempName(types);
        name.Kind = name.Read(path);
        return name;
    }

    private Form Read(TempPath path)
    {
        string? method = (path.Operation as IInvocationOperation)?.TargetMethod.Name;
        for (int i = 1; i < path.Parts.Length; i++)
        {
            if (i > 1 && method is "Combine" or "Join")
            {
                _text.Append('/');
            }

            int start = _text.Length;
            if (!TryAdd(path.Parts[i], hops: 0) || (method is not null && (_text.Length == start || IsSeparator(_text[start]))))
            {
                return Form.Uncertain;
            }
        }

        // The directory brings a separator of its own.
        string text = _text.ToString();
        return FormOf(method is null ? text.TrimStart('/', '\\') : text);
    }

    private static Form FormOf(string text)
    {
        int directories = 0;
        int start = 0;
        for (int i = 0; i <= text.Length; i++)
        {
            if (i < text.Length && !IsSeparator(text[i]))
            {
                if (text[i] is ':' or '\0')
                {
                    return Form.Uncertain;
                }

                continue;
            }

            // Nothing, or nothing but dots and spaces, is no name.
            if (text.Substring(start, i - start).Trim('.', ' ').Length == 0)
            {
                return Form.Uncertain;
            }

            start = i + 1;
            directories += i < text.Length ? 1 : 0;
        }

        return directories == 0 ? Form.Name : Form.PathBelow;
    }

    private static bool IsSeparator(char c) => c is '/' or '\\';

    private bool TryAdd(IOperation value, int hops)
    {
        value = value.Unwrap();
        switch (value)
        {
            case { ConstantValue: { HasValue: true, Value: string text } }:
                _text.Append(text);
                return true;
            case { ConstantValue: { HasValue: true, Value: char c } }:
                _text.Append(c);
                return true;
            case IInterpolatedStringTextOperation { Text.ConstantValue: { HasValue: true, Value: string text } }:
                _text.Append(text);
                return true;
            case ILocalReferenceOperation or IFieldReferenceOperation { Field.IsReadOnly: true }
                when value.Type?.SpecialType == SpecialType.System_String:
                return hops < Provenance.MaximumHops && value.SingleValue() is { } only && TryAddVariable(value, only, hops);
            case IFieldReferenceOperation when IsDirectorySeparator(value):
                return AddSeparator();
            case IInterpolationOperation hole:
                return hole.Alignment is null
                    && (hole.FormatString is not { } format
                        ? TryAdd(hole.Expression, hops)
                        : IsHarmlessFormat(hole.Expression.Type, format) && AddUnknown(hole.Expression));
            case IBinaryOperation { OperatorKind: BinaryOperatorKind.Add, Type.SpecialType: SpecialType.System_String }
                or IInterpolatedStringOperation:
                return TryAddAll(TempPath.PartsOf(value, _types), hops);
            case IInvocationOperation call:
                return TryAddCall(call, hops);
            default:
                return (IsNumber(value.Type) || value.Type.Is(_types.Guid)) && AddUnknown(value);
        }
    }

    /// <summary>Adds what a variable holds. What it holds may be known elsewhere if it is read there.</summary>
    private bool TryAddVariable(IOperation variable, IOperation value, int hops)
    {
        bool wasShared = _isShared;
        _isShared |= variable is not ILocalReferenceOperation local || !Uses.IsOnlyUse(local);
        bool isAdded = TryAdd(value, hops + 1);
        _isShared = wasShared;
        return isAdded;
    }

    private bool TryAddAll(ImmutableArray<IOperation> parts, int hops)
    {
        foreach (IOperation part in parts)
        {
            if (!TryAdd(part, hops))
            {
                return false;
            }
        }

        return true;
    }

    private bool TryAddCall(IInvocationOperation call, int hops)
    {
        IMethodSymbol method = call.TargetMethod;
        if (method.ContainingType.Is(_types.Path))
        {
            if (method.Name == "ChangeExtension")
            {
                return call.Arguments.Named("path") is { } path
                    && TryAdd(path, hops)
                    && call.Arguments.Named("extension") is { ConstantValue: { HasValue: true, Value: string { Length: > 0 } } } extension
                    && TryAdd(extension, hops);
            }

            return method.Name is "GetRandomFileName" or "GetFileName" or "GetFileNameWithoutExtension" or "GetExtension"
                && method.ReturnType.SpecialType == SpecialType.System_String
                && (method.Name != "GetExtension" || _text.Length > 0)
                && AddUnknown(call);
        }

        if (call.Instance is not { } instance)
        {
            bool isHex = method is { Name: "ToHexString" or "ToHexStringLower", ContainingType: { Name: "Convert" } converter }
                && IsOfSystem(converter);
            return (isHex || IsNumber(method.ReturnType) || method.ReturnType.Is(_types.Guid)) && AddUnknown(call);
        }

        switch (method.Name)
        {
            case "ToString":
                IOperation? format = call.Arguments.Length > 0 ? call.Arguments[0].Value : null;
                return (format is null or { Type.SpecialType: not SpecialType.System_String }
                        ? IsNumber(instance.Type) || instance.Type.Is(_types.Guid)
                        : IsHarmlessFormat(instance.Type, format))
                    && AddUnknown(instance);
            case "ToLower" or "ToLowerInvariant" or "ToUpper" or "ToUpperInvariant"
                when instance.Type?.SpecialType == SpecialType.System_String:
                return TryAdd(instance, hops);
            case "Replace" when instance.Type?.SpecialType == SpecialType.System_String && call.Arguments.Length == 2:
                // As in Guid.NewGuid().ToString().Replace("-", ""): what comes in has no separators either, being nothing.
                return call.Arguments[1].Value.Unwrap() is { ConstantValue: { HasValue: true, Value: string { Length: 0 } or '_' or '-' } }
                    && TryAdd(instance, hops);
            default:
                return (IsNumber(method.ReturnType) || method.ReturnType.Is(_types.Guid)) && AddUnknown(call);
        }
    }

    private bool AddUnknown(IOperation value)
    {
        IsUnique |= !_isShared
            && value.Unwrap() is IInvocationOperation { TargetMethod: { Name: "NewGuid" or "CreateVersion7"
                or "GetRandomFileName", ContainingType: { } type } }
            && (type.Is(_types.Guid) || type.Is(_types.Path));
        _text.Append(Unknown);
        return true;
    }

    private bool AddSeparator()
    {
        _text.Append('/');
        return true;
    }

    private bool IsDirectorySeparator(IOperation value) =>
        value is IFieldReferenceOperation { Field: { Name: "DirectorySeparatorChar" or "AltDirectorySeparatorChar" } field }
            && field.ContainingType.Is(_types.Path);

    /// <summary>
    /// Whether a number, a GUID or a time becomes a text without separators of directories; those of dates and times may be some.
    /// </summary>
    private bool IsHarmlessFormat(ITypeSymbol? type, IOperation format)
    {
        if (type.Is(_types.Guid))
        {
            return true;
        }

        if (format.ConstantValue is not { HasValue: true, Value: string text } || text.Length == 0)
        {
            return false;
        }

        bool isTime = type?.SpecialType == SpecialType.System_DateTime
            || (type is { Name: "DateTimeOffset" or "DateOnly" or "TimeOnly" } && IsOfSystem(type));
        if (!isTime && !IsNumber(type))
        {
            return false;
        }

        foreach (char c in text)
        {
            if (isTime ? "yMdHhmsfFT-_. '".IndexOf(c) < 0 : !char.IsLetterOrDigit(c))
            {
                return false;
            }
        }

        // One letter stands for a whole format.
        return !isTime || text.Length > 1;
    }

    private static bool IsOfSystem(ITypeSymbol type) =>
        type.ContainingNamespace is { Name: "System", ContainingNamespace.IsGlobalNamespace: true };

    private static bool IsNumber(ITypeSymbol? type) => type?.SpecialType is >= SpecialType.System_SByte and <= SpecialType.System_UInt64;
}
