namespace StreamTuning.Analyzers.Uploads;

/// <summary>STRM4005: an action or handler of a page that streams a form which ASP.NET Core has read before, in search of values.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class FormBindingNotDisabledAnalyzer() : StreamTuningAnalyzer(Rules.FormBindingNotDisabled, Names)
{
    private static readonly WatchedNames Names = new([], MultipartReading.Types);

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { MultipartReader: not null, HttpRequest: not null, ControllerAttribute: not null, ResourceFilter: not null })
        {
            RequestHandlers handlers = RequestHandlers.Of(context.Compilation);
            context.RegisterNamedOperationsAction(Rule, Names, member => Analyze(member[0], handlers, types), OperationKind.ObjectCreation);
        }
    }

    private static void Analyze(Finding finding, RequestHandlers handlers, KnownTypes types)
    {
        CancellationToken token = finding.CancellationToken;
        if (finding.ContainingMember is not IMethodSymbol { MethodKind: MethodKind.Ordinary } method)
        {
            return;
        }

        if ((!HandlerMethods.IsAction(method, types) && !HandlerMethods.IsPageHandler(method, types))
            || !HasBinding(method, handlers, types)
            || !ReadsForm(finding.Operation.Root(), types, token))
        {
            return;
        }

        SyntaxTree tree = finding.Operation.Syntax.SyntaxTree;
        if (FormBinding.MayBeDisabledAt(method, types)
            || FormBinding.ConsumesOther(method, types)
            || Options.FormBindingDisabledGlobally.Read(finding.Options, tree, Rules.FormBindingNotDisabled)
            || FormBinding.Of(finding.Compilation, token).IsDisabled)
        {
            return;
        }

        finding.ReportAt(method.Locations[0], method.Name);
    }

    /// <summary>
    /// Whether the code makes a reader of the body, of what may be a form, which it does not read from its beginning again.
    /// </summary>
    private static bool ReadsForm(IOperation member, KnownTypes types, CancellationToken cancellationToken) =>
        member.Has<IObjectCreationOperation>(creation => MultipartReading.BodyOf(creation, types, cancellationToken) is not null)
        && !member.Has<IOperation>(operation => RulesOutForm(operation, types, cancellationToken));

    /// <summary>
    /// Whether values are looked for before the method runs: for its parameters, whatever they are, or for properties of its class.
    /// </summary>
    private static bool HasBinding(IMethodSymbol method, RequestHandlers handlers, KnownTypes types) =>
        method.Parameters.Length > 0
        || FormBinding.HasProperty(method.ContainingType, property => handlers.IsBoundProperty(property)
            || (property is { IsStatic: false, DeclaredAccessibility: Accessibility.Public, SetMethod: not null }
                && RequestAttributes.BindElsewhere(property, types)
                && !RequestAttributes.Has(property, types.BindNeverAttribute)));

    /// <summary>Whether an operation says that something else than a form is read, or again what has been read.</summary>
    private static bool RulesOutForm(IOperation operation, KnownTypes types, CancellationToken cancellationToken) => operation switch
    {
        ILiteralOperation { ConstantValue: { HasValue: true, Value: string text } } =>
            text.StartsWith("multipart/", StringComparison.OrdinalIgnoreCase)
            && text.Length > "multipart/".Length
            && !text.StartsWith("multipart/form-data", StringComparison.OrdinalIgnoreCase),
        IInvocationOperation { TargetMethod.Name: "EnableBuffering" } => true,
        IInvocationOperation { TargetMethod.Name: "Seek", Instance: { } stream } => RequestBody.Is(stream, types, cancellationToken),
        ISimpleAssignmentOperation { Target: IPropertyReferenceOperation { Property.Name: "Position", Instance: { } stream } } =>
            RequestBody.Is(stream, types, cancellationToken),
        _ => false,
    };
}
