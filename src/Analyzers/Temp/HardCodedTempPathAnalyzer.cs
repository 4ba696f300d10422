using System.Collections.Concurrent;
using System.Linq;

namespace StreamTuning.Analyzers.Temp;

/// <summary>STRM2001: a file or directory is created or written below a temporary directory that is written into the code.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class HardCodedTempPathAnalyzer : StreamTuningAnalyzer
{
    private static readonly WatchedNames Names = new(PathSinks.Names, [.. PathSinks.Types, "FileInfo", "DirectoryInfo"]);

    public HardCodedTempPathAnalyzer()
        : base(Rules.HardCodedTempPath, Names)
    {
    }

    private protected override bool MayApply(Compilation compilation, AnalyzerOptions options, CancellationToken cancellationToken) =>
        base.MayApply(compilation, options, cancellationToken) || AddsSinks(compilation, options);

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is not { File: not null, Path: not null })
        {
            return;
        }

        Compilation compilation = context.Compilation;
        bool addsSinks = AddsSinks(context.Compilation, context.Options);
        var known = new PathSinks(types, ImmutableArray<INamedTypeSymbol>.Empty);
        var settings = new ConcurrentDictionary<SyntaxTree, Settings>();
        context.RegisterNamedOperationAction(
            Rule, Names, operation => Analyze(operation, isAdded: false), OperationKind.Invocation, OperationKind.ObjectCreation);
        if (addsSinks)
        {
            // Their methods may have any name.
            context.RegisterSemanticModelAction(file =>
            {
                foreach (SyntaxNode node in file.SemanticModel.SyntaxTree.GetRoot(file.CancellationToken).DescendantNodes())
                {
                    if (node is InvocationExpressionSyntax or BaseObjectCreationExpressionSyntax or ConstructorInitializerSyntax
                        && file.SemanticModel.GetOperation(node, file.CancellationToken) is { } operation)
                    {
                        Analyze(new Finding(Rule, operation, file), isAdded: true);
                    }
                }
            });
        }

        void Analyze(Finding finding, bool isAdded)
        {
            // Most operations of those names are of other types.
            if (!addsSinks && !known.Writes(finding.Operation) && !IsInfo(finding.Operation, types))
            {
                return;
            }

            SyntaxTree tree = finding.Operation.Syntax.SyntaxTree;
            Settings found = settings.TryGetValue(tree, out Settings? before)
                ? before
                : settings.GetOrAdd(tree, Settings.Read(finding.Options, tree, compilation, types));
            switch (finding.Operation)
            {
                case IInvocationOperation call when found.Sinks.IsAdded(call.TargetMethod.ContainingType) == isAdded:
                    Check(finding, call.Arguments, call.TargetMethod.Name, found, types);
                    break;
                case IObjectCreationOperation creation when found.Sinks.IsAdded(creation.Constructor?.ContainingType) == isAdded:
                    Check(finding, creation.Arguments, creation.Type!.Name, found, types);
                    break;
            }
        }
    }

    /// <summary>Whether the option adds types for any of the files.</summary>
    private static bool AddsSinks(Compilation compilation, AnalyzerOptions options) =>
        compilation.SyntaxTrees.Any(tree => !Options.TempPathSinks.Read(options, tree, Rules.HardCodedTempPath).IsEmpty);

    private static bool IsInfo(IOperation operation, KnownTypes types) =>
        operation is IObjectCreationOperation { Arguments.Length: 1, Type: { } type }
        && (type.Is(types.FileInfo) || type.Is(types.DirectoryInfo));

    private static void Check(
        Finding finding, ImmutableArray<IArgumentOperation> arguments, string caller, Settings settings, KnownTypes types)
    {
        if (settings.Sinks.Writes(finding.Operation))
        {
            foreach (IArgumentOperation argument in arguments)
            {
                if (settings.Sinks.IsWritten(argument.Parameter)
                    && HardCodedPath.TryRead(argument.Value, settings.Roots, types) is { IsBelow: true } path)
                {
                    Report(finding, argument.Value, path, caller, settings, types);
                }
            }
        }
        else if (IsInfo(finding.Operation, types) && HardCodedPath.TryRead(arguments[0].Value, settings.Roots, types) is { } path)
        {
            // One that is only asked about, or read, is none of our business.
            var uses = new PathUses(settings.Sinks, types);
            if (uses.AreAboutFiles(finding.Operation)
                && uses.WriterOfInfo is { } writer
                && (path.IsBelow || writer == "CreateSubdirectory"))
            {
                Report(finding, arguments[0].Value, path, writer, settings, types);
            }
        }
    }

    private static void Report(Finding finding, IOperation argument, HardCodedPath path, string caller, Settings settings, KnownTypes types)
    {
        if (argument.IsInExpressionTree() || !new PathUses(settings.Sinks, types).AreAboutFiles(path.Beginning))
        {
            return;
        }

        // Who sets the variable can choose another place.
        finding.ReportAs(
            path.IsVariable ? DiagnosticSeverity.Info : DiagnosticSeverity.Warning, argument.Syntax.GetLocation(), caller, path.Root);
    }

    /// <summary>What the options say for a file.</summary>
    private sealed class Settings(TempRoots roots, PathSinks sinks)
    {
        public TempRoots Roots => roots;

        public PathSinks Sinks => sinks;

        public static Settings Read(AnalyzerOptions options, SyntaxTree tree, Compilation compilation, KnownTypes types) => new(
            TempRoots.Of(Options.HardCodedTempRoots.Read(options, tree, Rules.HardCodedTempPath)),
            new PathSinks(types, Options.TempPathSinks.Read(options, tree, Rules.HardCodedTempPath)
                .Select(compilation.GetTypeByMetadataName).OfType<INamedTypeSymbol>().ToImmutableArray()));
    }
}
