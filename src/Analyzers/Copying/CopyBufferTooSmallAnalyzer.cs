using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Copying;

/// <summary>STRM1002: a copy or read/write loop into a file with a small constant buffer.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class CopyBufferTooSmallAnalyzer : StreamTuningAnalyzer
{
    private static readonly WatchedNames Names = new([.. StreamCopy.Names, .. BlockWrite.Names]);

    public CopyBufferTooSmallAnalyzer()
        : base(Rules.CopyBufferTooSmall, Names)
    {
    }

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { Stream: not null, FileStream: not null })
        {
            context.RegisterNamedOperationAction(Names, operation => Analyze(operation, types), OperationKind.Invocation);
        }
    }

    private static void Analyze(OperationAnalysisContext context, KnownTypes types)
    {
        var call = (IInvocationOperation)context.Operation;
        if (StreamCopy.IsCandidate(call.TargetMethod))
        {
            AnalyzeCopy(context, call, types);
        }
        else if (BlockWrite.IsCandidate(call.TargetMethod))
        {
            AnalyzeLoop(context, call, types);
        }
    }

    private static void AnalyzeCopy(OperationAnalysisContext context, IInvocationOperation call, KnownTypes types)
    {
        if (CopyIntoFile.TryRead(call, types) is not { Copy.ConstantBufferSize: { } size } copy)
        {
            return;
        }

        (int small, int enough) = ReadOptions(context, call);
        if (copy.IsWrittenWithSmallBuffer(small, enough))
        {
            Report(context, call, size, LargerBuffer.LocationsFor(copy), LargerBuffer.PropertiesFor(copy, copy.LengthOfFile(), enough, types));
        }
    }

    private static void AnalyzeLoop(OperationAnalysisContext context, IInvocationOperation call, KnownTypes types)
    {
        INamedTypeSymbol type = call.TargetMethod.ContainingType;
        if (call.Instance is not { } destination
            || !(Values.Is(type, types.FileStream) || Values.Is(type, types.Stream))
            || TargetFile.TryRead(destination, types) is not { } file
            || BlockWrite.TryRead(call, types) is not { Reads: { Length: > 0 } reads, LeastSize: { } size } block)
        {
            return;
        }

        (int small, int enough) = ReadOptions(context, call);
        if (size > small
            || file.MayHaveBuffer(enough)
            || IsOpenedIn(block.Loop, destination)
            || SmallBlocksAreMeant.In(block.Loop)
            || (reads[0].Instance is { } source && (SmallSource.IsAtMost(source, call, size, types) || LiveSource.Is(source, types))))
        {
            return;
        }

        ImmutableArray<Location> sizes = ImmutableArray<Location>.Empty;
        ImmutableDictionary<string, string?> properties = LargerBuffer.PropertiesFor(enough);
        if (!types.MayRunOnNetFramework && GrowingBuffer.SizesOf(block, types) is { IsEmpty: false } expressions)
        {
            properties = properties.Add(LargerBuffer.PlainFix, LargerBuffer.BufferOfLoop);
            foreach (IOperation expression in expressions)
            {
                sizes = sizes.Add(expression.Syntax.GetLocation());
            }
        }

        Report(context, call, size, sizes, properties);
    }

    private static (int Small, int Enough) ReadOptions(OperationAnalysisContext context, IInvocationOperation call)
    {
        SyntaxTree tree = call.Syntax.SyntaxTree;
        return (
            Options.MaximumSmallCopyBuffer.Read(context.Options, tree, Rules.CopyBufferTooSmall),
            Options.CopyBufferSize.Read(context.Options, tree, Rules.CopyBufferTooSmall));
    }

    /// <summary>Whether each round, or some, writes to another file.</summary>
    private static bool IsOpenedIn(ILoopOperation loop, IOperation destination)
    {
        if (Values.Unwrap(destination) is not ILocalReferenceOperation local)
        {
            return false;
        }

        foreach (IOperation value in Values.AllValues(local))
        {
            if (Values.Contains(loop, value))
            {
                return true;
            }
        }

        return false;
    }

    private static void Report(
        OperationAnalysisContext context, IInvocationOperation call, int size, ImmutableArray<Location> locations, ImmutableDictionary<string, string?> properties) =>
        context.ReportDiagnostic(Diagnostic.Create(
            Rules.CopyBufferTooSmall.Descriptor, call.Syntax.GetLocation(), locations, properties, call.TargetMethod.Name, size));

    /// <summary>Tells loops that take small steps on purpose: they wait, or flush, in every round.</summary>
    private sealed class SmallBlocksAreMeant : OperationWalker
    {
        private bool _found;

        public static bool In(ILoopOperation loop)
        {
            var finder = new SmallBlocksAreMeant();
            finder.Visit(loop);
            return finder._found;
        }

        public override void VisitInvocation(IInvocationOperation operation)
        {
            _found |= operation.TargetMethod.Name is "Delay" or "Sleep" or "WaitForNextTickAsync" or "AcquireAsync" or "Flush" or "FlushAsync";
            base.VisitInvocation(operation);
        }
    }
}
