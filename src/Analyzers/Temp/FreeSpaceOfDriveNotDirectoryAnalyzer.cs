namespace StreamTuning.Analyzers.Temp;

/// <summary>STRM2003: the free space of a drive decides what is written into one of its directories.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class FreeSpaceOfDriveNotDirectoryAnalyzer() : StreamTuningAnalyzer(Rules.FreeSpaceOfDriveNotDirectory, Names)
{
    private static readonly WatchedNames Names = new(FreeSpaceOfRoot.Names);

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { DriveInfo: not null, Path: not null })
        {
            context.RegisterNamedOperationAction(Rule, Names, finding => Check(finding, types), OperationKind.PropertyReference);
        }
    }

    private static void Check(Finding finding, KnownTypes types)
    {
        if (FreeSpaceOfRoot.Of((IPropertyReferenceOperation)finding.Operation, types) is { } found
            && found.IsEnoughForLength(types)
            && !Platforms.ExcludeWindows(finding.ContainingMember)
            && !PlatformGuards.ExcludeWindows(found.FreeSpace))
        {
            finding.Report(found.FreeSpace.Property.Name);
        }
    }
}
