using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Temp;

/// <summary>STRM2002: a file in the temp directory is filled with data of unknown size, and nothing asks whether there is room for them.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class TempFileWithoutSpaceCheckAnalyzer : StreamTuningAnalyzer
{
    /// <summary>Diagnostic property: what is certain about the name behind the temp directory, one of the values below; absent where nothing is.</summary>
    public const string Name = nameof(Name);

    /// <summary>There is no name: the path is that of a new, empty file.</summary>
    public const string NewFile = nameof(NewFile);

    /// <summary>It names a file in the temp directory.</summary>
    public const string Plain = nameof(Plain);

    /// <summary>It names a file below other directories.</summary>
    public const string BelowDirectories = nameof(BelowDirectories);

    /// <summary>It names a directory that the file is in.</summary>
    public const string Directory = nameof(Directory);

    /// <summary>Diagnostic property, present where the name was made unique for this path.</summary>
    public const string IsUnique = nameof(IsUnique);

    /// <summary>Diagnostic property: how many bytes will be written, in C#, where one copy or loop writes all of them.</summary>
    public const string ExpectedLength = nameof(ExpectedLength);

    public TempFileWithoutSpaceCheckAnalyzer()
        : base(Rules.TempFileWithoutSpaceCheck)
    {
    }

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { Stream: not null, FileStream: not null, Path: not null })
        {
            // Paths in fields, which several methods may fill: whichever comes first, the same is reported.
            var inFields = new ConcurrentDictionary<SyntaxNode, bool>();
            context.RegisterOperationBlockStartAction(block => Watch(block, inFields, types));
        }
    }

    /// <summary>
    /// Collects first and reports at the end of the block: the path is not where the copy is, and an operation action may report itself only.
    /// </summary>
    private static void Watch(OperationBlockStartAnalysisContext context, ConcurrentDictionary<SyntaxNode, bool> inFields, KnownTypes types)
    {
        // Most blocks have none, and a bag is costly.
        ConcurrentBag<TempFill>? fills = null;
        context.RegisterOperationAction(
            operation =>
            {
                if (TryRead((IInvocationOperation)operation.Operation, types) is { } fill)
                {
                    LazyInitializer.EnsureInitialized(ref fills, static () => new ConcurrentBag<TempFill>())!.Add(fill);
                }
            },
            OperationKind.Invocation);
        context.RegisterOperationBlockEndAction(end =>
        {
            if (fills is null)
            {
                return;
            }

            var known = new HashSet<SyntaxNode>();
            foreach (TempFill fill in fills)
            {
                if (known.Add(fill.Path.Operation.Syntax))
                {
                    Report(end, fill, inFields, types);
                }
            }
        });
    }

    private static TempFill? TryRead(IInvocationOperation call, KnownTypes types) =>
        TempFill.IsCandidate(call.TargetMethod) ? TempFill.TryRead(call, types) : null;

    private static void Report(OperationBlockAnalysisContext context, TempFill found, ConcurrentDictionary<SyntaxNode, bool> inFields, KnownTypes types)
    {
        TempPath path = found.Path;
        IOperation root = Values.Root(found.Call);
        IOperation rootOfPath = Values.Root(path.Operation);
        bool isInField = rootOfPath != root;
        if (SpaceCheck.IsIn(root, types) || (isInField && (SpaceCheck.IsIn(rootOfPath, types) || !inFields.TryAdd(path.Operation.Syntax, true))))
        {
            return;
        }

        List<TempFill> fills = TempFill.FindAll(path, root, types);
        ImmutableDictionary<string, string?>.Builder properties = ImmutableDictionary.CreateBuilder<string, string?>();
        if (!isInField)
        {
            AddName(properties, path, types);
            if (fills.Count == 1 && found.ExpectedLength is { } length && !Values.IsRepeatedAfter(found.Whole, path.Operation))
            {
                properties.Add(ExpectedLength, length);
            }
        }

        context.ReportDiagnostic(Diagnostic.Create(
            Rules.TempFileWithoutSpaceCheck.Descriptor,
            path.Operation.Syntax.GetLocation(),
            isInField ? null : ImmutableArray.Create(fills[0].Call.Syntax.GetLocation()),
            properties.ToImmutable(),
            path.Source));
    }

    private static void AddName(ImmutableDictionary<string, string?>.Builder properties, TempPath path, KnownTypes types)
    {
        if (path.Parts.IsEmpty)
        {
            properties.Add(Name, NewFile);
            return;
        }

        var name = TempName.Of(path, types);
        if (name.Kind != TempName.Form.Uncertain)
        {
            properties.Add(Name, path.IsDirectory ? Directory : name.Kind == TempName.Form.Name ? Plain : BelowDirectories);
            if (name.IsUnique)
            {
                properties.Add(IsUnique, null);
            }
        }
    }
}
