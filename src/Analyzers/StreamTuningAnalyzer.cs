using System.Globalization;

namespace StreamTuning.Analyzers;

/// <summary>The base of all rules: a rule says what it watches, nothing else.</summary>
public abstract class StreamTuningAnalyzer : DiagnosticAnalyzer
{
    private readonly WatchedNames[] _names;

    /// <param name="rule">The rule.</param>
    /// <param name="names">The names without which there is nothing to look at; none where that does not depend on names.</param>
    private protected StreamTuningAnalyzer(Rule rule, params WatchedNames[] names)
    {
        Rule = rule;
        _names = names;
        SupportedDiagnostics = ImmutableArray.Create(rule.Descriptor);
    }

    public Rule Rule { get; }

    public sealed override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; }

    public sealed override void Initialize(AnalysisContext context)
    {
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.EnableConcurrentExecution();
        context.RegisterCompilationStartAction(start =>
        {
            if (MayApply(start.Compilation, start.Options, start.CancellationToken))
            {
                Watch(start, KnownTypes.Of(start.Compilation));
            }
        });
    }

    /// <summary>Whether there may be something to look at: a name is in one of the files.</summary>
    private protected virtual bool MayApply(Compilation compilation, AnalyzerOptions options, CancellationToken cancellationToken) =>
        _names.Length == 0 || Array.Exists(_names, names => names.IsIn(compilation, cancellationToken));

    /// <summary>Has all facts of a kind checked.</summary>
    private protected void Watch<TFact>(
        CompilationStartAnalysisContext context, FactTable<TFact> facts, KnownTypes types, Action<TFact, Finding> check)
        where TFact : class =>
        context.RegisterNamedOperationAction(
            Rule,
            facts.Names,
            finding =>
            {
                if (facts.Of(finding.Operation, types) is { } fact)
                {
                    check(fact, finding);
                }
            },
            facts.Kinds);

    /// <summary>Registers what the rule looks at; nothing where the types it is about are absent.</summary>
    private protected abstract void Watch(CompilationStartAnalysisContext context, KnownTypes types);
}

/// <summary>The base of rules about one kind of fact.</summary>
internal abstract class FactAnalyzer<TFact>(Rule rule, FactTable<TFact> facts) : StreamTuningAnalyzer(rule, facts.Names)
    where TFact : class
{
    private protected sealed override void Watch(CompilationStartAnalysisContext context, KnownTypes types) =>
        Watch<TFact>(context, facts, types, Check);

    /// <summary>Reports the fact if something is wrong with it.</summary>
    private protected abstract void Check(TFact fact, Finding finding);
}

/// <summary>The way in which rules watch operations.</summary>
internal static class NamedOperations
{
    /// <summary>Registers an action for each operation of these kinds at one of the names.</summary>
    public static void RegisterNamedOperationAction(
        this CompilationStartAnalysisContext context, Rule rule, WatchedNames names, Action<Finding> analyze,
        params OperationKind[] kinds) =>
        context.RegisterSemanticModelAction(file =>
        {
            foreach (Finding finding in Finding.AllIn(file, rule, names, kinds))
            {
                analyze(finding);
            }
        });
}

/// <summary>An operation that a rule looks at, and the way to report it.</summary>
internal sealed class Finding(Rule rule, IOperation operation, SemanticModelAnalysisContext file)
{
    /// <summary>The key by which the compiler hands an analyzer the property that says where the files of a project live.</summary>
    private const string Storage = "build_property.StreamTuningStorage";

    public IOperation Operation => operation;

    public Compilation Compilation => file.SemanticModel.Compilation;

    public KnownTypes Types => KnownTypes.Of(Compilation);

    public AnalyzerOptions Options => file.Options;

    public CancellationToken CancellationToken => file.CancellationToken;

