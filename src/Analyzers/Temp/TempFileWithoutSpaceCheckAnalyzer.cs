using System.Collections.Concurrent;
using System.Linq;
using System.Runtime.CompilerServices;

namespace StreamTuning.Analyzers.Temp;

/// <summary>
/// STRM2002: a file in the temp directory is filled with data of unknown size, and nothing asks whether there is room for them.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class TempFileWithoutSpaceCheckAnalyzer() : StreamTuningAnalyzer(Rules.TempFileWithoutSpaceCheck, Names)
{
    private static readonly WatchedNames Names = new(
        [.. StreamCopy.Names, .. BlockWrite.Names, .. TempFill.NamesOfPaths, "CopyToFile", "CopyToFileAsync", .. TempPath.SourceNames]);

    /// <summary>So many members with a temporary path are looked for, in so many places of a file.</summary>
    private const int MaximumMembers = 32;

    private static readonly WatchedNames Sources = new(TempPath.SourceNames);

    // An editor compiles anew with each key that is pressed, but most files stay the same.
    private static readonly ConditionalWeakTable<SyntaxTree, string[]> MembersOfFiles = new();
    private static readonly ConditionalWeakTable<SyntaxTree, ConcurrentDictionary<string, SimpleNameSyntax[]>> PlacesInFiles = new();
    private static readonly ConditionalWeakTable<SyntaxTree, ConcurrentDictionary<string, string[]>> MembersMadeInFiles = new();

    private protected override bool MayApply(Compilation compilation, AnalyzerOptions options, CancellationToken cancellationToken) =>
        base.MayApply(compilation, options, cancellationToken) && Sources.IsIn(compilation, cancellationToken);

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { Stream: not null, FileStream: not null, Path: not null })
        {
            // Such a member may be a part of another.
            string[] sources = [.. context.Compilation.SyntaxTrees
                .SelectMany(tree => MembersOf(tree, context.CancellationToken)).Distinct().Take(MaximumMembers)];
            string[] members = [.. sources.Concat(context.Compilation.SyntaxTrees
                .SelectMany(tree => MembersMadeOf(sources, tree, context.CancellationToken)))
                .Distinct().Take(MaximumMembers)];
            context.RegisterSemanticModelAction(
                file => Check(Finding.AllIn(file, Rule, Names, OperationKind.Invocation), UsesOf(members, file), types));
        }
    }

    private static string[] MembersOf(SyntaxTree tree, CancellationToken cancellationToken) => MembersOfFiles.GetValue(
        tree, file => [.. Sources.Find(file, cancellationToken).Select(MemberWith).OfType<string>().Distinct().Take(MaximumMembers)]);

    /// <summary>The field, property or method whose value may be what the call gives.</summary>
    private static string? MemberWith(SimpleNameSyntax call) =>
        KeptIn(call)
            ?? (call.FirstAncestorOrSelf<MemberDeclarationSyntax>() is MethodDeclarationSyntax
                { ReturnType: PredefinedTypeSyntax { Keyword.RawKind: (int)SyntaxKind.StringKeyword } } method
                ? method.Identifier.ValueText
                : null);

    private static string? KeptIn(SimpleNameSyntax part) => part.FirstAncestorOrSelf<MemberDeclarationSyntax>() switch
    {
        FieldDeclarationSyntax => part.FirstAncestorOrSelf<VariableDeclaratorSyntax>()?.Identifier.ValueText,
        PropertyDeclarationSyntax property => property.Identifier.ValueText,
        BaseMethodDeclarationSyntax => AssignedMember(part),
        _ => null,
    };

    /// <summary>The field or property of the class that is set to what the call is a part of.</summary>
    private static string? AssignedMember(SimpleNameSyntax call)
    {
        ExpressionSyntax? target = call.FirstAncestorOrSelf<AssignmentExpressionSyntax>()?.Left;
        return (target as SimpleNameSyntax ?? (target as MemberAccessExpressionSyntax)?.Name) is { Identifier.ValueText: { } name }
            && call.FirstAncestorOrSelf<TypeDeclarationSyntax>()?.Members.Any(member => member switch
            {
                FieldDeclarationSyntax field => field.Declaration.Variables.Any(each => each.Identifier.ValueText == name),
                PropertyDeclarationSyntax property => property.Identifier.ValueText == name,
                _ => false,
            }) == true
                ? name
                : null;
    }

    /// <summary>The members whose values are made of others, in a file.</summary>
    private static IEnumerable<string> MembersMadeOf(string[] members, SyntaxTree tree, CancellationToken cancellationToken)
    {
        ConcurrentDictionary<string, string[]> known = MembersMadeInFiles.GetOrCreateValue(tree);
        return members.SelectMany(member => known.GetOrAdd(member, name =>
            [.. PlacesOf([name], tree, cancellationToken).Select(KeptIn).OfType<string>().Distinct()]));
    }

    private static IEnumerable<SimpleNameSyntax> PlacesOf(string[] members, SyntaxTree tree, CancellationToken cancellationToken)
    {
        ConcurrentDictionary<string, SimpleNameSyntax[]> known = PlacesInFiles.GetOrCreateValue(tree);
        string? text = null;
        return members.SelectMany(member => known.GetOrAdd(member, name =>
            [.. MemberUses.PlacesOf(name, tree, text ??= tree.GetText(cancellationToken).ToString()).Take(MaximumMembers)]));
    }

    private IEnumerable<Finding> UsesOf(string[] members, SemanticModelAnalysisContext file)
    {
        foreach (SimpleNameSyntax place in PlacesOf(members, file.SemanticModel.SyntaxTree, file.CancellationToken))
        {
            if (NamedNodes.At(place) is { } node
                && file.SemanticModel.GetOperation(node, file.CancellationToken) is
                    (IFieldReferenceOperation or IPropertyReferenceOperation or IInvocationOperation) and { } use)
            {
                yield return new Finding(Rule, use, file);
            }
        }
    }

    /// <summary>Reports each file of a member once, however many calls fill it.</summary>
    private static void Check(IEnumerable<Finding> calls, IEnumerable<Finding> uses, KnownTypes types)
    {
        var known = new HashSet<(SyntaxNode File, IOperation Member)>();
        var membersWithPaths = new Dictionary<IOperation, Finding>();
        foreach (Finding call in calls)
        {
            var invocation = (IInvocationOperation)call.Operation;
            Report(call, TempFile.FilledBy(invocation, types), known);
            string name = invocation.TargetMethod.Name;
            if (Array.IndexOf(TempPath.SourceNames, name) >= 0 || Array.IndexOf(TempFill.NamesOfPaths, name) >= 0)
            {
                membersWithPaths[invocation.Root()] = call;
            }
        }

        foreach (Finding use in uses)
        {
            if (!membersWithPaths.ContainsKey(use.Operation.Root())
                && (TempPath.IsTempDirectory(use.Operation, types) || TempPath.Find(use.Operation, types) is not null))
            {
                membersWithPaths.Add(use.Operation.Root(), use);
            }
        }

        foreach (KeyValuePair<IOperation, Finding> member in membersWithPaths)
        {
            foreach (IOperation operation in member.Key.DescendantsAndSelf())
            {
                Report(member.Value, TempFile.HandedTo(operation, types), known);
            }
        }
    }

    private static void Report(Finding finding, TempFile? file, HashSet<(SyntaxNode File, IOperation Member)> known)
    {
        if (file is not null
            && known.Add((file.Path.Key, finding.Operation.Root()))
            && !file.IsChecked
            && !TestFiles.AreAllOf(finding.Compilation)
            && !TestFiles.Include(finding.Operation.Syntax.SyntaxTree, finding.CancellationToken))
        {
            // Editors do not show what is reported in another member.
            IOperation place = file.IsInField ? file.Path.Use : file.Path.Operation;
            finding.ReportAt(place.Syntax.GetLocation(), file.Path.Source);
        }
    }
}
