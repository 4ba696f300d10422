namespace StreamTuning.Analyzers.Facts;

/// <summary>The pieces of a path, in order; two texts never follow each other.</summary>
internal sealed class PathParts
{
    private readonly List<PathPart> _parts = new();
    private readonly KnownTypes _types;
    private readonly bool _followsMembers;

    /// <param name="path">The path.</param>
    /// <param name="types">The types.</param>
    /// <param name="followsMembers">
    /// Whether readonly fields, properties and methods are taken apart as well; if not, fields alone whose value is a constant.
    /// </param>
    public PathParts(IOperation path, KnownTypes types, bool followsMembers = false)
        : this(types, followsMembers) => Add(path, hops: 0);

    private PathParts(KnownTypes types, bool followsMembers)
    {
        _types = types;
        _followsMembers = followsMembers;
    }

    public int Count => _parts.Count;

    public PathPart this[int index] => _parts[index];

    public IReadOnlyList<PathPart> All => _parts;

    /// <summary>The texts that a call joins, in order; null where one of its arguments is something else.</summary>
    public static List<IOperation>? JoinedTexts(IInvocationOperation call)
    {
        var texts = new List<IOperation>();
        // Named arguments come as they are written.
        foreach (IArgumentOperation argument in call.Arguments.Sort((a, b) => a.Parameter!.Ordinal - b.Parameter!.Ordinal))
        {
            if (argument.Value.Unwrap() is IArrayCreationOperation { Initializer: { } array })
            {
                texts.AddRange(array.ElementValues);
            }
            else if (argument.ArgumentKind is ArgumentKind.Explicit)
            {
                texts.Add(argument.Value);
            }
            else
            {
                // The elements of a span, for which the oldest compiler that is supported has no operation.
                texts.AddRange(argument.Value.Unwrap().ChildOperations);
            }
        }

        return texts.TrueForAll(text => text.Type?.SpecialType == SpecialType.System_String) ? texts : null;
    }

    /// <summary>Whether the call gives what no other call gives, as text or to become text.</summary>
    private bool IsMadeUnique(IInvocationOperation call) => call.TargetMethod.Name switch
    {
        "GetRandomFileName" => call.TargetMethod.ContainingType.Is(_types.Path),
        "NewGuid" or "CreateVersion7" => call.TargetMethod.ContainingType.Is(_types.Guid),
        "ToString" =>
            call.Instance is { } value
                && value.Unwrap() is IInvocationOperation { TargetMethod.Name: "NewGuid" } guid
                && IsMadeUnique(guid),
        _ => false,
    };

    private void Add(IOperation value, int hops)
    {
        value = value.Unwrap();
        switch (value)
        {
            case ILocalReferenceOperation local when hops < Provenance.MaximumHops && Initializer(local) is { } initializer:
                Add(initializer, hops + 1);
                break;
            case IFieldReferenceOperation or IPropertyReferenceOperation when hops < Provenance.MaximumHops && ValueOf(value) is { } given:
                Add(given, hops + 1);
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
            case { ConstantValue: { HasValue: true, Value: string text } }:
                AddText(text, value);
                break;
            default:
                _parts.Add(PathPart.Of(value, isName: value.Type.Is(_types.Guid)
                    || value.Type is { SpecialType: >= SpecialType.System_SByte and <= SpecialType.System_UInt64 }));
                break;
        }
    }

    /// <summary>Whether a time becomes a text without colons and separators.</summary>
    private static bool IsNameOfTime(ITypeSymbol? time, IOperation? format) =>
        time?.Name is "DateTime" or "DateTimeOffset" or "DateOnly" or "TimeOnly"
        && format?.ConstantValue is { HasValue: true, Value: string { Length: > 1 } text }
        && text.IndexOfAny([':', '/', '\\']) < 0;

    private void AddInterpolated(IInterpolatedStringOperation interpolated, int hops)
    {
        foreach (IInterpolatedStringContentOperation content in interpolated.Parts)
        {
            switch (content)
            {
                case IInterpolatedStringTextOperation { Text: { ConstantValue: { HasValue: true, Value: string text } } literal }:
                    AddText(text, literal);
                    break;
                case IInterpolationOperation { FormatString: { } format } hole when IsNameOfTime(hole.Expression.Type, format):
                    _parts.Add(PathPart.Of(hole.Expression, isName: true));
                    break;
                case IInterpolationOperation { Alignment: null } hole:
                    Add(hole.Expression, hops);
                    break;
                default:
                    _parts.Add(PathPart.Of(content));
                    break;
            }
        }
    }

