namespace StreamTuning.Analyzers;

/// <summary>An operation that a rule looks at, and the way to report it.</summary>
internal sealed class Finding
{
    private readonly Rule _rule;
    private readonly SemanticModelAnalysisContext _file;

    public Finding(Rule rule, IOperation operation, SemanticModelAnalysisContext file)
    {
        _rule = rule;
        Operation = operation;
        _file = file;
    }

    public IOperation Operation { get; }

    public Compilation Compilation => _file.SemanticModel.Compilation;

    public KnownTypes Types => KnownTypes.Of(Compilation);

    public AnalyzerOptions Options => _file.Options;

    public CancellationToken CancellationToken => _file.CancellationToken;

    /// <summary>The method, property, field or type that the operation is part of: not the lambda or local function.</summary>
    public ISymbol ContainingMember
    {
        get
        {
            ISymbol? symbol = _file.SemanticModel.GetEnclosingSymbol(Operation.Syntax.SpanStart, CancellationToken);
            while (symbol is IMethodSymbol { MethodKind: MethodKind.AnonymousFunction or MethodKind.LocalFunction })
            {
                symbol = symbol.ContainingSymbol;
            }

            return symbol!;
        }
    }

    /// <summary>The value of an option in this file, for the rule or another.</summary>
    public int Option(Int32Option option, Rule? rule = null) => option.Read(Options, Operation.Syntax.SyntaxTree, rule ?? _rule);

    /// <summary>Reports the operation.</summary>
    /// <param name="arguments">What the message of the rule says of it.</param>
    public void Report(params object?[] arguments) => ReportAt(Operation.Syntax.GetLocation(), arguments);

    /// <summary>Reports the operation with a severity of its own, unless the project says where its files live.</summary>
    public void ReportAs(DiagnosticSeverity severity, params object?[] arguments) =>
        ReportAs(severity, Operation.Syntax.GetLocation(), arguments);

    /// <summary>Reports a part of the operation.</summary>
    /// <param name="location">The part.</param>
    /// <param name="arguments">What the message of the rule says of it.</param>
    public void ReportAt(Location location, params object?[] arguments) => ReportAs(_rule.Severity, location, arguments);

    /// <summary>Reports a part of the operation with a severity of its own, unless the project says where its files live.</summary>
    public void ReportAs(DiagnosticSeverity severity, Location location, params object?[] arguments)
    {
        for (int i = 0; i < arguments.Length; i++)
        {
            arguments[i] = MessageArgument.Of(arguments[i]);
        }

        _file.ReportDiagnostic(
            Diagnostic.Create(
                _rule.Descriptor, location, _rule.SeverityOf(severity, Options), additionalLocations: null, properties: null, arguments));
    }
}
