using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Temp;

/// <summary>STRM2003: the free space of a drive decides what is written into one of its directories.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class FreeSpaceOfDriveNotDirectoryAnalyzer : StreamTuningAnalyzer
{
    private static readonly WatchedNames Names = new("AvailableFreeSpace", "TotalFreeSpace");

    public FreeSpaceOfDriveNotDirectoryAnalyzer()
        : base(Rules.FreeSpaceOfDriveNotDirectory, Names)
    {
    }

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { DriveInfo: not null, Path: not null })
        {
            context.RegisterNamedOperationAction(Names, operation => Analyze(operation, types), OperationKind.PropertyReference);
        }
    }

    private static void Analyze(OperationAnalysisContext context, KnownTypes types)
    {
        var freeSpace = (IPropertyReferenceOperation)context.Operation;
        if (!Values.Is(freeSpace.Property.ContainingType, types.DriveInfo)
            || Drive.TryFind(freeSpace, types) is not { } drive
            || !new SpaceDecision(types).IsMadeBy(freeSpace)
            || Platforms.ExcludeWindows(context.ContainingSymbol)
            || PlatformGuards.ExcludeWindows(freeSpace))
        {
            return;
        }

        context.ReportDiagnostic(Diagnostic.Create(
            Rules.FreeSpaceOfDriveNotDirectory.Descriptor,
            freeSpace.Syntax.GetLocation(),
            ImmutableArray.Create(drive.Syntax.GetLocation()),
            properties: null,
            freeSpace.Property.Name));
    }
}
