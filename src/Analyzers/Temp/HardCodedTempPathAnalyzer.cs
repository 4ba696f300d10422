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

    public HardCodedTempPathAnalyzer()
        : base(Rules.HardCodedTempPath)
    {
    }

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is not { File: not null, Path: not null })
        {
            return;
        }

        Compilation compilation = context.Compilation;
        var settings = new ConcurrentDictionary<SyntaxTree, Settings>();
        // Most operations are in the same file as the one before.
        Settings? last = null;
        context.RegisterOperationAction(operation => AnalyzeCall(operation, SettingsOf(operation), types), OperationKind.Invocation);
        context.RegisterOperationAction(operation => AnalyzeCreation(operation, SettingsOf(operation), types), OperationKind.ObjectCreation);

        Settings SettingsOf(OperationAnalysisContext operation)
        {
            SyntaxTree tree = operation.Operation.Syntax.SyntaxTree;
            if (Volatile.Read(ref last) is { } before && before.Tree == tree)
            {
                return before;
            }

            Settings found = settings.TryGetValue(tree, out Settings? known) ? known : settings.GetOrAdd(tree, Settings.Read(operation.Options, tree, compilation, types));
            Volatile.Write(ref last, found);
            return found;
        }
    }

    private static void AnalyzeCall(OperationAnalysisContext context, Settings settings, KnownTypes types)
    {
        var call = (IInvocationOperation)context.Operation;
        if (settings.Sinks.Writes(call))
        {
            AnalyzeArguments(context, call.Arguments, call.TargetMethod.Name, settings, types);
        }
    }

    private static void AnalyzeCreation(OperationAnalysisContext context, Settings settings, KnownTypes types)
    {
        var creation = (IObjectCreationOperation)context.Operation;
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
        private Settings(SyntaxTree tree, TempRoots roots, PathSinks sinks)
        {
            Tree = tree;
            Roots = roots;
            Sinks = sinks;
        }

        public SyntaxTree Tree { get; }

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

            return new Settings(tree, TempRoots.Of(Options.HardCodedTempRoots.Read(options, tree, Rules.HardCodedTempPath)), new PathSinks(types, added.ToImmutableArray()));
        }
    }
}
