using System.Linq;

namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// A call of which the compiler knows only the name: it's bound at runtime, as those of Office, or it belongs to a library that isn't
/// found, as those of COM without Visual Studio.
/// </summary>
internal static class UnboundCall
{
    private static readonly string[] Writers =
    [
        "CopyTo", "DownloadFile", "DownloadTo", "ExportAs", "ExportTo", "ExtractTo", "SaveAs", "SaveAs2", "SaveCopyAs", "SaveFile",
        "SaveTo",
    ];

    /// <summary>The arguments of a call that writes to one of them, a path or stream; none if it's another, or bound.</summary>
    public static IEnumerable<IOperation> TargetsOf(IOperation? call) =>
        NameOf(call) is { } name && (name is "Save" or "SaveAsync" || PathSinks.BeginsWithWord(name, Writers)) ? ArgumentsOf(call!) : [];

    /// <summary>The name of the method; null if the operation is no call, or a bound one.</summary>
    public static string? NameOf(IOperation? call) => call switch
    {
        IDynamicInvocationOperation { Operation: IDynamicMemberReferenceOperation { MemberName: var name } } => name,
        IInvalidOperation { Syntax: InvocationExpressionSyntax invocation } => invocation.Expression switch
        {
            MemberAccessExpressionSyntax member => member.Name.Identifier.ValueText,
            MemberBindingExpressionSyntax member => member.Name.Identifier.ValueText,
            _ => null,
        },
        _ => null,
    };

    private static IEnumerable<IOperation> ArgumentsOf(IOperation call) => call is IDynamicInvocationOperation bound
        ? bound.Arguments
        : call.ChildOperations.Where(child => child.Syntax.Parent is ArgumentSyntax);
}
