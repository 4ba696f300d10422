using System.Runtime.CompilerServices;

namespace StreamTuning.CodeFixes.Temp;

/// <summary>What a program does with the temp directory besides the path that a fix is about.</summary>
internal static class TempDirectories
{
    private const string Method = "GetTempPath";

    private static readonly ConditionalWeakTable<Compilation, IReadOnlyList<InvocationExpressionSyntax>> Calls = new();

    /// <summary>Whether the expression is <c>Path.GetTempPath()</c> or a variable that holds nothing else.</summary>
    public static bool IsTempDirectory(FixContext context, ExpressionSyntax expression) =>
        context.Model.GetOperation(expression, context.CancellationToken) is { } value && TempPath.IsTempDirectory(value, TypesOf(context));

    /// <summary>Whether the method creates the directory of a path itself, so that it may be in another place.</summary>
    public static bool IsCreated(FixContext context, ExpressionSyntax path)
    {
        if (context.Model.GetOperation(path, context.CancellationToken) is not { } value)
        {
            return false;
        }

        KnownTypes types = TypesOf(context);
        return value.Root().Has<IInvocationOperation>(call => Creates(call, path, types));
    }

    /// <summary>
    /// Whether the program may look for the file elsewhere: it goes through the temp directory, or puts together a path in it that may be
    /// the
    /// same. In another directory the file would not be found.
    /// </summary>
    public static bool AreSearched(TempFile file, FixContext context, ExpressionSyntax path)
    {
        KnownTypes types = TypesOf(context);
        if (context.Model.GetOperation(path, context.CancellationToken) is not { } own)
        {
            return true;
        }

        // Of directories it is not enough that the paths differ: one may be below the other. And nobody else knows a unique name, unless it
        // is taken from the path.
        bool isFile = file.Name == TempFile.NameKind.Plain;
        bool isUnique = file.IsUnique && !own.Root().Has<IOperation>(use => TakesName(use, own, types));
        foreach (InvocationExpressionSyntax call in CallsIn(context.Model.Compilation, context.CancellationToken))
        {
            SemanticModel model = ModelOf(context, call.SyntaxTree);
            if (model.GetOperation(call, context.CancellationToken) is not IInvocationOperation operation
                || !operation.TargetMethod.ContainingType.Is(types.Path))
            {
                continue;
            }

            if (UsesOf(operation, model, context.CancellationToken) is not { } uses)
            {
                return true;
            }

            foreach (IOperation use in uses)
            {
                if (IsIn(use.Syntax, path) || IsHarmless(use, types))
                {
                    continue;
                }

                if (Combination(use, types) is not { } other || !(isUnique || (isFile && FilePaths.AreDifferent(own, other, types))))
                {
                    return true;
                }
            }
        }

        return false;
    }

