using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis.Testing;

namespace StreamTuning.RoslynTesting;

/// <summary>What this assembly uses of the harness is pinned, so that it builds against the stand-in and the genuine packages alike.</summary>
public class PinnedApiUseTests
{
    [Fact]
    public void Every_used_member_of_the_harness_is_pinned()
    {
        var assembly = typeof(PinnedApiUseTests).Assembly;
        string root = assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(static attribute => attribute.Key == "RepositoryRoot").Value!;
        var pinned = File.ReadLines(Path.Combine(root, "tests", "RoslynTesting", "PinnedApi.txt")).Select(Name).ToHashSet(StringComparer.Ordinal);

        var used = UsedMembers(assembly).Distinct().Order(StringComparer.Ordinal).ToList();

        Assert.NotEmpty(used);
        Assert.Empty(used.Except(pinned));
    }

    // Namespace.Type<T>.Member(parameters) -> type, without type parameters, parameters and type.
    private static string Name(string line)
    {
        string declared = Regex.Replace(line.Split(" -> ")[0], @"\(.*\)|<[^>]*>", string.Empty);
        return Regex.Replace(declared, @"\[.*\]", "[]");
    }

    private static IEnumerable<string> UsedMembers(Assembly assembly)
    {
        using var file = new PEReader(File.OpenRead(assembly.Location));
        var reader = file.GetMetadataReader();
        foreach (var handle in reader.MemberReferences)
        {
            var member = reader.GetMemberReference(handle);
            if (TypeOf(reader, member.Parent) is { } type && IsOfHarness(reader, type))
            {
                string name = reader.GetString(member.Name);
                string typeName = Regex.Replace(FullName(reader, type), @"`\d+", string.Empty);
                yield return name switch
                {
                    ".ctor" => $"{typeName}.{typeName.Split('.')[^1]}",
                    "get_Item" => $"{typeName}.this[].get",
                    _ when name.StartsWith("get_", StringComparison.Ordinal) => $"{typeName}.{name[4..]}.get",
                    _ when name.StartsWith("set_", StringComparison.Ordinal) => $"{typeName}.{name[4..]}.set",
                    _ => $"{typeName}.{name}",
                };
            }
        }
    }

    private static TypeReferenceHandle? TypeOf(MetadataReader reader, EntityHandle parent)
    {
        if (parent.Kind == HandleKind.TypeReference)
        {
            return (TypeReferenceHandle)parent;
        }

        if (parent.Kind != HandleKind.TypeSpecification)
        {
            return null;
        }

        // A constructed type: its definition follows two bytes (GENERICINST, CLASS or VALUETYPE).
        var signature = reader.GetBlobReader(reader.GetTypeSpecification((TypeSpecificationHandle)parent).Signature);
        if (signature.ReadSignatureTypeCode() != SignatureTypeCode.GenericTypeInstance)
        {
            return null;
        }

        signature.ReadCompressedInteger();
        var definition = signature.ReadTypeHandle();
        return definition.Kind == HandleKind.TypeReference ? (TypeReferenceHandle)definition : null;
    }

    private static bool IsOfHarness(MetadataReader reader, TypeReferenceHandle type)
    {
        string space = FullName(reader, type);
        return space.StartsWith(typeof(DefaultVerifier).Namespace + ".", StringComparison.Ordinal)
            || space.StartsWith("Microsoft.CodeAnalysis.CSharp.Testing.", StringComparison.Ordinal);
    }

    private static string FullName(MetadataReader reader, TypeReferenceHandle handle)
    {
        var type = reader.GetTypeReference(handle);
        string space = reader.GetString(type.Namespace);
        return (space.Length == 0 ? string.Empty : space + ".") + reader.GetString(type.Name);
    }
}
