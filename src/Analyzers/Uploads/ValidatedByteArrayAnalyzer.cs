using System.Runtime.CompilerServices;

namespace StreamTuning.Analyzers.Uploads;

/// <summary>STRM4003: an array of bytes in a model that MVC binds a body to, and validates byte by byte.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class ValidatedByteArrayAnalyzer() : StreamTuningAnalyzer(Rules.ValidatedByteArray, Names)
{
    private static readonly WatchedNames Names = new("byte", "Byte");

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { ControllerAttribute: not null, ValidateNeverAttribute: not null, ValidationAttribute: not null })
        {
            RequestHandlers handlers = RequestHandlers.Of(context.Compilation);
            context.RegisterSemanticModelAction(file => AnalyzeFile(file, handlers, types));
        }
    }

    private static void AnalyzeFile(SemanticModelAnalysisContext context, RequestHandlers handlers, KnownTypes types)
    {
        foreach (SyntaxNode declaration in Names.DeclarationsIn(context.SemanticModel.SyntaxTree, context.CancellationToken))
        {
            // There are many other parameters.
            if (declaration is PropertyDeclarationSyntax or { Parent.Parent: RecordDeclarationSyntax }
                && context.SemanticModel.GetDeclaredSymbol(declaration, context.CancellationToken) is { } declared
                && ModelProperties.DeclaredBy(declared) is { } property)
            {
                Analyze(context, property, handlers, types);
            }
        }
    }

    private static void Analyze(SemanticModelAnalysisContext context, IPropertySymbol property, RequestHandlers handlers, KnownTypes types)
    {
        if (property is not { IsStatic: false, IsIndexer: false, DeclaredAccessibility: Accessibility.Public, GetMethod: not null,
            Type: IArrayTypeSymbol { Rank: 1, ElementType.SpecialType: SpecialType.System_Byte } }
            || property.Locations is not { Length: > 0 } locations
            || locations[0].SourceTree is not { } tree
            || !BoundModels.IsSet(property))
        {
            return;
        }

        bool hasAttribute = ModelProperties.Has(property, types.ValidationAttribute);
        if ((!hasAttribute && !IsRequired(property)) || IsNameOfVersion(property.Name) || IsExempt(property, types))
        {
            return;
        }

        int small = Options.SmallUploadBytes.Read(context.Options, tree, Rules.ValidatedByteArray);
        if (MaximumLengths.Of(property, types) <= small
            || Options.ByteArrayValidationSuppressed.Read(context.Options, tree, Rules.ValidatedByteArray)
            || handlers.ValidatedBodies(context.CancellationToken).MaximumOf(property.ContainingType) is not { } maximum
            || maximum <= small
            || ValidationSettings.Of(context.SemanticModel.Compilation, context.CancellationToken) is not { SkipsBytes: false } settings
            || (settings.RequiresNothingUnsaid && !hasAttribute))
        {
            return;
        }

        context.ReportDiagnostic(Diagnostic.Create(
            Rules.ValidatedByteArray.Descriptor,
            locations[0],
            property.Name,
            hasAttribute ? "it has a validation attribute" : "it isn't nullable"));
    }

    private static bool IsRequired(IPropertySymbol property) => property.NullableAnnotation == NullableAnnotation.NotAnnotated;

    /// <summary>
    /// Whether it is the name of a version of a row, of eight bytes, which may be called so elsewhere than at the property.
    /// </summary>
    private static bool IsNameOfVersion(string name) => name is "RowVersion" or "Timestamp" or "TimeStamp";

    private static bool IsExempt(IPropertySymbol property, KnownTypes types) =>
        ModelProperties.Has(property, types.ValidateNeverAttribute)
        || ModelProperties.Has(property, types.TimestampAttribute)
        || IsIgnored(property, types)
        || RequestAttributes.Has(property.ContainingType, types.ValidateNeverAttribute);

    /// <summary>Whether bodies never set the property.</summary>
    private static bool IsIgnored(IPropertySymbol property, KnownTypes types)
    {
        if (RequestAttributes.Find(property, types.JsonIgnoreAttribute) is not { } attribute)
        {
            return false;
        }

        // With a condition it is about writing.
        foreach (var argument in attribute.NamedArguments)
        {
            const int always = 1;
            if (argument.Key == "Condition")
            {
                return argument.Value is { Kind: TypedConstantKind.Enum, Value: always };
            }
        }

        return true;
    }
}

