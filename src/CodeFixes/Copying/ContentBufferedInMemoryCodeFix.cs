using System.Collections.Generic;
using System.Composition;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using Microsoft.CodeAnalysis.Text;
using StreamTuning.Analyzers;
using StreamTuning.Analyzers.Copying;

namespace StreamTuning.CodeFixes.Copying;

/// <summary>
/// Fixes STRM1005 by the runtime's copy to the path. It takes the place of an old file only when it is complete: a source that fails leaves
/// that as it was, as it did when it failed on its way into memory.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(ContentBufferedInMemoryCodeFix))]
[Shared]
public sealed class ContentBufferedInMemoryCodeFix : StreamTuningCodeFix
{
    private const string Options = "new FileCopyOptions { Replace = FileReplacement.Atomic }";

    public ContentBufferedInMemoryCodeFix()
        : base(Rules.ContentBufferedInMemory)
    {
    }

    public override string RuntimeTitle => "Copy to the file with StreamTuning";

    public override string PlainTitle => "";

    private protected override FixEdit? TryCreateRuntimeEdit(FixContext context)
    {
        if (!context.Has(ContentBufferedInMemoryAnalyzer.CanBeCopied)
            || BufferCall.TryRead(context, context.Node) is not { } fill
            || BufferCall.TryRead(context, context.RelatedNode) is not { } write
            || !TryGetToken(fill, write, out ArgumentSyntax? token))
        {
            return null;
        }

        if (fill.Outer.Parent is ArgumentSyntax { Parent: ArgumentListSyntax list } && list == write.Syntax.ArgumentList)
        {
            bool isAlone = write.Outer.Parent is ExpressionStatementSyntax or ArrowExpressionClauseSyntax or AnonymousFunctionExpressionSyntax;
            return isAlone && (write.IsAwaited || !fill.IsAwaited) ? TryReplaceWrite(context, fill, write, token) : null;
        }

        return TryJoinStatements(context, fill, write, token);
    }

    private protected override FixEdit? TryCreatePlainEdit(FixContext context) => null;

    /// <summary>Makes one statement of those that fill the memory and write it, and removes what else is there for the memory.</summary>
    private static FixEdit? TryJoinStatements(FixContext context, BufferCall fill, BufferCall write, ArgumentSyntax? token)
    {
        if (write.Outer.Parent is not ExpressionStatementSyntax writeStatement
            || TryGetStatement(fill.Outer) is not { } fillStatement
            || SiblingsOf(writeStatement) is not { } siblings
            || siblings.IndexOf(fillStatement) is not (>= 0 and var first))
        {
            return null;
        }

        var removed = new HashSet<StatementSyntax>();
        UsingStatementSyntax? scope = null;
        foreach (SyntaxNode leftover in context.RelatedNodes.Skip(1))
        {
            StatementSyntax? statement = TryGetStatement(leftover);
            if (statement is UsingStatementSyntax declaration)
            {
                scope = declaration;
            }
            else if (statement is not null)
            {
                removed.Add(statement);
            }
            else
            {
                return null;
            }
        }

        bool passesDeclarations = false;
        for (int i = first + 1; i < siblings.IndexOf(writeStatement); i++)
        {
            if (siblings[i].ContainsDirectives)
            {
                return null;
            }

            if (!removed.Contains(siblings[i]))
            {
                if (!CanBePassed(context, siblings[i]))
                {
                    return null;
                }

                passesDeclarations = true;
            }
        }

        // The statement that waits last says on which context the code goes on.
        bool keepsFill = !fill.IsRead
            && !passesDeclarations
            && (!write.IsAwaited || (fill.IsAwaited && fill.ConfigureAwait == write.ConfigureAwait));
        if (!keepsFill && fill.IsAwaited && !write.IsAwaited)
        {
            return null;
        }

        FixEdit? edit = keepsFill ? TryReplaceFill(context, fill, write, token) : TryReplaceWrite(context, fill, write, token);
        StatementSyntax kept = keepsFill ? fillStatement : writeStatement;
        removed.Add(keepsFill ? writeStatement : fillStatement);
        removed.Remove(kept);
        if (edit is null || kept.ContainsDirectives)
        {
            return null;
        }

        if (scope is not null)
        {
            if (scope.Statement is BlockSyntax block && scope.Parent is BlockSyntax or GlobalStatementSyntax)
            {
                return block.Statements.All(statement => statement == kept || removed.Contains(statement)) && TryUnwrap(edit, context, scope, kept) ? edit : null;
            }

            TextSpan header = TextSpan.FromBounds(scope.SpanStart, scope.Statement.SpanStart);
            if (scope.Parent is not UsingStatementSyntax && scope.Statement is not UsingStatementSyntax || StatementRemoval.HasCommentWithin(scope, header))
            {
                return null;
            }

            edit.Replace(header, "");
        }

        return StatementRemoval.TryAdd(edit, context, removed) ? edit : null;
    }

