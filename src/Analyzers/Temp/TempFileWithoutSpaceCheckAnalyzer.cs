namespace StreamTuning.Analyzers.Temp;

/// <summary>
/// STRM2002: a file in the temp directory is filled with data of unknown size, and nothing asks whether there is room for them.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class TempFileWithoutSpaceCheckAnalyzer() : StreamTuningAnalyzer(Rules.TempFileWithoutSpaceCheck, Names)
{
    private static readonly WatchedNames Names = new(
        [.. StreamCopy.Names, .. BlockWrite.Names, .. TempFill.NamesOfPaths, "CopyToFile", "CopyToFileAsync", .. TempPath.SourceNames]);

    private static readonly WatchedNames Sources = new(TempPath.SourceNames);

    private protected override bool MayApply(Compilation compilation, AnalyzerOptions options, CancellationToken cancellationToken) =>
        base.MayApply(compilation, options, cancellationToken) && Sources.IsIn(compilation, cancellationToken);

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { Stream: not null, FileStream: not null, Path: not null })
        {
            context.RegisterSemanticModelAction(file => Check(Finding.AllIn(file, Rule, Names, OperationKind.Invocation), types));
        }
    }

    /// <summary>Reports each file of a member once, however many calls fill it.</summary>
    private static void Check(IEnumerable<Finding> calls, KnownTypes types)
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
        if (file is not null && known.Add((file.Path.Operation.Syntax, finding.Operation.Root())) && !file.IsChecked)
        {
            // Editors do not show what is reported in another member.
            IOperation place = file.IsInField ? file.Path.Use : file.Path.Operation;
            finding.ReportAt(place.Syntax.GetLocation(), file.Path.Source);
        }
    }
}
