using System.Collections.Immutable;
using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Copying;

/// <summary>STRM1008: a streamed HTTP response that copies itself into a file, in writes of a few kilobytes.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class HttpContentCopiedInSmallWritesAnalyzer : StreamTuningAnalyzer
{
    /// <summary>Diagnostic property: the buffer size for the file, in bytes, which is opened at the additional location; absent where it is of no use.</summary>
    public const string BufferSize = nameof(BufferSize);

    /// <summary>
    /// Diagnostic property, present where a failure of the file is told from one of the response: the content throws the same exception for
    /// both, and what a fix puts in its place does not.
    /// </summary>
    public const string TellsFailuresApart = nameof(TellsFailuresApart);

    /// <summary>From this many bytes on the buffer of a file gathers the small writes, in bytes.</summary>
    private const int LargeBuffer = 65_536;

    private static readonly WatchedNames Names = new(StreamCopy.Names);

    public HttpContentCopiedInSmallWritesAnalyzer()
        : base(Rules.HttpContentCopiedInSmallWrites, Names)
    {
    }

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { Stream: not null, FileStream: not null, HttpContent: not null, HttpClient: not null, HttpResponseMessage: not null })
        {
            context.RegisterNamedOperationAction(Names, operation => Analyze(operation, types), OperationKind.Invocation);
        }
    }

    private static void Analyze(OperationAnalysisContext context, KnownTypes types)
    {
        var call = (IInvocationOperation)context.Operation;
        if (!StreamCopy.IsCandidate(call.TargetMethod)
            || !Values.Is(call.TargetMethod.ContainingType, types.HttpContent)
            || CopyIntoFile.TryRead(call, types) is not { } copy
            || copy.MayHaveBuffer(LargeBuffer)
            || !StreamedResponse.IsSourceOf(copy.Copy, types))
        {
            return;
        }

        ImmutableDictionary<string, string?> properties = ImmutableDictionary<string, string?>.Empty;
        if (types is { HttpRequestException: { } ofContent, IOException: { } ofFile } && ExceptionHandling.TellsApart(call, ofContent, ofFile))
        {
            properties = properties.Add(TellsFailuresApart, null);
        }

        ImmutableArray<Location> opening = ImmutableArray<Location>.Empty;
        if (copy.Opening is { } file)
        {
            SyntaxTree tree = call.Syntax.SyntaxTree;
            opening = ImmutableArray.Create(file.Operation.Syntax.GetLocation());
            if (opening[0].SourceTree == tree && !types.MayRunOnNetFramework)
            {
                int bufferSize = Options.CopyBufferSize.Read(context.Options, tree, Rules.HttpContentCopiedInSmallWrites);
                properties = properties.Add(BufferSize, bufferSize.ToString(CultureInfo.InvariantCulture));
            }
        }

        context.ReportDiagnostic(Diagnostic.Create(
            Rules.HttpContentCopiedInSmallWrites.Descriptor, call.Syntax.GetLocation(), opening, properties, call.TargetMethod.Name));
    }
}