    /// <summary>Turns the call that fills the memory into the copy.</summary>
    private static FixEdit? TryReplaceFill(FixContext context, BufferCall fill, BufferCall write, ArgumentSyntax? token)
    {
        if (write.Argument("path") is not { } path)
        {
            return null;
        }

        bool addsToken = token is not null && fill.Token is null;

        // What is removed with the copy belongs to this form of it alone.
        return TunedCopy.TryCreate(context, fill.Syntax, path.Expression.ToString(), addsToken ? Options + ", cancellationToken: " + token!.Expression : Options)?.Or(null);
    }

    /// <summary>Turns the call that writes into the copy, where it stands.</summary>
    private static FixEdit? TryReplaceWrite(FixContext context, BufferCall fill, BufferCall write, ArgumentSyntax? token)
    {
        if (write.Syntax.Expression is not MemberAccessExpressionSyntax { Name: { } name } access
            || write.Argument("path") is not { } path
            || write.Argument("bytes") is not { } bytes
            || StatementRemoval.HasCommentWithin(bytes, bytes.Expression.Span)
            || StatementRemoval.HasCommentWithin(access, access.Span)
            || fill.TryGetSource() is not { } source)
        {
            return null;
        }

        FixEdit edit = new FixEdit()
            .Replace(access.Expression.Span, source)
            .Replace(name.Span, write.IsAwaited ? "CopyToFileAsync" : "CopyToFile")
            .ExpectRuntimeCall(name.SpanStart)
            .Replace(bytes.Expression.Span, Options);
        Rename(path, "destination");
        Rename(bytes, "options");
        if (token is not null && write.Token is null)
        {
            SeparatedSyntaxList<ArgumentSyntax> arguments = write.Syntax.ArgumentList.Arguments;
            string label = arguments.Any(argument => argument.NameColon is not null) ? "cancellationToken: " : "";
            edit.Insert(Arguments.EndOf(arguments.Last()), ", " + label + token.Expression);
        }

        return edit;

        void Rename(ArgumentSyntax argument, string parameter)
        {
            if (argument.NameColon is { } label)
            {
                edit.Replace(label.Name.Span, parameter);
            }
        }
    }

    /// <summary>The one token that both calls are given, or one of them; false where they are given two.</summary>
    private static bool TryGetToken(BufferCall fill, BufferCall write, out ArgumentSyntax? token)
    {
        token = fill.Token ?? write.Token;
        return fill.Token is null || write.Token is null || BufferCall.HaveSameToken(fill, write);
    }

