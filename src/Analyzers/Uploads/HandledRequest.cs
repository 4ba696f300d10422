namespace StreamTuning.Analyzers.Uploads;

/// <summary>The request that code handles.</summary>
internal static class HandledRequest
{
    /// <summary>
    /// The limits of the requests that an operation handles: those of the handler that it is in, or of the controller or page; null where
    /// it is in neither.
    /// </summary>
    public static RequestLimits? LimitsOf(Finding finding)
    {
        RequestHandlers handlers = RequestHandlers.Of(finding.Compilation);
        return handlers.HandlerAround(finding.Operation, finding.ContainingMember, finding.CancellationToken) is { } handler
                ? handlers.LimitsOf(handler, finding.CancellationToken)
            : finding.ContainingMember.ContainingType is { } type && HandlerMethods.AreIn(type, finding.Types)
                ? RequestLimits.Of(type, finding.Types)
            : null;
    }

    /// <summary>Whether a limit or a condition allows only small files to be copied.</summary>
    public static bool IsSmall(StreamCopy copy, Finding finding)
    {
        int small = finding.Option(Options.SmallUploadBytes);
        return SmallSource.IsAtMost(copy.Source, copy.Call, small, finding.Types) || LimitsOf(finding)?.Maximum <= small;
    }
}
