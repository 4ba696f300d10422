namespace StreamTuning.Analyzers.Copying;

/// <summary>STRM1002: a copy or read/write loop into a file with a small constant buffer.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class CopyBufferTooSmallAnalyzer()
    : StreamTuningAnalyzer(Rules.CopyBufferTooSmall, FileCopy.Facts.Names, BlockWrite.Facts.Names)
{
    /// <summary>With blocks below this size, in bytes, a copy took more than ten times as long as with large ones.</summary>
    private const int SmallBlocks = 8 * 1024;

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        Watch<FileCopy>(context, FileCopy.Facts, types, CheckCopy);
        Watch<BlockWrite>(context, BlockWrite.Facts, types, CheckLoop);
    }

    private static void CheckCopy(FileCopy copy, Finding finding)
    {
        if (copy.IsWrittenWithSmallBuffer(finding.Option(Options.MaximumSmallCopyBuffer), finding.Option(Options.CopyBufferSize))
            && !copy.GainsLittle)
        {
            Report(finding, copy.Copy.Call, copy.Copy.ConstantBufferSize!.Value);
        }
    }

    private static void CheckLoop(BlockWrite block, Finding finding)
    {
        if (block is not { Reads: { Length: > 0 } reads, LeastSize: { } size, Write: { Instance: { } destination } write }
            || !(write.TargetMethod.ContainingType.Is(finding.Types.Stream)
                || write.TargetMethod.ContainingType.Is(finding.Types.FileStream))
            || TargetFile.TryRead(destination, finding.Types) is not { } file
            || size > finding.Option(Options.MaximumSmallCopyBuffer)
            || file.MayHaveBuffer(finding.Option(Options.CopyBufferSize))
            || IsOpenedIn(block.Loop, destination)
            || AreMeant(block.Loop)
            || (reads[0].Instance is { } source
                && (NamedFile.IsSmall(source)
                    || SmallSource.IsAtMost(source, write, size, finding.Types)
                    || LiveSource.Is(source, finding.Types)))
            || file.GainsLittle)
        {
            return;
        }

        Report(finding, write, size);
    }

    private static void Report(Finding finding, IInvocationOperation call, int size) => finding.ReportAs(
        size < SmallBlocks ? DiagnosticSeverity.Warning : DiagnosticSeverity.Info, call.TargetMethod.Name, size,
        Int32Option.InBytes(finding.Option(Options.CopyBufferSize)));

    /// <summary>Whether each round, or some, writes to another file.</summary>
    private static bool IsOpenedIn(ILoopOperation loop, IOperation destination)
    {
        if (destination.Unwrap() is not ILocalReferenceOperation local)
        {
            return false;
        }

        foreach (IOperation value in local.AllValues())
        {
            if (loop.Contains(value))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether a loop takes small steps on purpose: it waits, or flushes, in every round.</summary>
    private static bool AreMeant(ILoopOperation loop) => loop.Has<IInvocationOperation>(call =>
        call.TargetMethod.Name is "Delay" or "Sleep" or "WaitForNextTickAsync" or "AcquireAsync" or "Flush" or "FlushAsync");
}