    /// <summary>Puts the one statement that is left of the body in the place of the <c>using</c>.</summary>
    private static bool TryUnwrap(FixEdit edit, FixContext context, UsingStatementSyntax scope, StatementSyntax kept)
    {
        TextSpan before = TextSpan.FromBounds(scope.SpanStart, kept.SpanStart);
        TextSpan after = TextSpan.FromBounds(kept.Span.End, scope.Span.End);
        if (scope.ContainsDirectives || StatementRemoval.HasCommentWithin(scope, before) || StatementRemoval.HasCommentWithin(scope, after))
        {
            return false;
        }

        edit.Replace(before, "").Replace(after, "");
        TextLineCollection lines = context.Text.Lines;
        string outer = Layout.TryGetIndentation(context.Text, scope.SpanStart) ?? "";
        string inner = Layout.TryGetIndentation(context.Text, kept.SpanStart) ?? outer;
        int last = lines.IndexOf(kept.Span.End - 1);
        for (int i = lines.IndexOf(kept.SpanStart) + 1; i <= last; i++)
        {
            int start = lines[i].Start;
            if (kept.FindToken(start).SpanStart < start || !inner.StartsWith(outer, System.StringComparison.Ordinal))
            {
                // Part of a string.
                return false;
            }

            if (lines[i].ToString().StartsWith(inner, System.StringComparison.Ordinal))
            {
                edit.Replace(new TextSpan(start, inner.Length - outer.Length), "");
            }
        }

        return true;
    }