/// <summary>What a compilation tells MVC about the validation of models.</summary>
internal sealed class ValidationSettings
{
    private const string Suppression = "SuppressChildValidationMetadataProvider";
    private const string Providers = "ModelValidatorProviders";
    private const string Validator = "IObjectModelValidator";
    private const string NothingImplicit = "SuppressImplicitRequiredAttributeForNonNullableReferenceTypes";

    private static readonly WatchedNames Names = new(Suppression, Providers, Validator, NothingImplicit);
    private static readonly ConditionalWeakTable<Compilation, ValidationSettings> Known = new();

    private ValidationSettings(bool skipsBytes, bool requiresNothingUnsaid)
    {
        SkipsBytes = skipsBytes;
        RequiresNothingUnsaid = requiresNothingUnsaid;
    }

    /// <summary>Whether the elements of byte arrays are not validated: by a provider that says so, or because nothing is.</summary>
    public bool SkipsBytes { get; }

    /// <summary>Whether what cannot be null is not required for that.</summary>
    public bool RequiresNothingUnsaid { get; }

    /// <summary>The settings of a compilation; looked for when first asked for, in all of it.</summary>
    public static ValidationSettings Of(Compilation compilation, CancellationToken cancellationToken) =>
        Known.GetValue(compilation, unknown => Find(unknown, cancellationToken));

    /// <summary>Finds the settings, by the names that only they have.</summary>
    private static ValidationSettings Find(Compilation compilation, CancellationToken cancellationToken)
    {
        bool skipsBytes = false;
        bool requiresNothingUnsaid = false;
        foreach (SyntaxTree tree in compilation.SyntaxTrees)
        {
            cancellationToken.ThrowIfCancellationRequested();
            foreach (SimpleNameSyntax name in Names.Find(tree, cancellationToken))
            {
                switch (name.Identifier.ValueText)
                {
                    case Suppression:
                        skipsBytes |= MayBeAboutBytes(name);
                        break;
                    case Providers:
                        skipsBytes |= name.Parent?.Parent is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Clear" }
                            or MemberAccessExpressionSyntax { Parent: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Clear" } };
                        break;
                    case Validator:
                        // A validator of the application's own takes the place of MVC's.
                        skipsBytes |= name.Parent is TypeArgumentListSyntax or TypeOfExpressionSyntax;
                        break;
                    case NothingImplicit:
                        requiresNothingUnsaid |= name.FirstAncestorOrSelf<AssignmentExpressionSyntax>()?.Right.IsKind(
                            SyntaxKind.TrueLiteralExpression) == true;
                        break;
                }
            }
        }

        return new ValidationSettings(skipsBytes, requiresNothingUnsaid);
    }

    /// <summary>
    /// Whether the provider may be one for arrays of bytes: it names their type, a base of it, or what cannot be told from here.
    /// </summary>
    private static bool MayBeAboutBytes(SimpleNameSyntax name)
    {
        if (name.FirstAncestorOrSelf<ObjectCreationExpressionSyntax>() is not { ArgumentList.Arguments: { Count: 1 } arguments } creation
            || !creation.Type.Contains(name))
        {
            return false;
        }

        return arguments[0].Expression switch
        {
            TypeOfExpressionSyntax { Type: ArrayTypeSyntax { ElementType: PredefinedTypeSyntax element } } =>
                element.Keyword.IsKind(SyntaxKind.ByteKeyword),
            TypeOfExpressionSyntax { Type: ArrayTypeSyntax { ElementType: { } element } } => element.ToString() is "Byte" or "System.Byte",
            TypeOfExpressionSyntax { Type: PredefinedTypeSyntax type } => type.Keyword.IsKind(SyntaxKind.ObjectKeyword),
            TypeOfExpressionSyntax { Type: var type } =>
                type.ToString() is "Array" or "System.Array" or "IEnumerable" or "IList" or "ICollection" or "IEnumerable<byte>"
                    or "IList<byte>" or "ICollection<byte>" or "IReadOnlyList<byte>" or "IReadOnlyCollection<byte>",
            LiteralExpressionSyntax literal => literal.Token.ValueText is "System.Byte[]" or "System.Array" or "System.Object",
            _ => true,
        };
    }
}
