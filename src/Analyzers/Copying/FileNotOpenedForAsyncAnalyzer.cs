namespace StreamTuning.Analyzers.Copying;

/// <summary>STRM1006: a file that is opened for synchronous use by a method that awaits all it reads and writes.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class FileNotOpenedForAsyncAnalyzer() : FactAnalyzer<OpenedFile>(Rules.FileNotOpenedForAsync, OpenedFile.Facts)
{
    private protected override void Check(OpenedFile opening, Finding finding)
    {
        if (opening.Options is not { } options || (options & OpenedFile.FileOptions.Asynchronous) != 0)
        {
            return;
        }

        ISymbol function = opening.Operation.Function() switch
        {
            IAnonymousFunctionOperation lambda => lambda.Symbol,
            ILocalFunctionOperation local => local.Symbol,
            _ => finding.ContainingMember,
        };
        if (function is IMethodSymbol { IsAsync: true }
            && AwaitedUses.AreAll(opening.Operation, finding.Types)
            && !Platforms.ExcludeWindows(function))
        {
            finding.ReportAt(LocationOfName(opening.Operation.Syntax), Name(opening.Operation));
        }
    }

    /// <summary>What is opened, or how: the whole call may be reported for another cause.</summary>
    private static Location LocationOfName(SyntaxNode opening) => opening switch
    {
        ObjectCreationExpressionSyntax creation => creation.Type.GetLocation(),
        ImplicitObjectCreationExpressionSyntax creation => creation.NewKeyword.GetLocation(),
        InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax access } => access.Name.GetLocation(),
        InvocationExpressionSyntax call => call.Expression.GetLocation(),
        _ => opening.GetLocation(),
    };

    private static string Name(IOperation opening) =>
        opening is IInvocationOperation { TargetMethod: { } method } ? method.ContainingType.Name + "." + method.Name : "new FileStream";
}

/// <summary>
/// Follows a stream that a method opens to everything the method does with it: in a variable, and behind the reader, writer or stream
/// that wraps it. What is handed on to code that cannot be seen counts as not awaited.
/// </summary>
internal sealed class AwaitedUses
{
    private readonly IOperation _root;
    private readonly IOperation _function;
    private readonly KnownTypes _types;
    private bool _isAwaited;

    private AwaitedUses(IOperation opening, KnownTypes types)
    {
        _root = opening.Root();
        _function = opening.Function();
        _types = types;
    }

    /// <summary>Who holds the stream.</summary>
    private enum Holder
    {
        /// <summary>The file itself.</summary>
        File,

        /// <summary>What does no more when it is closed than to close the file.</summary>
        Reader,

        /// <summary>What may write when it is closed.</summary>
        Writer,
    }

    /// <summary>
    /// Whether the method that opens the file awaits something that reads or writes it, and blocks for nothing that does.
    /// </summary>
    public static bool AreAll(IOperation opening, KnownTypes types)
    {
        var uses = new AwaitedUses(opening, types);
        return uses.FollowValue(opening, Holder.File) && uses._isAwaited;
    }

