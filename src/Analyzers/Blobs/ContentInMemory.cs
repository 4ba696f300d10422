using System;
using System.Collections.Generic;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using StreamTuning.Analyzers.Copying;

namespace StreamTuning.Analyzers.Blobs;

/// <summary>A whole content that one method takes into memory only to upload it once.</summary>
internal sealed class ContentInMemory
{
    private readonly KnownTypes _types;
    private readonly IInvocationOperation _fill;
    private readonly List<IOperation> _leftovers = new();
    private BlobUpload? _upload;
    private bool _isRewound;

    private ContentInMemory(IInvocationOperation fill, KnownTypes types)
    {
        _fill = fill;
        _types = types;
    }

    /// <summary>The names of the methods that fill the memory.</summary>
    public static string[] Names { get; } = ["FromStream", "FromStreamAsync", .. BufferedContent.Names];

    /// <summary>The upload of the bytes.</summary>
    public BlobUpload Upload => _upload!;

    /// <summary>What the code does for the sake of the memory alone, besides filling it.</summary>
    public IReadOnlyList<IOperation> Leftovers => _leftovers;

    /// <summary>Whether the name of a method may be that of one that fills the memory; asked before any symbol is looked at.</summary>
    public static bool IsCandidate(IMethodSymbol method) =>
        method.Name is "ReadAllBytes" or "ReadAllBytesAsync" || IsFromStream(method) || StreamCopy.IsCandidate(method);

    /// <param name="fill">The call that fills the memory.</param>
    /// <param name="types">The known types.</param>
    public static ContentInMemory? TryRead(IInvocationOperation fill, KnownTypes types)
    {
        var content = new ContentInMemory(fill, types);
        bool isFollowed = !Values.IsInExpressionTree(fill) && fill.TargetMethod.Name switch
        {
            "ReadAllBytes" or "ReadAllBytesAsync" => Values.Is(fill.TargetMethod.ContainingType, types.File) && content.TryFollow(Values.Awaited(fill)),
            "FromStream" or "FromStreamAsync" => IsOfBinaryData(fill) && fill.Arguments.Length > 0 && MayBeLarge(fill.Arguments[0].Value, types) && content.TryFollow(Values.Awaited(fill)),
            _ => StreamCopy.TryRead(fill, types) is { } copy && MayBeLarge(copy.Source, types) && content.TryFollow(copy),
        };

        return isFollowed
            && content._upload is { } upload
            && RunOrder.Follows(upload.Call, fill, allowsTry: true)
            && !SmallSource.IsAtMost(upload.Content, upload.Call, BlobSize.MinimumForBlocks, types)
            && !SmallSource.IsAtMost(upload.Content, fill, BlobSize.MinimumForBlocks, types)
            && !BlobClientOrigin.RulesOutBlocks(upload, types)
            && !IsReadUnderLock(fill, upload.Call)
            && !FileUseFinder.FindsChange(fill, upload.Call, types)
                ? content
                : null;
    }

    private static bool IsFromStream(IMethodSymbol method) => method is { IsStatic: true, Name: "FromStream" or "FromStreamAsync" };

    private static bool IsOfBinaryData(IInvocationOperation call) => Values.IsBinaryData(call.TargetMethod.ContainingType);

    /// <summary>Whether a source is not in memory already.</summary>
    private static bool MayBeLarge(IOperation source, KnownTypes types) =>
        !Values.DerivesFrom(source.Type, types.Stream) || BlobSources.Of(source, types) != BlobSource.Memory;

    /// <summary>Follows the stream that a copy fills.</summary>
    private bool TryFollow(StreamCopy copy)
    {
        if (copy.Destination is not ILocalReferenceOperation memory || EmptyMemory.FilledBy(copy, _types) is not { } creation)
        {
            return false;
        }

        _leftovers.Add(creation);
        return TryFollowUses(memory.Local, Values.Root(_fill));
    }