    /// <summary>The method, property, field or type that the operation is part of: not the lambda or local function.</summary>
    public ISymbol ContainingMember
    {
        get
        {
            ISymbol? symbol = file.SemanticModel.GetEnclosingSymbol(operation.Syntax.SpanStart, CancellationToken);
            while (symbol is IMethodSymbol { MethodKind: MethodKind.AnonymousFunction or MethodKind.LocalFunction })
            {
                symbol = symbol.ContainingSymbol;
            }

            return symbol!;
        }
    }

    /// <summary>The value of an option in this file, for the rule or another.</summary>
    public int Option(Int32Option option, Rule? other = null) =>
        option.Read(Options, operation.Syntax.SyntaxTree, other ?? rule);

    /// <summary>
    /// The operations of a file at some names, in its order: calls of methods, creations of objects, assignments to properties, and
    /// references to them. An action that asks the compiler for operations has it bind every member of a compilation, four fifths of the
    /// cost of our rules; so the names are looked for first, and only members with one are bound.
    /// </summary>
    /// <param name="file">The file.</param>
    /// <param name="rule">The rule that looks at the operations.</param>
    /// <param name="names">The names.</param>
    /// <param name="kinds">The kinds of operations.</param>
    public static IEnumerable<Finding> AllIn(SemanticModelAnalysisContext file, Rule rule, WatchedNames names, params OperationKind[] kinds)
    {
        // Where references are not asked for, a name that is only mentioned needs not be bound.
        bool areReferences = Array.IndexOf(kinds, OperationKind.PropertyReference) >= 0;
        foreach (SyntaxNode name in names.NodesIn(file.SemanticModel.SyntaxTree, file.CancellationToken))
        {
            if (NamedNodes.At(name) is { } node
                && (areReferences || node is InvocationExpressionSyntax or BaseObjectCreationExpressionSyntax or AssignmentExpressionSyntax)
                && file.SemanticModel.GetOperation(node, file.CancellationToken) is { } operation
                && Array.IndexOf(kinds, operation.Kind) >= 0)
            {
                yield return new Finding(rule, operation, file);
            }
        }
    }

    /// <summary>
    /// An argument of a message, the same object for the same text. The compiler compares arguments by identity: only so does an editor,
    /// which analyzes the lines around the caret again and again, take two reports for one finding.
    /// </summary>
    public static string Argument(object? argument) => string.Intern(Convert.ToString(argument, CultureInfo.InvariantCulture) ?? "");

    /// <summary>Reports the operation.</summary>
    /// <param name="arguments">What the message of the rule says of it.</param>
    public void Report(params object?[] arguments) => ReportAs(rule.Severity, arguments);

    /// <summary>Reports the operation with a severity of its own, unless the project says where its files live.</summary>
    public void ReportAs(DiagnosticSeverity severity, params object?[] arguments) =>
        ReportAs(severity, operation.Syntax.GetLocation(), arguments);

    /// <summary>Reports a part of the operation.</summary>
    public void ReportAt(Location location, params object?[] arguments) => ReportAs(rule.Severity, location, arguments);

    /// <summary>Reports a part of the operation with a severity of its own, unless the project says where its files live.</summary>
    public void ReportAs(DiagnosticSeverity severity, Location location, params object?[] arguments) =>
        file.ReportDiagnostic(Diagnostic.Create(
            rule.Descriptor, location, SeverityOf(severity), additionalLocations: null, properties: null,
            Array.ConvertAll(arguments, Argument)));

    /// <summary>The severity in a project that says where its files live, or that is for one user; else that of the finding.</summary>
    private DiagnosticSeverity SeverityOf(DiagnosticSeverity own)
    {
        if (!rule.IsAboutRoundTrips)
        {
            return own;
        }

        Options.AnalyzerConfigOptionsProvider.GlobalOptions.TryGetValue(Storage, out string? storage);
        return storage?.Trim().ToLowerInvariant() switch
        {
            "share" => DiagnosticSeverity.Warning,
            "local" => DiagnosticSeverity.Info,
            // The build reports a value that isn't allowed. What runs on the machine of one user mostly writes to its disk.
            _ => Types.IsForOneUser ? DiagnosticSeverity.Info : own,
        };
    }
}
