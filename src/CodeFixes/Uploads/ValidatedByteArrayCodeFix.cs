using System.Threading.Tasks;

namespace StreamTuning.CodeFixes.Uploads;

/// <summary>
/// Fixes STRM4003 by the setting of MVC that leaves the elements of byte arrays alone, for all models; or by an attribute for one property,
/// which then is not validated at all.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(ValidatedByteArrayCodeFix))]
[Shared]
internal sealed class ValidatedByteArrayCodeFix() : StreamTuningCodeFix(Rules.ValidatedByteArray)
{
    private const string Setting = "ModelMetadataDetailsProviders.Add(new SuppressChildValidationMetadataProvider(typeof(byte[])))";
    private const string SettingNamespace = "Microsoft.AspNetCore.Mvc.ModelBinding";
    private const string AttributeNamespace = "Microsoft.AspNetCore.Mvc.ModelBinding.Validation";

    /// <summary>What adds MVC to the services, and has its options in common; the first that is there is the place.</summary>
    private static readonly string[] Additions = ["AddControllers", "AddControllersWithViews", "AddMvc", "AddRazorPages", "AddMvcCore"];

    private protected override async Task<(Document Document, FixEdit Edit)?> TryCreateSettingEditAsync(
        Project project, CancellationToken cancellationToken)
    {
        var calls = new List<(Document Document, SourceText Text, InvocationExpressionSyntax Call, string Name)>();
        foreach (Document document in project.Documents)
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (await document.GetSyntaxRootAsync(cancellationToken).ConfigureAwait(false) is not { } root)
            {
                continue;
            }

            foreach (InvocationExpressionSyntax call in root.DescendantNodes().OfType<InvocationExpressionSyntax>())
            {
                if (call.Expression is MemberAccessExpressionSyntax { Name.Identifier.ValueText: var name }
                    && Additions.Contains(name)
                    && await document.GetSemanticModelAsync(cancellationToken).ConfigureAwait(false) is { } model
                    && model.GetSymbolInfo(
                        call, cancellationToken).Symbol is IMethodSymbol { ReducedFrom: not null,
                        ContainingType: { Name: "MvcServiceCollectionExtensions" or "MvcCoreServiceCollectionExtensions" } })
                {
                    calls.Add((document, await document.GetTextAsync(cancellationToken).ConfigureAwait(false), call, name));
                }
            }
        }

        // Which of two applications is meant cannot be told.
        foreach (string addition in Additions)
        {
            List<(Document Document, SourceText Text, InvocationExpressionSyntax Call, string Name)> candidates =
                calls.FindAll(call => call.Name == addition);
            if (candidates.Count > 0)
            {
                (Document document, SourceText text, InvocationExpressionSyntax call, _) = candidates[0];
                return candidates.Count == 1 ? (document, Set(text, call, addition).Import(SettingNamespace, call.SpanStart)) : null;
            }
        }

        return null;
    }

    private protected override FixEdit? TryCreatePlainEdit(FixContext context)
    {
        // An attribute of its own would be lost, and one that stands at a property has no effect on what a record is made of.
        if (context.Node.FirstAncestorOrSelf<PropertyDeclarationSyntax>() is not { } property
            || context.Model.GetDeclaredSymbol(property, context.CancellationToken) is not { } symbol
            || ModelProperties.Has(symbol, context.Types.ValidationAttribute)
            || ModelProperties.ParameterOf(symbol) is not null)
        {
            return null;
        }

        // As the attributes that are there stand: on the line before, or on the same one.
        SyntaxNode first = property.AttributeLists.Count > 0 ? property.AttributeLists[0] : property;
        string separator = Layout.TryGetIndentation(context.Text, first.SpanStart) is { } indentation ? context.NewLine + indentation : " ";
        return new FixEdit().Insert(first.SpanStart, "[ValidateNever]" + separator).Import(AttributeNamespace, property.SpanStart);
    }

    private static FixEdit Set(SourceText text, InvocationExpressionSyntax call, string addition)
    {
        var edit = new FixEdit();
        SeparatedSyntaxList<ArgumentSyntax> arguments = call.ArgumentList.Arguments;
        bool takesOptions = addition != "AddRazorPages";
        if (takesOptions && arguments.Count == 0)
        {
            return edit.Insert(call.ArgumentList.CloseParenToken.SpanStart, "options => options." + Setting);
        }

        if (takesOptions
            && arguments.Count == 1
            && arguments[0].Expression is LambdaExpressionSyntax { Block: { Statements.Count: > 0 } block } lambda
            && block.Statements.Last() is not (ReturnStatementSyntax or ThrowStatementSyntax)
            && ParameterOf(lambda) is { } parameter
            && Layout.TryGetIndentation(text, block.Statements.Last().SpanStart) is { } indentation
            && Layout.TryGetIndentation(text, block.CloseBraceToken.SpanStart) is not null)
        {
            int line = text.Lines.GetLineFromPosition(block.CloseBraceToken.SpanStart).Start;
            return edit.Insert(line, indentation + parameter + "." + Setting + ";" + Layout.NewLine(text));
        }

        return edit.Insert(call.Span.End, ".AddMvcOptions(options => options." + Setting + ")");
    }

    private static string? ParameterOf(LambdaExpressionSyntax lambda) => lambda switch
    {
        SimpleLambdaExpressionSyntax simple => simple.Parameter.Identifier.Text,
        ParenthesizedLambdaExpressionSyntax { ParameterList.Parameters: { Count: 1 } parameters } => parameters[0].Identifier.Text,
        _ => null,
    };
}
