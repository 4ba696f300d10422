using System.Runtime.CompilerServices;

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

        if (creation.ReceivingLocal() is not { } reader)
        {
            return creation.Receiver() is not IInvocationOperation { Instance: { } instance } || instance.Unwrap() != creation;
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

/// <summary>
/// Tells requests whose bodies have no limit: it was taken away for their handler, for one request, for all actions, or for the server.
/// </summary>
internal static class UnlimitedRequests
{
    private const string Limit = "MaxRequestBodySize";

    private static readonly WatchedNames Settings = new(Limit, "Filters");
    private static readonly ConditionalWeakTable<Compilation, Application> Applications = new();

    /// <summary>Whether the request that an operation reads visibly has no limit.</summary>
    /// <param name="operation">The operation.</param>
    /// <param name="containing">The member that the operation is in.</param>
    /// <param name="handlers">What handles requests.</param>
    /// <param name="types">The known types.</param>
    /// <param name="cancellationToken">Ends the search.</param>
    public static bool Include(
        IOperation operation, ISymbol containing, RequestHandlers handlers, KnownTypes types, CancellationToken cancellationToken)
    {
        if (IsLimitedBefore(operation, types) is { } isLimited)
        {
            return !isLimited;
        }

        RequestLimits? limits = handlers.LimitsAround(operation, containing, cancellationToken);
        return limits switch
        {
            { Request: { } most } => IsNone(most),
            _ => operation.SemanticModel is { } model
                && Applications.GetValue(
                    model.Compilation, compilation => Application.Find(compilation, types, cancellationToken)).IsUnlimited(
                        mayBeEndpoint: limits is null, IsOfMvc(containing, types)),
        };
    }

    /// <summary>What the code before an operation sets the limit of its request to; null where it leaves that alone.</summary>
    private static bool? IsLimitedBefore(IOperation last, KnownTypes types)
    {
        bool? isLimited = null;
        foreach (IOperation operation in last.Root().Descendants())
        {
            if (operation is ISimpleAssignmentOperation { Target: IPropertyReferenceOperation { Property: { Name: Limit,
                ContainingType: { } type } } } assignment
                && assignment.Syntax.SpanStart < last.Syntax.SpanStart
                && type.Is(types.MaxRequestBodySizeFeature)
                && assignment.Function().Contains(last))
            {
                isLimited = !IsNone(assignment.Value);
            }
        }

        return isLimited;
    }

    private static bool IsOfMvc(ISymbol containing, KnownTypes types) =>
        containing.ContainingType is { } type && (HandlerMethods.IsController(type, types) || HandlerMethods.IsPageModel(type, types));

    /// <summary>Whether the number stands for no limit.</summary>
    private static bool IsNone(long limit) => limit is int.MaxValue or uint.MaxValue or long.MaxValue;

    private static bool IsNone(IOperation limit) => limit.IsNull() || (limit.ConstantInt64() is { } number && IsNone(number));

    /// <summary>What an application says about the limits of all its requests.</summary>
    private sealed class Application
    {
        private bool _isTakenFromServer;
        private bool _isTakenByFilter;
        private bool _isSetByFilter;

        /// <param name="mayBeEndpoint">Whether it is not known what handles the request.</param>
        /// <param name="isOfMvc">Whether an action or a page does, for which the filters are.</param>
        public bool IsUnlimited(bool mayBeEndpoint, bool isOfMvc) =>
            !(_isSetByFilter && (isOfMvc || mayBeEndpoint)) && (_isTakenFromServer || (_isTakenByFilter && isOfMvc));

        public static Application Find(Compilation compilation, KnownTypes types, CancellationToken cancellationToken)
        {
            var application = new Application();
            foreach (SyntaxTree tree in compilation.SyntaxTrees)
            {
                cancellationToken.ThrowIfCancellationRequested();
                SemanticModel? model = null;
                foreach (SimpleNameSyntax name in Settings.Find(tree, cancellationToken))
                {
                    foreach (SyntaxNode node in SettingsAt(name))
                    {
#pragma warning disable RS1030 // Once a compilation, only if something else makes it necessary, and only in trees that set such a limit.
                        model ??= compilation.GetSemanticModel(tree);
#pragma warning restore RS1030
                        application.Add(model.GetOperation(node, cancellationToken), types);
                    }
                }
            }

            return application;
        }

        /// <summary>The assignment of a limit, or the filters that are added, where the name is about that.</summary>
        private static IEnumerable<SyntaxNode> SettingsAt(SimpleNameSyntax name)
        {
            var access = name.Parent as MemberAccessExpressionSyntax;
            if (name.Identifier.ValueText == Limit)
            {
                ExpressionSyntax target = access is not null && access.Name == name ? access : name;
                if (target.Parent is AssignmentExpressionSyntax { RawKind: (int)SyntaxKind.SimpleAssignmentExpression } assignment
                    && assignment.Left == target)
                {
                    yield return assignment;
                }
            }
            else if (access is { Parent: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Add",
                Parent: InvocationExpressionSyntax call } } && access.Name == name)
            {
                foreach (ArgumentSyntax argument in call.ArgumentList.Arguments)
                {
                    if (argument.Expression is ObjectCreationExpressionSyntax creation)
                    {
                        yield return creation;
                    }
                }
            }
        }

        private void Add(IOperation? setting, KnownTypes types)
        {
            switch (setting)
            {
                // The options of the server in which the application runs.
                case ISimpleAssignmentOperation { Target: IPropertyReferenceOperation { Property.ContainingType: { } type },
                    Value: { } value }:
                    _isTakenFromServer |= (type.Is(types.KestrelServerLimits) || type.Is(types.IISServerOptions)) && IsNone(value);
                    break;

                case IObjectCreationOperation { Type: { } type }:
                    _isTakenByFilter |= type.Is(types.DisableRequestSizeLimitAttribute);
                    _isSetByFilter |= type.Is(types.RequestSizeLimitAttribute);
                    break;
            }
        }
    }
}
