namespace StreamTuning.Analyzers.Copying;

/// <summary>STRM1006: a file that is opened for synchronous use by a method that awaits all it reads and writes.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class FileNotOpenedForAsyncAnalyzer() : FactAnalyzer<OpenedFile>(Rules.FileNotOpenedForAsync, OpenedFile.Facts)
{
    private protected override void Check(OpenedFile opening, Finding finding)
    {
        if (opening.Options is not { } options || (options & OpenedFile.FileOptions.Asynchronous) != 0)
        {
            return;
        }

        ISymbol function = opening.Operation.Function() switch
        {
            IAnonymousFunctionOperation lambda => lambda.Symbol,
            ILocalFunctionOperation local => local.Symbol,
            _ => finding.ContainingMember,
        };
        if (function is IMethodSymbol { IsAsync: true }
            && AwaitedUses.AreAll(opening.Operation, finding.Types)
            && !Platforms.ExcludeWindows(function))
        {
            finding.ReportAt(LocationOfName(opening.Operation.Syntax), Name(opening.Operation));
        }
    }

    /// <summary>What is opened, or how: the whole call may be reported for another cause.</summary>
    private static Location LocationOfName(SyntaxNode opening) => opening switch
    {
        ObjectCreationExpressionSyntax creation => creation.Type.GetLocation(),
        ImplicitObjectCreationExpressionSyntax creation => creation.NewKeyword.GetLocation(),
        InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax access } => access.Name.GetLocation(),
        InvocationExpressionSyntax call => call.Expression.GetLocation(),
        _ => opening.GetLocation(),
    };

    private static string Name(IOperation opening) =>
        opening is IInvocationOperation { TargetMethod: { } method } ? method.ContainingType.Name + "." + method.Name : "new FileStream";
}
