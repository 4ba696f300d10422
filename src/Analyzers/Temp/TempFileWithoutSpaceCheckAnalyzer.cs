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
            context.RegisterNamedOperationsAction(Rule, Names, member => Check(member, types), OperationKind.Invocation);
        }
    }

    /// <summary>Reports each file of a member once, however many calls fill it.</summary>
    private static void Check(List<Finding> calls, KnownTypes types)
    {
        var known = new HashSet<SyntaxNode>();
        bool mayBeHanded = false;
        foreach (Finding call in calls)
        {
            var invocation = (IInvocationOperation)call.Operation;
            string name = invocation.TargetMethod.Name;
            mayBeHanded |= Array.IndexOf(TempPath.SourceNames, name) >= 0 || Array.IndexOf(TempFill.NamesOfPaths, name) >= 0;
            Report(call, TempFile.FilledBy(invocation, types), known);
        }

        if (mayBeHanded)
        {
            foreach (IOperation operation in calls[0].Operation.Root().DescendantsAndSelf())
            {
                Report(calls[0], TempFile.HandedTo(operation, types), known);
            }
        }
    }

    private static void Report(Finding finding, TempFile? file, HashSet<SyntaxNode> known)
    {
        if (file is not null && known.Add(file.Path.Operation.Syntax) && !file.IsChecked)
        {
            // Editors do not show what is reported in another member.
            IOperation place = file.IsInField ? file.Path.Use : file.Path.Operation;
            finding.ReportAt(place.Syntax.GetLocation(), file.Path.Source);
        }
    }
}
