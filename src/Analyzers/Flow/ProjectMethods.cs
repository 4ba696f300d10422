namespace StreamTuning.Analyzers.Flow;

/// <summary>
/// Follows values from one method of a project to another: to what a method returns, and to what it is given where it is called.
/// </summary>
internal static class ProjectMethods
{
    /// <summary>A method with more values to return is not followed.</summary>
    private const int MaximumReturns = 8;

    /// <summary>
    /// Whether the value is what a method or property of the project returns, or a choice of several such, and everything that is returned
    /// passes the test.
    /// </summary>
    /// <param name="value">The value, or its task.</param>
    /// <param name="test">What each returned value has to be.</param>
    public static bool ReturnOnly(IOperation value, Func<IOperation, bool> test)
    {
        value = value.UnwrapAwait();
        return value is IConditionalOperation { WhenFalse: { } otherwise } choice
            ? ReturnOnly(choice.WhenTrue, test) && ReturnOnly(otherwise, test)
            : ReturnedBy(value) is { Count: > 0 } returned && returned.TrueForAll(each => test(each));
    }

    /// <summary>
    /// Whether the value is what a method or property of the project returns, and something that it returns passes the test.
    /// </summary>
    /// <param name="value">The value, or its task.</param>
    /// <param name="test">What one of the returned values has to be.</param>
    public static bool MayReturn(IOperation value, Func<IOperation, bool> test) =>
        ReturnedBy(value.UnwrapAwait())?.Exists(each => test(each)) == true;

    /// <summary>
    /// Whether the parameter is of a method that only its own project can call, is called there, and everything that it is given passes the
    /// test.
    /// </summary>
    /// <param name="reference">Where the parameter is read.</param>
    /// <param name="test">What each value that is given has to be.</param>
    public static bool IsGivenOnly(IParameterReferenceOperation reference, Func<IOperation, bool> test)
    {
        if (reference is not { Parameter: { RefKind: RefKind.None, ContainingSymbol: IMethodSymbol method } parameter,
                SemanticModel: { } model }
            || !reference.IsStable()
            || CallsOf(method, model) is not { } uses)
        {
            return false;
        }

        bool isCalled = false;
        foreach (IOperation use in uses)
        {
            switch (use)
            {
                case IInvocationOperation call when call.TargetMethod.OriginalDefinition.Is(method):
                    if (call.Arguments.Named(parameter.Name) is not { } given || !test(given))
                    {
                        return false;
                    }

                    isCalled = true;
                    break;
                case IMethodReferenceOperation handedOn when handedOn.Method.OriginalDefinition.Is(method):
                    return false;
            }
        }

        return isCalled;
    }

    /// <summary>The calls and references at the name of a member: those of others that have the same name, too.</summary>
    public static IEnumerable<IOperation> NamedAs(ISymbol member, SyntaxNode within, SemanticModel model)
    {
        foreach (SyntaxNode node in within.DescendantNodes())
        {
            if (node is SimpleNameSyntax name && name.Identifier.ValueText == member.Name)
            {
                SyntaxNode use = name.Parent is MemberAccessExpressionSyntax access && access.Name == name ? access : name;
                if (model.GetOperation((use.Parent as InvocationExpressionSyntax)?.Expression == use ? use.Parent! : use) is { } operation)
                {
                    yield return operation;
                }
            }
        }
    }

    /// <summary>The calls of a method, and other operations of its name; null where some may not be in sight.</summary>
    private static IEnumerable<IOperation>? CallsOf(IMethodSymbol method, SemanticModel model) => method.MethodKind switch
    {
        MethodKind.LocalFunction => NamedAs(method, model.SyntaxTree.GetRoot(), model),
        // A type that is derived from in other projects rarely gives them its helpers.
        MethodKind.Ordinary when method.DeclaredAccessibility is Accessibility.Protected or Accessibility.ProtectedOrInternal
            || !MemberUses.MayBeElsewhere(method, model.Compilation) => MemberUses.Of(method, model.Compilation),
        _ => null,
    };

    /// <summary>What a method or the getter of a property returns; null where that is not in sight, or too much.</summary>
    private static List<IOperation>? ReturnedBy(IOperation value)
    {
        ISymbol? member = value switch
        {
            IInvocationOperation call => call.TargetMethod.OriginalDefinition,
            IPropertyReferenceOperation { Property.GetMethod: { } getter } => getter.OriginalDefinition,
            _ => null,
        };
        if (member is not { IsVirtual: false, IsAbstract: false, IsOverride: false, DeclaringSyntaxReferences: { Length: 1 } declarations }
            || value.SemanticModel is not { Compilation: { } compilation } model
            || !compilation.ContainsSyntaxTree(declarations[0].SyntaxTree))
        {
            return null;
        }

        SyntaxNode declaration = declarations[0].GetSyntax();
        SemanticModel there = declaration.SyntaxTree == model.SyntaxTree ? model : compilation.GetSemanticModel(declaration.SyntaxTree);
        if (there.GetOperation(declaration) is not { } body)
        {
            return null;
        }

        var finder = new ReturnFinder(body);
        finder.Visit(body);
        return finder is { MayReturnOther: false, Values.Count: <= MaximumReturns } ? finder.Values : null;
    }

    private sealed class ReturnFinder(IOperation body) : OperationWalker
    {
        public List<IOperation> Values { get; } = new();

        /// <summary>Whether an iterator gives elements.</summary>
        public bool MayReturnOther { get; private set; }

        public override void VisitReturn(IReturnOperation operation)
        {
            if (operation.ReturnedValue is { } value)
            {
                MayReturnOther |= operation.Kind != OperationKind.Return;
                Values.Add(value);
            }
        }

        public override void VisitAnonymousFunction(IAnonymousFunctionOperation operation)
        {
            // What it returns is not what the method returns.
        }

        public override void VisitLocalFunction(ILocalFunctionOperation operation)
        {
            if (operation == body)
            {
                base.VisitLocalFunction(operation);
            }
        }
    }
}
