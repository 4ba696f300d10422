using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Copying;

/// <summary>STRM1006: a file that is opened for synchronous use by a method that awaits all it reads and writes.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class FileNotOpenedForAsyncAnalyzer : StreamTuningAnalyzer
{
    private static readonly WatchedNames Names = new(FileOpening.Methods, FileOpening.Types);

    public FileNotOpenedForAsyncAnalyzer()
        : base(Rules.FileNotOpenedForAsync, Names)
    {
    }

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { Stream: not null, FileStream: not null })
        {
            context.RegisterNamedOperationAction(Names, operation => Analyze(operation, types), OperationKind.ObjectCreation, OperationKind.Invocation);
        }
    }

    private static void Analyze(OperationAnalysisContext context, KnownTypes types)
    {
        if (FileOpening.TryRead(context.Operation, types) is not { Options: { } options } opening
            || (options & FileOpening.FileOptions.Asynchronous) != 0)
        {
            return;
        }

        ISymbol function = Values.Function(opening.Operation) switch
        {
            IAnonymousFunctionOperation lambda => lambda.Symbol,
            ILocalFunctionOperation local => local.Symbol,
            _ => context.ContainingSymbol,
        };
        if (function is IMethodSymbol { IsAsync: true } && AwaitedUses.AreAll(opening.Operation, types) && !Platforms.ExcludeWindows(function))
        {
            context.ReportDiagnostic(Diagnostic.Create(Rules.FileNotOpenedForAsync.Descriptor, LocationOfName(opening.Operation.Syntax), Name(opening.Operation)));
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
