using StreamTuning.Analyzers.Uploads;

namespace StreamTuning.CodeFixes.Uploads;

/// <summary>Fixes STRM4008 by the runtime's copy, or by a buffer of the file that gathers the segments.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(RawBodyCopiedInSegmentsCodeFix))]
[Shared]
internal sealed class RawBodyCopiedInSegmentsCodeFix() : CodeFix<FileCopy>(Rules.RawBodyCopiedInSegments, FileCopy.Facts)
{
    private protected override FixEdit? TryCallRuntime(FileCopy copy, FixContext context) =>
        TunedCopy.TryCreate(context, copy.Copy.Call.Syntax, options: TunedCopy.HintOf(LengthOf(copy.Copy.Source)));

    private protected override FixEdit? TryWritePlain(FileCopy copy, FixContext context) => context.Types.MayRunOnNetFramework
        ? null
        : FileBuffer.TryEnlarge(
            context, LargerBlocks.OpeningBeside(copy.Opening, copy.Copy.Call), copy.Copy.Call.Syntax,
            RawBodyCopiedInSegmentsAnalyzer.LargeBuffer);

    /// <summary>What the client says about the length of a body, in C#; null where the request is not named beside it.</summary>
    private static string? LengthOf(IOperation body)
    {
        if (body is IInvocationOperation { Instance: { } pipe })
        {
            body = pipe.Unwrap();
        }

        return body is IPropertyReferenceOperation { Instance: { } request }
            && IsName(request)
            && request.Syntax.ToString() is var name
            && name.IndexOf('\n') < 0
            ? name + ".ContentLength"
            : null;
    }

    /// <summary>Whether an expression names a request, without any effect: <c>Request</c>, <c>context.Request</c> and the like.</summary>
    private static bool IsName(IOperation operation)
    {
        operation = operation.Unwrap();
        return operation is IPropertyReferenceOperation { Property.Name: "Request" or "HttpContext", Arguments.IsEmpty: true } property
            ? property.Instance is { } instance && IsName(instance)
            : operation.IsRepeatable();
    }
}
