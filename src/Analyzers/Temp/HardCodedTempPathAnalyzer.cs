using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Temp;

/// <summary>STRM2001: a file or directory is created or written below a temporary directory that is written into the code.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class HardCodedTempPathAnalyzer : StreamTuningAnalyzer
{
    /// <summary>The root as it is written; of an environment variable its name between percent signs.</summary>
    public const string RootProperty = "Root";

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
        context.RegisterNamedOperationAction(Names, operation => Analyze(operation, isAdded: false), OperationKind.Invocation, OperationKind.ObjectCreation);
        if (addsSinks)
        {
            // Their methods may have any name.
            context.RegisterOperationAction(operation => Analyze(operation, isAdded: true), OperationKind.Invocation, OperationKind.ObjectCreation);
        }

        void Analyze(OperationAnalysisContext context, bool isAdded)
        {
            // Most operations of those names are of other types.
            if (!addsSinks && !MayWrite(context.Operation, known, types))
            {
                return;
            }

            SyntaxTree tree = context.Operation.Syntax.SyntaxTree;
            Settings found = settings.TryGetValue(tree, out Settings? before) ? before : settings.GetOrAdd(tree, Settings.Read(context.Options, tree, compilation, types));
            switch (context.Operation)
            {
                case IInvocationOperation call when found.Sinks.IsAdded(call.TargetMethod.ContainingType) == isAdded:
                    AnalyzeCall(context, call, found, types);
                    break;
                case IObjectCreationOperation creation when found.Sinks.IsAdded(creation.Constructor?.ContainingType) == isAdded:
                    AnalyzeCreation(context, creation, found, types);
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
        IObjectCreationOperation creation => sinks.Writes(creation) || Values.Is(creation.Type, types.FileInfo) || Values.Is(creation.Type, types.DirectoryInfo),
        _ => false,
    };

    private static void AnalyzeCall(OperationAnalysisContext context, IInvocationOperation call, Settings settings, KnownTypes types)
    {
        if (settings.Sinks.Writes(call))
        {
            AnalyzeArguments(context, call.Arguments, call.TargetMethod.Name, settings, types);
        }
    }

    private static void AnalyzeCreation(OperationAnalysisContext context, IObjectCreationOperation creation, Settings settings, KnownTypes types)
    {
        if (settings.Sinks.Writes(creation))
        {
            AnalyzeArguments(context, creation.Arguments, creation.Type!.Name, settings, types);
        }
        else if (creation.Arguments.Length == 1
            && (Values.Is(creation.Type, types.FileInfo) || Values.Is(creation.Type, types.DirectoryInfo))
            && HardCodedPath.TryRead(creation.Arguments[0].Value, settings.Roots, types) is { } path)
        {
            // One that is only asked about, or read, is none of our business.
            var uses = new PathUses(settings.Sinks, types);
            if (uses.AreAboutFiles(creation) && uses.WriterOfInfo is { } writer && (path.IsBelow || writer == "CreateSubdirectory"))
            {
                Report(context, creation.Arguments[0].Value, path, writer, settings, types);
            }
        }
    }

    private static void AnalyzeArguments(OperationAnalysisContext context, ImmutableArray<IArgumentOperation> arguments, string caller, Settings settings, KnownTypes types)
    {
        foreach (IArgumentOperation argument in arguments)
        {
            if (settings.Sinks.IsWritten(argument.Parameter) && HardCodedPath.TryRead(argument.Value, settings.Roots, types) is { IsBelow: true } path)
            {
                Report(context, argument.Value, path, caller, settings, types);
            }
        }
    }

    private static void Report(OperationAnalysisContext context, IOperation argument, HardCodedPath path, string caller, Settings settings, KnownTypes types)
    {
        if (Values.IsInExpressionTree(argument) || !new PathUses(settings.Sinks, types).AreAboutFiles(path.Beginning))
        {
            return;
        }

        context.ReportDiagnostic(Diagnostic.Create(
            Rules.HardCodedTempPath.Descriptor,
            argument.Syntax.GetLocation(),
            // Who sets the variable can choose another place.
            path.IsVariable ? DiagnosticSeverity.Info : DiagnosticSeverity.Warning,
            additionalLocations: new[] { path.Beginning.Syntax.GetLocation() },
            properties: ImmutableDictionary<string, string?>.Empty.Add(RootProperty, path.Root),
            caller,
            path.Root));
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

            return new Settings(TempRoots.Of(Options.HardCodedTempRoots.Read(options, tree, Rules.HardCodedTempPath)), new PathSinks(types, added.ToImmutableArray()));
        }
    }
}
