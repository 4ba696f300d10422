namespace StreamTuning.Analyzers.Temp;

/// <summary>STRM2003: the free space of a drive decides what is written into one of its directories.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class FreeSpaceOfDriveNotDirectoryAnalyzer() : StreamTuningAnalyzer(Rules.FreeSpaceOfDriveNotDirectory, Names)
{
    private static readonly WatchedNames Names = new("AvailableFreeSpace", "TotalFreeSpace");

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { DriveInfo: not null, Path: not null })
        {
            context.RegisterNamedOperationAction(Rule, Names, finding => Check(finding, types), OperationKind.PropertyReference);
        }
    }

    private static void Check(Finding finding, KnownTypes types)
    {
        var freeSpace = (IPropertyReferenceOperation)finding.Operation;
        if (freeSpace.Property.ContainingType.Is(types.DriveInfo)
            && FreeSpaceQuestion.TryFindDrive(freeSpace, types) is not null
            && new SpaceDecision(types).IsMadeBy(freeSpace)
            && !Platforms.ExcludeWindows(finding.ContainingMember)
            && !PlatformGuards.ExcludeWindows(freeSpace))
        {
            finding.Report(freeSpace.Property.Name);
        }
    }
}
