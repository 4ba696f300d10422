namespace StreamTuning.Analyzers.Uploads;

/// <summary>STRM4007: a <c>MultipartReader</c> that limits no part, over the body of a request that has no limit.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class UnlimitedPartAnalyzer() : StreamTuningAnalyzer(Rules.UnlimitedPart, Names)
{
    private const string Limit = "BodyLengthLimit";

    private static readonly WatchedNames Names = new([], MultipartReading.Types);

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { MultipartReader: not null, HttpRequest: not null })
        {
            RequestHandlers handlers = RequestHandlers.Of(context.Compilation);
            context.RegisterNamedOperationAction(
                Rule, Names, operation => Analyze(operation, handlers, types), OperationKind.ObjectCreation);
        }
    }

    private static void Analyze(Finding finding, RequestHandlers handlers, KnownTypes types)
    {
        var creation = (IObjectCreationOperation)finding.Operation;
        if (MultipartReading.BodyOf(creation, types, finding.CancellationToken) is null
            || MaySetLimit(creation)
            || !UnlimitedRequests.Include(creation, finding.ContainingMember, handlers, types, finding.CancellationToken))
        {
            return;
        }

        // Of the creation the type only: all of it is what STRM4006 is about.
        Location location = creation.Syntax is ObjectCreationExpressionSyntax { Type: { } type } ? type.GetLocation()
            : creation.Syntax is ImplicitObjectCreationExpressionSyntax { NewKeyword: var keyword } ? keyword.GetLocation()
            : creation.Syntax.GetLocation();
        finding.ReportAt(location);
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
        switch (creation.Receiver())
        {
            case IInvocationOperation { Instance: { } instance } when instance.Unwrap() == creation:
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

        foreach (ILocalReferenceOperation reference in Uses.Of(reader, creation.Root()))
        {
            if (!LeavesLimit(reference))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>
    /// Whether the use is a call of the reader, a look at or a setting of something else of it, or where it is put into the variable.
    /// </summary>
    private static bool LeavesLimit(ILocalReferenceOperation reference)
    {
        switch (reference.Receiver())
        {
            case IInvocationOperation { Instance: { } instance }:
                return instance.Unwrap() == reference;
            case IPropertyReferenceOperation property:
                return property.Property.Name != Limit || property.Parent is not IAssignmentOperation setting || setting.Target != property;
            case ISimpleAssignmentOperation assignment:
                return assignment.Target == reference;
            case IConditionalAccessOperation:
                return true;
            case { } other:
                return Uses.IsNullTest(other);
            default:
                return false;
        }
    }
}
