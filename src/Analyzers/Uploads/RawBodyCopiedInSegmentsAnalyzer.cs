using System.Collections.Immutable;
using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using StreamTuning.Analyzers.Copying;

namespace StreamTuning.Analyzers.Uploads;

/// <summary>STRM4008: the body of a request that copies itself into a file, segment by segment.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RawBodyCopiedInSegmentsAnalyzer : StreamTuningAnalyzer
{
    /// <summary>Diagnostic property: the buffer size for the file, in bytes, which is opened at the additional location; absent where it is of no use.</summary>
    public const string BufferSize = nameof(BufferSize);

    /// <summary>From this many bytes on the buffer of a file gathers the segments. A server does not allocate more for each upload than it has to.</summary>
    private const int LargeBuffer = 65_536;

    private static readonly WatchedNames Names = new(StreamCopy.Names);

    public RawBodyCopiedInSegmentsAnalyzer()
        : base(Rules.RawBodyCopiedInSegments, Names)
    {
    }

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { HttpRequest: not null, Stream: not null, FileStream: not null })
        {
            RequestHandlers handlers = RequestHandlers.Of(context.Compilation);
            context.RegisterNamedOperationAction(Names, operation => Analyze(operation, handlers, types), OperationKind.Invocation);
        }
    }

    private static void Analyze(OperationAnalysisContext context, RequestHandlers handlers, KnownTypes types)
    {
        var call = (IInvocationOperation)context.Operation;
        if (!StreamCopy.IsCandidate(call.TargetMethod)
            || CopyIntoFile.TryRead(call, types) is not { Copy: { IsOfRequestBody: true } copy } target
            || target.MayHaveBuffer(LargeBuffer))
        {
            return;
        }

        SyntaxTree tree = call.Syntax.SyntaxTree;
        int small = Options.SmallUploadBytes.Read(context.Options, tree, Rules.RawBodyCopiedInSegments);
        if (SmallSource.IsAtMost(copy.Source, call, small, types) || handlers.MaximumOfRequest(call, context.ContainingSymbol, context.CancellationToken) <= small)
        {
            return;
        }

        ImmutableDictionary<string, string?> properties = ImmutableDictionary<string, string?>.Empty;
        if (LengthOf(copy.Source) is { } length)
        {
            properties = properties.Add(KnownLength.HintProperty, length);
        }

        ImmutableArray<Location> opening = ImmutableArray<Location>.Empty;
        if (target.Opening is { } file)
        {
            opening = ImmutableArray.Create(file.Operation.Syntax.GetLocation());
            if (opening[0].SourceTree == tree && !types.MayRunOnNetFramework)
            {
                properties = properties.Add(BufferSize, LargeBuffer.ToString(CultureInfo.InvariantCulture));
            }
        }

        context.ReportDiagnostic(Diagnostic.Create(Rules.RawBodyCopiedInSegments.Descriptor, call.Syntax.GetLocation(), opening, properties, call.TargetMethod.Name));
    }

    /// <summary>What the client says about the length of a body, in C#; null where the request is not named beside it.</summary>
    private static string? LengthOf(IOperation body)
    {
        if (body is IInvocationOperation { Instance: { } pipe })
        {
            body = Values.Unwrap(pipe);
        }

        return body is IPropertyReferenceOperation { Instance: { } request } && IsName(request) && request.Syntax.ToString() is var name && name.IndexOf('\n') < 0
            ? name + ".ContentLength"
            : null;
    }

    /// <summary>Whether an expression names a request, without any effect: <c>Request</c>, <c>context.Request</c> and the like.</summary>
    private static bool IsName(IOperation operation)
    {
        operation = Values.Unwrap(operation);
        return operation is IPropertyReferenceOperation { Property.Name: "Request" or "HttpContext", Arguments.IsEmpty: true } property
            ? property.Instance is { } instance && IsName(instance)
            : Values.IsRepeatable(operation);
    }
}
