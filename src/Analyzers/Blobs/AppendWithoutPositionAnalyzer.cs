namespace StreamTuning.Analyzers.Blobs;

/// <summary>STRM3008: blocks that the one writer of an append blob appends without saying where.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class AppendWithoutPositionAnalyzer() : StreamTuningAnalyzer(Rules.AppendWithoutPosition, Names)
{
    private static readonly WatchedNames Names = new("AppendBlock", "AppendBlockAsync");

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types.AppendBlobClient is not null)
        {
            context.RegisterNamedOperationAction(Rule, Names, operation => Analyze(operation, types), OperationKind.Invocation);
        }
    }

    private static void Analyze(Finding finding, KnownTypes types)
    {
        var call = (IInvocationOperation)finding.Operation;
        if (!call.TargetMethod.ContainingType.Is(types.AppendBlobClient)
            || call.Instance is not { } client
            || LoopRound.TryFindAround(call.Awaited()) is not { } loop
            || !MayLackPosition(call))
        {
            return;
        }

        // Who creates a blob only where there is none, in whatever way that is said, may share it with other writers, and then nobody knows
        // the position.
        IOperation function = call.Function();
        if (function.Has<IInvocationOperation>(each => Creates(each, client, loop))
            && !function.Has<ISimpleAssignmentOperation>(SetsConditions))
        {
            finding.Report(call.TargetMethod.Name);
        }
    }

    /// <summary>Whether the call is given no conditions, or options that are built in sight.</summary>
    private static bool MayLackPosition(IInvocationOperation call)
    {
        foreach (IArgumentOperation argument in call.Arguments)
        {
            if (argument is { ArgumentKind: not ArgumentKind.DefaultValue, Parameter.Type.Name: "AppendBlobAppendBlockOptions"
                or "AppendBlobRequestConditions" }
                && !argument.Value.IsNull()
                && !(argument.Value.Origin() is IObjectCreationOperation creation && HasOwnConditions(creation)))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Whether all conditions are built where the object is, as far as it has any.</summary>
    private static bool HasOwnConditions(IObjectCreationOperation creation)
    {
        if (creation.Initializer is not { } initializer)
        {
            return true;
        }

        foreach (IOperation member in initializer.Initializers)
        {
            if (member is ISimpleAssignmentOperation { Target: IPropertyReferenceOperation { Property.Name: "Conditions" },
                Value: { } conditions }
                && !conditions.IsNull()
                && conditions.Origin() is not IObjectCreationOperation)
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Whether a call creates the blob before the loop, which is not reached without it.</summary>
    private static bool Creates(IInvocationOperation call, IOperation client, ILoopOperation loop) =>
        call is { TargetMethod.Name: "Create" or "CreateAsync", Instance: { } created }
        && created.IsSameAs(client)
        && ExecutionOrder.IsReachedOnlyAfter(loop, call)
        && !IsAttempt(call, loop);

    /// <summary>Whether the code goes on to the loop where the blob is not created: since there is one already, for instance.</summary>
    private static bool IsAttempt(IOperation creation, ILoopOperation loop)
    {
        for (IOperation? parent = creation.Parent; parent is not null && !parent.Contains(loop); parent = parent.Parent)
        {
            if (parent is ITryOperation attempt && LoopRound.GoesOnAfterFailure(attempt))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether conditions are set that make a second append fail; those that come from elsewhere may be such.</summary>
    private static bool SetsConditions(ISimpleAssignmentOperation assignment) => assignment.Target switch
    {
        IPropertyReferenceOperation { Property.Name: "IfAppendPositionEqual" or "IfMatch" } => true,
        IPropertyReferenceOperation { Property.Name: "Conditions" } =>
            assignment.Value.Origin() is not IObjectCreationOperation && !assignment.Value.IsNull(),
        _ => false,
    };
}
