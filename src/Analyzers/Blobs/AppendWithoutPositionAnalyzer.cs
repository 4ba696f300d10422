using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using StreamTuning.Analyzers.Copying;

namespace StreamTuning.Analyzers.Blobs;

/// <summary>STRM3008: blocks that the one writer of an append blob appends without saying where.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class AppendWithoutPositionAnalyzer : StreamTuningAnalyzer
{
    private static readonly WatchedNames Names = new("AppendBlock", "AppendBlockAsync");

    public AppendWithoutPositionAnalyzer()
        : base(Rules.AppendWithoutPosition, Names)
    {
    }

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types.AppendBlobClient is not null)
        {
            context.RegisterNamedOperationAction(Names, operation => Analyze(operation, types), OperationKind.Invocation);
        }
    }

    private static void Analyze(OperationAnalysisContext context, KnownTypes types)
    {
        var call = (IInvocationOperation)context.Operation;
        if (!Values.Is(call.TargetMethod.ContainingType, types.AppendBlobClient)
            || call.Instance is not { } client
            || LoopRound.TryFindAround(Values.Awaited(call)) is not { } loop
            || !MayLackPosition(call))
        {
            return;
        }

        // Who creates a blob only where there is none, in whatever way that is said, may share it with other writers, and then nobody knows the position.
        var finder = new Finder(client, loop);
        finder.Visit(Values.Function(call));
        if (finder is { IsCreated: true, HasConditions: false })
        {
            context.ReportDiagnostic(Diagnostic.Create(Rules.AppendWithoutPosition.Descriptor, call.Syntax.GetLocation(), call.TargetMethod.Name));
        }
    }

    /// <summary>Whether the call is given no conditions, or options that are built in sight.</summary>
    private static bool MayLackPosition(IInvocationOperation call)
    {
        foreach (IArgumentOperation argument in call.Arguments)
        {
            if (argument is { ArgumentKind: not ArgumentKind.DefaultValue, Parameter.Type.Name: "AppendBlobAppendBlockOptions" or "AppendBlobRequestConditions" }
                && !Values.IsNull(argument.Value)
                && !(Values.Origin(argument.Value) is IObjectCreationOperation creation && HasOwnConditions(creation)))
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
            if (member is ISimpleAssignmentOperation { Target: IPropertyReferenceOperation { Property.Name: "Conditions" }, Value: { } conditions }
                && !Values.IsNull(conditions)
                && Values.Origin(conditions) is not IObjectCreationOperation)
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Looks in a function for the creation of the blob before the loop, and for conditions that make a second append fail.</summary>
    private sealed class Finder(IOperation client, ILoopOperation loop) : OperationWalker
    {
        public bool IsCreated { get; private set; }

        public bool HasConditions { get; private set; }

        public override void VisitInvocation(IInvocationOperation operation)
        {
            IsCreated |= operation is { TargetMethod.Name: "Create" or "CreateAsync", Instance: { } created }
                && Values.AreSame(created, client)
                && RunOrder.IsReachedOnlyAfter(loop, operation)
                && !IsAttempt(operation);
            base.VisitInvocation(operation);
        }

        /// <summary>Whether the code goes on to the loop where the blob is not created: since there is one already, for instance.</summary>
        private bool IsAttempt(IOperation creation)
        {
            for (IOperation? parent = creation.Parent; parent is not null && !Values.Contains(parent, loop); parent = parent.Parent)
            {
                if (parent is ITryOperation attempt && LoopRound.GoesOnAfterFailure(attempt))
                {
                    return true;
                }
            }

            return false;
        }

        public override void VisitSimpleAssignment(ISimpleAssignmentOperation operation)
        {
            HasConditions |= operation.Target is IPropertyReferenceOperation { Property.Name: "IfAppendPositionEqual" or "IfMatch" };

            // Conditions that come from elsewhere may say the same.
            HasConditions |= operation.Target is IPropertyReferenceOperation { Property.Name: "Conditions" }
                && Values.Origin(operation.Value) is not IObjectCreationOperation
                && !Values.IsNull(operation.Value);
            base.VisitSimpleAssignment(operation);
        }
    }
}
