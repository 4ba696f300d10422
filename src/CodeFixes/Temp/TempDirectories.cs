using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using StreamTuning.Analyzers;
using StreamTuning.Analyzers.Copying;
using StreamTuning.Analyzers.Temp;

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

        var finder = new CreationFinder(path, TypesOf(context));
        finder.Visit(Values.Root(value));
        return finder.Found;
    }

    /// <summary>
    /// Whether the program may look for the file elsewhere: it goes through the temp directory, or puts together a path in it that may be the
    /// same. In another directory the file would not be found.
    /// </summary>
    public static bool AreSearched(FixContext context, ExpressionSyntax path)
    {
        KnownTypes types = TypesOf(context);
        if (context.Model.GetOperation(path, context.CancellationToken) is not { } own)
        {
            return true;
        }

        // Of directories it is not enough that the paths differ: one may be below the other. And nobody else knows a unique name, unless it is taken from the path.
        bool isFile = context.Property(TempFileWithoutSpaceCheckAnalyzer.Name) == TempFileWithoutSpaceCheckAnalyzer.Plain;
        bool isUnique = context.Has(TempFileWithoutSpaceCheckAnalyzer.IsUnique) && !NameFinder.IsTaken(own, types);
        foreach (InvocationExpressionSyntax call in CallsIn(context.Model.Compilation, context.CancellationToken))
        {
            SemanticModel model = ModelOf(context, call.SyntaxTree);
            if (model.GetOperation(call, context.CancellationToken) is not IInvocationOperation operation || !Values.Is(operation.TargetMethod.ContainingType, types.Path))
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

    /// <summary>Removes the variable that holds the temp directory, if the path was all it was there for and nothing is lost with it.</summary>
    public static void DropVariable(FixEdit edit, FixContext context, ExpressionSyntax path)
    {
        if (context.Model.GetOperation(path, context.CancellationToken) is { } value
            && TempPath.Find(value, TypesOf(context)) is { Parts: { Length: > 0 } parts }
            && Values.Unwrap(parts[0]) is ILocalReferenceOperation directory
            && LocalUses.IsOnlyUse(directory)
            && Values.SingleValue(directory) is { Parent: IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator } }
            && declarator.Syntax is VariableDeclaratorSyntax { Parent: VariableDeclarationSyntax { Variables.Count: 1, Parent: LocalDeclarationStatementSyntax statement } }
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
            .Where(call => call.Expression is MemberAccessExpressionSyntax { Name.Identifier.ValueText: Method } or IdentifierNameSyntax { Identifier.ValueText: Method })
            .ToList());

    private static bool IsIn(SyntaxNode node, SyntaxNode ancestor) => node.SyntaxTree == ancestor.SyntaxTree && ancestor.Span.Contains(node.Span);

    /// <summary>Where the temp directory is used: in place, or wherever the variable is read that holds it. Null where not all of that is seen.</summary>
    private static IEnumerable<IOperation>? UsesOf(IOperation directory, SemanticModel model, CancellationToken cancellationToken)
    {
        switch (Values.Receiver(directory))
        {
            case IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator }:
                return Values.SingleValue(declarator.Symbol, Values.Root(directory)) is null ? null : LocalUses.Find(declarator.Symbol, Values.Root(directory));
            case IFieldInitializerOperation { InitializedFields: { Length: 1 } fields }:
                IFieldSymbol field = fields[0];
                if (field is not { DeclaredAccessibility: Accessibility.Private, IsReadOnly: true, ContainingType.DeclaringSyntaxReferences: { Length: 1 } declarations })
                {
                    return null;
                }

                var reads = new List<IOperation>();
                foreach (IdentifierNameSyntax name in declarations[0].GetSyntax(cancellationToken).DescendantNodes().OfType<IdentifierNameSyntax>())
                {
                    if (name.Identifier.ValueText == field.Name && Values.Is(model.GetSymbolInfo(name, cancellationToken).Symbol, field))
                    {
                        if (model.GetOperation(name.Parent is MemberAccessExpressionSyntax access && access.Name == name ? access : name, cancellationToken) is not { } read)
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
    private static bool IsHarmless(IOperation directory, KnownTypes types) => Values.Receiver(directory) switch
    {
        IArgumentOperation { Parent: IInvocationOperation { TargetMethod: { Name: "Exists" or "CreateDirectory" } method } } => Values.Is(method.ContainingType, types.Directory),
        IArgumentOperation { Parent: IObjectCreationOperation creation } => Values.Is(creation.Type, types.DriveInfo),
        _ => false,
    };

    /// <summary>The path that the directory is the beginning of.</summary>
    private static IOperation? Combination(IOperation directory, KnownTypes types)
    {
        IOperation? found = null;
        for (IOperation? parent = directory.Parent; parent is not (null or IBlockOperation); parent = parent.Parent)
        {
            if (TempPath.PartsOf(parent, types) is { Length: > 1 } parts && Values.Contains(parts[0], directory))
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

    /// <summary>Finds whether the name is taken from a path, so that a path could be put together from it again.</summary>
    private sealed class NameFinder(IOperation path, KnownTypes types) : OperationWalker
    {
        private bool _found;

        public static bool IsTaken(IOperation path, KnownTypes types)
        {
            var finder = new NameFinder(path, types);
            finder.Visit(Values.Root(path));
            return finder._found;
        }

        public override void VisitInvocation(IInvocationOperation operation)
        {
            _found |= operation.TargetMethod.Name is "GetFileName" or "GetFileNameWithoutExtension" or "GetRelativePath"
                && operation.Arguments.Any(argument => IsOfPath(argument.Value));
            base.VisitInvocation(operation);
        }

        public override void VisitPropertyReference(IPropertyReferenceOperation operation)
        {
            _found |= operation is { Property.Name: "Name", Instance: { } info }
                && Values.Origin(info) is IObjectCreationOperation { Arguments: { Length: 1 } arguments }
                && IsOfPath(arguments[0].Value);
            base.VisitPropertyReference(operation);
        }

        private bool IsOfPath(IOperation value) => TempPath.Find(value, types)?.Operation.Syntax == path.Syntax;
    }

    /// <summary>Finds where a directory, or one below it, is created.</summary>
    private sealed class CreationFinder(ExpressionSyntax path, KnownTypes types) : OperationWalker
    {
        public bool Found { get; private set; }

        public override void VisitInvocation(IInvocationOperation operation)
        {
            if (operation.TargetMethod.Name == "CreateDirectory" && Values.Is(operation.TargetMethod.ContainingType, types.Directory) && operation.Arguments.Length > 0)
            {
                IOperation directory = Values.Unwrap(operation.Arguments[0].Value);
                if (Values.Origin(directory) is IInvocationOperation { TargetMethod: { Name: "GetDirectoryName" } method, Arguments: { Length: 1 } arguments } && Values.Is(method.ContainingType, types.Path))
                {
                    directory = arguments[0].Value;
                }

                Found |= TempPath.Find(directory, types)?.Operation.Syntax == path;
            }

            base.VisitInvocation(operation);
        }
    }
}
