using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;

namespace StreamTuning.Analyzers;

/// <summary>Watches operations by the names that they are written with.</summary>
internal static class NamedOperations
{
    /// <summary>
    /// Registers an action as <c>RegisterOperationAction</c> does, for the operations at certain names: calls of methods, creations of objects, assignments to properties,
    /// and references to them. It runs once a member, and not for every operation of a kind: of these there are many, and few are of interest to a rule.
    /// </summary>
    public static void RegisterNamedOperationAction(
        this CompilationStartAnalysisContext context, WatchedNames names, Action<OperationAnalysisContext> analyze, params OperationKind[] kinds) =>
        context.RegisterNamedOperationsAction(
            names,
            (member, operations) =>
            {
                Action<Diagnostic> report = member.ReportDiagnostic;
                foreach (IOperation operation in operations)
                {
                    analyze(new OperationAnalysisContext(
                        operation, member.OwningSymbol, member.Compilation, member.Options, report, static _ => true, member.CancellationToken));
                }
            },
            kinds);

    /// <summary>Registers an action for all such operations of a member.</summary>
    public static void RegisterNamedOperationsAction(
        this CompilationStartAnalysisContext context, WatchedNames names, Action<OperationBlockAnalysisContext, List<IOperation>> analyze, params OperationKind[] kinds)
    {
        // Most members are in the same file as the one before, and most files have no such name.
        WatchedNames.InFile? last = null;
        context.RegisterOperationBlockAction(member =>
        {
            SyntaxTree tree = member.OperationBlocks[0].Syntax.SyntaxTree;
            if (Volatile.Read(ref last) is not { } file || file.Tree != tree)
            {
                file = names.In(tree, member.CancellationToken);
                Volatile.Write(ref last, file);
            }

            if (file.IsThere && Find(member.OperationBlocks, file, kinds, member.CancellationToken) is { } found)
            {
                analyze(member, found);
            }
        });
    }

    /// <summary>The operations in a member; null where there are none.</summary>
    private static List<IOperation>? Find(ImmutableArray<IOperation> blocks, WatchedNames.InFile file, OperationKind[] kinds, CancellationToken cancellationToken)
    {
        List<IOperation>? operations = null;
        foreach (IOperation block in blocks)
        {
            SyntaxNode syntax = block.Syntax;
            if (!file.IsIn(syntax.FullSpan))
            {
                continue;
            }

            foreach (SyntaxNode name in file.Find(syntax.FullSpan, cancellationToken))
            {
                // What is only named needs not be bound where references are not asked for.
                if (NodeAt(name) is { } node
                    && (node is InvocationExpressionSyntax or BaseObjectCreationExpressionSyntax or AssignmentExpressionSyntax || Array.IndexOf(kinds, OperationKind.PropertyReference) >= 0)
                    && IsPartOf(node, syntax)
                    && block.SemanticModel?.GetOperation(node, cancellationToken) is { } operation
                    && Array.IndexOf(kinds, operation.Kind) >= 0)
                {
                    (operations ??= []).Add(operation);
                }
            }
        }

        return operations;
    }

    /// <summary>The call, creation, assignment or reference that is written with a name; null where it stands for something else.</summary>
    public static SyntaxNode? NodeAt(SyntaxNode name)
    {
        if (name is not SimpleNameSyntax simple)
        {
            return name as ImplicitObjectCreationExpressionSyntax;
        }

        SyntaxNode whole = simple.Parent switch
        {
            MemberAccessExpressionSyntax access when access.Name == simple => access,
            MemberBindingExpressionSyntax binding => binding,
            QualifiedNameSyntax qualified when qualified.Right == simple => qualified,
            AliasQualifiedNameSyntax qualified => qualified,
            _ => simple,
        };
        return whole.Parent switch
        {
            InvocationExpressionSyntax call when call.Expression == whole => call,
            ObjectCreationExpressionSyntax creation when creation.Type == whole => creation,
            AssignmentExpressionSyntax assignment when assignment.Left == whole => assignment,
            _ => whole is QualifiedNameSyntax or AliasQualifiedNameSyntax ? null : whole,
        };
    }

    /// <summary>Whether the node is code of the member: the statements at the top of a file are all of the file, with the types that follow them.</summary>
    private static bool IsPartOf(SyntaxNode node, SyntaxNode member) => member is not CompilationUnitSyntax || node.FirstAncestorOrSelf<MemberDeclarationSyntax>() is GlobalStatementSyntax;
}