    /// <summary>
    /// Removes the variable that holds the temp directory, if the path was all it was there for and nothing is lost with it.
    /// </summary>
    public static void DropVariable(FixEdit edit, FixContext context, ExpressionSyntax path)
    {
        if (context.Model.GetOperation(path, context.CancellationToken) is { } value
            && TempPath.Find(value, TypesOf(context)) is { Parts: { Length: > 0 } parts }
            && parts[0].Unwrap() is ILocalReferenceOperation directory
            && Uses.IsOnlyUse(directory)
            && directory.SingleValue() is { Parent: IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator } }
            && declarator.Syntax is VariableDeclaratorSyntax { Parent: VariableDeclarationSyntax { Variables.Count: 1,
                Parent: LocalDeclarationStatementSyntax statement } }
            && statement.Parent is BlockSyntax or GlobalStatementSyntax)
        {
            StatementRemoval.TryAdd(edit, context, [statement]);
        }
    }

    private static KnownTypes TypesOf(FixContext context) => KnownTypes.Of(context.Model.Compilation);

    private static SemanticModel ModelOf(FixContext context, SyntaxTree tree) =>
        tree == context.Model.SyntaxTree ? context.Model : context.Model.Compilation.GetSemanticModel(tree);

    /// <summary>Every call in the program whose name is that of the method.</summary>
    private static IReadOnlyList<InvocationExpressionSyntax> CallsIn(Compilation compilation, CancellationToken cancellationToken) =>
        Calls.GetValue(compilation, all => all.SyntaxTrees
            .Where(tree => tree.GetText(cancellationToken).ToString().IndexOf(Method, StringComparison.Ordinal) >= 0)
            .SelectMany(tree => tree.GetRoot(cancellationToken).DescendantNodes().OfType<InvocationExpressionSyntax>())
            .Where(
                call =>
                    call.Expression is MemberAccessExpressionSyntax { Name.Identifier.ValueText: Method }
                        or IdentifierNameSyntax { Identifier.ValueText: Method })
            .ToList());

    private static bool IsIn(SyntaxNode node, SyntaxNode ancestor) =>
        node.SyntaxTree == ancestor.SyntaxTree && ancestor.Span.Contains(node.Span);

    /// <summary>
    /// Where the temp directory is used: in place, or wherever the variable is read that holds it. Null where not all of that is seen.
    /// </summary>
    private static IEnumerable<IOperation>? UsesOf(IOperation directory, SemanticModel model, CancellationToken cancellationToken)
    {
        switch (directory.Receiver())
        {
            case IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator }:
                return declarator.Symbol.SingleValue(directory.Root()) is null ? null : Uses.Of(declarator.Symbol, directory.Root());
            case IFieldInitializerOperation { InitializedFields: { Length: 1 } fields }:
                IFieldSymbol field = fields[0];
                if (field is not { DeclaredAccessibility: Accessibility.Private, IsReadOnly: true,
                    ContainingType.DeclaringSyntaxReferences: { Length: 1 } declarations })
                {
                    return null;
                }

                var reads = new List<IOperation>();
                foreach (IdentifierNameSyntax name in declarations[0].GetSyntax(
                    cancellationToken).DescendantNodes().OfType<IdentifierNameSyntax>())
                {
                    if (name.Identifier.ValueText == field.Name && model.GetSymbolInfo(name, cancellationToken).Symbol.Is(field))
                    {
                        if (model.GetOperation(
                            name.Parent is MemberAccessExpressionSyntax access && access.Name == name
                                ? access
                                : name, cancellationToken) is not { } read)
                        {
                            return null;
                        }

                        reads.Add(read);
                    }
                }

                return reads;
            default:
                return [directory];
        }
    }

    /// <summary>Whether the directory itself is all that is asked about.</summary>
    private static bool IsHarmless(IOperation directory, KnownTypes types) => directory.Receiver() switch
    {
        IArgumentOperation { Parent: IInvocationOperation { TargetMethod: { Name: "Exists" or "CreateDirectory" } method } } =>
            method.ContainingType.Is(types.Directory),
        IArgumentOperation { Parent: IObjectCreationOperation creation } => creation.Type.Is(types.DriveInfo),
        _ => false,
    };

    /// <summary>The path that the directory is the beginning of.</summary>
    private static IOperation? Combination(IOperation directory, KnownTypes types)
    {
        IOperation? found = null;
        for (IOperation? parent = directory.Parent; parent is not (null or IBlockOperation); parent = parent.Parent)
        {
            if (TempPath.PartsOf(parent, types) is { Length: > 1 } parts && parts[0].Contains(directory))
            {
                found = parent;
            }
            else if (parent is IInvocationOperation || (found is not null && parent is IArgumentOperation))
            {
                break;
            }
        }

        return found;
    }

    /// <summary>Whether the name is taken from a path, so that a path could be put together from it again.</summary>
    private static bool TakesName(IOperation use, IOperation path, KnownTypes types)
    {
        return use switch
        {
            IInvocationOperation { TargetMethod.Name: "GetFileName" or "GetFileNameWithoutExtension" or "GetRelativePath" } call =>
                call.Arguments.Any(argument => IsOfPath(argument.Value)),
            IPropertyReferenceOperation { Property.Name: "Name", Instance: { } info } =>
                info.Origin() is IObjectCreationOperation { Arguments: { Length: 1 } arguments } && IsOfPath(arguments[0].Value),
            _ => false,
        };

        bool IsOfPath(IOperation value) => TempPath.Find(value, types)?.Operation.Syntax == path.Syntax;
    }

    /// <summary>Whether a call creates the directory of a path, or one below it.</summary>
    private static bool Creates(IInvocationOperation call, ExpressionSyntax path, KnownTypes types)
    {
        if (call.TargetMethod.Name != "CreateDirectory"
            || !call.TargetMethod.ContainingType.Is(types.Directory)
            || call.Arguments.Length == 0)
        {
            return false;
        }

        IOperation directory = call.Arguments[0].Value.Unwrap();
        if (directory.Origin() is IInvocationOperation { TargetMethod: { Name: "GetDirectoryName" } method,
            Arguments: { Length: 1 } arguments } && method.ContainingType.Is(types.Path))
        {
            directory = arguments[0].Value;
        }

        return TempPath.Find(directory, types)?.Operation.Syntax == path;
    }
}

