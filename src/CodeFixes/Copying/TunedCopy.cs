using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using Microsoft.CodeAnalysis.Text;
using StreamTuning.Analyzers;
using StreamTuning.Analyzers.Copying;

namespace StreamTuning.CodeFixes.Copying;

/// <summary>Turns <c>CopyTo</c> and <c>CopyToAsync</c> into the runtime's <c>CopyToFile</c> and <c>CopyToFileAsync</c>.</summary>
internal static class TunedCopy
{
    public const string Title = "Use the tuned copy of StreamTuning";

    private const string RuntimeType = "StreamTuning.FileCopyExtensions";

    public static FixEdit? TryCreate(FixContext context, SyntaxNode? node)
    {
        if (node is not InvocationExpressionSyntax syntax
            || context.Model.Compilation.GetTypeByMetadataName(RuntimeType) is null
            || context.Model.GetOperation(syntax, context.CancellationToken) is not IInvocationOperation call)
        {
            return null;
        }

        SimpleNameSyntax? name = syntax.Expression switch
        {
            MemberAccessExpressionSyntax { Expression: not BaseExpressionSyntax } access => access.Name,
            MemberBindingExpressionSyntax binding => binding.Name,
            IdentifierNameSyntax identifier => identifier,
            _ => null,
        };
        if (name is not { Identifier.ValueText: "CopyTo" or "CopyToAsync" })
        {
            return null;
        }

        // A constant that several copies share goes when the last of them is fixed, or all are at once.
        return TryCreate(context, syntax, call, name, dropsSharedConstant: true)?.Or(TryCreate(context, syntax, call, name, dropsSharedConstant: false));
    }

    private static FixEdit? TryCreate(FixContext context, InvocationExpressionSyntax syntax, IInvocationOperation call, SimpleNameSyntax name, bool dropsSharedConstant)
    {
        FixEdit edit = new FixEdit()
            .Replace(name.Span, name.Identifier.ValueText == "CopyTo" ? "CopyToFile" : "CopyToFileAsync")
            .ExpectRuntimeCall(name.SpanStart);
        if (syntax.Expression == name)
        {
            edit.Insert(name.SpanStart, "this.");
        }

        if (context.Property(KnownLength.HintProperty) is { } length)
        {
            Arguments.AddSecond(edit, syntax.ArgumentList, "options", "new FileCopyOptions { LengthHint = " + length + " }");
        }

        foreach (IArgumentOperation argument in call.Arguments)
        {
            if (argument.ArgumentKind == ArgumentKind.DefaultValue)
            {
                continue;
            }

            // Of an argument with a '!' the operation shows what is before it.
            if (argument.Syntax.FirstAncestorOrSelf<ArgumentSyntax>() is not { } written || written.Parent != syntax.ArgumentList || argument.Parameter is not { } parameter)
            {
                return null;
            }

            if (parameter.Ordinal == 0)
            {
                if (written.NameColon is { } label && label.Name.Identifier.ValueText != "destination")
                {
                    edit.Replace(label.Name.Span, "destination");
                }
            }
            else if (parameter.Type.SpecialType == SpecialType.System_Int32)
            {
                // The engine chooses its own blocks; what computes the size must not be lost with it.
                if (Removal(written, syntax.ArgumentList) is not { } removal
                    || !(argument.Value.ConstantValue.HasValue || Values.IsRepeatable(argument.Value)))
                {
                    return null;
                }

                edit.Replace(removal, "");
                if (BufferConstant.TryFind(context, argument.Value, dropsSharedConstant) is { } constant)
                {
                    if (BufferConstant.TryGetLines(context, constant) is not { } lines)
                    {
                        return null;
                    }

                    edit.Replace(lines, "");
                }
            }
            else if (written.NameColon is null)
            {
                edit.Insert(written.SpanStart, "cancellationToken: ");
            }
        }

        return edit;
    }

    /// <summary>The text of an argument and its comma; null where a comment would go with it.</summary>
    private static TextSpan? Removal(ArgumentSyntax argument, ArgumentListSyntax list)
    {
        int index = list.Arguments.IndexOf(argument);
        TextSpan span = index > 0
            ? TextSpan.FromBounds(list.Arguments[index - 1].Span.End, argument.Span.End)
            : TextSpan.FromBounds(argument.SpanStart, list.Arguments[1].SpanStart);

        // Also what stands behind the comma that follows is about this argument.
        TextSpan own = TextSpan.FromBounds(span.Start, argument.GetLastToken().GetNextToken().FullSpan.End);
        foreach (SyntaxTrivia trivia in list.DescendantTrivia(own))
        {
            if (own.Contains(trivia.Span) && !string.IsNullOrWhiteSpace(trivia.ToString()) && (index < list.Arguments.Count - 1 || trivia.Span.End <= span.End))
            {
                return null;
            }
        }

        return span;
    }
}
