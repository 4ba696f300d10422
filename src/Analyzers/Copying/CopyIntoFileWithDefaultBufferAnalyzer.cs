using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Copying;

/// <summary>STRM1001: a copy into a file that leaves the size of the writes to the default buffer.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class CopyIntoFileWithDefaultBufferAnalyzer : StreamTuningAnalyzer
{
    /// <summary>Diagnostic property: where the plain fix puts the buffer, one of the values below.</summary>
    public const string PlainFix = nameof(PlainFix);

    /// <summary>The copy takes a buffer size, and its source honours it.</summary>
    public const string BufferOfCopy = nameof(BufferOfCopy);

    /// <summary>The source hands out small segments: the <c>FileStream</c>, opened at the additional location, gathers them.</summary>
    public const string BufferOfFile = nameof(BufferOfFile);

    /// <summary>Diagnostic property: the buffer size for the plain fix, in bytes.</summary>
    public const string BufferSize = nameof(BufferSize);

    public CopyIntoFileWithDefaultBufferAnalyzer()
        : base(Rules.CopyIntoFileWithDefaultBuffer)
    {
    }

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { Stream: not null, FileStream: not null })
        {
            context.RegisterOperationAction(operation => Analyze(operation, types), OperationKind.Invocation);
        }
    }

    private static void Analyze(OperationAnalysisContext context, KnownTypes types)
    {
        var call = (IInvocationOperation)context.Operation;
        if (!StreamCopy.IsCandidate(call.TargetMethod) || CopyIntoFile.TryRead(call, types) is not { } copy)
        {
            return;
        }

        int bufferSize = Options.CopyBufferSize.Read(context.Options, call.Syntax.SyntaxTree, Rules.CopyIntoFileWithDefaultBuffer);
        if (!copy.IsWrittenWithDefaultBuffer(bufferSize))
        {
            return;
        }

        ImmutableDictionary<string, string?> properties = ImmutableDictionary<string, string?>.Empty
            .Add(BufferSize, bufferSize.ToString(System.Globalization.CultureInfo.InvariantCulture));
        ImmutableArray<Location> opening = ImmutableArray<Location>.Empty;
        bool knowsLength = false;
        if (copy.Opening is { } file)
        {
            opening = ImmutableArray.Create(file.Operation.Syntax.GetLocation());
            if (FilledFile.TryRead(file, types) is { } filled && filled.Fill == call)
            {
                knowsLength = true;
                if (filled.Length.Hint is { } hint)
                {
                    properties = properties.Add(KnownLength.HintProperty, hint);
                }
            }
        }

        if (!types.MayRunOnNetFramework)
        {
            if (copy.Copy.Kind == CopySource.Stream)
            {
                properties = properties.Add(PlainFix, BufferOfCopy);
            }
            else if (!opening.IsEmpty && opening[0].SourceTree == call.Syntax.SyntaxTree)
            {
                properties = properties.Add(PlainFix, BufferOfFile);
            }
        }

        context.ReportDiagnostic(Diagnostic.Create(
            Rules.CopyIntoFileWithDefaultBuffer.Descriptor,
            call.Syntax.GetLocation(),
            opening,
            properties,
            call.TargetMethod.Name,
            knowsLength ? ", and does not set its length, which is known" : ""));
    }
}
