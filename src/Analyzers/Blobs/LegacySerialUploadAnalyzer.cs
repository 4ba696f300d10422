using System.Linq;

namespace StreamTuning.Analyzers.Blobs;

/// <summary>STRM3007: an upload with the packages before Azure.Storage.Blobs that sends one block after the other.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class LegacySerialUploadAnalyzer() : StreamTuningAnalyzer(Rules.LegacySerialUpload, Names)
{
    private const string OptionsType = "BlobRequestOptions";
    private const string ThreadCount = "ParallelOperationThreadCount";

    private static readonly WatchedNames Defaults = new("DefaultRequestOptions");

    private static readonly WatchedNames Names = new(
        "UploadFromStream", "UploadFromStreamAsync", "BeginUploadFromStream",
        "UploadFromFile", "UploadFromFileAsync", "BeginUploadFromFile",
        "UploadFromByteArray", "UploadFromByteArrayAsync", "BeginUploadFromByteArray");

    private protected override void Watch(CompilationStartAnalysisContext context, KnownTypes types)
    {
        if (types.CloudBlockBlob is not null || types.CloudBlockBlobOfVersion11 is not null)
        {
            context.RegisterNamedOperationAction(Rule, Names, operation => Analyze(operation, types), OperationKind.Invocation);
        }
    }

    private static void Analyze(Finding finding, KnownTypes types)
    {
        var call = (IInvocationOperation)finding.Operation;
        if (!IsBlob(call.TargetMethod.ContainingType, types)
            || call.Arguments.IsEmpty
            || call.Instance is IInstanceReferenceOperation { Syntax: BaseExpressionSyntax }
            || call.IsInExpressionTree()
            || MaySetThreadCount(call, types)
            || IsSmall(call, types)
            || ConcurrentUploads.Includes(call)
            || HasDefaultsInSight(call.Syntax.SyntaxTree, finding.CancellationToken))
        {
            return;
        }

        finding.Report(call.TargetMethod.Name);
    }

    private static bool IsBlob(INamedTypeSymbol type, KnownTypes types) =>
        type.Is(types.CloudBlockBlob) || type.Is(types.CloudBlockBlobOfVersion11);

    /// <summary>Whether options of a call set the number of blocks, or that cannot be told.</summary>
    private static bool MaySetThreadCount(IInvocationOperation call, KnownTypes types)
    {
        foreach (IArgumentOperation argument in call.Arguments)
        {
            if (argument is not { ArgumentKind: not ArgumentKind.DefaultValue, Parameter.Type.Name: OptionsType }
                || argument.Value.IsNull())
            {
                continue;
            }

            if (argument.Value.Origin() is not IObjectCreationOperation { Type.Name: OptionsType, Arguments.IsEmpty: true } creation
                || Sets(creation.Initializer)
                || !IsLeftAlone(argument.Value.Unwrap(), creation, types))
            {
                return true;
            }
        }

        return false;
    }

    private static bool Sets(IObjectOrCollectionInitializerOperation? initializer)
    {
        if (initializer is not null)
        {
            foreach (IOperation member in initializer.Initializers)
            {
                if (member is ISimpleAssignmentOperation { Target: IPropertyReferenceOperation { Property.Name: ThreadCount } })
                {
                    return true;
                }
            }
        }

        return false;
    }

    /// <summary>Whether the options that a variable holds go to blobs only, and are never given the number of blocks.</summary>
    private static bool IsLeftAlone(IOperation variable, IObjectCreationOperation creation, KnownTypes types)
    {
        if (variable == creation)
        {
            return true;
        }

        if (variable is ILocalReferenceOperation local && local.SingleValue() is { } value && value.Unwrap() == creation)
        {
            return Uses.Of(local.Local, local.Root()).TrueForAll(reference => IsHarmless(reference, types));
        }

        if (variable is not IFieldReferenceOperation { Field: { IsReadOnly: true, DeclaredAccessibility: Accessibility.Private } field,
            SemanticModel: { } model }
            || field.ContainingType.DeclaringSyntaxReferences is not { Length: 1 } declarations
            || declarations[0].SyntaxTree != model.SyntaxTree)
        {
            return false;
        }

        foreach (IOperation use in MethodsOfFile.NamedAs(field, declarations[0].GetSyntax(), model))
        {
            if (use is IFieldReferenceOperation reference && reference.Field.Is(field) && !IsHarmless(reference, types))
            {
                return false;
            }
        }

        return true;
    }

    private static bool IsHarmless(IOperation reference, KnownTypes types) => reference.Receiver() switch
    {
        ISimpleAssignmentOperation assignment => assignment.Target == reference,
        IPropertyReferenceOperation { Property.Name: { } name } => name != ThreadCount,
        IArgumentOperation { Parent: IInvocationOperation call } => IsOfPackage(call.TargetMethod.ContainingType, types),
        _ => false,
    };

    /// <summary>Whether the type is one of blobs. Nothing of it but uploads sends blocks.</summary>
    private static bool IsOfPackage(INamedTypeSymbol type, KnownTypes types) =>
        type.ContainingNamespace.Is(types.CloudBlockBlob?.ContainingNamespace)
            || type.ContainingNamespace.Is(types.CloudBlockBlobOfVersion11?.ContainingNamespace);

    /// <summary>Whether the content is visibly small, or text, which mostly is.</summary>
    private static bool IsSmall(IInvocationOperation call, KnownTypes types)
    {
        if (call.Arguments.Named("source") is { } source)
        {
            return SmallSource.IsAtMost(source, call, BlobSize.MinimumForBlocks, types)
                || SmallBytes.IsText(source, types)
                || (call.Arguments.Named("length") is { } length && length.ConstantInt64() < BlobSize.MinimumForBlocks);
        }

        // What is tested is some length: which argument is asked about makes no difference to that.
        IOperation? content = call.Arguments.Named("buffer");
        return SmallSource.IsAtMost(content ?? call.Arguments[0].Value, call, BlobSize.MinimumForBlocks, types)
            || (content is not null
                && (SmallBytes.IsText(content, types)
                    || SmallBytes.IsSmallArray(content.Origin(), types)
                    || (call.Arguments.Named("count") is { } count && count.ConstantInt64() < BlobSize.MinimumForBlocks)));
    }

    /// <summary>Whether the source sets options for all requests of a client. They count where those of a request say nothing.</summary>
    private static bool HasDefaultsInSight(SyntaxTree tree, System.Threading.CancellationToken cancellationToken) =>
        Defaults.Find(tree, cancellationToken).Any();
}
