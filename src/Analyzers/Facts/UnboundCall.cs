using System.Linq;

namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// A call of which the compiler knows only the name: it's bound at runtime, as those of Office, or it belongs to a library that isn't
/// found, as those of COM without Visual Studio.
/// </summary>
internal static class UnboundCall
{
    // They begin so: SaveAsFile, DownloadFileAsync.
    private static readonly string[] Writers = ["DownloadFile", "ExportAs", "ExtractTo", "SaveAs", "SaveAs2", "SaveCopyAs"];

    private static readonly string[] WholeNames =
    [
        "CopyTo", "CopyToAsync", "DownloadTo", "DownloadToAsync", "ExportTo", "Save", "SaveAsync", "SaveFile", "SaveFileAsync", "SaveTo",
        "SaveToAsync",
    ];

    // The beginnings of names of what is saved in a few kilobytes.
    private static readonly string[] Small = ["cert", "config", "key", "log", "option", "preference", "setting"];

    /// <summary>
    /// The arguments of a call that writes to one of them, a path or stream, or the only one that can be it; none if it's another call, a
    /// bound one, or of what is small by its name.
    /// </summary>
    public static IEnumerable<IOperation> TargetsOf(IOperation? call) =>
        NameOf(call) is not { } name || IsOfSmall(call!) ? []
            : PathSinks.BeginsWithWord(name, Writers) ? ArgumentsOf(call!)
            : Array.IndexOf(WholeNames, name) >= 0 ? ArgumentsOf(call!).Take(1)
            : [];

    /// <summary>The name of the method; null if the operation is no call, or a bound one.</summary>
    public static string? NameOf(IOperation? call) => call switch
    {
        IDynamicInvocationOperation { Operation: IDynamicMemberReferenceOperation { MemberName: var name } } => name,
        IInvalidOperation { Syntax: InvocationExpressionSyntax invocation, SemanticModel: { } model } => invocation.Expression switch
        {
            // Where there are candidates, only an argument doesn't bind.
            { } method when !model.GetSymbolInfo(method).CandidateSymbols.IsEmpty => null,
            MemberAccessExpressionSyntax member => member.Name.Identifier.ValueText,
            MemberBindingExpressionSyntax member => member.Name.Identifier.ValueText,
            _ => null,
        },
        _ => null,
    };

    private static bool IsOfSmall(IOperation call) =>
        call.Syntax is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Expression: { } owner } }
        && owner.GetLastToken().ValueText.TrimStart('_') is var name
        && Array.Exists(Small, word => name.StartsWith(word, StringComparison.OrdinalIgnoreCase));

    private static IEnumerable<IOperation> ArgumentsOf(IOperation call) => call is IDynamicInvocationOperation bound
        ? bound.Arguments
        : call.ChildOperations.Where(child => child.Syntax.Parent is ArgumentSyntax);
}
