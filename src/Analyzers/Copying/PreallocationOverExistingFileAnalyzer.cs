namespace StreamTuning.Analyzers.Copying;

/// <summary>STRM1009: space is set aside for a file that may exist, which a full disk then deletes.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class PreallocationOverExistingFileAnalyzer() : StreamTuningAnalyzer(Rules.PreallocationOverExistingFile, Names)
{
    private static readonly WatchedNames Names = new("PreallocationSize", "OpenHandle");

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { File: not null, FileStreamOptions: not null })
        {
            context.RegisterNamedOperationAction(
                Rule, Names, operation => AnalyzeAssignment(operation, types), OperationKind.SimpleAssignment);
            context.RegisterNamedOperationAction(Rule, Names, operation => AnalyzeCall(operation, types), OperationKind.Invocation);
        }
    }

    /// <summary><c>PreallocationSize = size</c> of options that a file is then opened with.</summary>
    private static void AnalyzeAssignment(Finding finding, KnownTypes types)
    {
        var assignment = (ISimpleAssignmentOperation)finding.Operation;
        if (assignment.Target is IPropertyReferenceOperation { Property: { Name: "PreallocationSize", ContainingType: { } type } } target
            && type.Is(types.FileStreamOptions)
            && !IsZero(assignment.Value)
            && OptionsOfFile.TryRead(target, types) is { Mode: OpenedFile.FileMode.Create } options)
        {
            foreach (OpenedFile opening in options.Openings)
            {
                IOperation? path = opening.Path ?? (opening.Operation as IInvocationOperation)?.Instance;
                if (path is not null && !NewPath.IsLikely(path, types))
                {
                    Report(finding, assignment);
                    return;
                }
            }
        }
    }

    /// <summary><c>File.OpenHandle(path, FileMode.Create, ..., preallocationSize: size)</c></summary>
    private static void AnalyzeCall(Finding finding, KnownTypes types)
    {
        var call = (IInvocationOperation)finding.Operation;
        if (call.TargetMethod.Name == "OpenHandle"
            && call.TargetMethod.ContainingType.Is(types.File)
            && call.Arguments.Named("preallocationSize") is { } size
            && !IsZero(size)
            && call.Arguments.Named("mode") is { } mode
            && (OpenedFile.FileMode?)mode.ConstantInt32() == OpenedFile.FileMode.Create
            && call.Arguments.Named("path") is { } path
            && !NewPath.IsLikely(path, types))
        {
            Report(finding, size);
        }
    }

    private static void Report(Finding finding, IOperation operation) =>
        finding.ReportAt(operation.Syntax.GetLocation());

    private static bool IsZero(IOperation size) => size.ConstantValue is { HasValue: true, Value: 0L or 0 } || size.ConstantInt32() == 0;

    /// <summary>
    /// Options of which everything that is done with them is seen: their building, and the files that are opened with them.
    /// </summary>
    private sealed class OptionsOfFile
    {
        private readonly KnownTypes _types;
        private int _modes;

        private OptionsOfFile(KnownTypes types) => _types = types;

        /// <summary>Null where it is not one constant.</summary>
        public OpenedFile.FileMode? Mode { get; private set; }

        public ImmutableArray<OpenedFile> Openings { get; private set; } = ImmutableArray<OpenedFile>.Empty;

        /// <param name="property">A property that is assigned.</param>
        /// <param name="types">The types.</param>
        public static OptionsOfFile? TryRead(IPropertyReferenceOperation property, KnownTypes types)
        {
            ILocalReferenceOperation? local = property.Instance as ILocalReferenceOperation;
            IOperation? value = local is null ? property.Parent?.Parent?.Parent : local.SingleValue();
            if (value is null)
            {
                return null;
            }

            // Of options that are handed out by a property or method the mode is known where it is set here, too.
            value = value.Unwrap();
            var creation = value as IObjectCreationOperation;
            if (creation is null
                ? value is not (IPropertyReferenceOperation or IInvocationOperation)
                : !creation.Arguments.IsEmpty || !creation.Type.Is(types.FileStreamOptions))
            {
                return null;
            }

            var options = new OptionsOfFile(types);
            foreach (IOperation initializer in creation?.Initializer?.Initializers ?? ImmutableArray<IOperation>.Empty)
            {
                if (initializer is ISimpleAssignmentOperation { Target: IPropertyReferenceOperation { Property.Name: "Mode" },
                    Value: { } mode })
                {
                    options.SetMode(mode);
                }
            }

            IOperation root = property.Root();
            ILocalSymbol? variable = local?.Local;
            switch (creation is null ? null : creation.Receiver())
            {
                case IArgumentOperation argument:
                    return options.TryAddOpening(argument) ? options : null;
                case IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator }:
                    variable = declarator.Symbol;
                    break;
                case ISimpleAssignmentOperation { Target: ILocalReferenceOperation target }:
                    variable = target.Local;
                    break;
            }

            if (variable is null || variable.SingleValue(root) is not { } only || only.Unwrap() != value)
            {
                return null;
            }

            foreach (ILocalReferenceOperation reference in Uses.Of(variable, root))
            {
                if (!options.TryAddUse(reference))
                {
                    return null;
                }
            }

            return options;
        }

        private bool TryAddUse(ILocalReferenceOperation reference)
        {
            switch (reference.Receiver())
            {
                case IPropertyReferenceOperation property:
                    if (property is { Property.Name: "Mode", Parent: IAssignmentOperation assignment } && assignment.Target == property)
                    {
                        SetMode(assignment.Value);
                    }

                    return true;
                case IArgumentOperation argument:
                    return TryAddOpening(argument);
                case ISimpleAssignmentOperation initialization:
                    return initialization.Target == reference;
                default:
                    return false;
            }
        }

        private bool TryAddOpening(IArgumentOperation argument)
        {
            if (argument.Parent is null || OpenedFile.Of(argument.Parent, _types) is not { } opening)
            {
                return false;
            }

            Openings = Openings.Add(opening);
            return true;
        }

        private void SetMode(IOperation mode) => Mode = ++_modes == 1 ? (OpenedFile.FileMode?)mode.ConstantInt32() : null;
    }
}
