using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Copying;

/// <summary>STRM1005: a whole source that is taken into memory only to be written to one file.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ContentBufferedInMemoryAnalyzer : StreamTuningAnalyzer
{
    /// <summary>
    /// Diagnostic property, present where the file is named by a path and a copy does the same. The first additional location is the call
    /// that writes; the others are what is done for the sake of the memory alone.
    /// </summary>
    public const string CanBeCopied = nameof(CanBeCopied);

    private static readonly WatchedNames Names = new(BufferedContent.Names);

    public ContentBufferedInMemoryAnalyzer()
        : base(Rules.ContentBufferedInMemory, Names)
    {
    }

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { Stream: not null, FileStream: not null, File: not null })
        {
            context.RegisterNamedOperationAction(Names, operation => Analyze(operation, types), OperationKind.Invocation);
        }
    }

    private static void Analyze(OperationAnalysisContext context, KnownTypes types)
    {
        var call = (IInvocationOperation)context.Operation;
        if (!BufferedContent.IsCandidate(call.TargetMethod) || BufferedContent.TryRead(call, types) is not { } content)
        {
            return;
        }

        ImmutableArray<Location>.Builder locations = ImmutableArray.CreateBuilder<Location>();
        locations.Add(content.Write.Syntax.GetLocation());
        foreach (IOperation leftover in content.Leftovers)
        {
            locations.Add(leftover.Syntax.GetLocation());
        }

        ImmutableDictionary<string, string?> properties = ImmutableDictionary<string, string?>.Empty;
        context.ReportDiagnostic(Diagnostic.Create(
            Rules.ContentBufferedInMemory.Descriptor,
            call.Syntax.GetLocation(),
            locations,
            content.CanBeCopied ? properties.Add(CanBeCopied, null) : properties,
            call.TargetMethod.Name));
    }
}
