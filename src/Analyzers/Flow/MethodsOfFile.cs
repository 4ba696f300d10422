namespace StreamTuning.Analyzers.Flow;

/// <summary>
/// Follows values from one method of a source file to another: to what a method returns, and to what it is given where it is called.
/// </summary>
internal static class MethodsOfFile
{
    /// <summary>
    /// Whether the value is what a method of the same file returns, or a choice of several such, and everything that is returned passes the
    /// test.
    /// </summary>
    /// <param name="value">The value, or its task.</param>
    /// <param name="test">What each returned value has to be.</param>
    public static bool ReturnOnly(IOperation value, Func<IOperation, bool> test)
    {
        value = value.UnwrapAwait();
        if (value is IConditionalOperation { WhenFalse: { } otherwise } choice)
        {
            return ReturnOnly(choice.WhenTrue, test) && ReturnOnly(otherwise, test);
        }

        if (value is not IInvocationOperation { TargetMethod: { } method, SemanticModel: { } model }
            || IsReplaceable(method)
            || method.OriginalDefinition.DeclaringSyntaxReferences is not { Length: 1 } declarations
            || declarations[0].SyntaxTree != model.SyntaxTree
            || model.GetOperation(declarations[0].GetSyntax()) is not { } body)
        {
            return false;
        }

        var finder = new ReturnFinder(body, test);
        finder.Visit(body);
        return finder is { Found: true, AllPass: true };
    }

    /// <summary>
    /// Whether the parameter is of a method that only its own project can call, is called in the same file, and everything that it is given
    /// there passes the test.
    /// </summary>
    /// <param name="reference">Where the parameter is read.</param>
    /// <param name="test">What each value that is given has to be.</param>
    public static bool IsGivenOnly(IParameterReferenceOperation reference, Func<IOperation, bool> test)
    {
        if (reference is not { Parameter: { RefKind: RefKind.None,
            ContainingSymbol: IMethodSymbol { MethodKind: MethodKind.Ordinary or MethodKind.LocalFunction } method } parameter,
                SemanticModel: { } model }
            || IsPublic(method)
            || IsReplaceable(method)
            || !reference.IsStable())
        {
            return false;
        }

        bool isCalled = false;
        foreach (IOperation use in NamedAs(method, model.SyntaxTree.GetRoot(), model))
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

    /// <summary>Whether what is not in the project may call the method on an object that it gets.</summary>
    private static bool IsPublic(IMethodSymbol method)
    {
        for (ISymbol? symbol = method; symbol is not null and not INamespaceSymbol; symbol = symbol.ContainingSymbol)
        {
            if (symbol.DeclaredAccessibility != Accessibility.Public)
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Whether a call may run another method than the one it names.</summary>
    private static bool IsReplaceable(IMethodSymbol method) => method.IsVirtual || method.IsAbstract || method.IsOverride;

    private sealed class ReturnFinder(IOperation body, Func<IOperation, bool> test) : OperationWalker
    {
        public bool Found { get; private set; }

        public bool AllPass { get; private set; } = true;

        public override void VisitReturn(IReturnOperation operation)
        {
            if (operation.ReturnedValue is { } value && AllPass)
            {
                Found = true;
                AllPass = operation.Kind == OperationKind.Return && test(value);
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