    /// <summary>The statement that consists of the expression, or declares a local with it and nothing else.</summary>
    private static StatementSyntax? TryGetStatement(SyntaxNode expression)
    {
        SyntaxNode outer = BufferCall.OuterOf(expression, out _, out _);
        return outer.Parent switch
        {
            ExpressionStatementSyntax statement => statement,
            AssignmentExpressionSyntax { Parent: ExpressionStatementSyntax statement } => statement,
            EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax { Parent: VariableDeclarationSyntax { Variables.Count: 1, Parent: LocalDeclarationStatementSyntax or UsingStatementSyntax } declaration } } =>
                (StatementSyntax)declaration.Parent!,
            _ => null,
        };
    }

    /// <summary>The statements of the block, switch section or program that the statement is in.</summary>
    private static List<StatementSyntax>? SiblingsOf(StatementSyntax statement) => statement.Parent switch
    {
        BlockSyntax block => block.Statements.ToList(),
        SwitchSectionSyntax section => section.Statements.ToList(),
        GlobalStatementSyntax { Parent: CompilationUnitSyntax unit } => unit.Members.OfType<GlobalStatementSyntax>().Select(global => global.Statement).ToList(),
        _ => null,
    };

    /// <summary>Whether a statement only declares locals, without any effect: what is before it can as well be after it.</summary>
    private static bool CanBePassed(FixContext context, StatementSyntax statement)
    {
        if (statement is not LocalDeclarationStatementSyntax { UsingKeyword.RawKind: 0 } declaration)
        {
            return false;
        }

        KnownTypes types = KnownTypes.Of(context.Model.Compilation);
        return declaration.Declaration.Variables.All(variable =>
            variable.Initializer is { } initializer
            && context.Model.GetOperation(initializer.Value, context.CancellationToken) is { } value
            && FilePaths.CanBeMoved(value, types));
    }

    /// <summary>A call that fills the memory or writes it.</summary>
    private sealed class BufferCall
    {
        private readonly FixContext _context;
        private readonly IInvocationOperation _operation;

        private BufferCall(FixContext context, InvocationExpressionSyntax syntax, IInvocationOperation operation, SyntaxNode outer, bool isAwaited, string configureAwait)
        {
            _context = context;
            _operation = operation;
            Syntax = syntax;
            Outer = outer;
            IsAwaited = isAwaited;
            ConfigureAwait = configureAwait;
        }

        public InvocationExpressionSyntax Syntax { get; }

        /// <summary>The call with what waits for it.</summary>
        public SyntaxNode Outer { get; }

        public bool IsAwaited { get; }

        /// <summary>The argument of <c>ConfigureAwait</c>; empty where it is not called.</summary>
        public string ConfigureAwait { get; }

        /// <summary>Whether it reads a whole file.</summary>
        public bool IsRead => _operation.TargetMethod.Name is "ReadAllBytes" or "ReadAllBytesAsync";

        /// <summary>The cancellation token that is given.</summary>
        public ArgumentSyntax? Token => TokenValue is { } value ? SyntaxOf(value) : null;

        private IOperation? TokenValue
        {
            get
            {
                foreach (IArgumentOperation argument in _operation.Arguments)
                {
                    if (argument is { ArgumentKind: not ArgumentKind.DefaultValue, Parameter.Type.Name: "CancellationToken" })
                    {
                        return argument.Value;
                    }
                }

                return null;
            }
        }

        /// <summary>Null where the call is asynchronous and not awaited.</summary>
        public static BufferCall? TryRead(FixContext context, SyntaxNode? node)
        {
            if (node is not InvocationExpressionSyntax syntax || context.Model.GetOperation(syntax, context.CancellationToken) is not IInvocationOperation operation)
            {
                return null;
            }

            SyntaxNode outer = OuterOf(syntax, out bool isAwaited, out string configureAwait);
            bool isAsync = operation.TargetMethod.Name.EndsWith("Async", System.StringComparison.Ordinal);
            return isAsync == isAwaited ? new BufferCall(context, syntax, operation, outer, isAwaited, configureAwait) : null;
        }

        /// <summary>The expression with the <c>await</c> around it.</summary>
        public static SyntaxNode OuterOf(SyntaxNode expression, out bool isAwaited, out string configureAwait)
        {
            isAwaited = false;
            configureAwait = "";
            while (true)
            {
                switch (expression.Parent)
                {
                    case MemberAccessExpressionSyntax { Name.Identifier.ValueText: "ConfigureAwait", Parent: InvocationExpressionSyntax call }:
                        configureAwait = call.ArgumentList.ToString();
                        expression = call;
                        break;
                    case AwaitExpressionSyntax awaited:
                        isAwaited = true;
                        expression = awaited;
                        break;
                    case ParenthesizedExpressionSyntax or CastExpressionSyntax or PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.SuppressNullableWarningExpression }:
                        expression = expression.Parent;
                        break;
                    default:
                        return expression;
                }
            }
        }

        public static bool HaveSameToken(BufferCall first, BufferCall second) =>
            first.TokenValue is { } a && second.TokenValue is { } b && (Values.AreSame(a, b) || (IsNone(a) && IsNone(b)));

        public ArgumentSyntax? Argument(string parameter) => Values.Argument(_operation.Arguments, parameter) is { } value ? SyntaxOf(value) : null;

        /// <summary>What to call the copy on: the source of the copy into memory, or the file that is read; null where that loses something.</summary>
        public string? TryGetSource()
        {
            if (IsRead)
            {
                return Argument("path") is { } path && Syntax.Expression is MemberAccessExpressionSyntax { Expression: { } type }
                    ? "new " + (type is MemberAccessExpressionSyntax { Expression: { } scope } ? scope + "." : "") + "FileInfo(" + path.Expression + ")"
                    : null;
            }

            foreach (IArgumentOperation argument in _operation.Arguments)
            {
                bool isLost = argument.Parameter switch
                {
                    { Ordinal: 0 } or { Type.Name: "CancellationToken" } => false,
                    { Type.SpecialType: SpecialType.System_Int32 } => !argument.Value.ConstantValue.HasValue && !Values.IsRepeatable(argument.Value),
                    _ => argument.ArgumentKind != ArgumentKind.DefaultValue && !Values.IsNull(argument.Value),
                };
                if (isLost)
                {
                    return null;
                }
            }

            return Syntax.Expression is MemberAccessExpressionSyntax { Expression: not BaseExpressionSyntax and { } source } ? source.ToString() : null;
        }

        private static bool IsNone(IOperation token) =>
            Values.Unwrap(token) is IDefaultValueOperation or IPropertyReferenceOperation { Property: { Name: "None", IsStatic: true } };

        /// <summary>The argument that the value is given as; of one with a '!' the operation shows what is before it.</summary>
        private ArgumentSyntax? SyntaxOf(IOperation value) =>
            value.Syntax.FirstAncestorOrSelf<ArgumentSyntax>() is { } argument && argument.Parent == Syntax.ArgumentList ? argument : null;
    }
}