/// <summary>The length of what is copied into a file later, where it can be read when the path of the file is chosen.</summary>
internal static class LengthBefore
{
    /// <summary>
    /// The length in C#; null where a variable in it is not there yet, gets another value in between, or may still be null.
    /// </summary>
    public static string? TryGet(TempFile file, FixContext context, ExpressionSyntax path)
    {
        SyntaxNode fill = file.Fill.Syntax;
        if (file.ExpectedLength is not { } length || fill.SpanStart < path.Span.End)
        {
            return null;
        }

        foreach (IdentifierNameSyntax name in SyntaxFactory.ParseExpression(length).DescendantNodesAndSelf().OfType<IdentifierNameSyntax>())
        {
            if (name.Parent is MemberAccessExpressionSyntax access && access.Name == name)
            {
                continue;
            }

            string text = name.Identifier.ValueText;
            ISymbol? there = context.Model.LookupSymbols(fill.SpanStart, name: text).FirstOrDefault();
            ISymbol? here = context.Model.LookupSymbols(path.SpanStart, name: text).FirstOrDefault();
            if (!SymbolEqualityComparer.Default.Equals(here, there)
                || (here is ILocalSymbol local && !IsDeclaredBefore(local, path))
                || IsChanged(context, text, path.Span.End, fill.Span.End))
            {
                return null;
            }
        }

        return length;
    }

    private static bool IsDeclaredBefore(ILocalSymbol local, ExpressionSyntax path) =>
        local.IsForEach || (local.DeclaringSyntaxReferences is { Length: 1 } declarations && declarations[0].Span.End <= path.SpanStart);

    /// <summary>Whether a variable is assigned between two positions, or tested for null there, so that it cannot be used before.</summary>
    private static bool IsChanged(FixContext context, string variable, int start, int end) =>
        context.Root.DescendantNodes(node => node.Span.End > start && node.SpanStart < end)
            .OfType<IdentifierNameSyntax>()
            .Any(
                name =>
                    name.Identifier.ValueText == variable && name.SpanStart >= start && name.SpanStart < end && IsChangedOrTested(name));

    private static bool IsChangedOrTested(IdentifierNameSyntax name)
    {
        ExpressionSyntax use = name.Parent is MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax } access ? access : name;
        return use.Parent switch
        {
            AssignmentExpressionSyntax assignment => assignment.Left == use,
            ArgumentSyntax argument => !argument.RefKindKeyword.IsKind(SyntaxKind.None),
            ConditionalAccessExpressionSyntax conditional => conditional.Expression == use,
            BinaryExpressionSyntax comparison =>
                comparison.Kind() is SyntaxKind.EqualsExpression or SyntaxKind.NotEqualsExpression or SyntaxKind.CoalesceExpression,
            IsPatternExpressionSyntax or SwitchStatementSyntax or SwitchExpressionSyntax => true,
            _ => false,
        };
    }
}
