using System.Collections.Generic;
using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using StreamTuning.Analyzers.Copying;

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

    private static readonly WatchedNames Names = new([.. StreamCopy.Names, .. BlockWrite.Names, "CopyToFile", "CopyToFileAsync"]);

    public TempFileWithoutSpaceCheckAnalyzer()
        : base(Rules.TempFileWithoutSpaceCheck, Names)
    {
    }

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { Stream: not null, FileStream: not null, Path: not null })
        {
            context.RegisterNamedOperationsAction(Names, (member, calls) => Analyze(member, calls, types), OperationKind.Invocation);
        }
    }

    private static void Analyze(OperationBlockAnalysisContext context, List<IOperation> calls, KnownTypes types)
    {
        HashSet<SyntaxNode>? known = null;
        foreach (IOperation call in calls)
        {
            if (TryRead((IInvocationOperation)call, types) is { } fill && (known ??= []).Add(fill.Path.Operation.Syntax))
            {
                Report(context, fill, types);
            }
        }
    }

    private static TempFill? TryRead(IInvocationOperation call, KnownTypes types) =>
        TempFill.IsCandidate(call.TargetMethod) ? TempFill.TryRead(call, types) : null;

    private static void Report(OperationBlockAnalysisContext context, TempFill found, KnownTypes types)
    {
        TempPath path = found.Path;
        IOperation root = Values.Root(found.Call);
        IOperation rootOfPath = Values.Root(path.Operation);
        bool isInField = rootOfPath != root;
        if (SpaceCheck.IsIn(root, types) || (isInField && SpaceCheck.IsIn(rootOfPath, types)))
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

        // Editors do not show what is reported in another member.
        Location atPath = path.Operation.Syntax.GetLocation();
        context.ReportDiagnostic(Diagnostic.Create(
            Rules.TempFileWithoutSpaceCheck.Descriptor,
            isInField ? path.Use.Syntax.GetLocation() : atPath,
            ImmutableArray.Create(isInField ? atPath : fills[0].Call.Syntax.GetLocation()),
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
