using System.Buffers.Binary;
using System.Collections.Immutable;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;
using Microsoft.CodeAnalysis;
using StreamTuning.RuleTesting;

namespace StreamTuning.Analyzers.Tests.Robustness;

/// <summary>What tested sources are compiled against: everything this test run itself is made of, the ASP.NET Core and Roslyn assemblies included, and the Azure SDK.</summary>
internal static class References
{
    public static ImmutableArray<MetadataReference> All { get; } =
    [
        .. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator).Select(path => MetadataReference.CreateFromFile(path)),
        .. TestReferences.AzureBlobs(TestTarget.Net100),
        .. TestReferences.RuntimeForUploads,
    ];

    /// <summary>All references, but one of their types goes by another name, so that nothing finds it.</summary>
    public static ImmutableArray<MetadataReference> Without(INamedTypeSymbol type, Compilation compilation)
    {
        var reference = (PortableExecutableReference)compilation.GetMetadataReference(type.ContainingAssembly)!;
        byte[] image = File.ReadAllBytes(reference.FilePath!);
        Rename(image, type.ContainingNamespace.ToDisplayString(), type.MetadataName);
        return All.Replace(reference, AssemblyMetadata.CreateFromImage(image).GetReference());
    }

    /// <summary>Takes the first letter from the name of a type: its row then points one byte further into the heap of strings.</summary>
    private static void Rename(byte[] image, string @namespace, string name)
    {
        using var file = new PEReader(ImmutableArray.Create(image));
        MetadataReader metadata = file.GetMetadataReader();
        TypeDefinitionHandle type = metadata.TypeDefinitions.Single(handle =>
        {
            TypeDefinition definition = metadata.GetTypeDefinition(handle);
            return !definition.IsNested && metadata.StringComparer.Equals(definition.Name, name) && metadata.StringComparer.Equals(definition.Namespace, @namespace);
        });

        // ECMA-335 II.22.37: the name stands behind the four bytes of flags, and takes four where the heap is large.
        int row = metadata.GetTableMetadataOffset(TableIndex.TypeDef) + ((MetadataTokens.GetRowNumber(type) - 1) * metadata.GetTableRowSize(TableIndex.TypeDef));
        Span<byte> index = image.AsSpan(file.PEHeaders.MetadataStartOffset + row + sizeof(uint));
        if (metadata.GetHeapSize(HeapIndex.String) > ushort.MaxValue)
        {
            BinaryPrimitives.WriteUInt32LittleEndian(index, BinaryPrimitives.ReadUInt32LittleEndian(index) + 1);
        }
        else
        {
            BinaryPrimitives.WriteUInt16LittleEndian(index, (ushort)(BinaryPrimitives.ReadUInt16LittleEndian(index) + 1));
        }
    }
}
