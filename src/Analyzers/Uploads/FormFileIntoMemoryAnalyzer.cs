using System.Collections.Immutable;
using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using StreamTuning.Analyzers.Blobs;
using StreamTuning.Analyzers.Copying;

namespace StreamTuning.Analyzers.Uploads;

/// <summary>STRM4004: an uploaded file that is copied into memory.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class FormFileIntoMemoryAnalyzer : StreamTuningAnalyzer
{
    /// <summary>
    /// Diagnostic property, present where the memory is only written to a file that is named by a path, and a copy does the same. The first
    /// additional location is the call that writes; the others are what is done for the sake of the memory alone.
    /// </summary>
    public const string IsWritten = nameof(IsWritten);

    /// <summary>
    /// Diagnostic property, present where the memory is only read as a stream. The first additional location is where it is made, the next
    /// is what sets its position to the beginning; those that follow are the copies of it into files.
    /// </summary>
    public const string IsRead = nameof(IsRead);

    /// <summary>Diagnostic property: the buffer size, in bytes, for copies of a stream into files; absent where a file would need its length set first, too.</summary>
    public const string BufferSize = nameof(BufferSize);

    private static readonly WatchedNames Names = new(StreamCopy.Names);

    public FormFileIntoMemoryAnalyzer()
        : base(Rules.FormFileIntoMemory, Names)
    {
    }

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { FormFile: not null, MemoryStream: not null, Stream: not null })
        {
            RequestHandlers handlers = RequestHandlers.Of(context.Compilation);
            context.RegisterNamedOperationAction(Names, operation => Analyze(operation, handlers, types), OperationKind.Invocation);
        }
    }

    private static void Analyze(OperationAnalysisContext context, RequestHandlers handlers, KnownTypes types)
    {
        var call = (IInvocationOperation)context.Operation;
        if (!StreamCopy.IsCandidate(call.TargetMethod)
            || StreamCopy.TryRead(call, types) is not { Kind: CopySource.FormFile } copy
            || !IsMemory(copy.Destination, types))
        {
            return;
        }

        int small = Options.SmallUploadBytes.Read(context.Options, call.Syntax.SyntaxTree, Rules.FormFileIntoMemory);
        if (SmallSource.IsAtMost(copy.Source, call, small, types)
            || handlers.LimitsAround(call, context.ContainingSymbol, context.CancellationToken)?.Maximum <= small
            || (types.BlobContainerClient is not null && ContentInMemory.TryRead(call, types) is not null))
        {
            return;
        }

        ImmutableDictionary<string, string?> properties = ImmutableDictionary<string, string?>.Empty;
        ImmutableArray<Location>.Builder locations = ImmutableArray.CreateBuilder<Location>();
        if (BufferedContent.TryReadFormFile(copy, types) is { CanBeCopied: true } written)
        {
            properties = properties.Add(IsWritten, null);
            locations.Add(written.Write.Syntax.GetLocation());
            foreach (IOperation leftover in written.Leftovers)
            {
                locations.Add(leftover.Syntax.GetLocation());
            }
        }
        else if (FormFileInMemory.TryRead(copy, types) is { } read)
        {
            properties = properties.Add(IsRead, null);
            locations.Add(read.Creation.Syntax.GetLocation());
            locations.Add(read.Rewind.Syntax.GetLocation());
            bool presetsLength = false;
            foreach (CopyIntoFile reader in read.CopiesIntoFiles)
            {
                locations.Add(reader.Copy.Call.Syntax.GetLocation());
                presetsLength |= reader.Opening is { StartsEmpty: true, Preallocates: false };
            }

            if (!presetsLength && !types.MayRunOnNetFramework)
            {
                int size = Options.CopyBufferSize.Read(context.Options, call.Syntax.SyntaxTree, Rules.CopyIntoFileWithDefaultBuffer);
                properties = properties.Add(BufferSize, size.ToString(CultureInfo.InvariantCulture));
            }
        }

        context.ReportDiagnostic(Diagnostic.Create(Rules.FormFileIntoMemory.Descriptor, call.Syntax.GetLocation(), locations, properties, call.TargetMethod.Name));
    }

    /// <summary>Whether the stream is a <c>MemoryStream</c>, and not one derived from it or handed out by somebody, which may be pooled.</summary>
    private static bool IsMemory(IOperation destination, KnownTypes types) => Values.Origin(destination) switch
    {
        IInvocationOperation => false,
        { } origin => Values.Is(origin.Type, types.MemoryStream),
        null => Values.Is(destination.Type, types.MemoryStream),
    };
}