    private bool FollowValue(IOperation value, Holder holder)
    {
        switch (value.Receiver())
        {
            case IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator }:
                return IsClosedWell(declarator, holder) && FollowLocal(declarator.Symbol, value, holder);
            case ISimpleAssignmentOperation { Target: ILocalReferenceOperation target, Parent: IExpressionStatementOperation }:
                return FollowLocal(target.Local, value, holder);
            default:
                return FollowUse(value, holder);
        }
    }

    private bool FollowLocal(ILocalSymbol local, IOperation value, Holder holder)
    {
        if (local.SingleValue(_root) is not { } only || only.Unwrap() != value)
        {
            return false;
        }

        return Uses.Of(local, _root).TrueForAll(
            reference => reference.Function() == _function && (IsTarget(reference) || FollowUse(reference, holder)));
    }

    private bool FollowUse(IOperation value, Holder holder)
    {
        switch (value.Receiver())
        {
            case IInvocationOperation { Instance: { } instance } call when instance.Unwrap() == value:
                return FollowCall(call, holder);
            case IArgumentOperation { Parent: IInvocationOperation call }:
                return call.TargetMethod.Name == "ConfigureAwait" || (IsKnownToAwait(call, value) && FollowTask(call));
            case IArgumentOperation { Parent: IObjectCreationOperation creation } argument:
                return FollowWrapper(creation, argument);
            case IUsingOperation scope:
                return scope.IsAsynchronous || holder != Holder.Writer;
            case IPropertyReferenceOperation { Property.Name: "Name" or "Length" or "Position" or "CanSeek" or "CanRead" or "CanWrite"
                or "Encoding" or "CurrentEncoding" or "NewLine" or "AutoFlush" }:
                return true;
            case IConditionalAccessOperation access when access.Operation.Unwrap() == value:
                return access.WhenNotNull.Unwrap() is IInvocationOperation { TargetMethod.Name: { } name } && IsClosing(name, holder);
            case { } other:
                return Uses.IsNullTest(other);
            default:
                return false;
        }
    }

    private bool FollowCall(IInvocationOperation call, Holder holder)
    {
        switch (call.TargetMethod.Name)
        {
            case "ReadAsync" or "ReadExactlyAsync" or "ReadAtLeastAsync" or "ReadBlockAsync" or "ReadLineAsync" or "ReadToEndAsync"
                or "WriteAsync" or "WriteLineAsync" or "CopyToAsync":
                return FollowTask(call);
            case "FlushAsync":
                return !IsBlocking(call);
            case "Seek" or "SetLength":
                // Elsewhere they may have to write first.
                return holder == Holder.File;
            default:
                return IsClosing(call.TargetMethod.Name, holder);
        }
    }

    private static bool IsClosing(string method, Holder holder) =>
        method == "DisposeAsync" || (method is "Dispose" or "Close" && holder != Holder.Writer);

    private bool FollowWrapper(IObjectCreationOperation creation, IArgumentOperation argument)
    {
        ITypeSymbol? type = creation.Type;
        if (!(argument.Parameter?.Type).Is(_types.Stream))
        {
            return false;
        }

        if (type.Is(_types.StreamReader))
        {
            return FollowValue(creation, Holder.Reader);
        }

        if (_types.IsCompression(type))
        {
            const int decompress = 0;
            return FollowValue(
                creation, creation.Arguments.Named("mode") is { } mode && mode.ConstantInt32() == decompress
                    ? Holder.Reader
                    : Holder.Writer);
        }

        return (type.Is(_types.StreamWriter) || type.Is(_types.BufferedStream) || type.Is(_types.CryptoStream))
            && FollowValue(creation, Holder.Writer);
    }

    /// <summary>Whether the call is known to read or write the stream it is given asynchronously only.</summary>
    private bool IsKnownToAwait(IInvocationOperation call, IOperation stream)
    {
        ITypeSymbol type = call.TargetMethod.ContainingType;
        switch (call.TargetMethod.Name)
        {
            case "CopyToAsync":
                return type.Is(_types.HttpContent) || StreamCopy.Of(call, _types)?.Destination == stream;
            case "CopyToFileAsync":
                return type.Is(_types.FileCopyExtensions);
            case "DeserializeAsync" or "DeserializeAsyncEnumerable" or "SerializeAsync":
                return type.Is(_types.JsonSerializer);
            case "ParseAsync":
                return type.Is(_types.JsonDocument) || type.Is(_types.JsonNode);
            case "ComputeHashAsync":
                return type.Is(_types.HashAlgorithm);
            case "HashDataAsync":
                // Static methods of each algorithm and its keyed form.
                return SymbolEqualityComparer.Default.Equals(type.ContainingNamespace, _types.HashAlgorithm?.ContainingNamespace);
            default:
                return false;
        }
    }

    private bool FollowTask(IInvocationOperation call)
    {
        _isAwaited |= IsAwaited(call, hops: 0);
        return !IsBlocking(call);
    }

    /// <summary>Whether the task is awaited: at once, with others, or in the one variable it is kept in.</summary>
    private bool IsAwaited(IOperation task, int hops)
    {
        switch (task.Receiver())
        {
            case IAwaitOperation:
                return true;
            case IForEachLoopOperation loop:
                return loop.IsAsynchronous;
            case IInvocationOperation { TargetMethod.Name: "ConfigureAwait" or "AsTask" or "WaitAsync", Instance: { } instance } call
                when instance.Unwrap() == task:
                return IsAwaited(call, hops);
            case IArgumentOperation { Parent: IInvocationOperation { TargetMethod: { Name: "WhenAll" or "WhenAny" or "ConfigureAwait"
                or "WithCancellation" } } call }:
                return IsAwaited(call, hops);
            case IArrayInitializerOperation { Parent: IArrayCreationOperation array }:
                return IsAwaited(array, hops);
            case { IsImplicit: true, Parent: IArgumentOperation } span:
                // What the compiler makes of several arguments for params.
                return IsAwaited(span, hops);
            case IVariableInitializerOperation { Parent: IVariableDeclaratorOperation { Symbol: { } local } }
                when hops < Provenance.MaximumHops:
                return Uses.Of(local, _root).Exists(reference => IsAwaited(reference, hops + 1));
            default:
                return false;
        }
    }

    private static bool IsBlocking(IOperation task) => task.Receiver() switch
    {
        IInvocationOperation { TargetMethod.Name: "ConfigureAwait" or "AsTask" } call => IsBlocking(call),
        IInvocationOperation { TargetMethod.Name: "Wait" or "GetAwaiter" } => true,
        IPropertyReferenceOperation { Property.Name: "Result" } => true,
        _ => false,
    };

    /// <summary>Whether the scope of the variable closes it without blocking for a write.</summary>
    private static bool IsClosedWell(IVariableDeclaratorOperation declarator, Holder holder)
    {
        IOperation? scope = declarator.Parent;
        while (scope is IVariableDeclarationOperation or IVariableDeclarationGroupOperation)
        {
            scope = scope.Parent;
        }

        return holder != Holder.Writer || scope switch
        {
            IUsingDeclarationOperation declaration => declaration.IsAsynchronous,
            IUsingOperation statement => statement.IsAsynchronous,
            _ => true,
        };
    }

    private static bool IsTarget(ILocalReferenceOperation reference) =>
        reference.Parent is ISimpleAssignmentOperation assignment && assignment.Target == reference;
}
