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
        foreach (SyntaxNode declaration in TypedDeclarations.Find(Names, context.SemanticModel.SyntaxTree, context.CancellationToken))
        {
            if (context.SemanticModel.GetDeclaredSymbol(declaration, context.CancellationToken) is { } declared
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
            || !ModelProperties.IsSet(property))
        {
            return;
        }

        bool hasAttribute = ModelProperties.Has(property, types.ValidationAttribute);
        if ((!hasAttribute && (!IsRequired(property) || IsNameOfVersion(property.Name))) || IsExempt(property, types))
        {
            return;
        }

        int small = Options.SmallUploadBytes.Read(context.Options, tree, Rules.ValidatedByteArray);
        if (ModelProperties.MaximumLength(property, types) <= small
            || Options.ByteArrayValidationSuppressed.Read(context.Options, tree, Rules.ValidatedByteArray)
            || handlers.Models(context.CancellationToken).MaximumOfValidatedBody(property.ContainingType) is not { } maximum
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
