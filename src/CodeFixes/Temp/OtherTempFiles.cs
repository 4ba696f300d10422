using System.Runtime.CompilerServices;

namespace StreamTuning.CodeFixes.Temp;

/// <summary>Tells whether the rest of the program would still find a file of the temp directory in another one.</summary>
internal static class OtherTempFiles
{
    private static readonly ConditionalWeakTable<Compilation, IReadOnlyList<InvocationExpressionSyntax>> Calls = new();

    /// <summary>
    /// Whether the program nowhere goes through the temp directory or puts together a path in it that may be the same, and the method
    /// itself creates the directory that the file is in.
    /// </summary>
    public static bool AreApart(TempFile file, FixContext context, ExpressionSyntax path)
    {
        IOperation own = file.Path.Operation;
        bool isFile = file.Name == TempFile.NameKind.Plain;
        bool isUnique = file.IsUnique && !own.Root().Has<IOperation>(use => TakesName(use, path, context.Types));
        return (file.Name != TempFile.NameKind.Directory || own.Root().Has<IInvocationOperation>(IsCreation))
            && CallsIn(context.Model.Compilation, context.CancellationToken).All(IsApart);

        bool IsCreation(IInvocationOperation call) => call.TargetMethod.Name == "CreateDirectory"
            && call.TargetMethod.ContainingType.Is(context.Types.Directory)
            && TempPath.Find(call.Arguments[0].Value, context.Types)?.Operation.Syntax == path;

        bool IsApart(InvocationExpressionSyntax call)
        {
            SemanticModel model = call.SyntaxTree == context.Root.SyntaxTree
                ? context.Model
                : context.Model.Compilation.GetSemanticModel(call.SyntaxTree);
            if (model.GetOperation(call, context.CancellationToken) is not IInvocationOperation directory
                || !directory.TargetMethod.ContainingType.Is(context.Types.Path))
            {
                return true;
            }

            IEnumerable<IOperation> uses = directory.ReceivingLocal() is { } local
                ? Uses.Of(local, directory.Root()).Where(use => use.Parent is not ISimpleAssignmentOperation)
                : directory.Receiver() is IFieldInitializerOperation { InitializedFields: { Length: 1 } fields }
                    && fields[0].DeclaredAccessibility == Accessibility.Private
                ? MemberUses.Of(fields[0], model.Compilation) ?? [directory]
                : [directory];
            return uses.All(use => use.Syntax.Ancestors().Contains(path)
                || IsOnlyAsked(use)
                || (CombinationOf(use, context.Types) is { } other
                    && (isUnique || (isFile && FilePaths.AreDifferent(own, other, context.Types)))));
        }
    }

    /// <summary>Every call in the program whose name is that of the method.</summary>
    private static IReadOnlyList<InvocationExpressionSyntax> CallsIn(Compilation compilation, CancellationToken cancellationToken) =>
        Calls.GetValue(compilation, all => all.SyntaxTrees
            .Where(tree => tree.GetText(cancellationToken).ToString().IndexOf("GetTempPath", StringComparison.Ordinal) >= 0)
            .SelectMany(tree => tree.GetRoot(cancellationToken).DescendantNodes().OfType<InvocationExpressionSyntax>())
            .Where(call => call.Expression is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "GetTempPath" }
                or IdentifierNameSyntax { Identifier.ValueText: "GetTempPath" })
            .ToList());

    /// <summary>Whether the directory itself is all that is asked about.</summary>
    private static bool IsOnlyAsked(IOperation directory) => directory.Receiver() is IArgumentOperation { Parent:
        IInvocationOperation { TargetMethod.Name: "Exists" or "CreateDirectory" } or IObjectCreationOperation { Type.Name: "DriveInfo" } };

    /// <summary>The whole path that the directory is the beginning of.</summary>
    private static IOperation? CombinationOf(IOperation directory, KnownTypes types)
    {
        IOperation? found = null;
        for (IOperation? parent = directory.Parent; parent is not (null or IBlockOperation); parent = parent.Parent)
        {
            if (TempPath.BeginningOf(parent, types)?.Contains(directory) == true)
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

    /// <summary>Whether the name is taken from the path, so that another path could be put together from it.</summary>
    private static bool TakesName(IOperation use, ExpressionSyntax path, KnownTypes types)
    {
        IOperation? taken = use switch
        {
            IInvocationOperation { TargetMethod.Name: "GetFileName" or "GetFileNameWithoutExtension" or "GetRelativePath",
                Arguments: { Length: > 0 } arguments } => arguments[arguments.Length - 1].Value,
            IPropertyReferenceOperation { Property.Name: "Name", Instance: { } info } =>
                info.Origin() is IObjectCreationOperation { Arguments: { Length: 1 } arguments } ? arguments[0].Value : null,
            _ => null,
        };
        return taken is not null && TempPath.Find(taken, types)?.Operation.Syntax == path;
    }
}
