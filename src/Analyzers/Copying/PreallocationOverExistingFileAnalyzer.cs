using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Copying;

/// <summary>STRM1009: space is set aside for a file that may exist, which a full disk then deletes.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PreallocationOverExistingFileAnalyzer : StreamTuningAnalyzer
{
    private static readonly WatchedNames Names = new("PreallocationSize", "OpenHandle");

    public PreallocationOverExistingFileAnalyzer()
        : base(Rules.PreallocationOverExistingFile, Names)
    {
    }

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { File: not null, FileStreamOptions: not null })
        {
            context.RegisterNamedOperationAction(Names, operation => AnalyzeAssignment(operation, types), OperationKind.SimpleAssignment);
            context.RegisterNamedOperationAction(Names, operation => AnalyzeCall(operation, types), OperationKind.Invocation);
        }
    }

    /// <summary><c>PreallocationSize = size</c> of options that a file is then opened with.</summary>
    private static void AnalyzeAssignment(OperationAnalysisContext context, KnownTypes types)
    {
        var assignment = (ISimpleAssignmentOperation)context.Operation;
        if (assignment.Target is IPropertyReferenceOperation { Property: { Name: "PreallocationSize", ContainingType: { } type } } target
            && Values.Is(type, types.FileStreamOptions)
            && !IsZero(assignment.Value)
            && OptionsOfFile.TryRead(target, types) is { Mode: FileOpening.FileMode.Create } options)
        {
            foreach (FileOpening opening in options.Openings)
            {
                IOperation? path = opening.Path ?? (opening.Operation as IInvocationOperation)?.Instance;
                if (path is not null && !NewPath.IsLikely(path, types))
                {
                    Report(context, assignment);
                    return;
                }
            }
        }
    }

    /// <summary><c>File.OpenHandle(path, FileMode.Create, ..., preallocationSize: size)</c></summary>
    private static void AnalyzeCall(OperationAnalysisContext context, KnownTypes types)
    {
        var call = (IInvocationOperation)context.Operation;
        if (call.TargetMethod.Name == "OpenHandle"
            && Values.Is(call.TargetMethod.ContainingType, types.File)
            && Values.Argument(call.Arguments, "preallocationSize") is { } size
            && !IsZero(size)
            && Values.Argument(call.Arguments, "mode") is { } mode
            && (FileOpening.FileMode?)Values.ConstantInt32(mode) == FileOpening.FileMode.Create
            && Values.Argument(call.Arguments, "path") is { } path
            && !NewPath.IsLikely(path, types))
        {
            Report(context, size);
        }
    }

    private static void Report(OperationAnalysisContext context, IOperation operation) =>
        context.ReportDiagnostic(Diagnostic.Create(Rules.PreallocationOverExistingFile.Descriptor, operation.Syntax.GetLocation()));

    private static bool IsZero(IOperation size) => size.ConstantValue is { HasValue: true, Value: 0L or 0 } || Values.ConstantInt32(size) == 0;

    /// <summary>Options of which everything that is done with them is seen: their building, and the files that are opened with them.</summary>
    private sealed class OptionsOfFile
    {
        private readonly KnownTypes _types;
        private int _modes;

        private OptionsOfFile(KnownTypes types) => _types = types;

        /// <summary>Null where it is not one constant.</summary>
        public FileOpening.FileMode? Mode { get; private set; }

        public ImmutableArray<FileOpening> Openings { get; private set; } = ImmutableArray<FileOpening>.Empty;

        /// <param name="property">A property that is assigned.</param>
        /// <param name="types">The types.</param>
        public static OptionsOfFile? TryRead(IPropertyReferenceOperation property, KnownTypes types)
        {
            ILocalReferenceOperation? local = property.Instance as ILocalReferenceOperation;
            IOperation? value = local is null ? property.Parent?.Parent?.Parent : Values.SingleValue(local);
            if (value is null)
            {
                return null;
            }

            // Of options that are handed out by a property or method the mode is known where it is set here, too.
            value = Values.Unwrap(value);
            var creation = value as IObjectCreationOperation;
            if (creation is null ? value is not (IPropertyReferenceOperation or IInvocationOperation) : !creation.Arguments.IsEmpty || !Values.Is(creation.Type, types.FileStreamOptions))
            {
                return null;
            }

            var options = new OptionsOfFile(types);
            foreach (IOperation initializer in creation?.Initializer?.Initializers ?? ImmutableArray<IOperation>.Empty)
            {
                if (initializer is ISimpleAssignmentOperation { Target: IPropertyReferenceOperation { Property.Name: "Mode" }, Value: { } mode })
                {
                    options.SetMode(mode);
                }
            }

            IOperation root = Values.Root(property);
            ILocalSymbol? variable = local?.Local;
            switch (creation is null ? null : Values.Receiver(creation))
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

            if (variable is null || Values.SingleValue(variable, root) is not { } only || Values.Unwrap(only) != value)
            {
                return null;
            }

            foreach (ILocalReferenceOperation reference in LocalUses.Find(variable, root))
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
            switch (Values.Receiver(reference))
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
            if (argument.Parent is null || FileOpening.TryRead(argument.Parent, _types) is not { } opening)
            {
                return false;
            }

            Openings = Openings.Add(opening);
            return true;
        }

        private void SetMode(IOperation mode) => Mode = ++_modes == 1 ? (FileOpening.FileMode?)Values.ConstantInt32(mode) : null;
    }
}
