namespace StreamTuning.Analyzers.Temp;

/// <summary>
/// STRM2002: a file in the temp directory is filled with data of unknown size, and nothing asks whether there is room for them.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class TempFileWithoutSpaceCheckAnalyzer() : StreamTuningAnalyzer(Rules.TempFileWithoutSpaceCheck, Names)
{
    private static readonly WatchedNames Names = new(
        [.. StreamCopy.Names, .. BlockWrite.Names, .. TempFill.NamesOfPaths, "CopyToFile", "CopyToFileAsync"]);

    private static readonly WatchedNames Sources = TempPath.Sources;

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
        foreach (Finding call in calls)
        {
            if (TempFile.FilledBy((IInvocationOperation)call.Operation, types) is { } file
                && known.Add((file.Path.Operation.Syntax, call.Operation.Root()))
                && !file.IsChecked)
            {
                // Editors do not show what is reported in another member.
                IOperation place = file.IsInField ? file.Path.Use : file.Path.Operation;
                call.ReportAt(place.Syntax.GetLocation(), file.Path.Source);
            }
        }
    }
}
