using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace StreamTuning.Analyzers.Copying;

/// <summary>STRM1003: a new file that is filled from one source of known length without setting its length first.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PresetLengthOfFileAnalyzer : StreamTuningAnalyzer
{
    /// <summary>Diagnostic property: the length as an expression for the plain fix; absent where it cannot be written down safely.</summary>
    public const string Length = nameof(Length);

    /// <summary>Diagnostic property: the condition under which the length can be read, if there is one.</summary>
    public const string Condition = nameof(Condition);

    /// <summary>Diagnostic property: the name of the file's variable.</summary>
    public const string File = nameof(File);

    /// <summary>Diagnostic property: how a file that is not filled to its length is cleaned up, one of the values below; absent where it cannot be.</summary>
    public const string CleanUp = nameof(CleanUp);

    /// <summary>The code deletes the file when filling it fails.</summary>
    public const string Deletes = nameof(Deletes);

    /// <summary>The fix adds what trims the file when filling it fails.</summary>
    public const string Trim = nameof(Trim);

    /// <summary>Diagnostic property, present where the source may give less than its length said.</summary>
    public const string MayBeShorter = nameof(MayBeShorter);

    /// <summary>Diagnostic property, present where the file is filled by one copy, which the runtime can replace.</summary>
    public const string IsCopy = nameof(IsCopy);

    private static readonly WatchedNames Names = new(FileOpening.Methods, FileOpening.Types);

    public PresetLengthOfFileAnalyzer()
        : base(Rules.PresetLengthOfFile, Names)
    {
    }

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types is { Stream: not null, FileStream: not null })
        {
            context.RegisterNamedOperationAction(Names, operation => Analyze(operation, types), OperationKind.ObjectCreation, OperationKind.Invocation);
        }
    }

    private static void Analyze(OperationAnalysisContext context, KnownTypes types)
    {
        if (FileOpening.TryRead(context.Operation, types) is not { StartsEmpty: true } opening
            || FilledFile.TryRead(opening, types) is not { } filled)
        {
            return;
        }

        SyntaxTree tree = opening.Operation.Syntax.SyntaxTree;
        int largeBuffer = Options.CopyBufferSize.Read(context.Options, tree, Rules.CopyIntoFileWithDefaultBuffer);
        int minimum = Options.MinimumPresetLength.Read(context.Options, tree, Rules.PresetLengthOfFile);
        if (filled.Length.Constant <= minimum
            || filled.Copy?.IsWrittenWithDefaultBuffer(largeBuffer) == true
            || (filled.Copy is { Copy: { } copy } && SmallSource.IsAtMost(copy.Source, copy.Call, minimum, types)))
        {
            return;
        }

        ImmutableDictionary<string, string?>.Builder properties = ImmutableDictionary.CreateBuilder<string, string?>();
        if (filled.Copy is not null)
        {
            properties.Add(IsCopy, null);
            if (filled.Length.Hint is { } hint)
            {
                properties.Add(KnownLength.HintProperty, hint);
            }
        }

        if (filled is { File: { } file, Length.Expression: { } length } && filled.CleanUp is { } cleanUp)
        {
            properties.Add(File, SyntaxFacts.GetKeywordKind(file.Name) == SyntaxKind.None ? file.Name : "@" + file.Name);
            properties.Add(Length, length);
            properties.Add(CleanUp, cleanUp == FilledFile.FailureHandling.Deletes ? Deletes : Trim);
            if (filled.Length.Condition is { } condition)
            {
                properties.Add(Condition, condition);
            }

            if (filled.Length.MayBeShorter)
            {
                properties.Add(MayBeShorter, null);
            }
        }

        context.ReportDiagnostic(Diagnostic.Create(
            Rules.PresetLengthOfFile.Descriptor,
            opening.Operation.Syntax.GetLocation(),
            ImmutableArray.Create(filled.Fill.Syntax.GetLocation()),
            properties.ToImmutable(),
            filled.File?.Name ?? "the file"));
    }
}