    /// <summary>Follows bytes that an expression gives, as an array, a stream or data, to the one upload of all of them.</summary>
    private bool TryFollow(IOperation bytes)
    {
        switch (Values.Receiver(bytes))
        {
            case IConversionOperation conversion:
                // From an array to a memory.
                return TryFollow(conversion);

            case IArgumentOperation { Parameter.Ordinal: 0, Parent: IObjectCreationOperation { Constructor: { } constructor } creation } argument:
                return (Values.IsBinaryData(constructor.ContainingType) || Values.Is(constructor.ContainingType, _types.MemoryStream)) && IsWhole(creation, argument) && TryFollow(creation);

            case IArgumentOperation { Parameter.Ordinal: 0, Parent: IInvocationOperation { TargetMethod: { IsStatic: true, Name: "FromBytes" } } call }:
                return IsOfBinaryData(call) && TryFollow(call);

            case IArgumentOperation { Parent: IInvocationOperation call } argument:
                return TryTakeUpload(call, argument);

            case IInvocationOperation { TargetMethod.Name: "ToStream", Instance: { } instance } call when Values.Unwrap(instance) == bytes:
                return IsOfBinaryData(call) && TryFollow(call);

            case IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator }:
                return TryFollowVariable(declarator.Symbol, bytes);

            case ISimpleAssignmentOperation { Target: ILocalReferenceOperation target, Parent: IExpressionStatementOperation }:
                return TryFollowVariable(target.Local, bytes);

            default:
                return false;
        }
    }

    private bool TryFollowVariable(ILocalSymbol variable, IOperation bytes)
    {
        IOperation root = Values.Root(_fill);
        if (Values.SingleValue(variable, root) is not { } value || Values.Unwrap(value) != bytes)
        {
            return false;
        }

        _leftovers.Add(bytes);

        // A stream that is made of the bytes begins with them.
        _isRewound = true;
        return TryFollowUses(variable, root);
    }

    private bool TryFollowUses(ILocalSymbol variable, IOperation root)
    {
        foreach (ILocalReferenceOperation reference in LocalUses.Find(variable, root))
        {
            IOperation? receiver = Values.Receiver(reference);
            switch (receiver)
            {
                case IArgumentOperation { Parent: { } call } when call == _fill:
                case ISimpleAssignmentOperation { Target: { } target } when target == reference:
                case IUsingOperation:
                    break;

                case not null when EmptyMemory.IsRewind(receiver):
                    _isRewound |= _upload is null && RunOrder.Follows(receiver, _fill, allowsTry: true);
                    _leftovers.Add(receiver);
                    break;

                case not null when EmptyMemory.IsEnd(receiver):
                    _leftovers.Add(receiver);
                    break;

                default:
                    if (_upload is not null || !TryFollowUse(reference, receiver))
                    {
                        return false;
                    }

                    break;
            }
        }

        return _upload is not null;
    }

    /// <summary>Follows one use of a variable; as a stream what is in it is given out from its position on.</summary>
    private bool TryFollowUse(ILocalReferenceOperation reference, IOperation? receiver) => receiver switch
    {
        IInvocationOperation { TargetMethod.Name: "ToArray", Arguments.IsEmpty: true, Instance: { } instance } call =>
            Values.Unwrap(instance) == reference && TryFollow(call),
        IArgumentOperation { Parent: IInvocationOperation { TargetMethod: var method } call } when IsFromStream(method) =>
            _isRewound && IsOfBinaryData(call) && TryFollow(Values.Awaited(call)),
        _ => _isRewound && TryFollow(reference),
    };

    /// <summary>Whether an object is made of all of an array: of nothing else, or of its range from zero to its length.</summary>
    private static bool IsWhole(IObjectCreationOperation creation, IArgumentOperation bytes)
    {
        foreach (IArgumentOperation argument in creation.Arguments)
        {
            bool isHarmless = argument.Parameter switch
            {
                { Ordinal: 0 } => argument == bytes && argument.Parameter.Type is IArrayTypeSymbol or { Name: "ReadOnlyMemory" },
                { Type.SpecialType: SpecialType.System_Boolean } => true,
                _ => argument.ArgumentKind == ArgumentKind.DefaultValue,
            };
            if (!isHarmless)
            {
                return false;
            }
        }

        return creation.Initializer is null;
    }

    private bool TryTakeUpload(IInvocationOperation call, IArgumentOperation argument)
    {
        if (!BlobUpload.IsCandidate(call.TargetMethod) || BlobUpload.TryRead(call, _types) is not { } upload || upload.Content != Values.Unwrap(argument.Value))
        {
            return false;
        }

        _upload = upload;
        return true;
    }

    /// <summary>Whether the content is read under a lock that the upload does not hold: then it is in memory so as not to.</summary>
    private static bool IsReadUnderLock(IOperation fill, IOperation upload)
    {
        for (IOperation? parent = fill.Parent; parent is not null && !Values.Contains(parent, upload); parent = parent.Parent)
        {
            if (parent is ILockOperation)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Finds what may change or remove files: what was read before and what is read after it may differ then.</summary>
    private sealed class FileUseFinder(int start, int end, IOperation? path, KnownTypes types) : OperationWalker
    {
        private bool _found;

        /// <summary>Whether the code may change the file from where it is read until it has been uploaded.</summary>
        public static bool FindsChange(IInvocationOperation fill, IInvocationOperation upload, KnownTypes types)
        {
            // An upload that nothing waits for goes on for as long as the function, unless that gives it to its caller.
            bool isOver = Values.Awaited(upload) != upload || !upload.TargetMethod.Name.EndsWith("Async", StringComparison.Ordinal) || Values.Receiver(upload) is IReturnOperation;
            int end = isOver ? upload.Syntax.SpanStart : Values.Function(upload).Syntax.Span.End;
            var finder = new FileUseFinder(fill.Syntax.Span.End, end, Values.Argument(fill.Arguments, "path"), types);
            finder.Visit(Values.Root(upload));
            return finder._found;
        }

        public override void VisitInvocation(IInvocationOperation operation)
        {
            if (IsBetween(operation))
            {
                INamedTypeSymbol type = operation.TargetMethod.ContainingType;
                _found |= Values.Is(type, types.File)
                    || Values.Is(type, types.FileInfo)
                    || Values.Is(type, types.Directory)
                    || type.Name is "FileSystemInfo"
                    || (IsGivenPath(operation) && !LeavesFile(operation.TargetMethod, types));
            }

            base.VisitInvocation(operation);
        }

        public override void VisitObjectCreation(IObjectCreationOperation operation)
        {
            _found |= IsBetween(operation) && (Values.Is(operation.Type, types.FileStream) || Values.Is(operation.Type, types.StreamWriter));
            base.VisitObjectCreation(operation);
        }

        private bool IsBetween(IOperation operation) => operation.Syntax.SpanStart >= start && operation.Syntax.Span.End <= end;

        private bool IsGivenPath(IInvocationOperation call)
        {
            foreach (IArgumentOperation argument in call.Arguments)
            {
                if (path is not null && Values.AreSame(argument.Value, path))
                {
                    return true;
                }
            }

            return false;
        }

        /// <summary>Whether a method that is given the path does something else with it than to change the file: with its name, or a log.</summary>
        private static bool LeavesFile(IMethodSymbol method, KnownTypes types) =>
            Values.Is(method.ContainingType, types.Path)
            || Values.Is(method.ContainingType, types.BlobContainerClient)
            || Values.Is(method.ContainingType, types.Console)
            || method.ContainingType.SpecialType == SpecialType.System_String
            || method.Name.StartsWith("Get", StringComparison.Ordinal)
            || method.Name.StartsWith("Log", StringComparison.Ordinal);
    }
}
