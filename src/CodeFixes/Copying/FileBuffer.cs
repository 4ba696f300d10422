using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using Microsoft.CodeAnalysis.Text;
using StreamTuning.Analyzers;
using StreamTuning.Analyzers.Copying;

namespace StreamTuning.CodeFixes.Copying;

/// <summary>Gives a file a larger buffer where it is opened, and leaves mode, access and share what they are.</summary>
internal static class FileBuffer
{
    /// <param name="context">The document.</param>
    /// <param name="opening">Where the file is opened; null where that is not visible.</param>
    /// <param name="copy">The copy into it.</param>
    /// <param name="size">The buffer size, in bytes.</param>
    public static FixEdit? TryEnlarge(FixContext context, SyntaxNode? opening, SyntaxNode copy, string size)
    {
        if (opening is null || !IsClosedAfter(copy, opening))
        {
            return null;
        }

        IOperation? operation = context.Model.GetOperation(opening, context.CancellationToken);
        IEnumerable<IArgumentOperation> arguments;
        switch (operation)
        {
            case IObjectCreationOperation creation:
                arguments = creation.Arguments;
                break;
            // FileInfo forgets what it knows of the file when it opens it: another way to open it would not do.
            case IInvocationOperation { Instance: null } call:
                arguments = call.Arguments;
                break;
            default:
                return null;
        }

        if (Values.Argument(arguments, "bufferSize") is { } bufferSize)
        {
            return new FixEdit().Replace(BufferConstant.PlaceOf(context, bufferSize.Syntax, grows: true).Span, size);
        }

        if (Values.Argument(arguments, "options") is { } options)
        {
            return Values.Unwrap(options).Syntax is BaseObjectCreationExpressionSyntax { Initializer: { } initializer } ? TryEnlargeOption(context, initializer, size) : null;
        }

        return opening switch
        {
            BaseObjectCreationExpressionSyntax { ArgumentList: { } list } creation =>
                Append(list, IsOfHandle(operation) ? [] : Missing(arguments, "Read", Qualifier((creation as ObjectCreationExpressionSyntax)?.Type)), size),
            InvocationExpressionSyntax { ArgumentList: { } list } call => ((IInvocationOperation)operation).TargetMethod.Name switch
            {
                "Create" => Append(list, [], size),
                "Open" => ToConstructor(call, Append(list, Missing(arguments, "None", Qualifier(call.Expression)), size)),
                "OpenWrite" => ToConstructor(call, Append(list, ModeOfOpenWrite(Qualifier(call.Expression)), size)),
                _ => null,
            },
            _ => null,
        };
    }

    /// <summary>
    /// Whether the file is closed as soon as the copy is done. What a larger buffer holds back reaches the file, or fails to, when it is
    /// closed: nothing that relies on it may come between.
    /// </summary>
    private static bool IsClosedAfter(SyntaxNode copy, SyntaxNode opening)
    {
        SyntaxNode? owner = opening.FirstAncestorOrSelf<StatementSyntax>();
        SyntaxNode? statement = copy.FirstAncestorOrSelf<StatementSyntax>();
        while (statement is not null && owner is UsingStatementSyntax or LocalDeclarationStatementSyntax { UsingKeyword.RawKind: not 0 })
        {
            if (statement == owner)
            {
                return true;
            }

            switch (statement.Parent)
            {
                case BlockSyntax block when block.Statements.Skip(block.Statements.IndexOf((StatementSyntax)statement) + 1).All(IsCopy):
                    if (owner.Parent == block && owner is not UsingStatementSyntax)
                    {
                        return true;
                    }

                    statement = block.Parent as UsingStatementSyntax;
                    break;
                case GlobalStatementSyntax { Parent: CompilationUnitSyntax unit } global:
                    return owner is not UsingStatementSyntax
                        && owner.Parent?.Parent == unit
                        && unit.Members.Skip(unit.Members.IndexOf(global) + 1).OfType<GlobalStatementSyntax>().All(next => IsCopy(next.Statement));
                case UsingStatementSyntax scope:
                    statement = scope;
                    break;
                default:
                    return false;
            }
        }

        return false;
    }

