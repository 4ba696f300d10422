using System.Reflection;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Specialized;

namespace StreamTuning.AzureBlobs;

/// <summary>That renaming a call of the SDK is all it takes.</summary>
public sealed class SurfaceTests
{
    [Theory]
    [InlineData(typeof(BlobClient), 14)]
    [InlineData(typeof(BlockBlobClient), 2)]
    public void UploadBlocksAsync_has_the_overloads_of_UploadAsync(Type client, int count)
    {
        string[] theirs = [.. client.GetMethods().Where(method => method.Name == "UploadAsync").Select(method => Signature(method, method.GetParameters())).Order(StringComparer.Ordinal)];
        string[] ours =
        [
            .. typeof(BlobUploadExtensions).GetMethods()
                .Where(method => method.Name == "UploadBlocksAsync" && method.GetParameters()[0].ParameterType == client)
                .Select(method => Signature(method, method.GetParameters()[1..])).Order(StringComparer.Ordinal),
        ];

        Assert.Equal(count, theirs.Length);
        Assert.Equal(theirs, ours);
    }

    private static string Signature(MethodInfo method, ParameterInfo[] parameters) =>
        $"{method.ReturnType} ({string.Join(", ", parameters.Select(parameter => $"{parameter.ParameterType} {parameter.Name} {(parameter.HasDefaultValue ? "= " + parameter.DefaultValue : "")}"))})";
}
