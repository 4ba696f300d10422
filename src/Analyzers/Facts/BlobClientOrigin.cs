using System.Globalization;
using System.Linq;

namespace StreamTuning.Analyzers.Facts;

/// <summary>What the code shows of how the client of an upload was made.</summary>
internal static class BlobClientOrigin
{
    /// <summary>The permissions in the address of a shared access signature.</summary>
    private const string InAddress = "sp=";

    /// <summary>
    /// Whether the client visibly cannot upload in blocks, or better does not: it encrypts the content, which changes its length, or has a
    /// signature with which blobs can be created and not written, so that it may put a blob and no blocks.
    /// </summary>
    public static bool RulesOutBlocks(BlobUpload upload, KnownTypes types) => RulesOutBlocks(upload.Call.Instance, types);

    /// <inheritdoc cref="RulesOutBlocks(BlobUpload, KnownTypes)"/>
    public static bool RulesOutBlocks(IOperation? client, KnownTypes types)
    {
        for (int hops = 0; client is not null && hops < 2 * Provenance.MaximumHops; hops++)
        {
            if (client.UnwrapConditional().Origin() is not { } origin)
            {
                return false;
            }

            switch (origin.UnwrapAwait())
            {
                case IInvocationOperation { TargetMethod.Name: "WithClientSideEncryptionOptions" }:
                    return true;
                case IInvocationOperation call:
                    // One client makes another: of the container for the blob, for instance. Those of block blobs are made by extensions.
                    client = call.Instance
                        ?? (call.TargetMethod.IsExtensionMethod && call.Arguments.Length > 0 ? call.Arguments[0].Value : null);
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

    private static bool Encrypts(IObjectCreationOperation client, KnownTypes types) => client.Arguments.Any(
        argument => argument.Value.MayComeFrom(value => value.Type.Is(types.SpecializedBlobClientOptions)));

    /// <summary>Whether the code that makes the client also names permissions with which blobs can be created and not written.</summary>
    private static bool MayOnlyCreate(IObjectCreationOperation client)
    {
        return client.Constructor is { Parameters: { Length: > 0 } parameters }
            && parameters[0].Type.Name == "Uri"
            && (client.Root().Has<IOperation>(OnlyCreates) || client.Arguments.Any(argument => argument.Value.MayComeFrom(Names)));

        // An address or credential that is made elsewhere: in a field or another local.
        static bool Names(IOperation value) => value.Has<IOperation>(OnlyCreates)
            || (value is IObjectCreationOperation { Arguments: { Length: > 0 } arguments } && arguments[0].Value.MayComeFrom(Names));
    }

    /// <summary>Whether constant permissions are to create and not to write: in an address, or given to what makes a signature.</summary>
    private static bool OnlyCreates(IOperation operation)
    {
        switch (operation)
        {
            case IArgumentOperation { Value: { ConstantValue: { HasValue: true, Value: { } permissions },
                Type: INamedTypeSymbol { TypeKind: TypeKind.Enum } type } }
                when type.Name.EndsWith("SasPermissions", StringComparison.Ordinal):
                return Has(permissions, type, "Create") && !Has(permissions, type, "Write");

            case IArgumentOperation { Value.ConstantValue: { HasValue: true, Value: string permissions },
                Parent: IInvocationOperation { TargetMethod.Name: "SetPermissions" } }:
                return OnlyCreate(permissions);

            case { ConstantValue: { HasValue: true, Value: string text } }
                when text.IndexOf(InAddress, StringComparison.Ordinal) is >= 0 and var start
                    && (start == 0 || text[start - 1] is '?' or '&'):
                start += InAddress.Length;
                int end = text.IndexOf('&', start);
                return OnlyCreate(text.Substring(start, (end < 0 ? text.Length : end) - start));

            default:
                return false;
        }
    }

    private static bool OnlyCreate(string permissions) => permissions.IndexOf('c') >= 0 && permissions.IndexOf('w') < 0;

    private static bool Has(object permissions, INamedTypeSymbol type, string name) =>
        type.GetMembers(name).FirstOrDefault() is IFieldSymbol { ConstantValue: { } flag }
        && (Convert.ToInt64(permissions, CultureInfo.InvariantCulture) & Convert.ToInt64(flag, CultureInfo.InvariantCulture)) != 0;
}
