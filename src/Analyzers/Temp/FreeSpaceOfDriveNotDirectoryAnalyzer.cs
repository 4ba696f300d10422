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
            && !IsOffWindows(found.FreeSpace))
        {
            finding.Report(found.FreeSpace.Property.Name);
        }
    }

    /// <summary>Whether the operation is only reached where a condition says that the system is not Windows.</summary>
    private static bool IsOffWindows(IOperation operation) => Conditions.HoldAt(operation, ExcludesWindows);

    /// <summary>Whether the test, being true or false, says that the system is not Windows.</summary>
    private static bool ExcludesWindows(IOperation test, bool isTrue)
    {
        switch (test.Origin())
        {
            case IUnaryOperation { OperatorKind: UnaryOperatorKind.Not } not:
                return ExcludesWindows(not.Operand, !isTrue);

            case IInvocationOperation { TargetMethod: { Name: { } name, ContainingType.Name: "OperatingSystem" } } call:
                return name switch
                {
                    "IsWindows" => !isTrue,
                    "IsWindowsVersionAtLeast" => false,
                    "IsOSPlatform" or "IsOSPlatformVersionAtLeast" =>
                        isTrue
                            && call.Arguments[0].Value.ConstantValue is { HasValue: true, Value: string platform }
                            && !IsWindows(platform),
                    _ => isTrue && name.StartsWith("Is", StringComparison.Ordinal),
                };

            case IInvocationOperation { TargetMethod: { Name: "IsOSPlatform", ContainingType.Name: "RuntimeInformation" },
                Arguments: { Length: 1 } arguments }:
                return arguments[0].Value.Unwrap() is IPropertyReferenceOperation { Property: { Name: { } system,
                    ContainingType.Name: "OSPlatform" } } && (system == "Windows" ? !isTrue : isTrue);

            case IBinaryOperation { OperatorKind: BinaryOperatorKind.Equals or BinaryOperatorKind.NotEquals } comparison:
                return (PlatformId(comparison.LeftOperand) ?? PlatformId(comparison.RightOperand)) is { } id
                    && (id is "Unix" or "MacOSX" ? isTrue : !isTrue) == (comparison.OperatorKind == BinaryOperatorKind.Equals);

            default:
                return false;
        }
    }

    private static bool IsWindows(string platform) => platform.Equals("windows", StringComparison.OrdinalIgnoreCase);

    private static string? PlatformId(IOperation value) =>
        value.Unwrap() is IFieldReferenceOperation { Field: { Name: { } name, ContainingType.Name: "PlatformID" } } ? name : null;
}