    private static bool IsCopy(StatementSyntax statement) =>
        statement is ExpressionStatementSyntax { Expression: { } expression }
        && (expression is AwaitExpressionSyntax awaited ? awaited.Expression : expression) is InvocationExpressionSyntax
        {
            Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "CopyTo" or "CopyToAsync" },
        };

    private static bool IsOfHandle(IOperation operation) =>
        operation is IObjectCreationOperation { Constructor.Parameters: { Length: > 0 } parameters } && parameters[0].Name == "handle";

    /// <summary>The arguments before the buffer that are left to their defaults; null where the default cannot be told.</summary>
    private static List<(string Name, string Value)>? Missing(IEnumerable<IArgumentOperation> arguments, string defaultShare, string qualifier)
    {
        var missing = new List<(string Name, string Value)>();
        if (Values.Argument(arguments, "access") is null)
        {
            if (Values.Argument(arguments, "mode") is not { ConstantValue: { HasValue: true, Value: int mode } })
            {
                return null;
            }

            missing.Add(("access", qualifier + "FileAccess." + (mode == (int)FileOpening.FileMode.Append ? "Write" : "ReadWrite")));
        }

        if (Values.Argument(arguments, "share") is null)
        {
            missing.Add(("share", qualifier + "FileShare." + defaultShare));
        }

        return missing;
    }

    private static List<(string Name, string Value)> ModeOfOpenWrite(string qualifier) =>
    [
        ("mode", qualifier + "FileMode.OpenOrCreate"),
        ("access", qualifier + "FileAccess.Write"),
        ("share", qualifier + "FileShare.None"),
    ];

    private static FixEdit? Append(ArgumentListSyntax list, List<(string Name, string Value)>? missing, string size)
    {
        if (missing is null || list.Arguments.Count == 0)
        {
            return null;
        }

        bool isNamed = list.Arguments.Any(argument => argument.NameColon is not null);
        IEnumerable<string> added = missing.Append((Name: "bufferSize", Value: size)).Select(argument => isNamed ? argument.Name + ": " + argument.Value : argument.Value);
        return new FixEdit().Insert(Arguments.EndOf(list.Arguments.Last()), ", " + string.Join(", ", added));
    }

    private static FixEdit? ToConstructor(InvocationExpressionSyntax call, FixEdit? edit) =>
        edit?.Replace(call.Expression.Span, "new " + Qualifier(call.Expression) + "FileStream");

    private static FixEdit TryEnlargeOption(FixContext context, InitializerExpressionSyntax initializer, string size)
    {
        foreach (ExpressionSyntax expression in initializer.Expressions)
        {
            if (expression is AssignmentExpressionSyntax { Left: IdentifierNameSyntax { Identifier.ValueText: "BufferSize" } } assignment)
            {
                return new FixEdit().Replace(BufferConstant.PlaceOf(context, assignment.Right, grows: true).Span, size);
            }
        }

        if (initializer.Expressions.Count == 0)
        {
            return new FixEdit().Insert(initializer.OpenBraceToken.Span.End, " BufferSize = " + size);
        }

        // As the last one stands: on the same line or on one of its own.
        ExpressionSyntax last = initializer.Expressions.Last();
        string space = context.Text.ToString(TextSpan.FromBounds(last.GetFirstToken().GetPreviousToken().Span.End, last.SpanStart));
        return new FixEdit().Insert(last.Span.End, "," + (string.IsNullOrWhiteSpace(space) ? space : " ") + "BufferSize = " + size);
    }

    /// <summary>What stands before the name of a type in System.IO: nothing or a namespace and a dot.</summary>
    private static string Qualifier(SyntaxNode? name) => name switch
    {
        QualifiedNameSyntax qualified => qualified.Left + ".",
        // A call File.Open: what is before File.
        MemberAccessExpressionSyntax { Expression: MemberAccessExpressionSyntax type } => type.Expression + ".",
        _ => "",
    };
}
