using System.Collections.Concurrent;

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
            if (!addsSinks && !MayWrite(finding.Operation, known, types))
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
                    AnalyzeCall(finding, call, found, types);
                    break;
                case IObjectCreationOperation creation when found.Sinks.IsAdded(creation.Constructor?.ContainingType) == isAdded:
                    AnalyzeCreation(finding, creation, found, types);
                    break;
            }
        }
    }

    /// <summary>Whether the option adds types for any of the files.</summary>
    private static bool AddsSinks(Compilation compilation, AnalyzerOptions options)
    {
        foreach (SyntaxTree tree in compilation.SyntaxTrees)
        {
            if (!Options.TempPathSinks.Read(options, tree, Rules.HardCodedTempPath).IsEmpty)
            {
                return true;
            }
        }

        return false;
    }

    private static bool MayWrite(IOperation operation, PathSinks sinks, KnownTypes types) => operation switch
    {
        IInvocationOperation call => sinks.Writes(call),
        IObjectCreationOperation creation =>
            sinks.Writes(creation) || creation.Type.Is(types.FileInfo) || creation.Type.Is(types.DirectoryInfo),
        _ => false,
    };

    private static void AnalyzeCall(Finding finding, IInvocationOperation call, Settings settings, KnownTypes types)
    {
        if (settings.Sinks.Writes(call))
        {
            AnalyzeArguments(finding, call.Arguments, call.TargetMethod.Name, settings, types);
        }
    }

    private static void AnalyzeCreation(Finding finding, IObjectCreationOperation creation, Settings settings, KnownTypes types)
    {
        if (settings.Sinks.Writes(creation))
        {
            AnalyzeArguments(finding, creation.Arguments, creation.Type!.Name, settings, types);
        }
        else if (creation.Arguments.Length == 1
            && (creation.Type.Is(types.FileInfo) || creation.Type.Is(types.DirectoryInfo))
            && HardCodedPath.TryRead(creation.Arguments[0].Value, settings.Roots, types) is { } path)
        {
            // One that is only asked about, or read, is none of our business.
            var uses = new PathUses(settings.Sinks, types);
            if (uses.AreAboutFiles(creation) && uses.WriterOfInfo is { } writer && (path.IsBelow || writer == "CreateSubdirectory"))
            {
                Report(finding, creation.Arguments[0].Value, path, writer, settings, types);
            }
        }
    }

    private static void AnalyzeArguments(
        Finding finding, ImmutableArray<IArgumentOperation> arguments, string caller, Settings settings, KnownTypes types)
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
    private sealed class Settings
    {
        private Settings(TempRoots roots, PathSinks sinks)
        {
            Roots = roots;
            Sinks = sinks;
        }

        public TempRoots Roots { get; }

        public PathSinks Sinks { get; }

        public static Settings Read(AnalyzerOptions options, SyntaxTree tree, Compilation compilation, KnownTypes types)
        {
            var added = new List<INamedTypeSymbol>();
            foreach (string name in Options.TempPathSinks.Read(options, tree, Rules.HardCodedTempPath))
            {
                if (compilation.GetTypeByMetadataName(name) is { } type)
                {
                    added.Add(type);
                }
            }

            return new Settings(
                TempRoots.Of(Options.HardCodedTempRoots.Read(options, tree, Rules.HardCodedTempPath)), new PathSinks(
                    types, added.ToImmutableArray()));
        }
    }
}
