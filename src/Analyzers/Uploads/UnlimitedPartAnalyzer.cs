using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using StreamTuning.Analyzers.Copying;

namespace StreamTuning.Analyzers.Uploads;

/// <summary>STRM4007: a <c>MultipartReader</c> that limits no part, over the body of a request that has no limit.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class UnlimitedPartAnalyzer : StreamTuningAnalyzer
{
    private const string Limit = "BodyLengthLimit";

    private static readonly WatchedNames Names = new([], MultipartReading.Types);

    public UnlimitedPartAnalyzer()
        : base(Rules.UnlimitedPart, Names)
    {
    }

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { MultipartReader: not null, HttpRequest: not null })
        {
            RequestHandlers handlers = RequestHandlers.Of(context.Compilation);
            context.RegisterNamedOperationAction(Names, operation => Analyze(operation, handlers, types), OperationKind.ObjectCreation);
        }
    }

    private static void Analyze(OperationAnalysisContext context, RequestHandlers handlers, KnownTypes types)
    {
        var creation = (IObjectCreationOperation)context.Operation;
        if (MultipartReading.BodyOf(creation, types, context.CancellationToken) is null
            || MaySetLimit(creation)
            || !UnlimitedRequests.Include(creation, context.ContainingSymbol, handlers, types, context.CancellationToken))
        {
            return;
        }

        // Of the creation the type only: all of it is what STRM4006 is about.
        Location location = creation.Syntax is ObjectCreationExpressionSyntax { Type: { } type } ? type.GetLocation()
            : creation.Syntax is ImplicitObjectCreationExpressionSyntax { NewKeyword: var keyword } ? keyword.GetLocation()
            : creation.Syntax.GetLocation();
        context.ReportDiagnostic(Diagnostic.Create(Rules.UnlimitedPart.Descriptor, location));
    }

    /// <summary>Whether a limit is set for the reader in sight, or may be set by somebody who gets it.</summary>
    private static bool MaySetLimit(IObjectCreationOperation creation)
    {
        if (creation.Initializer is { } initializer)
        {
            foreach (IOperation member in initializer.Initializers)
            {
                if (member is ISimpleAssignmentOperation { Target: IPropertyReferenceOperation { Property.Name: Limit } })
                {
                    return true;
                }
            }
        }

        ILocalSymbol? reader;
        switch (Values.Receiver(creation))
        {
            case IInvocationOperation { Instance: { } instance } when Values.Unwrap(instance) == creation:
                return false;
            case IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator }:
                reader = declarator.Symbol;
                break;
            case ISimpleAssignmentOperation { Target: ILocalReferenceOperation target }:
                reader = target.Local;
                break;
            default:
                return true;
        }

        foreach (ILocalReferenceOperation reference in LocalUses.Find(reader, Values.Root(creation)))
        {
            if (!LeavesLimit(reference))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether the use is a call of the reader, a look at or a setting of something else of it, or where it is put into the variable.</summary>
    private static bool LeavesLimit(ILocalReferenceOperation reference)
    {
        switch (Values.Receiver(reference))
        {
            case IInvocationOperation { Instance: { } instance }:
                return Values.Unwrap(instance) == reference;
            case IPropertyReferenceOperation property:
                return property.Property.Name != Limit || property.Parent is not IAssignmentOperation setting || setting.Target != property;
            case ISimpleAssignmentOperation assignment:
                return assignment.Target == reference;
            case IConditionalAccessOperation:
                return true;
            case { } other:
                return LocalUses.IsNullTest(other);
            default:
                return false;
        }
    }
}
