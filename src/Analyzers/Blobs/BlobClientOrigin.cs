using System;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Blobs;

/// <summary>What the code shows of how the client of an upload was made.</summary>
internal static class BlobClientOrigin
{
    /// <summary>
    /// Whether the client visibly cannot upload in blocks, or better does not: it encrypts the content, which changes its length, or has a signature with
    /// which blobs can be created and not written, so that it may put a blob and no blocks.
    /// </summary>
    public static bool RulesOutBlocks(BlobUpload upload, KnownTypes types) => RulesOutBlocks(upload.Call.Instance, types);

    /// <inheritdoc cref="RulesOutBlocks(BlobUpload, KnownTypes)"/>
    public static bool RulesOutBlocks(IOperation? client, KnownTypes types)
    {
        for (int hops = 0; client is not null && hops < 2 * Values.MaximumHops; hops++)
        {
            client = Values.Unwrap(client);
            if (client is IConditionalAccessInstanceOperation)
            {
                client = ConditionalReceiver(client);
                continue;
            }

            if (Values.Origin(client) is not { } origin)
            {
                return false;
            }

            switch (Values.UnwrapAwait(origin))
            {
                case IInvocationOperation { TargetMethod.Name: "WithClientSideEncryptionOptions" }:
                    return true;
                case IInvocationOperation call:
                    // One client makes another: of the container for the blob, for instance. Those of block blobs are made by extensions.
                    client = call.Instance ?? (call.TargetMethod.IsExtensionMethod && call.Arguments.Length > 0 ? call.Arguments[0].Value : null);
                    break;
                case IPropertyReferenceOperation { Property.Name: "Value" } response:
                    client = response.Instance;
                    break;
                case IConditionalAccessOperation access:
                    client = access.WhenNotNull;
                    break;
                case IObjectCreationOperation creation:
                    return Encrypts(creation, types) || MayOnlyCreate(creation);
                default:
                    return false;
            }
        }

        return false;
    }

    private static IOperation? ConditionalReceiver(IOperation instance)
    {
        IOperation child = instance;
        for (IOperation? parent = instance.Parent; parent is not null; child = parent, parent = parent.Parent)
        {
            if (parent is IConditionalAccessOperation access && access.WhenNotNull == child)
            {
                return access.Operation;
            }
        }

        return null;
    }

    private static bool Encrypts(IObjectCreationOperation client, KnownTypes types)
    {
        foreach (IArgumentOperation argument in client.Arguments)
        {
            if (Values.Is(argument.Value.Type, types.SpecializedBlobClientOptions) || Values.Is(Values.Origin(argument.Value)?.Type, types.SpecializedBlobClientOptions))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether the code that makes the client also names permissions with which blobs can be created and not written.</summary>
    private static bool MayOnlyCreate(IObjectCreationOperation client)
    {
        if (client.Constructor is not { Parameters: { Length: > 0 } parameters } || parameters[0].Type.Name != "Uri")
        {
            return false;
        }

        var finder = new PermissionFinder();
        finder.Visit(Values.Root(client));
        foreach (IArgumentOperation argument in client.Arguments)
        {
            finder.VisitOrigin(argument.Value);
        }

        return finder.FindsCreateOnly;
    }

    /// <summary>Finds constant permissions: given to what makes a signature, or in an address.</summary>
    private sealed class PermissionFinder : OperationWalker
    {
        private const string InAddress = "sp=";

        public bool FindsCreateOnly { get; private set; }

        /// <summary>Looks at an address or credential that is made elsewhere: in a field or another local.</summary>
        public void VisitOrigin(IOperation value)
        {
            if (Values.Origin(value) is { } origin)
            {
                Visit(origin);
                if (origin is IObjectCreationOperation { Arguments: { Length: > 0 } arguments } && Values.Origin(arguments[0].Value) is { } text)
                {
                    Visit(text);
                }
            }
        }

        public override void DefaultVisit(IOperation operation)
        {
            if (operation is { ConstantValue: { HasValue: true, Value: string text } } && text.IndexOf(InAddress, StringComparison.Ordinal) is >= 0 and var start && (start == 0 || text[start - 1] is '?' or '&'))
            {
                start += InAddress.Length;
                int end = text.IndexOf('&', start);
                Add(text.Substring(start, (end < 0 ? text.Length : end) - start));
            }

            base.DefaultVisit(operation);
        }

        public override void VisitArgument(IArgumentOperation operation)
        {
            switch (operation)
            {
                case { Value: { ConstantValue: { HasValue: true, Value: { } permissions }, Type: INamedTypeSymbol { TypeKind: TypeKind.Enum } type } } when type.Name.EndsWith("SasPermissions", StringComparison.Ordinal):
                    FindsCreateOnly |= Has(permissions, type, "Create") && !Has(permissions, type, "Write");
                    break;
                case { Value.ConstantValue: { HasValue: true, Value: string permissions }, Parent: IInvocationOperation { TargetMethod.Name: "SetPermissions" } }:
                    Add(permissions);
                    break;
            }

            base.VisitArgument(operation);
        }

        private void Add(string permissions) => FindsCreateOnly |= permissions.IndexOf('c') >= 0 && permissions.IndexOf('w') < 0;

        private static bool Has(object permissions, INamedTypeSymbol type, string name)
        {
            foreach (ISymbol member in type.GetMembers(name))
            {
                if (member is IFieldSymbol { ConstantValue: { } flag })
                {
                    return (Convert.ToInt64(permissions, System.Globalization.CultureInfo.InvariantCulture) & Convert.ToInt64(flag, System.Globalization.CultureInfo.InvariantCulture)) != 0;
                }
            }

            return false;
        }
    }
}
