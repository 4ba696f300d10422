using System.Runtime.CompilerServices;

namespace StreamTuning.Analyzers.Facts;

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