    private void AddCall(IInvocationOperation call, int hops)
    {
        string name = call.TargetMethod.Name;
        if (IsMadeUnique(call))
        {
            _parts.Add(PathPart.Of(call, isUnique: true, isName: true));
        }
        else if (name == "ToString" && call.Instance is { } instance && instance.Type.Is(_types.Guid))
        {
            Add(instance, hops);
        }
        else if (name == "Concat"
            && call.TargetMethod.ContainingType.SpecialType == SpecialType.System_String
            && JoinedTexts(call) is { } operands)
        {
            operands.ForEach(operand => Add(operand, hops));
        }
        else if (name == "Format"
            && call.TargetMethod.ContainingType.SpecialType == SpecialType.System_String
            && call.Arguments.Named("format") is { ConstantValue: { HasValue: true, Value: string format } } literal)
        {
            int hole = format.IndexOf('{');
            AddText(hole < 0 ? format : format.Substring(0, hole), literal);
            _parts.Add(PathPart.Of(call));
        }
        else if (hops < Provenance.MaximumHops && ValueOf(call) is { } given)
        {
            Add(given, hops + 1);
        }
        else if (!call.TargetMethod.ContainingType.Is(_types.Path))
        {
            bool isTime = name == "ToString" && call.Arguments.Length > 0 && IsNameOfTime(call.Instance?.Type, call.Arguments[0].Value);
            _parts.Add(PathPart.Of(call, isName: isTime));
        }
        else if (name == "GetTempFileName")
        {
            _parts.Add(PathPart.Of(call, isUnique: true));
        }
        else if (name is "Combine" or "Join" && JoinedTexts(call) is { } texts)
        {
            Join(call, texts, rootsCount: name == "Combine", hops);
        }
        else
        {
            _parts.Add(PathPart.Of(call, isName: name is "GetFileName" or "GetFileNameWithoutExtension" or "GetExtension"));
            if (name == "ChangeExtension"
                && call.Arguments.Named("extension")?.ConstantValue is { HasValue: true, Value: string { Length: > 0 } extension })
            {
                AddText(extension[0] == '.' ? extension : "." + extension, origin: null);
            }
        }
    }

    /// <summary>Joins the arguments. One that is rooted makes <c>Path.Combine</c> drop those before.</summary>
    private void Join(IInvocationOperation call, List<IOperation> texts, bool rootsCount, int hops)
    {
        for (int i = 0; i < texts.Count; i++)
        {
            var next = new PathParts(_types, _followsMembers);
            next.Add(texts[i], hops);
            if (i > 0)
            {
                if (rootsCount && !(next.Count > 0 && next[0].IsUnrooted))
                {
                    PathPart kept = next.Count > 0 ? PathPart.OfKept(call, new List<PathPart>(_parts), next[0]) : PathPart.Of(call);
                    _parts.Clear();
                    _parts.Add(kept);
                }

                AddText("/", origin: null);
            }

            next._parts.ForEach(AddPart);
        }
    }

    private void AddPart(PathPart part)
    {
        if (part.Text is { } text)
        {
            AddText(text, part.Origin);
        }
        else
        {
            _parts.Add(part);
        }
    }

    private void AddText(string text, IOperation? origin)
    {
        if (text.Length == 0)
        {
            return;
        }

        if (Count > 0 && _parts[Count - 1] is { Text: { } before } last)
        {
            text = before + text;
            origin = last.Origin;
            _parts.RemoveAt(Count - 1);
        }

        _parts.Add(PathPart.Of(text, origin));
    }

    /// <summary>What a local is declared with, where that is the only value it ever has.</summary>
    private static IOperation? Initializer(ILocalReferenceOperation local) =>
        local.SingleValue() is { Parent: IVariableInitializerOperation } value ? value : null;

    /// <summary>What a field of the file is set to if that is a constant; what any member always gives if members are followed.</summary>
    private IOperation? ValueOf(IOperation member) =>
        _followsMembers ? FixedMember.ValueOf(member)
            : member is IFieldReferenceOperation field
            && (field.Field.IsConst ? ValueOfConstant(field) : field.SingleValue()) is { } value
            && value.Origin()?.ConstantValue.HasValue == true ? value
            : null;

    private static IOperation? ValueOfConstant(IFieldReferenceOperation constant) =>
        constant is { SemanticModel: { } model, Field.DeclaringSyntaxReferences: { Length: 1 } declarations }
        && declarations[0].SyntaxTree == model.SyntaxTree
        && declarations[0].GetSyntax() is VariableDeclaratorSyntax { Initializer.Value: { } value }
            ? model.GetOperation(value)
            : null;
}

/// <summary>A piece of a path: a text, or a value that is not known.</summary>
internal sealed class PathPart
{
    public string? Text { get; private set; }

    public IOperation? Value { get; private set; }

    /// <summary>Where the text begins; null where it is a separator that <c>Path.Combine</c> puts there.</summary>
    public IOperation? Origin { get; private set; }

    /// <summary>Whether the value was made unique in this method.</summary>
    public bool IsUnique { get; private set; }

    /// <summary>Whether the value cannot begin at a root.</summary>
    public bool IsName { get; private set; }

    /// <summary>
    /// Of what <c>Path.Combine</c> keeps of its first arguments: those, and what stands there in their place if it begins at a root.
    /// </summary>
    public (List<PathPart> Before, PathPart Next)? Kept { get; private set; }

    public bool IsUnrooted => Text is { Length: > 0 } text ? text[0] is not ('/' or '\\') && text.IndexOf(':') < 0 : IsName;

    public static PathPart Of(string text, IOperation? origin) => new() { Text = text, Origin = origin };

    public static PathPart Of(IOperation value, bool isUnique = false, bool isName = false) =>
        new() { Value = value, IsUnique = isUnique, IsName = isName };

    public static PathPart OfKept(IOperation call, List<PathPart> before, PathPart next) => new() { Value = call, Kept = (before, next) };
}
