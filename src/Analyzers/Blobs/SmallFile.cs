using System;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Blobs;

/// <summary>Tells a file that the method writes itself, with a constant that is small, before it uploads it: as samples and tests do.</summary>
internal static class SmallFile
{
    /// <summary>Of a character in UTF-8.</summary>
    private const int MaximumBytes = 3;

    public static bool IsWrittenBefore(BlobUpload upload, KnownTypes types)
    {
        if (PathOf(upload, types) is not { } path || !Values.IsStable(path))
        {
            return false;
        }

        var finder = new WriteFinder(path, upload.Call.Syntax.SpanStart, types);
        finder.Visit(Values.Root(upload.Call));
        return finder is { WritesSmall: true, WritesOther: false };
    }

    /// <summary>The path that is uploaded, or that of the file that was opened for it.</summary>
    private static IOperation? PathOf(BlobUpload upload, KnownTypes types)
    {
        if (upload.Source == BlobSource.Path)
        {
            return upload.Content;
        }

        return Values.Origin(upload.Content) switch
        {
            IInvocationOperation { Instance: null } opening when Values.Is(opening.TargetMethod.ContainingType, types.File) => Values.Argument(opening.Arguments, "path"),
            IObjectCreationOperation opening when Values.Is(opening.Type, types.FileStream) => Values.Argument(opening.Arguments, "path"),
            _ => null,
        };
    }

    /// <summary>Finds calls of <c>File</c> that write the file at a path.</summary>
    private sealed class WriteFinder(IOperation path, int end, KnownTypes types) : OperationWalker
    {
        public bool WritesSmall { get; private set; }

        public bool WritesOther { get; private set; }

        public override void VisitInvocation(IInvocationOperation operation)
        {
            if (IsWrite(operation.TargetMethod.Name)
                && Values.Is(operation.TargetMethod.ContainingType, types.File)
                && Values.Argument(operation.Arguments, "path") is { } written
                && Values.AreSame(written, path))
            {
                bool isSmall = IsSmall(operation) && operation.Syntax.SpanStart < end;
                WritesSmall |= isSmall;
                WritesOther |= !isSmall;
            }

            base.VisitInvocation(operation);
        }

        private static bool IsWrite(string method) =>
            method is "OpenWrite" or "Create" or "CreateText" || method.StartsWith("WriteAll", StringComparison.Ordinal) || method.StartsWith("Append", StringComparison.Ordinal);

        private static bool IsSmall(IInvocationOperation write) =>
            write.TargetMethod.Name is "WriteAllText" or "WriteAllTextAsync"
            && Values.Argument(write.Arguments, "contents") is { } contents
            && Values.Origin(contents) is { ConstantValue: { HasValue: true, Value: string text } }
            && text.Length < BlobSize.MinimumForBlocks / MaximumBytes;
    }
}
